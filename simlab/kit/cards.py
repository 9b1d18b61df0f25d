"""The cards of a game: what they are called, how many there are of each, and sets of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

NO_CARD = -1
MOST_COPIES = 127
MOST_KINDS = 62  # different cards where hands are kept: a set of them is a whole number that has a sign


@dataclass(frozen=True, eq=False)
class Pack:
    """The cards of a game: their names, how many there are of each (a function of the house rules and the card where these say so), and
    how many there can be at all.
    """

    names: tuple[str, ...]
    copies: np.ndarray | Callable[[Any, int], int]
    most: int

    @property
    def kinds(self) -> int:
        """How many different cards there are."""
        return len(self.names)

    @property
    def cell(self) -> str:
        """The type of a card in memory. It has a sign, for without one compiled code would take 2 - 3 for a large number."""
        return "i1" if self.kinds <= MOST_COPIES else "i2"


def cards(names: Iterable[str], copies: int | Sequence[int] | Callable[[Any, int], int] = 1, most: int = 0) -> Pack:
    """The cards of a game by name, and how many copies there are of all, or of each.

    Where house rules change that, `copies` is a function of (rules, card), and `most` the greatest number of cards there can be.
    """
    found = tuple(names)
    if callable(copies):
        if not most:
            raise ValueError("cards: say with `most` how many cards there can be at all")
        return Pack(found, copies, most)
    each = np.array([copies] * len(found) if isinstance(copies, int) else copies, dtype=np.int64)
    if len(each) != len(found):
        raise ValueError(f"cards: {len(found)} names and {len(each)} numbers of copies")
    if each.max(initial=0) > MOST_COPIES:
        raise ValueError(f"cards: {each.max()} copies; there may be {MOST_COPIES}")
    return Pack(found, each, int(each.sum()))


def sets_of(pack: Pack, belongs: Callable[[int, int], bool]) -> np.ndarray:
    """For each card the set of cards that belong to it, as bits: FITS = sets_of(CARDS, lambda top, card: ...)."""
    kinds = range(pack.kinds)
    return np.array([sum(1 << card for card in kinds if belongs(one, card)) for one in kinds], dtype=np.int64)
