"""A smooth surface through all that a search has seen: what a point is worth, also told by those around it.

A Gaussian process (Rasmussen and Williams 2006, "Gaussian Processes for Machine Learning"): points near one another are worth alike; how
near, how unlike, and how much is the luck of the games is what makes that which was seen likeliest. Those asked for together played the
same deals, whose luck they share.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

LENGTHS = (0.1, 0.2, 0.4, 0.8)  # of the range of a parameter: how far points are alike
HEIGHTS = (0.01, 0.03, 0.1)  # how unlike those are that lie apart
LUCKS = (0.12, 0.3)  # of one deal
SHARED = 0.2  # of the luck of a deal is that of all that play it

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Surface:
    """What was seen: points, what each was worth on average, on how many deals, and which were asked for together."""

    points: Array
    means: Array
    deals: Array
    together: Array

    @classmethod
    def through(cls, seen: Sequence[tuple[Sequence[float], float, int, int]]) -> "Surface":
        """Each with its mean, its deals, and the number of those that were asked for together."""
        points, means, deals, together = zip(*seen, strict=True)
        return cls(np.array(points), np.array(means), np.array(deals, dtype=float), np.array(together))

    def at(self, points: Sequence[Sequence[float]]) -> tuple[Array, Array]:
        """What points are worth, and how unsure that is."""
        length, height, luck = max(product(LENGTHS, HEIGHTS, LUCKS), key=lambda given: self._likelihood(*given))
        level = self._level
        across = self._alike(np.array(points), self.points, length, height)
        solved = np.linalg.solve(self._spread(length, height, luck), np.column_stack([self.means - level, across.T]))
        unsure = height**2 - np.einsum("ij,ji->i", across, solved[:, 1:])
        return level + across @ solved[:, 0], np.sqrt(unsure.clip(min=0))

    @property
    def _level(self) -> float:
        return float(np.average(self.means, weights=self.deals))

    def _alike(self, a: Array, b: Array, length: float, height: float) -> Array:
        return np.asarray(height**2 * np.exp(-_apart(a, b) / (2 * length**2)))

    @cached_property
    def _between(self) -> Array:
        return _apart(self.points, self.points)

    @cached_property
    def _luck(self) -> Array:
        """Of each two means, what the luck of one deal with a variance of 1 makes them vary together."""
        same = self.together[:, None] == self.together[None]
        return np.asarray(same * SHARED / np.maximum(self.deals[:, None], self.deals[None]) + np.diag((1 - SHARED) / self.deals))

    def _spread(self, length: float, height: float, luck: float) -> Array:
        return np.asarray(height**2 * np.exp(-self._between / (2 * length**2)) + luck**2 * self._luck)

    def _likelihood(self, length: float, height: float, luck: float) -> float:
        lower = np.linalg.cholesky(self._spread(length, height, luck) + 1e-12 * np.eye(len(self.means)))
        apart = np.linalg.solve(lower, self.means - self._level)
        return float(-(apart @ apart) / 2 - np.log(np.diag(lower)).sum())


def _apart(a: Array, b: Array) -> Array:
    """The squares of the distances."""
    return np.asarray(((a[:, None] - b[None]) ** 2).sum(axis=-1))
