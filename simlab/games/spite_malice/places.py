"""What lies where in Spite & Malice, for who looks at a game."""

from collections.abc import Iterator
from typing import Any

from simlab.engine.places import NOBODY, OWNER, TOP, Place, each
from simlab.games.spite_malice.components import FIRST_SPITE, RING, WILD


def places(g: Any) -> Iterator[Place]:
    """What each seat has, the Build Piles, the Draw Pile and the Discard Pile."""
    for seat in range(int(g.seen.players)):
        at, stack = int(g.stack_at[seat]), int(g.seen.stack[seat])
        yield Place("Card Stack", [int(g.stack_cards[seat, (at + i) % RING]) for i in range(stack)][::-1], seat, TOP, is_pile=True)
        for i in range(int(g.seen.rules.stores)):
            yield Place(f"Store Pile {i}", g.seen._stored[seat, i, : int(g.seen.store_size[seat, i])].tolist(), seat, is_pile=True)
        yield Place("hand", _with_numbers(g, g.hands[seat].tolist(), int(g.numbers[seat])), seat, OWNER)
    for i in range(len(g.pile_cards)):
        there = int(g.seen.pile_top[i]) if i < int(g.seen.piles) else 0
        yield Place("Build Pile", g.pile_cards[i, 1 : there + 1].tolist(), is_pile=True)
    start = int(g.deck_at)
    yield Place("Draw Pile", g.deck[start : start + int(g.seen.draw_size)].tolist()[::-1], seen=NOBODY, is_pile=True)
    yield Place("Discard Pile", _with_numbers(g, g.seen.discard.tolist(), int(g.loose)))


def _with_numbers(g: Any, counts: list[int], numbers: int) -> list[int]:
    """Cards by value; with Spite each Wild is one of its own."""
    if not g.seen.rules.spite:
        return each(counts)
    return [card for card in each(counts) if card != WILD] + [FIRST_SPITE + i for i in range(numbers.bit_length()) if numbers >> i & 1]
