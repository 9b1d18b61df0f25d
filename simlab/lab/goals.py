"""What is wanted, how far a rule set is from it, and how surely: the distance is the worst goal's miss, in units of what matters."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simlab.stats.special import ndtr

SILENT = 0.3  # of a game: the least standard error of a share that was 0 in all n, times n


@dataclass(frozen=True)
class Goal:
    """A number that is wanted between two limits, at one table. `columns`: where it stands among what is played, for a seat's edge all
    seats, of which the largest counts, whichever way; `unit`: what matters of it. `is_share`: it lies between 0 and 1 on every deal.
    """

    name: str
    text: str
    players: int
    lineup: str
    columns: tuple[int, ...]
    low: float
    high: float
    unit: float
    is_edge: bool = False
    is_share: bool = False

    def span(self, sums: "Sums", which: np.ndarray, reach: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Of some sets: the value, and the ends of an interval that reaches so many standard errors."""
        mean, se = sums.mean_and_error(self.columns, which)
        if self.is_edge:
            off, width = np.abs(mean), reach[:, None] * se
            return off.max(axis=1), np.maximum(off - width, 0).max(axis=1), (off + width).max(axis=1)
        value, width = mean[:, 0], reach * se[:, 0]
        if self.is_share:  # what was never seen to happen may still do: so often, that it would have been seen
            width = np.maximum(width, -np.log(np.maximum(ndtr(-reach), 1e-12)) / np.maximum(sums.deals[which], 1))
            return value, np.maximum(value - width, 0), np.minimum(value + width, 1)
        return value, value - width, value + width

    def misses(self, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The smallest and the largest miss that a value between these can have."""
        least = np.maximum(np.maximum(low - self.high, self.low - high), 0) / self.unit
        most = np.maximum(np.maximum(high - self.high, self.low - low), 0) / self.unit
        return least, most

    def chance(self, sums: "Sums", which: np.ndarray) -> np.ndarray:
        """How likely it is that some sets meet it: this steers, and claims nothing."""
        mean, se = sums.mean_and_error(self.columns, which)
        least = SILENT if self.is_share or self.is_edge else 1e-9
        se = np.maximum(se, least / np.maximum(sums.deals[which], 1)[:, None])
        low, high = (-self.high, self.high) if self.is_edge else (self.low, self.high)
        return np.asarray((ndtr((high - mean) / se) - ndtr((low - mean) / se)).prod(axis=1))


class Sums:
    """What was played of each set: deals, and of each column the sums of a deal's value and of its square."""

    def __init__(self, sets: int, columns: int) -> None:
        self.deals = np.zeros(sets, dtype=int)
        self.values, self.squares = np.zeros((sets, columns)), np.zeros((sets, columns))

    def add(self, which: np.ndarray, deals: int, values: np.ndarray, squares: np.ndarray) -> None:
        """So many more deals of some sets."""
        self.deals[which] += deals
        self.values[which] += values
        self.squares[which] += squares

    def mean_and_error(self, columns: Sequence[int], which: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """[of which, column]: the mean over deals, and its standard error."""
        n = np.maximum(self.deals[which], 1)[:, None]
        mean = self.values[which][:, columns] / n
        variance = np.maximum(self.squares[which][:, columns] / n - mean**2, 0) / np.maximum(n - 1, 1)
        return mean, np.sqrt(variance)


def distances(goals: Sequence[Goal], sums: Sums, which: np.ndarray, reach: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of some sets: the distance, and the ends of its interval."""
    spans = [goal.span(sums, which, reach) for goal in goals]
    missed = [(goal.misses(value, value)[0], *goal.misses(low, high)) for goal, (value, low, high) in zip(goals, spans, strict=True)]
    at, least, most = (np.max(ends, axis=0) for ends in zip(*missed, strict=True))
    return at, least, most


def chance(goals: Sequence[Goal], sums: Sums, which: np.ndarray) -> np.ndarray:
    """How likely it is that some sets meet all goals, as if these had nothing to do with each other."""
    found = np.prod([goal.chance(sums, which) for goal in goals], axis=0) if len(goals) else np.ones(len(which))
    return np.where(sums.deals[which] > 1, found, 0.0)


def family_of(goals: Sequence[Goal]) -> int:
    """How many intervals must hold at once."""
    return sum(len(goal.columns) for goal in goals)
