"""What a seat sees, as something that can be compared."""

from typing import Any

import numpy as np

from simlab.engine.game import Game
from simlab.kit.zones import Layout

Seen = dict[str, bytes]
LEGAL = "_legal"  # the options as a set, which a strategy has listed


class Sight:
    """The fields of a view that a strategy may read when it is asked: of a list of cards only as many as there are. `own`: only those that
    the game fills in itself.
    """

    def __init__(self, game: Game, layout: Layout | None, *, own: bool = False) -> None:
        listed = {name for decision in game.decisions for name in decision.fills}
        told = {"options", *(field.name for field in layout.told)} if own and layout else game.sights.keys()
        self.names = [name for name in game.sights if name in told and name not in listed and name != "rules"]
        self.of_sets = {kind for kind, decision in enumerate(game.decisions) if decision.lists and LEGAL in (game.seen.names or ())}
        piles = [zone.name for zone in layout.zones if zone.is_pile] if layout else []
        self.piles = [name for pile in piles for name in (pile, f"other_{pile}") if name in self.names]

    def of(self, g: Any) -> Seen:
        """What lies in the view, which was filled in for a seat."""
        view = g.seen
        seen = {name: np.asarray(view[name]).tobytes() for name in self.names}
        for name in self.piles:
            seen[name] = _cards(view[name], view[f"{name}_size"])
        if int(view.kind) in self.of_sets:
            seen[LEGAL] = np.asarray(view[LEGAL]).tobytes()
        return seen

    @staticmethod
    def differs(one: Seen, other: Seen) -> str:
        """The first field in which two views differ; empty where none does."""
        return next((name for name in one if one[name] != other.get(name)), "")


def _cards(cards: Any, sizes: Any) -> bytes:
    if np.ndim(sizes) == 0:
        return np.asarray(cards[: max(0, int(sizes))]).tobytes()
    return b"|".join(_cards(row, size) for row, size in zip(cards, sizes, strict=True))
