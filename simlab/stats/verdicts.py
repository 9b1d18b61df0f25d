"""Verdicts: does a difference matter, does it make no practical difference, or is it undecided?

By practical equivalence: an interval that lies inside a region too small to matter shows that there is no difference worth speaking of,
which a test against zero never can (Schuirmann 1987, "A comparison of the two one-sided tests procedure", Journal of Pharmacokinetics and
Biopharmaceutics 15; Kruschke 2018, "Rejecting or accepting parameter values in Bayesian estimation", AMPPS 1).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from simlab.stats.estimates import Estimate, Judged
from simlab.stats.intervals import ALPHA, FEW_DEALS, NEVER, holm_levels
from simlab.stats.outlook import EVEN, LIKELY, Outlook
from simlab.words.changes import MATTERS, NO_DIFFERENCE, SIGNS, UNDECIDED


@dataclass(frozen=True)
class Verdict:
    """A verdict about a difference, with the margin below which it is too small to matter."""

    word: str
    margin: float
    more_deals: int = 0  # that decide it with an even chance, were they like those that were seen; 0 where it is decided
    likely_deals: int = 0  # that decide it with a chance of four in five
    sits_on_margin: bool = False  # undecided, because it is about as large as what is too small to matter
    level: float = ALPHA  # how seldom it may be wrong: in a family less often than alone

    @classmethod
    def of(cls, difference: Estimate, margin: float) -> "Verdict":
        """What is known of a difference, and how many more deals it would take where that is not enough."""
        if (word := word_of(difference, margin)) != UNDECIDED:
            return cls(word, margin, level=difference.alpha)
        if difference.deals < 2:
            return cls(word, margin, FEW_DEALS, FEW_DEALS, level=difference.alpha)
        outlook = Outlook(difference, margin)
        even, likely = (outlook.deals_for(chance, NEVER) - difference.deals for chance in (EVEN, LIKELY))
        return cls(word, margin, even, likely, sits_on(difference, margin), difference.alpha)


class Ruling(NamedTuple):
    """A verdict: its word, on what, and how it is said."""

    word: str
    on: str
    text: str

    @property
    def sign(self) -> str:
        """How it is told without colours."""
        return SIGNS[self.word]


def sits_on(difference: Estimate, margin: float) -> bool:
    """Is it known to be about as large as the margin, from half of it to one and a half times? Who plays on learns little."""
    least, most = sorted((abs(difference.low), abs(difference.high)))
    return difference.low * difference.high > 0 and margin / 2 <= least and most <= 1.5 * margin


def word_of(difference: Judged, margin: float) -> str:
    """It matters where the interval lies outside +-margin on one side; that it makes no difference is said only of what lies inside it with
    its guarded interval, which knows that deals may come which change more than any that was seen.
    """
    if difference.may_claim:
        if difference.low > margin or difference.high < -margin:
            return MATTERS
        if -margin <= difference.guarded.low and difference.guarded.high <= margin:
            return NO_DIFFERENCE
    return UNDECIDED


def together(words: Collection[str]) -> str:
    """The verdict on several things: it matters where any does, and makes no difference where none does."""
    return MATTERS if MATTERS in words else UNDECIDED if UNDECIDED in words else NO_DIFFERENCE


def level_of(difference: Judged, margin: float) -> float:
    """The smallest alpha at which the verdict is not `undecided`: a p-value, for Holm's procedure."""
    if not difference.may_claim:
        return 1.0
    if abs(difference.mean) > margin:
        return difference.level(margin if difference.mean > 0 else -margin)
    return max(difference.level(edge, is_guarded=True) for edge in (-margin, margin))


def as_one_family(differences: Sequence[tuple[Estimate, float]]) -> list[Verdict]:
    """The verdicts on differences, each with its margin, as one family by Holm's procedure."""
    alphas = holm_levels([level_of(difference, margin) for difference, margin in differences])
    return [Verdict.of(difference.at(alpha), margin) for (difference, margin), alpha in zip(differences, alphas, strict=True)]
