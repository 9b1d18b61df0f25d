"""How a game feels to those who play it: a number that is read off games that were followed, or off choices that were tried. Each is one
file in `feelings/`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from simlab.base.discovery import Found
from simlab.engine.metric import TWO_PERCENT, Family, Metric, Unit, shares
from simlab.table.choices import Choice
from simlab.table.followed import Followed

FINE = 1_000_000  # in whole numbers of so many to one
MUCH = 0.05  # of a win: what a choice moves that matters

OF_A_GAME = shares("feeling", "how it feels", 1)
OF_A_CHOICE = replace(OF_A_GAME, bounds=(-1.0, 1.0))  # a choice may turn out to have been picked wrongly
OPTIONS = Family("options", "options", "options", Unit("option", "options", "options"), TWO_PERCENT, 2)
TIMES = Family("times", "times a game", "a game", Unit("a game", "a game", "a game"), TWO_PERCENT, 3)


@dataclass(frozen=True)
class Feeling:
    """What it is called and counted in, its place in the order of telling, and what it means. `counted_as`: the game's own number, of every
    game, that is the same where a game has one. `is_tried`: it is read off choices.
    """

    order: float
    metric: Metric
    meaning: str
    counted_as: str = ""
    is_tried: bool = False


def feeling(
    order: float,
    name: str,
    label: str,
    meaning: str,
    read: Callable[[Followed], np.ndarray],
    family: Family = OF_A_GAME,
    counted_as: str = "",
) -> Feeling:
    """One that is read as a number of each game."""

    def fine(followed: Followed) -> np.ndarray:
        return np.asarray(np.rint(FINE * read(followed)), dtype=np.int64)

    return Feeling(order, Metric(name, label, label, family, fine, scale=FINE), meaning, counted_as)


def choosing(order: float, name: str, label: str, meaning: str, read: Callable[[Choice], float], family: Family = OF_A_GAME) -> Feeling:
    """One that is read of each game off a choice of it."""

    def fine(choices: Sequence[Choice]) -> np.ndarray:
        return np.array([round(FINE * read(choice)) if choice.shares.size else 0 for choice in choices], dtype=np.int64)

    return Feeling(order, Metric(name, label, label, family, fine, scale=FINE), meaning, is_tried=True)


FEELINGS: Found[Feeling] = Found("simlab.stats.feelings", "FEELING")
