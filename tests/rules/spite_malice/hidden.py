"""What a player of Spite & Malice cannot see, for tests/contract/test_views.py."""

import numpy as np

from simlab.games.spite_malice import GAME
from simlab.games.spite_malice.play import look as _look
from tests.rules.harness import State
from tests.twin.spite_malice import FIRST_SPITE

LISTED = ("action", "source", "value", "wild", "target")


def permute(g: State, seat: int, chance: np.random.Generator) -> None:
    """Shuffle all cards that `seat` cannot see: other hands, the Draw Pile, and the Card Stacks below what is turned up."""
    seen = g.seen
    hidden = []
    others = [other for other in range(seen.players) if other != seat]
    for other in others:
        hidden += [card for card in range(1, 14) for _ in range(g.hands[other, card])]
        hidden += [FIRST_SPITE + i for i in range(24) if g.numbers[other] >> i & 1] or [0] * int(g.hands[other, 0])
    draw = range(int(g.deck_at), int(g.deck_at + seen.draw_size))
    hidden += g.deck[draw.start : draw.stop].tolist()
    below = [
        (owner, (int(g.stack_at[owner]) + i) % 256)
        for owner in range(seen.players)
        for i in range(0 if seen.up[owner] == -1 else 1, seen.stack[owner])
    ]
    hidden += [int(g.stack_cards[place]) for place in below]
    cards = chance.permutation(np.array(hidden, dtype=np.int64)).tolist()
    for other in others:
        g.hands[other], g.have[other], g.numbers[other] = 0, 0, 0
        for _ in range(seen.held[other]):
            _take(g, other, cards.pop())
    for at in draw:
        g.deck[at] = cards.pop()
    for place in below:
        g.stack_cards[place] = cards.pop()
    assert not cards


def _take(g: State, seat: int, card: int) -> None:
    """A card goes to a hand."""
    value = card if card < FIRST_SPITE else 0
    g.hands[seat, value] += 1
    g.have[seat] |= 1 << value
    if card >= FIRST_SPITE:
        g.numbers[seat] |= 1 << (card - FIRST_SPITE)


def look(g: State, seat: int) -> None:
    """Make the view again, as the engine does before it asks."""
    _look(g, seat)


def spoil(view: State, chance: np.random.Generator) -> None:
    """Overwrite what the view does not tell in this decision: lists that are filled in on demand, and places that hold nothing."""

    def nonsense(size: int | None) -> np.ndarray:
        return chance.integers(-50, 50, size)

    kind, players, stores = GAME.decisions[view.kind].name, int(view.players), int(view.rules.stores)
    for name in LISTED:  # a strategy has them filled in by moves(view)
        view[name][:] = nonsense(len(view[name]))
    for name in ("up", "stack", "held", "skips"):
        view[name][players:] = nonsense(len(view[name]) - players)
    view.pile_top[view.piles :] = nonsense(16 - int(view.piles))
    texts = int(view.hand[0]) if view.rules.spite else 0
    view.spite_text[texts:] = nonsense(len(view.spite_text) - texts)
    for seat in range(view.up.shape[0]):
        for i in range(view.store_top.shape[1]):
            there = seat < players and i < stores
            if not there:
                view.store_top[seat, i], view.store_size[seat, i] = nonsense(None), nonsense(None)
            above = int(view.store_size[seat, i]) if there else 0
            view._stored[seat, i, above:] = chance.integers(0, 14, view._stored.shape[2] - above)
    assert kind in ("move", "give", "spite")
