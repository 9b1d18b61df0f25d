"""Intervals that do not believe in silence: where few deals change anything, what was seen says little of what was not.

Before an interval is made, one deal is added that could have happened and did not. With weights for the deals drawn evenly from the
simplex (Rubin 1981, "The Bayesian bootstrap", Annals of Statistics 9), the upper end is a quantile of the weighted mean of the values and
of one pseudo-deal at the largest value possible, the lower end of one at the smallest. For values 0 and 1 that is Clopper and Pearson's
interval exactly; for bounded values it is the bound of Gaffke (2005; Learned-Miller and Thomas 2019, arXiv 1905.06208). The distribution
of the weighted mean is replaced by the shifted gamma distribution with its first three moments, which auditors use for rare errors
(Dworin and Grimlund 1984, "Dollar unit sampling for accounts receivable and inventory", Accounting Review 59): exact for rare changes of
one size, and where changes are many the normal distribution, corrected for skewness.

A whole pseudo-deal at the bound is a guarantee, and wide where all values seen are far from it: the *guarded* interval, which has to lie
inside a margin before anything is said to make no difference. In the interval that is *shown* the pseudo-deal moves, as changed deals are
seen, to the size that they typically have, and loses half its weight: an effect is claimed on what was seen.
"""

from dataclasses import dataclass
from math import inf, isfinite, sqrt

from simlab.stats.intervals import FEW_DEALS
from simlab.stats.moments import Moments

ENOUGH = 30  # changed deals: from here on what was seen stands for what was not
CARRIERS = 10  # deals that must carry, in effect, the variance of a number without a bound before anything is claimed of it
FAR = 8.0  # standard errors; no interval reaches further ...
FAR_OF_FEW = 30.0  # ... or with few deals than this
_EPSILON = 1e-13  # of a second moment: below, all values are equal but for rounding
_STRAIGHT = 1e-3  # skewness below which the gamma distribution is the normal one with its first correction

Bounds = tuple[float, float]  # the smallest and the largest value that a deal can have
UNKNOWN: Bounds = (-inf, inf)


@dataclass(frozen=True)
class _Fitted:
    """Mean, standard deviation and skewness of the weighted mean, a pseudo-deal among the deals."""

    mean: float
    sd: float
    skew: float

    @classmethod
    def with_a_pseudo_deal(cls, moments: Moments, weight: float, value: float) -> "_Fitted":
        """Of so much weight, at this value."""
        away, n = value - moments.mean, moments.deals + weight
        shift = weight * away / n
        second, third, _ = moments.central
        second, third = (moments.deals * second + weight * away**2) / n, (moments.deals * third + weight * away**3) / n
        variance, third = second - shift**2, third - 3 * shift * second + 2 * shift**3
        if not variance > _EPSILON * (second + moments.mean**2):
            return cls(moments.mean + shift, 0.0, 0.0)
        return cls(moments.mean + shift, sqrt(variance / (n + 1)), 2 * third / variance**1.5 * sqrt(n + 1) / (n + 2))

    def value_at(self, errors: float) -> float:
        """The value at the quantile that lies so many standard errors from the middle of a normal distribution."""
        if not self.sd:
            return self.mean
        if abs(self.skew) < _STRAIGHT:
            return self.mean + self.sd * (errors + (errors**2 - 1) * self.skew / 6)
        from simlab.stats.special import gammainccinv, gammaincinv, ndtr  # here, because it takes long to load and not every run needs it

        shape, sign = 4 / self.skew**2, 1 if self.skew > 0 else -1
        of_gamma = sign * errors
        x = gammainccinv(shape, ndtr(-of_gamma)) if of_gamma > 0 else gammaincinv(shape, ndtr(of_gamma))
        return self.mean + self.sd * sign * float((x - shape) / sqrt(shape))

    def errors_of(self, value: float) -> float:
        """The inverse: at which quantile a value lies, in standard errors of a normal distribution."""
        if not self.sd:
            return inf if value > self.mean else -inf if value < self.mean else 0.0
        y = (value - self.mean) / self.sd
        if abs(self.skew) < _STRAIGHT:
            return y - (y**2 - 1) * self.skew / 6
        from simlab.stats.special import gammainc, gammaincc, ndtri

        shape, sign = 4 / self.skew**2, 1 if self.skew > 0 else -1
        x = shape + sign * y * sqrt(shape)
        if x <= 0:
            return -inf * sign
        below, above = gammainc(shape, x), gammaincc(shape, x)
        return float(sign * (ndtri(below) if below < 0.5 else -ndtri(above)))


def interval(moments: Moments, errors: float, bounds: Bounds = UNKNOWN, *, is_guarded: bool = False) -> tuple[float, float]:
    """The interval of the mean that reaches so many standard errors: those of a fixed size, of a look, of any time, of Holm's level."""
    least, most = bounds
    if moments.deals < 2 or not isfinite(errors) or not (_are_known(bounds) or moments.changed):
        return least, most
    errors = min(errors, FAR if moments.deals >= FEW_DEALS else FAR_OF_FEW)
    lower, upper = _fitted(moments, bounds, is_guarded=is_guarded)
    return max(least, lower.value_at(-errors)), min(most, upper.value_at(errors))


def errors_from(moments: Moments, value: float, bounds: Bounds = UNKNOWN, *, is_guarded: bool = False) -> float:
    """How many standard errors the interval has to reach to touch a value: the inverse of `interval`, for p-values."""
    if moments.deals < 2 or not (_are_known(bounds) or moments.changed):
        return 0.0
    lower, upper = _fitted(moments, bounds, is_guarded=is_guarded)
    if value > moments.mean:
        return max(0.0, upper.errors_of(value))
    if value < moments.mean:
        return max(0.0, -lower.errors_of(value))
    return 0.0


def may_claim(moments: Moments, bounds: Bounds = UNKNOWN) -> bool:
    """May anything be claimed at all? Where the largest values that are possible are known the pseudo-deal says it all."""
    return _are_known(bounds) or (moments.changed >= ENOUGH and moments.carriers >= CARRIERS)


def most_that_change(moments: Moments, alpha: float) -> float:
    """At most this share of all deals changes; where none was seen to, 3 in n at alpha 0.05."""
    from simlab.stats.special import betaincinv

    if moments.changed >= moments.deals:
        return 1.0
    return float(betaincinv(moments.changed + 1, moments.deals - moments.changed, 1 - alpha))


def _fitted(moments: Moments, bounds: Bounds, *, is_guarded: bool) -> tuple[_Fitted, _Fitted]:
    """The weighted mean for the lower end and for the upper one, each with its pseudo-deal."""
    mean, fear = moments.mean, max(0.0, 1 - _seen(moments) / ENOUGH)
    low, high = bounds
    if not _are_known(bounds):  # twice, and at the end once, the largest distance seen stands for what is possible
        far = (max(moments.high - mean, mean - moments.low) or abs(mean)) * (1 + fear)
        low, high = max(low, mean - far), min(high, mean + far)
    weight, near_low, near_high = 1.0, low, high
    if not is_guarded:
        weight = 0.5 + 0.5 * fear
        near_low, near_high = max(mean - moments.typical, low), min(mean + moments.typical, high)
    ends = near_low + (low - near_low) * fear, near_high + (high - near_high) * fear
    below, above = (_Fitted.with_a_pseudo_deal(moments, weight, end) for end in ends)
    return below, above


def _seen(moments: Moments) -> float:
    """How many deals with something to say were seen, as far as it matters below `ENOUGH`."""
    return min(moments.changed, 3 * moments.carriers) if moments.central[0] else 0.0


def _are_known(bounds: Bounds) -> bool:
    return all(map(isfinite, bounds))
