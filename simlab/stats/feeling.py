"""How a game feels to those who play it: a number that is read off games that were followed. Each is one file in `feelings/`."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from simlab.base.discovery import Found
from simlab.engine.metric import TWO_PERCENT, Family, Metric, Unit, shares
from simlab.table.followed import Followed

FINE = 1_000_000  # in whole numbers of so many to one

OF_A_GAME = shares("feeling", "how it feels", 1)
OPTIONS = Family("options", "options", "options", Unit("option", "options", "options"), TWO_PERCENT, 2)
TIMES = Family("times", "times a game", "a game", Unit("a game", "a game", "a game"), TWO_PERCENT, 3)


@dataclass(frozen=True)
class Feeling:
    """What it is called and counted in, its place in the order of telling, and what it means. `counted_as`: the game's own number, of every
    game, that is the same where a game has one.
    """

    order: float
    metric: Metric
    meaning: str
    counted_as: str = ""


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


FEELINGS: Found[Feeling] = Found("simlab.stats.feelings", "FEELING")
