"""What more deals would make of what is undecided: the chance that they decide it.

How large a difference is in truth is not known, only that it lies around the estimate as the interval says. So the estimate after more
deals is normally distributed around the present one, with the part of its variance that these deals remove: the predictive power of
Spiegelhalter, Freedman and Blackburn 1986, "Monitoring clinical trials: conditional or predictive power?", Controlled Clinical Trials 7,
with a flat prior.
"""

from collections.abc import Callable
from functools import cached_property
from math import erf, inf, isfinite, sqrt

from simlab.stats.estimates import Estimate
from simlab.stats.silence import CARRIERS, ENOUGH

EVEN, LIKELY = 0.5, 0.8


class Outlook:
    """What is undecided of a difference, beside the margin below which it is too small to matter."""

    def __init__(self, difference: Estimate, margin: float) -> None:
        self.difference, self.margin = difference, margin
        self.reach = difference.intervals.reach(difference.deals, difference.alpha)
        self._is_steady = difference.intervals.is_steady(difference.deals)
        self._chances: dict[int, float] = {}  # of numbers of deals that were asked for: one search looks where another did
        self.to_come = max(difference.se, difference.half_width / self.reach)  # the standard error, of few changes at least what they hide
        self.shown, self.guarded = (self._beyond(span.low, span.high) for span in (difference.span, difference.guarded))

    def _beyond(self, low: float, high: float) -> tuple[float, float]:
        """How much farther an interval reaches below and above than its standard errors say."""
        mean, width = self.difference.mean, self.reach * self.difference.se
        return mean - low - width, high - mean - width

    def chance(self, deals: int) -> float:
        """That so many deals in all decide it."""
        if deals not in self._chances:
            self._chances[deals] = self._chance(deals)
        return self._chances[deals]

    def _chance(self, deals: int) -> float:
        found = self.difference
        if not isfinite(self.to_come) or deals < self._fewest:
            return 0.0
        part = found.deals / deals
        reach = self.reach if self._is_steady else found.intervals.reach(deals, found.alpha)
        width = reach * found.se * sqrt(part)  # of intervals by then; what is beyond shrinks faster
        below, above = (width + beyond * part for beyond in self.shown)
        guarded_below, guarded_above = (width + beyond * part for beyond in self.guarded)
        sd = self.to_come * sqrt(1 - part)
        outside = self._above(self.margin + below, sd) + 1 - self._above(-self.margin - above, sd)
        inside = self._above(guarded_below - self.margin, sd) - self._above(self.margin - guarded_above, sd)
        return outside + max(0.0, inside)

    def _above(self, value: float, sd: float) -> float:
        """The chance that the estimate will be above a value."""
        away = self.difference.mean - value
        return 0.5 * (1 + erf(away / sd / sqrt(2))) if sd else float(away > 0)

    @cached_property
    def _fewest(self) -> float:
        """So many deals there must be before anything may be claimed at all."""
        if all(map(isfinite, self.difference.bounds)):
            return 0.0
        moments = self.difference.moments
        return moments.deals * max(1.0, ENOUGH / moments.changed, CARRIERS / moments.carriers) if moments.changed else inf

    def deals_for(self, chance: float, most: int) -> int:
        """After how many deals in all the chance is that large; `most`, where after more."""
        return _first(lambda deals: self.chance(deals) >= chance, self.difference.deals, most)


def _first(holds: Callable[[int], bool], start: int, most: int) -> int:
    """The number from which on something holds, to a hundredth."""
    low, high = start, 2 * start
    while high < most and not holds(high):
        low, high = high, 2 * high
    while high - low > max(1, low // 100):
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return min(high, most)
