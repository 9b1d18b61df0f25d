"""How far an interval reaches, and what level a distance corresponds to: for runs of a fixed size, and for runs that may stop at any time.

Everything is measured in standard errors, sd / sqrt(deals), of values per deal.

Fixed size: the normal distribution, and Student's t with few deals.

At any time: the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), "Time-uniform central limit
theory and asymptotic confidence sequences", Annals of Statistics 52(6), with Robbins' (1970) normal mixture for its boundary:

    mean +- sd * sqrt( 2 (n r2 + 1) / (n^2 r2) * ln( sqrt(n r2 + 1) / alpha ) )

It covers the truth at all looks at once, however many there are; r2 makes it narrowest at the planned number of deals. Its inverse, the
smallest alpha whose interval leaves a value out, is the always-valid p-value of Johari, Koomen, Pekelis and Walsh (2022), "Always valid
inference", Operations Research 70(3).
"""

from dataclasses import dataclass
from math import ceil, erfc, exp, log, sqrt
from statistics import NormalDist

ALPHA = 0.05
FEW_DEALS = 200  # below, Student's t instead of the normal distribution
NEVER = 10**15  # deals that nobody will ever play


@dataclass(frozen=True)
class Intervals:
    """How a run's intervals are made. `planned`: the deals it may play at most, where it may stop before; None: its size is fixed."""

    planned: int | None = None

    def reach(self, deals: int, alpha: float = ALPHA) -> float:
        """How many standard errors an interval extends to each side."""
        if deals < 2:
            return float("inf")
        if self.planned is None:
            return _student_reach(deals, alpha) if deals < FEW_DEALS else -NormalDist().inv_cdf(alpha / 2)
        nr2 = self._nr2(deals)
        return sqrt(2 * (nr2 + 1) / nr2 * log(sqrt(nr2 + 1) / alpha))

    def level(self, deals: int, errors: float) -> float:
        """The smallest alpha whose interval does not reach a value that lies this many standard errors away: a two-sided p-value."""
        if deals < 2 or not errors > 0:  # also where it is no number
            return 1.0
        if self.planned is None:
            return _student_level(deals, errors) if deals < FEW_DEALS else erfc(errors / sqrt(2))
        nr2 = self._nr2(deals)
        return min(1.0, sqrt(nr2 + 1) * exp(-(errors**2) * nr2 / (2 * (nr2 + 1))))

    def of_part(self, share: float) -> "Intervals":
        """The same for a mean over only a part of all deals."""
        return self if self.planned is None else Intervals(max(2, ceil(self.planned * share)))

    def _nr2(self, deals: int) -> float:
        """n r2, with r2 as it is best for the planned number of deals at the level of a single interval."""
        assert self.planned is not None
        return deals * (-2 * log(ALPHA) + log(-2 * log(ALPHA)) + 1) / self.planned


def _student_reach(deals: int, alpha: float) -> float:
    from scipy.special import stdtrit  # here, because it takes long to load and few runs need it

    return float(-stdtrit(deals - 1, alpha / 2))


def _student_level(deals: int, errors: float) -> float:
    from scipy.special import stdtr

    return float(2 * stdtr(deals - 1, -errors))


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
