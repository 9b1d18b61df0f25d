"""What is known of a number that a run waited for, once it was decided: an estimate and an interval that know where the run would have
stopped before.

A run that stops as soon as something matters stops where chance has helped. All ways in which it can end are put in an order: whoever stops
above at an earlier look has seen more than who stops later, and of two that stop at one look the larger estimate is more. The estimate that
is not too large more often than too small is the difference at which the chance of an end at least as large as the one seen is one half;
the ends of the interval are those where it is 2.5% and 97.5% (Armitage 1957, "Restricted sequential procedures", Biometrika 44; Tsiatis,
Rosner and Mehta 1984, "Exact confidence intervals following a group sequential test", Biometrics 40). Who stops because nothing differs
stands among the others by the estimate.

Games that are played on for something else, once this was decided, are independent of that: both chances are joined as standard errors,
weighted by how much was played (Hall and Ding 2008, "Sequential tests and estimates after overrunning based on p-value combination", IMS
Collections 3).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from math import inf, isfinite, sqrt
from typing import NamedTuple, Self

import numpy as np

from simlab.stats.estimates import Estimate, Span
from simlab.stats.intervals import ALPHA
from simlab.stats.silence import CARRIERS, ENOUGH

NODES = 48  # of the quadrature, in each stretch where a run goes on
_FAR = 6.0  # standard errors: what is looked for is nearer, and runs are nearer to where their drift leads them
_GRID, _ROUNDS = 25, 4  # among so many values, and then again between two of them
_SURE = 1e-13  # a chance that is no larger, or not larger short of 1, counts as that

Stays = Sequence[tuple[float, float]]  # between which values a run goes on


class Glance(NamedTuple):
    """What a look has found of something that a run waits for: after how many deals, the estimate, whether its games are played on for it,
    and at which estimates they would have been; none: at all. The first at which they are not is the last that is looked at.
    """

    deals: int
    mean: float
    waits: bool
    stays: tuple[tuple[float, float], ...]

    @classmethod
    def of(cls, found: Estimate, margin: float, *, waits: bool) -> Self:
        """At an estimate with intervals of the level at which it is judged."""
        shown, guarded = found.span, found.guarded
        low, high = shown.value - shown.high - margin, margin + shown.value - shown.low
        begin, end = guarded.value - guarded.low - margin, margin + guarded.value - guarded.high
        stays = ((low, begin), (end, high)) if begin < end else ((low, high),)
        is_known = found.may_claim and isfinite(low) and isfinite(high)
        return cls(found.deals, found.mean, waits, stays if is_known else ())


def adjusted(found: Estimate, glances: Sequence[Glance]) -> Span | None:
    """The estimate with its interval, each as free of where the run stopped as chance allows; None where too few deals changed to say."""
    moments, se = found.moments, found.se
    if moments.changed < ENOUGH or moments.carriers < CARRIERS or not se > 0:
        return None
    waited = takewhile(lambda glance: glance.waits, glances)
    times = [(glance, glance.deals / found.deals) for glance in waited if glance.stays]
    gates = [(time, [(time * low / se, time * high / se) for low, high in glance.stays]) for glance, time in times]
    freed = next((glance for glance in glances if not glance.waits), None)
    time, mean = (freed.deals / found.deals, freed.mean) if freed else (1.0, found.mean)
    ends = Ends(gates, time, time * mean / se, found.mean / se)
    return Span(*(se * ends.drift(chance) for chance in (0.5, ALPHA / 2, 1 - ALPHA / 2)))


@dataclass(frozen=True)
class _Step:
    """From one look to the next: where runs that have gone on until there are at its start, how likely without a drift, as a logarithm; and
    above which values or between which they stop at its end as at least as much as was seen.
    """

    start: float
    at: np.ndarray
    likely: np.ndarray
    length: float
    more: Stays


class Ends:
    """How a run can end, as a Brownian motion: time 1 is where it was in the end, and the unit one standard error of then.

    `gates`: looks at which it waited, each as a time and the values at which it goes on; it was decided at `time`, at the value `at`;
    `last`: its value at time 1, where others have kept it going.
    """

    def __init__(self, gates: Sequence[tuple[float, Stays]], time: float, at: float, last: float) -> None:
        self.time, self.at, self.last = time, at, last
        self._steps = list(self._walk(gates))

    def _walk(self, gates: Sequence[tuple[float, Stays]]) -> Iterator[_Step]:
        nodes, weights = np.polynomial.legendre.leggauss(NODES)
        start, at, likely = 0.0, np.zeros(1), np.zeros(1)
        for time, stays in gates:
            near = [(time * (self.last + sign * _FAR) + sign * _FAR * sqrt(time)) for sign in (-1, 1)]
            reached = [(max(low, near[0]), min(high, near[1])) for low, high in stays if low < near[1] and near[0] < high]
            if reached in ([], [tuple(near)]):
                continue  # nothing can stop it there
            length = time - start
            holes = [(max(end, self.at * time / self.time), begin) for (_, end), (begin, _) in pairwise(stays)]
            yield _Step(start, at, likely, length, [(stays[-1][1], inf), *((low, high) for low, high in holes if low < high)])
            then = np.concatenate([(low + high) / 2 + (high - low) / 2 * nodes for low, high in reached])
            widths = np.concatenate([(high - low) / 2 * weights for low, high in reached])
            density = np.logaddexp.reduce(likely - (then[:, None] - at) ** 2 / (2 * length), axis=1)
            start, at, likely = time, then, density + np.log(widths / sqrt(2 * np.pi * length))
        yield _Step(start, at, likely, self.time - start, [(self.at, inf)])

    def chance(self, drifts: np.ndarray) -> np.ndarray:
        """That a run with each of these drifts ends as at least as much as this one, when it is decided."""
        from simlab.stats.special import ndtr  # here, because it takes long to load and not every run needs it

        drift, found = drifts[:, None], np.zeros(len(drifts))
        for step in self._steps:
            mass = np.exp(step.likely + drift * step.at - drift**2 * step.start / 2)
            centre, noise = step.at + drift * step.length, sqrt(step.length)
            found += sum((mass * (ndtr((centre - low) / noise) - ndtr((centre - high) / noise))).sum(axis=1) for low, high in step.more)
        return found

    def _errors(self, drifts: np.ndarray) -> np.ndarray:
        """The same as standard errors, those of what was played afterwards among them."""
        from simlab.stats.special import ndtri

        errors = sqrt(self.time) * ndtri(self.chance(drifts).clip(_SURE, 1 - _SURE))
        return np.asarray(errors + drifts * (1 - self.time) - (self.last - self.at))

    def drift(self, chance: float) -> float:
        """The drift at which an end at least as large as this one has this chance."""
        from simlab.stats.special import ndtri

        low, high = self.last - _FAR, self.last + _FAR
        for _ in range(_ROUNDS):
            drifts = np.linspace(low, high, _GRID)
            i = int(np.searchsorted(self._errors(drifts) >= ndtri(chance), True).clip(1, _GRID - 1))
            low, high = drifts[i - 1], drifts[i]
        return float((low + high) / 2)
