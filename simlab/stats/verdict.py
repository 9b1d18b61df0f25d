"""Every comparison ends in a verdict: does it matter, does it make no practical difference, or is it undecided?

By practical equivalence: an interval that lies inside a region too small to matter shows that there is no difference worth speaking of,
which a test against zero never can (Schuirmann 1987, "A comparison of the two one-sided tests procedure", Journal of Pharmacokinetics and
Biopharmaceutics 15; Kruschke 2018, "Rejecting or accepting parameter values in Bayesian estimation", AMPPS 1).
"""

from dataclasses import dataclass
from math import sqrt

from simlab.stats.estimates import FIXED, Estimate
from simlab.stats.intervals import ALPHA, FEW_DEALS, Intervals
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED


@dataclass(frozen=True)
class Verdict:
    """A verdict about a difference, with the margin below which it is too small to matter."""

    word: str
    margin: float
    more_deals: int  # that would decide it, at the present estimate; 0 where it is decided

    @classmethod
    def of(cls, difference: Estimate, margin: float, intervals: Intervals = FIXED, alpha: float = ALPHA) -> "Verdict":
        """The interval lies outside +-margin on one side, or inside it, or neither."""
        size, n = abs(difference.mean), difference.deals
        reach = difference.half_width if alpha == ALPHA else intervals.reach(n, alpha) * difference.se if difference.se else 0.0
        if size - reach > margin:
            return cls(MATTERS, margin, 0)
        if size + reach <= margin:
            return cls(NO_DIFFERENCE, margin, 0)
        if not n >= 2 or not difference.se > 0:
            return cls(UNDECIDED, margin, FEW_DEALS)
        needed = intervals.deals_for(difference.se * sqrt(n), abs(size - margin), alpha)
        return cls(UNDECIDED, margin, max(1, needed - n))


def level_of(difference: Estimate, margin: float, intervals: Intervals = FIXED) -> float:
    """The smallest alpha at which the verdict is not `undecided`: a p-value, for Holm's procedure."""
    gap = abs(abs(difference.mean) - margin)
    if difference.se == 0:
        return 0.0 if Verdict.of(difference, margin).word != UNDECIDED else 1.0
    return intervals.level(difference.deals, gap / difference.se)
