"""A smooth surface through all that a search has seen: what a point is worth, also told by those around it.

A Gaussian process (Rasmussen and Williams 2006, "Gaussian Processes for Machine Learning"): points near one another are worth alike; how
near, and how unlike, is what makes that which was seen likeliest, by Ockham's razor for each parameter: one that does nothing is
far-reaching. A parameter that is compared with whole numbers makes steps: where these make what was seen clearly likelier, the surface
is a rough one (Matern's, once differentiable) and not a smooth one. How much of it is luck was seen as well: those that play the same deals
share most of their luck where they play them alike.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import inf, sqrt

import numpy as np
from scipy.linalg import block_diag, cholesky, solve_triangular

LENGTHS = (0.05, 0.1, 0.2, 0.4, 0.8)  # of the range of a parameter: how far points are alike
HEIGHTS = (0.003, 0.01, 0.03, 0.1, 0.3)  # how unlike those are that lie apart
SHARED = 0.2  # of the luck of a deal is that of all that play it, for all that is known before they do
BEFOREHAND = 10  # deals that this counts for
ROUGHLY = 2.0  # in natural logarithms: how much likelier a rough surface must make what was seen, to be believed
LEAST = 0.01  # luck of a deal
FEWEST = 30  # deals that tell anything

Array = np.ndarray


@dataclass(frozen=True)
class Won:
    """What points won of the same deals, a share of each: in all, and of each two the sum of the products, deal by deal. `games`: how many
    had to be played.
    """

    deals: int
    sums: Array
    products: Array
    games: int = 0

    def __add__(self, more: "Won") -> "Won":
        return Won(self.deals + more.deals, self.sums + more.sums, self.products + more.products, self.games + more.games)

    @property
    def means(self) -> Array:
        """Of a deal."""
        return self.sums / self.deals

    @property
    def together(self) -> Array:
        """How their shares of a deal vary, and vary together."""
        return self.products / self.deals - np.outer(self.means, self.means)

    def gain(self, one: int, other: int) -> tuple[float, float]:
        """What one won more than another on a deal, and its standard error, of which a single deal tells nothing."""
        mean = float(self.means[one] - self.means[other])
        square = self.products[one, one] + self.products[other, other] - 2 * self.products[one, other]
        return mean, sqrt(max(square / self.deals - mean**2, 0.0) / (self.deals - 1)) if self.deals > 1 else inf

    def leading(self, reach: float) -> list[int]:
        """Those of whom nobody can say that the best is better."""
        best = int(np.argmax(self.sums))
        if self.deals < FEWEST:
            return list(range(len(self.sums)))
        gains = (self.gain(best, one) for one in range(len(self.sums)))
        return [one for one, (mean, se) in enumerate(gains) if one == best or mean <= reach * se]


Seen = tuple[Sequence[Sequence[float]], Won]  # points, and what they won of the same deals


@dataclass(frozen=True, eq=False)
class Surface:
    """What was seen: points, what each was worth on average, how these means vary together by luck, and on how many deals each was.
    `before`: how smooth it seemed when less was seen.
    """

    points: Array
    means: Array
    luck: Array
    deals: Array
    before: "Smoothness | None" = None

    @classmethod
    def through(cls, seen: Sequence[Seen], before: "Smoothness | None" = None) -> "Surface":
        """Through all that was seen."""
        deals = np.concatenate([np.full(len(won.sums), won.deals, dtype=float) for _, won in seen])
        usual = max(LEAST**2, float(np.average(np.concatenate([won.together.diagonal() for _, won in seen]), weights=deals)))
        points, means = (np.concatenate(each) for each in ([points for points, _ in seen], [won.means for _, won in seen]))
        return cls(points, means, block_diag(*(_luck(won, usual) for _, won in seen)), deals, before)

    def at(self, points: Sequence[Sequence[float]]) -> tuple[Array, Array]:
        """What points are worth, and how unsure that is."""
        worth, reached = self._from(points)
        return worth, np.sqrt((self.likely.height**2 - (reached**2).sum(axis=0)).clip(min=0))

    def drawn(self, points: Sequence[Sequence[float]], chance: Array) -> Array:
        """[draw, point]: what these might be worth, drawn with normal numbers, all points of a draw on one surface."""
        worth, reached = self._from(points)
        there = np.array(points)
        together = self.likely.alike(_apart(there, there)) - reached.T @ reached
        return np.asarray(worth + chance @ cholesky(together + self.likely.height**2 * 1e-6 * np.eye(len(points))))

    def _from(self, points: Sequence[Sequence[float]]) -> tuple[Array, Array]:
        """What points are worth, and what is known of them from those that were seen."""
        across = self.likely.alike(_apart(np.array(points), self.points))
        lower = cholesky(self._spread(self.likely), lower=True)
        solved = solve_triangular(lower, np.column_stack([self.means - self._level, across.T]), lower=True)
        return self._level + solved[:, 0] @ solved[:, 1:], solved[:, 1:]

    @cached_property
    def likely(self) -> "Smoothness":
        """What makes that which was seen likeliest: with all parameters alike, or as it seemed before; then a step for each of them."""
        d = self.points.shape[1]
        alike = (Smoothness((length,) * d, height, rough) for length, height, rough in product(LENGTHS, HEIGHTS, (False, True)))
        best = self.before or max(alike, key=self._likelihood)
        for k in range(d + 2):
            best = max([best, *best.beside(k)], key=self._likelihood)
        return best

    @property
    def _level(self) -> float:
        return float(np.average(self.means, weights=self.deals))

    @cached_property
    def _between(self) -> Array:
        return _apart(self.points, self.points)

    def _spread(self, given: "Smoothness") -> Array:
        return np.asarray(given.alike(self._between) + self.luck + 1e-9 * np.eye(len(self.means)))

    def _likelihood(self, given: "Smoothness") -> float:
        lower = cholesky(self._spread(given), lower=True)
        apart = solve_triangular(lower, self.means - self._level, lower=True)
        return float(-(apart @ apart) / 2 - np.log(np.diag(lower)).sum()) - ROUGHLY * given.is_rough


def _luck(won: Won, usual: float) -> Array:
    """What luck makes means vary, and vary together: as was seen, and a little as is usual."""
    expected = usual * (SHARED + (1 - SHARED) * np.eye(len(won.sums)))
    return np.asarray((won.deals * won.together + BEFOREHAND * expected) / (won.deals + BEFOREHAND) / won.deals)


@dataclass(frozen=True)
class Smoothness:
    """How near points are alike, along each parameter; and how unlike they are that lie apart."""

    lengths: tuple[float, ...]
    height: float
    is_rough: bool = False

    def beside(self, k: int) -> "Iterator[Smoothness]":
        """What is one step nearer or farther alike along a parameter; behind the last of them what is one step flatter or higher, and then
        what is rough instead of smooth.
        """
        if k > len(self.lengths):
            yield replace(self, is_rough=not self.is_rough)
            return
        steps, now = (LENGTHS, self.lengths[k]) if k < len(self.lengths) else (HEIGHTS, self.height)
        for at in (steps.index(now) - 1, steps.index(now) + 1):
            if 0 <= at < len(steps) and steps is LENGTHS:
                yield replace(self, lengths=(*self.lengths[:k], steps[at], *self.lengths[k + 1 :]))
            elif 0 <= at < len(steps):
                yield replace(self, height=steps[at])

    def alike(self, apart: Array) -> Array:
        """How much points have in common that lie so far apart."""
        far = np.tensordot(1 / np.square(self.lengths), apart, 1)
        if self.is_rough:
            far = np.sqrt(3 * far)
            return np.asarray(self.height**2 * (1 + far) * np.exp(-far))
        return np.asarray(self.height**2 * np.exp(-far / 2))


def _apart(a: Array, b: Array) -> Array:
    """[parameter, a, b]: the squares of the distances."""
    return np.asarray(((a[:, None] - b[None]) ** 2).transpose(2, 0, 1))
