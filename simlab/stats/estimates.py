"""Means, effects and their intervals, from a tally: every number is computed from per-deal values.

What is kept of these are their moments, exact whole numbers (`simlab.stats.moments`); what intervals make of them where few deals change
anything is told in `simlab.stats.silence`.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, sqrt
from typing import NamedTuple, Self

from simlab.stats import silence
from simlab.stats.contrasts import EFFECT, MEAN, Contrast
from simlab.stats.intervals import ALPHA, Intervals
from simlab.stats.measures import Measures
from simlab.stats.moments import Moments
from simlab.stats.silence import ENOUGH, UNKNOWN, Bounds
from simlab.stats.tally import Tally

FIXED = Intervals()


class Span(NamedTuple):
    """A value, and the interval around it."""

    value: float
    low: float
    high: float


class Judged(ABC):
    """A number with an interval, of which a verdict can be given."""

    @property
    @abstractmethod
    def deals(self) -> int:
        """How many deals it is known from."""

    @property
    @abstractmethod
    def mean(self) -> float:
        """The number."""

    @property
    @abstractmethod
    def span(self) -> Span:
        """The number, and the interval that is shown."""

    @property
    @abstractmethod
    def guarded(self) -> Span:
        """The number, and the interval that has to lie inside a margin before anything is said to make no difference."""

    @property
    @abstractmethod
    def may_claim(self) -> bool:
        """Were enough deals seen to claim anything?"""

    @abstractmethod
    def at(self, alpha: float) -> Self:
        """The same with intervals that are wrong this seldom."""

    @abstractmethod
    def level(self, value: float, *, is_guarded: bool = False) -> float:
        """The smallest alpha whose interval leaves a value out: its two-sided p-value."""

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.span.low

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.span.high

    @property
    def half_width(self) -> float:
        """Half of what lies between them."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Estimate(Judged):
    """A mean over deals. `bounds`: what a deal's value can be at least and at most; `alpha`: how seldom its intervals may be wrong."""

    moments: Moments
    bounds: Bounds = UNKNOWN
    intervals: Intervals = FIXED
    alpha: float = ALPHA

    def at(self, alpha: float) -> Self:
        """The same with intervals that are wrong this seldom."""
        return replace(self, alpha=alpha)

    @property
    def deals(self) -> int:
        """How many deals it is the mean of."""
        return self.moments.deals

    @property
    def mean(self) -> float:
        """The mean over deals."""
        return self.moments.mean

    @property
    def se(self) -> float:
        """The standard error of the mean; no number where there is a single deal."""
        return self.moments.se

    @cached_property
    def span(self) -> Span:
        """The mean, and the interval that is shown."""
        return Span(self.mean, *silence.interval(self.moments, self._reach, self.bounds))

    @cached_property
    def guarded(self) -> Span:
        """The mean, and the interval that has to lie inside a margin before anything is said to make no difference."""
        return Span(self.mean, *silence.interval(self.moments, self._reach, self.bounds, is_guarded=True))

    @property
    def may_claim(self) -> bool:
        """Were enough deals seen to claim anything?"""
        return silence.may_claim(self.moments, self.bounds)

    @property
    def most_changed(self) -> float | None:
        """Where no deal's value is other than 0: at most this share of all deals has one that is."""
        if self.moments.changed:
            return None
        return silence.most_that_change(self.moments, FIXED.level(self.deals, self._reach))

    def level(self, value: float, *, is_guarded: bool = False) -> float:
        """The smallest alpha whose interval leaves a value out: its two-sided p-value."""
        errors = silence.errors_from(self.moments, value, self.bounds, is_guarded=is_guarded)
        return self.intervals.level(self.deals, errors)

    @property
    def _reach(self) -> float:
        return self.intervals.reach(self.deals, self.alpha)


@dataclass(frozen=True, kw_only=True)
class Effect(Estimate):
    """What a change of the rules does, from the same deals played with and without it."""

    baseline: float
    spread: float  # the standard deviation of the baseline, over deals
    saving: float = 1.0  # so many times fewer deals than with separate deals for both; 1: none


def ratio_span(ratio: float, variance: float, deals: int, intervals: Intervals) -> Span:
    """A ratio of two sums over deals with its interval, unknown where few deals have anything to say of it, or all say the same."""
    if deals < ENOUGH or not variance > 0:
        return Span(ratio, *UNKNOWN)
    width = intervals.reach(deals) * sqrt(variance / deals)
    return Span(ratio, ratio - width, ratio + width)


class GroupStats:
    """The estimates of one group: a metric (m) at a line-up (t) in a scenario (s), all by number."""

    def __init__(self, measures: Measures, tally: Tally, intervals: Intervals = FIXED) -> None:
        self.measures, self.tally, self.intervals = measures, tally, intervals
        self.deals = tally.deals
        self._found: dict[tuple[int, int, int], Estimate] = {}
        self._against: dict[tuple[int, int, int], Effect] = {}

    def is_measured(self, m: int, t: int) -> bool:
        """A strategy's share is only there where it plays."""
        return self.measures.per[m][t] > 0

    def total(self, m: int, t: int, s: int) -> int:
        """The sum of a metric over all deals and seatings."""
        return int(self.tally["means"]["sums"][m, t, self.measures.contrasts.index[MEAN, (s,)]])

    def contrast(self, m: int, t: int, kind: str, where: tuple[int, ...]) -> Estimate:
        """The mean over deals of what is compared."""
        c = self.measures.contrasts.index[kind, where]
        if (m, t, c) not in self._found:
            contrast = self.measures.contrasts.all[c]
            moments = Moments.at((m, t, c), self.tally["means"], self.deals, contrast.divisor * self.measures.per[m][t])
            self._found[m, t, c] = Estimate(moments, self._bounds(m, contrast, moments), self.intervals)
        return self._found[m, t, c]

    def mean(self, m: int, t: int, s: int) -> Estimate:
        """The mean of a metric."""
        return self.contrast(m, t, MEAN, (s,))

    def against(self, m: int, t: int, kind: str, where: tuple[int, ...]) -> Effect:
        """What is compared, beside the mean of what it starts from."""
        c = self.measures.contrasts.index[kind, where]
        if (m, t, c) not in self._against:
            self._against[m, t, c] = self._effect(m, t, self.measures.contrasts.all[c])
        return self._against[m, t, c]

    def _effect(self, m: int, t: int, contrast: Contrast) -> Effect:
        of = self.contrast(m, t, contrast.kind, contrast.where)
        baseline = sum(self.total(m, t, s) for s in contrast.base) / (len(contrast.base) * self.deals * self.measures.per[m][t])
        spread = sqrt(sum(self.mean(m, t, s).moments.central[0] for s in contrast.base) / len(contrast.base))
        saving = 1.0
        if (
            contrast.kind == EFFECT
            and (apart := self.mean(m, t, contrast.where[0]).se ** 2 + self.mean(m, t, contrast.base[0]).se ** 2) > 0
        ):
            saving = apart / of.se**2 if of.se > 0 else inf
        return Effect(of.moments, of.bounds, of.intervals, baseline=baseline, spread=spread, saving=saving)

    def _bounds(self, m: int, contrast: Contrast, moments: Moments) -> Bounds:
        """What a contrast can be on a deal, of what its metric can be in each scenario; unknown where a metric does not keep to that."""
        each = [self.measures.metrics[m].bounds(rules) for rules in self.measures.group.rules]
        low = sum(each[s][0] for s in contrast.plus) - sum(each[s][1] for s in contrast.minus)
        high = sum(each[s][1] for s in contrast.plus) - sum(each[s][0] for s in contrast.minus)
        low, high = low / contrast.divisor, high / contrast.divisor
        return (low, high) if low <= moments.low and moments.high <= high else UNKNOWN
