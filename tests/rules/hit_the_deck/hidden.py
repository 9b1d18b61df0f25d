"""Where cards lie in Hit the Deck, and what its view does not tell, for tests/contract."""

import numpy as np

from tests.rules.harness import State, listed


def table(g: State) -> dict[str, list[int]]:
    """What lies where; both piles top first."""
    hands = {f"hand of {seat}": listed(g.hands[seat]) for seat in range(int(g.seen.players))}
    draw, discard = g.piles[g.draw_at : g.draw_end], g.piles[g.discard_at : g.discard_end]
    return hands | {"draw": draw.tolist(), "discard": discard[::-1].tolist()}


def spoil(view: State, chance: np.random.Generator) -> None:
    """Overwrite what the view does not tell: what plays(view) is to fill in, and players that there are not."""
    view.card[:] = chance.integers(-50, 50, len(view.card))
    others = view.players - 1
    for name in ("other_cards", "other_total"):
        view[name][others:] = chance.integers(-50, 50, len(view[name]) - others)
