"""What a player of MEAN! cannot see, for tests/contract/test_views.py."""

import numpy as np

from simlab.games.mean import GAME
from simlab.games.mean.set_up import look as _look
from tests.rules.harness import State

VALUES = 13


def permute(g: State, seat: int, chance: np.random.Generator) -> None:
    """Shuffle all cards that `seat` cannot see: other hands, the Draw Deck, and the Piles but for what lies face up."""
    hidden = []
    others = [other for other in range(g.seen.players) if other != seat]
    for other in others:
        hidden += [card for card in range(VALUES) for _ in range(g.hands[other, card])]
    deck = slice(int(g.deck_at), int(g.deck_at + g.seen.deck))
    hidden += g.deck[deck].tolist()
    covered = [(i, j) for i in range(g.seen.piles) for j in range(g.seen.pile_size[i] - 1)]
    hidden += [int(g.pile_cards[place]) for place in covered]
    cards = chance.permutation(np.array(hidden, dtype=np.uint8)).tolist()
    for other in others:
        g.hands[other] = 0
        for _ in range(g.cards[other]):
            g.hands[other, cards.pop()] += 1
    for place in range(deck.start, deck.stop):
        g.deck[place] = cards.pop()
    for place in covered:
        g.pile_cards[place] = cards.pop()
    g.heap[:] = chance.integers(0, VALUES, len(g.heap))  # left over from the last shuffle: it may hold what nobody saw
    assert not cards


def look(g: State, seat: int) -> None:
    """Make the view again, as the engine does before it asks."""
    _look(g, seat)


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
