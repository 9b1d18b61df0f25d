"""What lies where in Hit the Deck, for who looks at a game."""

from collections.abc import Iterator
from typing import Any

from simlab.engine.places import NOBODY, OWNER, TOP, Place, amount, each
from simlab.games.hit_the_deck.components import CARDS


def places(g: Any) -> Iterator[Place]:
    """The hands and both piles; and what everybody has been charged so far."""
    for seat in range(int(g.seen.players)):
        yield Place("hand", each(g.hands[seat][:CARDS].tolist()), seat, OWNER)
        yield amount("points", int(g.totals[seat]), seat)
    yield Place("draw pile", g.piles[int(g.draw_at) : int(g.draw_end)].tolist()[::-1], seen=NOBODY, is_pile=True)
    yield Place("discard pile", g.piles[int(g.discard_at) : int(g.discard_end)].tolist(), seen=TOP, is_pile=True)
