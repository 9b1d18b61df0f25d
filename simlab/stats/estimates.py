"""Means, effects and their intervals, from a tally: every number is computed from per-deal values.

With x_d the value of deal d, everything needs only n, the sum of x, and the sums of x*y over pairs of scenarios or seats. These are
whole numbers without a limit, so that no digit is lost where two large sums nearly cancel.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import chdtrc, ndtri, stdtrit

from simlab.stats.tally import Measures, Tally

CONFIDENCE = 0.95
FEW_DEALS = 200  # below, Student's t instead of the normal distribution


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
    """What a scenario changes against the baseline, from the same deals played under both."""

    baseline: float
    saving: float  # so many times fewer deals than with separate deals for both; 1: none


def quantile_of(deals: int, confidence: float = CONFIDENCE) -> float:
    """How many standard errors a two-sided interval reaches."""
    tail = 1 - (1 - confidence) / 2
    return float(stdtrit(deals - 1, tail)) if 1 < deals < FEW_DEALS else float(ndtri(tail))


def covariance(deals: int, product: int, sum_x: int, sum_y: int) -> float:
    """The covariance of two values over deals, from exact sums."""
    if deals < 2:
        return float("nan")
    return (deals * product - sum_x * sum_y) / (deals * (deals - 1))


class GroupStats:
    """The estimates of one group: a metric (m) at a line-up (t) in a scenario (s), all by number."""

    def __init__(self, measures: Measures, tally: Tally) -> None:
        self.measures, self.tally = measures, tally
        self.deals = tally.deals

    @cached_property
    def _sums(self) -> list[list[list[int]]]:
        return self.tally.sums.tolist()  # type: ignore[no-any-return]  # nested lists of exact integers

    def is_measured(self, m: int, t: int) -> bool:
        """A strategy's share is only there where it plays."""
        return self.measures.metrics[m].per[t] > 0

    def mean(self, m: int, t: int, s: int) -> Estimate:
        """The mean of a metric."""
        per = self.measures.metrics[m].per[t]
        total = self._sums[m][t][s]
        variance = covariance(self.deals, int(self.tally.products[m, t, s, s]), total, total)
        return self._estimate(total / self.deals / per, variance / per**2)

    def effect(self, m: int, t: int, s: int, base: int = 0) -> Effect:
        """What scenario s changes: the mean over deals of its value minus the baseline's, on the same deals."""
        per = self.measures.metrics[m].per[t]
        of, products = self._sums[m][t], self.tally.products[m, t]
        own = covariance(self.deals, int(products[s, s]), of[s], of[s])
        other = covariance(self.deals, int(products[base, base]), of[base], of[base])
        both = covariance(self.deals, int(products[s, base]), of[s], of[base])
        variance = own + other - 2 * both
        difference = self._estimate((of[s] - of[base]) / self.deals / per, variance / per**2)
        saving = (own + other) / variance if variance > 0 else 1.0
        return Effect(difference.mean, difference.se, self.deals, difference.half_width, of[base] / self.deals / per, saving)

    def _estimate(self, mean: float, variance: float) -> Estimate:
        se = float(np.sqrt(max(variance, 0.0) / self.deals))
        return Estimate(mean, se, self.deals, quantile_of(self.deals) * se)

    def seat_test(self, t: int, s: int) -> float:
        """The probability of seat shares at least this uneven, if no seat had an advantage: n d' S^-1 d on all seats but one."""
        players = self.measures.group.players
        first = len(self.measures.group.labels)
        sums = [self._sums[first + seat][t][s] for seat in range(players)]
        per = self.measures.metrics[first].per[t]
        rivals = self.tally.rivals[t, s][first:, first:]
        spread = np.array(
            [[covariance(self.deals, int(rivals[a, b]), sums[a], sums[b]) / per**2 for b in range(players)] for a in range(players)]
        )[:-1, :-1]
        edge = np.array([total / self.deals / per for total in sums])
        edge = (edge - edge.mean())[:-1]
        if not np.isfinite(spread).all() or not edge.any():
            return 1.0
        distance = self.deals * float(edge @ np.linalg.pinv(spread) @ edge)
        return float(chdtrc(players - 1, distance))

    def length_quantiles(self, t: int, s: int, wanted: tuple[float, ...] = (0.05, 0.25, 0.5, 0.75, 0.95)) -> list[int]:
        """How many turns the shortest games take up to each share of all games."""
        lengths = self.tally.lengths[t, s]
        reached = np.cumsum(lengths)
        return [int(np.searchsorted(reached, q * reached[-1])) for q in wanted]
