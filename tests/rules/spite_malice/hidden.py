"""Where cards lie in Spite & Malice, and what its view does not tell, for tests/contract."""

import numpy as np

from simlab.games.spite_malice import GAME
from tests.rules.harness import State
from tests.rules.spite_malice.position import discard_of, hand_of, stack_of, stores_of

LISTED = ("action", "source", "value", "wild", "target")


def table(g: State) -> dict[str, list[int]]:
    """What lies where; piles top first, but for the Store Piles."""
    found = {"draw": g.deck[g.deck_at : g.deck_at + g.seen.draw_size].tolist(), "discard": discard_of(g)}
    found["builds"] = [int(card) for i in range(g.seen.piles) for card in g.pile_cards[i, 1 : int(g.seen.pile_top[i]) + 1]]
    for seat in range(g.seen.players):
        stored = [card for pile in stores_of(g, seat) for card in pile]
        found |= {f"hand of {seat}": hand_of(g, seat), f"stack of {seat}": stack_of(g, seat), f"stores of {seat}": stored}
    return found


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
