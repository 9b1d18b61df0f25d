"""Every comparison ends in a verdict: does it matter, does it make no practical difference, or is it undecided?"""

from dataclasses import dataclass
from math import ceil

from simlab.stats.estimates import Estimate

MATTERS = "matters"
NO_DIFFERENCE = "makes no practical difference"
UNDECIDED = "undecided"


@dataclass(frozen=True)
class Verdict:
    """A verdict about a difference, with the margin below which it is too small to matter."""

    word: str
    margin: float
    more_deals: int  # that would decide it, at the present estimate; 0 where it is decided

    @classmethod
    def of(cls, difference: Estimate, margin: float) -> "Verdict":
        """By practical equivalence: the interval lies outside +-margin on one side, or inside it, or neither."""
        if difference.low > margin or difference.high < -margin:
            return cls(MATTERS, margin, 0)
        if -margin < difference.low and difference.high < margin:
            return cls(NO_DIFFERENCE, margin, 0)
        gap = abs(abs(difference.mean) - margin)
        if gap == 0 or difference.half_width == 0:
            return cls(UNDECIDED, margin, 0)
        needed = difference.deals * (difference.half_width / gap) ** 2
        return cls(UNDECIDED, margin, max(1, ceil(needed - difference.deals)))
