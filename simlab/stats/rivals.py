"""The win shares of a place as they vary together, deal by deal: of its strategies, and of its seats.

Ranks, pairs, seats and luck are made of these: of the sums of all products of two shares, which the statistic `shares` counts.
"""

from functools import cached_property

import numpy as np

from simlab.metrics.shares import SEATS, STRATEGIES
from simlab.stats.estimates import Estimate, GroupStats, estimate, variance_of
from simlab.stats.intervals import ALPHA
from simlab.stats.measures import Measures

_NOTHING = 1e-12  # below, a difference of shares is the computer's own rounding


def numbers_of(measures: Measures) -> list[int]:
    """The metrics that are win shares, by number: of all strategies, then of all seats."""
    families = [metric.family for metric in measures.metrics]
    return [m for of in (STRATEGIES, SEATS) for m, family in enumerate(families) if family is of]


class Rivals:
    """The shares at a line-up (t) in a scenario (s)."""

    def __init__(self, stats: GroupStats, t: int, s: int) -> None:
        self.stats, self.t, self.s = stats, t, s
        measures = stats.measures
        self.numbers = numbers_of(measures)
        self.labels = len(measures.group.labels)
        self.here = [j for j in range(self.labels) if stats.is_measured(self.numbers[j], t)]
        self._sums = [stats.sums[m][t][s] for m in self.numbers]
        self._per = [measures.per[m][t] for m in self.numbers]
        self._products = stats.tally["shares"]["products"][t, s]

    @cached_property
    def means(self) -> np.ndarray:
        """The mean shares of strategies, then seats; 0 of a strategy that does not play here."""
        return np.array([total / (self.stats.deals * (per or 1)) for total, per in zip(self._sums, self._per, strict=True)])

    @cached_property
    def covariance(self) -> np.ndarray:
        """[a, b]: their covariance over deals."""
        sums, per, n = self._sums, [each or 1 for each in self._per], self.stats.deals
        products = self._products.tolist()
        if n < 2:
            return np.full((len(sums), len(sums)), np.nan)
        each = range(len(sums))
        return np.array([[(n * products[a][b] - sums[a] * sums[b]) / (n * (n - 1) * per[a] * per[b]) for b in each] for a in each])

    def difference(self, a: int, b: int) -> Estimate:
        """By how much one share is larger than another, on the same deals; exactly 0 where they are equal on every deal."""
        per_a, per_b, products = self._per[a], self._per[b], self._products
        total = self._sums[a] * per_b - self._sums[b] * per_a
        square = int(products[a, a]) * per_b**2 + int(products[b, b]) * per_a**2 - 2 * int(products[a, b]) * per_a * per_b
        n, scale = self.stats.deals, per_a * per_b
        return estimate(total / (n * scale), variance_of(n, total, square) / scale**2, n, self.stats.intervals)

    def seat_edges(self, alpha: float = ALPHA) -> list[Estimate]:
        """By how much each seat's share differs from the seats' mean: 1 / players, where every game has a winner."""
        edges, spread = self._edges
        n = self.stats.deals
        reach = self.stats.intervals.reach(n, alpha)
        errors = np.sqrt(np.diag(spread).clip(min=0) / n)
        return [Estimate(float(edge), float(se), n, float(reach * se) if se else 0.0) for edge, se in zip(edges, errors, strict=True)]

    def seat_test(self) -> float:
        """The probability of seat shares at least this uneven, if no seat had an advantage.

        Hotelling's test with its limit distribution: n d' S^-1 d on all seats but one (Anderson 2003, "An Introduction to Multivariate
        Statistical Analysis", chapter 5). In a run that may stop at any time: the smallest always-valid p-value of a seat, times seats.
        """
        edges, spread = self._edges
        intervals, n = self.stats.intervals, self.stats.deals
        if not np.isfinite(spread).all() or np.abs(edges).max() < _NOTHING:
            return 1.0
        if intervals.planned is not None:
            levels = [intervals.level(n, abs(edge.mean) / edge.se) for edge in self.seat_edges() if edge.se]
            return min(1.0, len(edges) * min(levels, default=1.0))
        from scipy.special import chdtrc  # here, because it takes long to load

        edges, spread = edges[:-1], spread[:-1, :-1]
        return float(chdtrc(len(edges), n * float(edges @ np.linalg.pinv(spread, hermitian=True) @ edges)))

    @cached_property
    def _edges(self) -> tuple[np.ndarray, np.ndarray]:
        """The seats' shares minus their mean, and the covariance of these over deals."""
        players = self.stats.measures.group.players
        centre = np.eye(players) - 1 / players
        return centre @ self.means[self.labels :], centre @ self.covariance[self.labels :, self.labels :] @ centre
