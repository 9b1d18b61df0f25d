"""What a player of What the Heck? cannot see, for tests/contract/test_views.py."""

import numpy as np

from simlab.games.what_the_heck import GAME
from simlab.games.what_the_heck.play import look as _look
from tests.rules.harness import State


def permute(g: State, seat: int, chance: np.random.Generator) -> None:
    """Shuffle the Point Cards to come, and give all others any bid they can make in this round."""
    to_come = slice(int(g.seen.round_number), int(g.seen.rounds))
    g.order[to_come] = chance.permutation(g.order[to_come])
    for other in range(g.seen.players):
        if other != seat:
            held = [card for card in range(31) if int(g.seen.hands[other]) >> card & 1]
            g.bids[other] = 1 << int(chance.choice(held))


def look(g: State, seat: int) -> None:
    """Make the view again, as the engine does before it asks."""
    _look(g, seat)


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
