"""What lies where in MEAN!, and what the view does not tell: for the tests of any game in tests/contract/."""

import numpy as np

from simlab.games.mean import GAME
from simlab.games.mean.components import OUT_OF_PLAY
from simlab.games.mean.piles import pile
from tests.rules.harness import State, listed

VALUES = 13


def piles_left(g: State) -> list[tuple[int, int, int]]:
    """Of each Pile that is left its place on the table, and where its cards begin and end."""
    return [pile(g, i) for i in range(g.seen.piles)]


def table(g: State) -> dict[str, list[int]]:
    """The cards in each place."""

    def by_value(counts: np.ndarray) -> list[int]:
        return listed(counts[:VALUES])

    hands = {f"hand {seat}": by_value(g.hands[seat]) for seat in range(g.seen.players)}
    piles = {f"pile {i}": g.pile_cards[start:stop].tolist() for i, (_, start, stop) in enumerate(piles_left(g))}
    deck = g.deck[g.deck_at : g.deck_at + g.seen.deck].tolist()
    removed = by_value(g.hands[OUT_OF_PLAY])
    return hands | piles | {"deck": deck, "area": by_value(g.seen.area), "gone": by_value(g.seen.gone), "removed": removed}


def spoil(view: State, chance: np.random.Generator) -> None:
    """Overwrite what the view does not tell in this decision: it is left over from an earlier one, perhaps of another player."""
    kind, nonsense = GAME.decisions[view.kind].name, lambda size: chance.integers(-50, 50, size)
    for name in ("value", "count", "wild", "goes_up"):  # a strategy has them filled in by plays(view)
        view[name][:] = nonsense(len(view[name]))
    others, piles = view.players - 1, view.piles
    view.other_cards[others:], view.other_in[others:] = nonsense(len(view.other_cards) - others), nonsense(len(view.other_in) - others)
    view.pile_face[piles:], view.pile_size[piles:] = nonsense(len(view.pile_face) - piles), nonsense(len(view.pile_size) - piles)
    partners = min(int(view.options), int(others)) if kind == "swap" else 0
    view.partner[partners:] = nonsense(len(view.partner) - partners)
    if kind != "pile":
        view.owed = nonsense(None)
    if kind != "play":
        view.may_take = nonsense(None)
