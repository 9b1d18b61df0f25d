"""What lies where in Meow, for who looks at a game."""

from collections.abc import Iterator
from typing import Any

from simlab.engine.places import NOBODY, OWNER, Place, amount, each
from simlab.games.meow.components import NAMED_SPECIAL, SPECIAL


def places(g: Any) -> Iterator[Place]:
    """The hands, the deck and what was played in this round; and everybody's coins."""
    for seat in range(int(g.seen.players)):
        yield Place("hand", _by_name(g.hands[seat].tolist()), seat, OWNER)
        yield amount("coins", int(g.coins[seat]), seat)
    start = int(g.deck_at)
    yield Place("deck", g.deck[start : start + int(g.seen.deck)].tolist()[::-1], seen=NOBODY, is_pile=True)
    yield Place("played", _by_name(g.seen.played.tolist()))


def _by_name(slots: list[int]) -> list[int]:
    """The cards in each slot, as they are named."""
    return [slot if slot < SPECIAL else slot - SPECIAL + NAMED_SPECIAL for slot in each(slots)]
