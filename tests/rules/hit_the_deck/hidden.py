"""What a player of Hit the Deck cannot see, for tests/contract/test_views.py."""

import numpy as np

from simlab.games.hit_the_deck.play import look as _look
from tests.rules.harness import State


def permute(g: State, seat: int, chance: np.random.Generator) -> None:
    """Shuffle all cards that `seat` cannot see: other hands and the draw pile."""
    others = [other for other in range(g.seen.players) if other != seat]
    hidden = [card for other in others for card in range(64) for _ in range(g.hands[other, card])]
    draw = slice(int(g.draw_at), int(g.draw_end))
    hidden += g.piles[draw].tolist()
    cards = chance.permutation(np.array(hidden, dtype=np.uint8)).tolist()
    for other in others:
        g.hands[other] = 0
        g.held[other] = 0
        for _ in range(g.cards[other]):
            card = cards.pop()
            g.hands[other, card] += 1
            g.held[other] |= 1 << card
    for place in range(draw.start, draw.stop):
        g.piles[place] = cards.pop()
    assert not cards


def look(g: State, seat: int) -> None:
    """Make the view again, as the engine does before it asks."""
    _look(g, seat)


def spoil(view: State, chance: np.random.Generator) -> None:
    """Overwrite what the view does not tell: what plays(view) is to fill in, and players that there are not."""
    for name in ("card", "hand"):
        view[name][:] = chance.integers(-50, 50, len(view[name]))
    others = view.players - 1
    for name in ("other_cards", "other_total"):
        view[name][others:] = chance.integers(-50, 50, len(view[name]) - others)
