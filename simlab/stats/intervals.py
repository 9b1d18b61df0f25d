"""How far an interval reaches, and what level a distance corresponds to: in runs of a fixed size, that may stop early, that are watched.

Everything is measured in standard errors, sd / sqrt(deals), of values per deal.

Fixed size: the normal distribution, and Student's t with few deals.

Stopping early: a run that looks at its results at fixed times, with bounds that hold at all of them (`simlab.stats.spending`).

Watched, at any time: the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), "Time-uniform central
limit theory and asymptotic confidence sequences", Annals of Statistics 52(6), with Robbins' (1970) normal mixture for its boundary:

    mean +- sd * sqrt( 2 (n r2 + 1) / (n^2 r2) * ln( sqrt(n r2 + 1) / alpha ) )

It covers the truth at all looks at once, however many there are; r2 makes it narrowest at the planned number of deals. Its inverse, the
smallest alpha whose interval leaves a value out, is the always-valid p-value of Johari, Koomen, Pekelis and Walsh (2022), "Always valid
inference", Operations Research 70(3).
"""

from bisect import bisect_right
from dataclasses import dataclass, replace
from math import ceil, erfc, exp, log, sqrt
from statistics import NormalDist

from simlab.experiment.plan import LOOKS
from simlab.stats import spending

ALPHA = 0.05
FEW_DEALS = 200  # below, Student's t instead of the normal distribution
NEVER = 10**15  # deals that nobody will ever play


@dataclass(frozen=True)
class Intervals:
    """How a run's intervals are made. `planned`: the deals it may play at most, where it may stop before; None: its size is fixed.

    `is_watched`: somebody may look at any time; else it is looked at where `LOOKS` says. `part`: the share of all deals that it is about.
    """

    planned: int | None = None
    is_watched: bool = True
    part: float = 1.0

    def reach(self, deals: int, alpha: float = ALPHA) -> float:
        """How many standard errors an interval extends to each side."""
        if deals < 2:
            return float("inf")
        if self.planned is None:
            return with_few(deals, -NormalDist().inv_cdf(alpha / 2))
        if self.is_watched:
            nr2 = self._nr2(deals)
            return sqrt(2 * (nr2 + 1) / nr2 * log(sqrt(nr2 + 1) / alpha))
        return with_few(deals, spending.reach(self._look(deals), alpha))

    def level(self, deals: int, errors: float) -> float:
        """The smallest alpha whose interval does not reach a value that lies this many standard errors away: a two-sided p-value."""
        if deals < 2 or not errors > 0:  # also where it is no number
            return 1.0
        if self.planned is None:
            return erfc(_as_with_many(deals, errors) / sqrt(2))
        if self.is_watched:
            nr2 = self._nr2(deals)
            return min(1.0, sqrt(nr2 + 1) * exp(-(errors**2) * nr2 / (2 * (nr2 + 1))))
        return spending.level(self._look(deals), _as_with_many(deals, errors))

    def is_steady(self, deals: int) -> bool:
        """Do intervals of more deals than these reach as far as those of these?"""
        return self.planned is None and deals >= FEW_DEALS

    def of_part(self, share: float) -> "Intervals":
        """The same for a mean over only a part of all deals: a run of a fixed size has as many as there are."""
        return self if self.planned is None else replace(self, part=share)

    def _look(self, deals: int) -> int:
        """The last look that there has been: at other times than those of looks, it is too wide rather than too narrow."""
        assert self.planned is not None
        ends = [ceil(self.planned * share) for share in LOOKS]
        return max(0, bisect_right(ends, round(deals / self.part)) - 1)

    def _nr2(self, deals: int) -> float:
        """n r2, with r2 as it is best for the planned number of deals at the level of a single interval."""
        assert self.planned is not None
        return deals / self.part * (-2 * log(ALPHA) + log(-2 * log(ALPHA)) + 1) / self.planned


def with_few(deals: int, errors: float) -> float:
    """What so many standard errors of a normal distribution are with few deals: of Student's t."""
    if deals >= FEW_DEALS:
        return errors
    from simlab.stats.special import ndtr, stdtrit  # here, because it takes long to load and few runs need it

    return float(-stdtrit(deals - 1, ndtr(-errors)))


def _as_with_many(deals: int, errors: float) -> float:
    """The inverse."""
    if deals >= FEW_DEALS:
        return errors
    from simlab.stats.special import ndtri, stdtr

    return float(-ndtri(stdtr(deals - 1, -errors)))


def holm_levels(levels: list[float], alpha: float = ALPHA) -> list[float]:
    """The level at which each of several hypotheses is tested so that all of them together err with probability alpha at most.

    Holm (1979), "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6: the smallest p-value at
    alpha / n, the next at alpha / (n - 1), and so on until one fails; that one and all others are tested at its level.
    """
    tested = [alpha] * len(levels)
    level = alpha
    failed = False
    for rank, i in enumerate(sorted(range(len(levels)), key=levels.__getitem__)):
        if not failed:
            level = alpha / (len(levels) - rank)
            failed = levels[i] > level
        tested[i] = level
    return tested
