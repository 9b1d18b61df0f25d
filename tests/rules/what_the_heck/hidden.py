"""What lies where in What the Heck?, and what the view does not tell: for the tests of any game in tests/contract/."""

import numpy as np

from simlab.games.what_the_heck import GAME
from tests.rules.harness import State


def table(g: State) -> dict[str, list[int]]:
    """The cards in each place; a bid still counts to the hand that it is chosen from."""
    rounds = int(g.seen.round_number)
    held = [int(hand) for hand in g.seen.hands[: g.seen.players]]
    hands = {f"hand {seat}": [card for card in range(31) if hand >> card & 1] for seat, hand in enumerate(held)}
    to_come = [int(g.seen.prize[place]) for place in g.order[rounds : g.seen.rounds]]
    return hands | {"to come": to_come, "turned": g.seen.turned[:rounds].tolist(), "pot": g.seen.pot_card[: g.seen.pot_cards].tolist()}


def spoil(view: State, chance: np.random.Generator) -> None:
    """Overwrite what the view does not tell: a list from an earlier decision, and what belongs to no seat or no Point Card."""

    def nonsense(size: int) -> np.ndarray:
        return chance.integers(-50, 50, size)

    players, rounds, options = int(view.players), int(view.rounds), int(view.options)
    assert options <= GAME.state["seen"]["card"].shape[0]
    view.card[:] = nonsense(len(view.card))  # a strategy has them filled in by bids(view)
    view.hands[players:] = nonsense(len(view.hands) - players)
    view.scores[players:] = nonsense(len(view.scores) - players)
    view.prize[rounds:] = nonsense(len(view.prize) - rounds)
    view.turned[rounds:] = nonsense(len(view.turned) - rounds)
    view.pot_card[rounds:] = nonsense(len(view.pot_card) - rounds)
    view.played[players:] = chance.integers(-50, 50, view.played[players:].shape)
