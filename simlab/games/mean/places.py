"""What lies where in MEAN!, for who looks at a game."""

from collections.abc import Iterator
from typing import Any

from simlab.engine.places import NOBODY, OWNER, TOP, Place, each
from simlab.games.mean.components import OUT_OF_PLAY, VALUES


def places(g: Any) -> Iterator[Place]:
    """The hands, the Piles where they lie, the Draw Deck, the Play Area and what is out of play."""
    for seat in range(int(g.seen.players)):
        yield Place("hand", each(g.hands[seat][:VALUES].tolist()), seat, OWNER)
    left, starts = int(g.pile_left).to_bytes(8, "little")[: int(g.seen.piles)], g.pile_starts.tolist()
    for place in range(int(g.seen.rules.piles)):
        there = g.pile_cards[starts[place] : starts[place + 1]].tolist() if place in left else []
        yield Place(f"Pile {place}", there, seen=TOP, is_pile=True)
    start = int(g.deck_at)
    yield Place("Draw Deck", g.deck[start : start + int(g.seen.deck)].tolist()[::-1], seen=NOBODY, is_pile=True)
    yield Place("Play Area", each(g.seen.area.tolist()))
    yield Place("out of play", each(g.seen.gone.tolist()))
    yield Place("out of play unseen", each(g.hands[OUT_OF_PLAY][:VALUES].tolist()), seen=NOBODY)
