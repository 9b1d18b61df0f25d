"""Means, effects and their intervals, from a tally: every number is computed from per-deal values.

With x_d the value of deal d, everything needs only n, the sum of x and the sum of x^2. These are whole numbers without a limit, so that no
digit is lost where two large sums nearly cancel.
"""

from dataclasses import dataclass
from functools import cached_property
from math import inf, sqrt

import numpy as np

from simlab.stats.contrasts import EFFECT, MEAN
from simlab.stats.intervals import ALPHA, Intervals
from simlab.stats.tally import Measures, Tally

FIXED = Intervals()
_NOTHING = 1e-12  # below, a difference of shares is the computer's own rounding


@dataclass(frozen=True)
class Estimate:
    """A mean over deals with its standard error and its 95% interval."""

    mean: float
    se: float
    deals: int
    half_width: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.half_width

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.half_width


@dataclass(frozen=True)
class Effect(Estimate):
    """What a change of the rules does, from the same deals played with and without it."""

    baseline: float
    saving: float  # so many times fewer deals than with separate deals for both; 1: none


def estimate(mean: float, variance: float, deals: int, intervals: Intervals) -> Estimate:
    """A mean over deals whose values have this variance."""
    se = sqrt(max(variance, 0.0) / deals) if variance == variance else float("nan")
    return Estimate(mean, se, deals, intervals.reach(deals) * se if se else 0.0)


def variance_of(deals: int, total: int, square: int) -> float:
    """The variance of a value over deals, from its exact sum and its exact sum of squares."""
    return (deals * square - total * total) / (deals * (deals - 1)) if deals > 1 else float("nan")


class GroupStats:
    """The estimates of one group: a metric (m) at a line-up (t) in a scenario (s), all by number."""

    def __init__(self, measures: Measures, tally: Tally, intervals: Intervals = FIXED) -> None:
        self.measures, self.tally, self.intervals = measures, tally, intervals
        self.deals = tally.deals

    @cached_property
    def sums(self) -> list[list[list[int]]]:
        """[metric][line-up][scenario] as exact whole numbers."""
        sums: list[list[list[int]]] = self.tally.sums.tolist()
        return sums

    @cached_property
    def _contrasts(self) -> tuple[list[list[list[int]]], list[list[list[int]]]]:
        """[metric][line-up][contrast]: sums and sums of squares."""
        sums = np.concatenate(list(self.measures.contrasts.each(self.tally.sums[..., None])), axis=-1)
        return sums.tolist(), self.tally.squares.tolist()

    def is_measured(self, m: int, t: int) -> bool:
        """A strategy's share is only there where it plays."""
        return self.measures.metrics[m].per[t] > 0

    def contrast(self, m: int, t: int, kind: str, where: tuple[int, ...]) -> Estimate:
        """The mean over deals of what is compared."""
        contrasts = self.measures.contrasts
        c = contrasts.index[kind, where]
        divisor = contrasts.all[c].divisor * self.measures.metrics[m].per[t]
        sums, squares = self._contrasts
        total = sums[m][t][c]
        variance = variance_of(self.deals, total, squares[m][t][c])
        return estimate(total / (self.deals * divisor), variance / divisor**2, self.deals, self.intervals)

    def mean(self, m: int, t: int, s: int) -> Estimate:
        """The mean of a metric."""
        return self.contrast(m, t, MEAN, (s,))

    def effect(self, m: int, t: int, s: int) -> Effect:
        """What scenario s changes: the mean over deals of its value minus that of the first scenario, on the same deals."""
        return self.against(m, t, EFFECT, (s,))

    def against(self, m: int, t: int, kind: str, where: tuple[int, ...]) -> Effect:
        """What is compared, beside the mean of what it starts from."""
        of = self.contrast(m, t, kind, where)
        contrast = self.measures.contrasts.all[self.measures.contrasts.index[kind, where]]
        start = sum(self.sums[m][t][s] for s in contrast.base)
        baseline = start / (len(contrast.base) * self.deals * self.measures.metrics[m].per[t])
        saving = 1.0
        if kind == EFFECT and (apart := self.mean(m, t, where[0]).se ** 2 + self.mean(m, t, 0).se ** 2) > 0:
            saving = apart / of.se**2 if of.se > 0 else inf
        return Effect(of.mean, of.se, of.deals, of.half_width, baseline, saving)

    def share_covariance(self, t: int, s: int) -> np.ndarray:
        """[a, b]: the covariance over deals of the shares of strategies, then seats; a strategy that doesn't play here has zeros."""
        sums = [of_metric[t][s] for of_metric in self.sums]
        per = [metric.per[t] or 1 for metric in self.measures.metrics]
        rivals = self.tally.rivals[t, s].tolist()
        n, count = self.deals, len(rivals)
        if n < 2:
            return np.full((count, count), np.nan)
        return np.array(
            [[(n * rivals[a][b] - sums[a] * sums[b]) / (n * (n - 1) * per[a] * per[b]) for b in range(count)] for a in range(count)]
        )

    def share_means(self, t: int, s: int) -> np.ndarray:
        """The mean shares of strategies, then seats."""
        count = len(self.measures.group.labels) + self.measures.group.players
        return np.array([self.sums[a][t][s] / (self.deals * (self.measures.metrics[a].per[t] or 1)) for a in range(count)])

    def share_difference(self, t: int, s: int, a: int, b: int) -> Estimate:
        """By how much one share is larger than another, on the same deals; exactly 0 where they are equal on every deal."""
        rivals = self.tally.rivals[t, s]
        per_a, per_b = (self.measures.metrics[each].per[t] for each in (a, b))
        total = self.sums[a][t][s] * per_b - self.sums[b][t][s] * per_a
        square = int(rivals[a, a]) * per_b**2 + int(rivals[b, b]) * per_a**2 - 2 * int(rivals[a, b]) * per_a * per_b
        scale = per_a * per_b
        return estimate(total / (self.deals * scale), variance_of(self.deals, total, square) / scale**2, self.deals, self.intervals)

    def seat_edges(self, t: int, s: int, alpha: float = ALPHA) -> list[Estimate]:
        """By how much each seat's share differs from the seats' mean: 1 / players, where every game has a winner."""
        edges, spread = self._edges(t, s)
        reach = self.intervals.reach(self.deals, alpha)
        errors = np.sqrt(np.maximum(np.diag(spread), 0) / self.deals)
        return [
            Estimate(float(edge), float(se), self.deals, float(reach * se) if se else 0.0) for edge, se in zip(edges, errors, strict=True)
        ]

    def seat_test(self, t: int, s: int) -> float:
        """The probability of seat shares at least this uneven, if no seat had an advantage.

        Hotelling's test with its limit distribution: n d' S^-1 d on all seats but one (Anderson 2003, "An Introduction to Multivariate
        Statistical Analysis", chapter 5). In a run that may stop at any time: the smallest always-valid p-value of a seat, times seats.
        """
        edges, spread = self._edges(t, s)
        if not np.isfinite(spread).all() or np.abs(edges).max() < _NOTHING:
            return 1.0
        if self.intervals.planned is not None:
            levels = [self.intervals.level(self.deals, abs(edge.mean) / edge.se) for edge in self.seat_edges(t, s) if edge.se]
            return min(1.0, len(edges) * min(levels, default=1.0))
        from scipy.special import chdtrc  # here, because it takes long to load

        edges, spread = edges[:-1], spread[:-1, :-1]
        return float(chdtrc(len(edges), self.deals * float(edges @ np.linalg.pinv(spread, hermitian=True) @ edges)))

    def _edges(self, t: int, s: int) -> tuple[np.ndarray, np.ndarray]:
        """The seats' shares minus their mean, and the covariance of these over deals."""
        first, players = len(self.measures.group.labels), self.measures.group.players
        centre = np.eye(players) - 1 / players
        return centre @ self.share_means(t, s)[first:], centre @ self.share_covariance(t, s)[first:, first:] @ centre

    def length_quantile(self, t: int, s: int, percent: int) -> "Quantile":
        """The smallest number of turns that at least this percentage of the games did not exceed."""
        return self.length_quantiles(t, s, (percent,))[0]

    def length_quantiles(self, t: int, s: int, percents: tuple[int, ...] = (5, 25, 50, 75, 95)) -> list["Quantile"]:
        """Quantiles of the number of turns, with their intervals.

        Woodruff (1952), "Confidence intervals for medians and other position measures", JASA 47: an interval for the share of games up
        to the quantile, read back as lengths. The share's standard error is that of a mean over deals, so that the likeness of a
        deal's games is in it (Francisco and Fuller 1991, "Quantile estimation with a complex survey design", Annals of Statistics 19).
        """
        n, per = self.deals, self.measures.seatings[t]
        reached = np.cumsum(self.tally.lengths[t, s])
        shares = reached / (n * per)
        squares = np.cumsum(self.tally.repeats[t, s]) / (n * per**2)
        found = []
        for percent in percents:
            value = int(np.argmax(100 * reached >= percent * n * per))
            error = sqrt(max(squares[value] - shares[value] ** 2, 0.0) / (n - 1)) if n > 1 else 1.0
            width = self.intervals.reach(n) * error if error else 0.0
            low = int(np.argmax(shares + width >= percent / 100))
            above = shares - width >= percent / 100
            high = int(np.argmax(above)) if above.any() else len(shares) - 1
            found.append(Quantile(value, min(low, value), max(high, value)))
        return found

    def times_quantiles(self, event: int, t: int, s: int, percents: tuple[int, ...]) -> list[int]:
        """Quantiles of how many times an event fires in a game."""
        reached = np.cumsum(self.tally.times[event, t, s])
        return [int(np.argmax(100 * reached >= percent * reached[-1])) for percent in percents]


@dataclass(frozen=True)
class Quantile:
    """A number of turns, with its 95% interval."""

    value: int
    low: int
    high: int
