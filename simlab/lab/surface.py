"""A smooth surface through all that a search has seen: what a point is worth, also told by those around it.

A Gaussian process (Rasmussen and Williams 2006, "Gaussian Processes for Machine Learning"): points near one another are worth alike; how
near, how unlike, and how much is the luck of the games is what makes that which was seen likeliest, by Ockham's razor for each
parameter: one that does nothing is far-reaching. Those asked for together played the
same deals, whose luck they share.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import inf

import numpy as np
from scipy.linalg import cholesky, solve_triangular

LENGTHS = (0.07, 0.15, 0.3, 0.6)  # of the range of a parameter: how far points are alike
HEIGHTS = (0.01, 0.03, 0.1)  # how unlike those are that lie apart
LUCKS = (0.1, 0.2, 0.4)  # of one deal
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
        likely, level = self._likely, self._level
        across = likely.alike(_apart(np.array(points), self.points))
        lower = cholesky(self._spread(likely), lower=True)
        solved = solve_triangular(lower, np.column_stack([self.means - level, across.T]), lower=True)
        apart, reached = solved[:, 0], solved[:, 1:]
        unsure = likely.height**2 - (reached**2).sum(axis=0)
        return level + apart @ reached, np.sqrt(unsure.clip(min=0))

    @cached_property
    def _likely(self) -> "Smoothness":
        """What makes that which was seen likeliest: first with all parameters alike, then each of them by itself."""
        d = self.points.shape[1]
        alike = (Smoothness((length,) * d, height, luck) for length, height, luck in product(LENGTHS, HEIGHTS, LUCKS))
        best = max(alike, key=self._likelihood)
        for k in range(d if d > 1 else 0):
            ways = (replace(best, lengths=(*best.lengths[:k], length, *best.lengths[k + 1 :])) for length in (*LENGTHS, inf))
            best = max(ways, key=self._likelihood)
        return best

    @property
    def _level(self) -> float:
        return float(np.average(self.means, weights=self.deals))

    @cached_property
    def _between(self) -> Array:
        return _apart(self.points, self.points)

    @cached_property
    def _luck(self) -> Array:
        """Of each two means, what the luck of one deal with a variance of 1 makes them vary together."""
        same = self.together[:, None] == self.together[None]
        return np.asarray(same * SHARED / np.maximum(self.deals[:, None], self.deals[None]) + np.diag((1 - SHARED) / self.deals))

    def _spread(self, given: "Smoothness") -> Array:
        return np.asarray(given.alike(self._between) + given.luck**2 * self._luck)

    def _likelihood(self, given: "Smoothness") -> float:
        lower = cholesky(self._spread(given) + 1e-12 * np.eye(len(self.means)), lower=True)
        apart = solve_triangular(lower, self.means - self._level, lower=True)
        return float(-(apart @ apart) / 2 - np.log(np.diag(lower)).sum())


@dataclass(frozen=True)
class Smoothness:
    """How near points are alike, along each parameter; how unlike they are that lie apart; and the luck of a deal."""

    lengths: tuple[float, ...]
    height: float
    luck: float

    def alike(self, apart: Array) -> Array:
        """How much points have in common that lie so far apart."""
        return np.asarray(self.height**2 * np.exp(-np.tensordot(1 / (2 * np.square(self.lengths)), apart, 1)))


def _apart(a: Array, b: Array) -> Array:
    """[parameter, a, b]: the squares of the distances."""
    return np.asarray(((a[:, None] - b[None]) ** 2).transpose(2, 0, 1))
