"""Random effects: what a change does differs from table to table, and what it does at each is only known so far.

Tables are taken for draws from all that the field could form. Of the variance between their effects that part is the tables' own which the
games can't explain (Hedges 1983, "A random effects model for effect sizes", Psychological Bulletin 93): tables that play equally many deals
are weighed equally. They play the same deals, so what the luck of these does to all of them at once is taken from the sums over the tables,
deal by deal. The interval for a new table is that of Higgins, Thompson and Spiegelhalter (2009), "A re-evaluation of random-effects
meta-analysis", Journal of the Royal Statistical Society A 172.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, sqrt

import numpy as np

from simlab.stats.intervals import ALPHA

FEWEST = 3  # tables of which anything is said about others


@dataclass(frozen=True)
class Spread:
    """What a change does at each table, with the standard errors; `mean_se`: that of the mean over these tables."""

    effects: Sequence[float]
    errors: Sequence[float]
    mean_se: float

    @property
    def tables(self) -> int:
        """How many tables there are."""
        return len(self.effects)

    @cached_property
    def mean(self) -> float:
        """The mean over the tables."""
        return float(np.mean(self.effects))

    @cached_property
    def between(self) -> float:
        """The standard deviation between tables, without what the luck of the games adds to it."""
        k = self.tables
        if k < 2:
            return 0.0
        alone = sum(error**2 for error in self.errors)
        shared = (k**2 * self.mean_se**2 - alone) / (k * (k - 1))
        return sqrt(max(0.0, float(np.var(self.effects, ddof=1)) - (alone / k - shared)))

    @property
    def interval(self) -> tuple[float, float]:
        """Where the mean over all tables of the field lies."""
        return self._around(self.between**2 / max(1, self.tables) + self.mean_se**2, self.tables - 1)

    @property
    def at_a_new_table(self) -> tuple[float, float]:
        """Where the effect at one more table lies: as far as a normal distribution tells, and as far as any of these tables does, without
        what the luck of the games adds; for some tables lie farther off than a normal distribution has them.
        """
        low, high = self._around(self.between**2 * (1 + 1 / max(1, self.tables)) + self.mean_se**2, self.tables - 2)
        seen = float(np.std(self.effects, ddof=1)) if self.tables > 1 else 0.0
        own = self.between / seen if seen else 0.0
        least, most = (self.mean + own * (end - self.mean) for end in (min(self.effects), max(self.effects)))
        return min(low, least), max(high, most)

    def _around(self, variance: float, freedom: int) -> tuple[float, float]:
        if self.tables < FEWEST:
            return -inf, inf
        width = students(freedom) * sqrt(variance)
        return self.mean - width, self.mean + width


def students(freedom: float, alpha: float = ALPHA) -> float:
    """How many standard errors an interval reaches, by Student's t."""
    from simlab.stats.special import stdtrit  # here, because it takes long to load and few runs need it

    return float(-stdtrit(freedom, alpha / 2))


@dataclass(frozen=True)
class Split:
    """By how much one kind of tables differs from the others: the means, their difference and its interval (Welch's)."""

    there: float
    elsewhere: float
    se: float
    freedom: float

    @classmethod
    def of(cls, there: Sequence[float], elsewhere: Sequence[float]) -> "Split":
        """Of what is known of both kinds; nothing is sure where one of them is a single table."""
        means = [float(np.mean(of)) if len(of) else 0.0 for of in (there, elsewhere)]
        if min(len(there), len(elsewhere)) < 2:
            return cls(means[0], means[1], inf, 1.0)
        parts = [float(np.var(of, ddof=1)) / len(of) for of in (there, elsewhere)]
        both = sum(parts)
        shares = sum(part**2 / (len(of) - 1) for part, of in zip(parts, (there, elsewhere), strict=True))
        return cls(means[0], means[1], sqrt(both), both**2 / shares if shares else inf)

    @property
    def difference(self) -> float:
        """How much larger it is there."""
        return self.there - self.elsewhere

    @property
    def level(self) -> float:
        """The smallest alpha at which there is a difference."""
        from simlab.stats.special import stdtr

        if not self.se > 0:
            return 0.0 if self.difference else 1.0
        return float(2 * stdtr(min(self.freedom, 1e9), -abs(self.difference) / self.se))

    def interval(self, alpha: float = ALPHA) -> tuple[float, float]:
        """Of the difference."""
        width = students(min(self.freedom, 1e9), alpha) * self.se
        return self.difference - width, self.difference + width
