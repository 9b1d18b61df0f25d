"""Means, effects and their intervals, from a tally: every number is computed from per-deal values.

With x_d the value of deal d, everything needs only n, the sum of x and the sum of x^2. These are whole numbers without a limit, so that no
digit is lost where two large sums nearly cancel.
"""

from dataclasses import dataclass
from functools import cached_property
from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from simlab.stats.contrasts import EFFECT, MEAN
from simlab.stats.intervals import Intervals
from simlab.stats.measures import Measures
from simlab.stats.tally import Tally

FIXED = Intervals()


class Span(NamedTuple):
    """A value, and the interval around it."""

    value: float
    low: float
    high: float


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

    @property
    def span(self) -> Span:
        """The mean and both ends."""
        return Span(self.mean, self.low, self.high)


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
        sums: list[list[list[int]]] = self.tally["means"]["sums"].tolist()
        return sums

    @cached_property
    def _contrasts(self) -> tuple[list[list[list[int]]], list[list[list[int]]]]:
        """[metric][line-up][contrast]: sums and sums of squares."""
        sums = np.concatenate(list(self.measures.contrasts.each(self.tally["means"]["sums"][..., None])), axis=-1)
        return sums.tolist(), self.tally["means"]["squares"].tolist()

    def is_measured(self, m: int, t: int) -> bool:
        """A strategy's share is only there where it plays."""
        return self.measures.per[m][t] > 0

    def contrast(self, m: int, t: int, kind: str, where: tuple[int, ...]) -> Estimate:
        """The mean over deals of what is compared."""
        contrasts = self.measures.contrasts
        c = contrasts.index[kind, where]
        divisor = contrasts.all[c].divisor * self.measures.per[m][t]
        sums, squares = self._contrasts
        total = sums[m][t][c]
        variance = variance_of(self.deals, total, squares[m][t][c])
        return estimate(total / (self.deals * divisor), variance / divisor**2, self.deals, self.intervals)

    def mean(self, m: int, t: int, s: int) -> Estimate:
        """The mean of a metric."""
        return self.contrast(m, t, MEAN, (s,))

    def against(self, m: int, t: int, kind: str, where: tuple[int, ...]) -> Effect:
        """What is compared, beside the mean of what it starts from."""
        of = self.contrast(m, t, kind, where)
        contrast = self.measures.contrasts.all[self.measures.contrasts.index[kind, where]]
        start = sum(self.sums[m][t][s] for s in contrast.base)
        baseline = start / (len(contrast.base) * self.deals * self.measures.per[m][t])
        saving = 1.0
        if kind == EFFECT and (apart := self.mean(m, t, where[0]).se ** 2 + self.mean(m, t, 0).se ** 2) > 0:
            saving = apart / of.se**2 if of.se > 0 else inf
        return Effect(of.mean, of.se, of.deals, of.half_width, baseline, saving)
