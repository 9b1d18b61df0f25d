"""Runs side by side: the same number in several runs, and by how much it differs between two of them.

Runs with the same seed have the same deals: a difference is then the mean over deals of what differs on each, as it is within a run. With
other seeds they know nothing of one another, and the interval of a difference is made of both intervals ("variance estimates recovery":
Zou and Donner 2008, "Construction of confidence limits about effect measures", Statistics in Medicine 27). Where the deals are the same
and their rows were not kept, nobody knows how the two vary together, and the interval is as wide as the worst would make it.

That one verdict says `matters` and the other does not is no evidence of a change (Gelman and Stern 2006, "The difference between
'significant' and 'not significant' is not itself statistically significant", American Statistician 60): each difference has a verdict of
its own, and all of two runs are one family.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from math import gcd, hypot
from typing import NamedTuple, Self

import numpy as np

from simlab.base.kinds import plainly_written
from simlab.engine.metric import Metric
from simlab.stats.analysis import Analysis
from simlab.stats.comparisons import Comparison
from simlab.stats.contrasts import EFFECT, MAIN, MEAN, Contrast
from simlab.stats.estimates import Estimate, GroupStats, Judged, Span
from simlab.stats.intervals import ALPHA, holm_levels
from simlab.stats.moments import JOINS, Moments, moments_of
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.verdicts import level_of, word_of

PAIRED, APART, WORST = "the same deals", "deals of their own", "the same deals, without their rows"
_SMALLEST, _HALVINGS = 1e-15, 24  # how finely a level is looked for

Values = dict[str, np.ndarray]  # [scenario, line-up, deal] by metric


class Key(NamedTuple):
    """What a number is of; without a scenario: of a metric by the baseline's rules, whatever these are called."""

    players: int
    lineup: str
    scenario: str
    baseline: str
    metric: str


@dataclass(frozen=True)
class Number:
    """A number of a run: what is measured by the baseline's rules, or what a change of the rules does to it, with its verdict."""

    stats: GroupStats
    metric: Metric
    t: int
    contrast: Contrast
    estimate: Estimate
    margin: float
    word: str = ""

    @property
    def divisor(self) -> int:
        """By what a deal's whole number is larger than what it stands for."""
        measures = self.stats.measures
        return self.contrast.divisor * measures.per[measures.index[self.metric.name]][self.t]

    def in_units_of(self, unit: int, values: Values) -> np.ndarray:
        """Each deal's number, as a whole number of units of which so many are 1."""
        of = values[self.metric.name][:, self.t]
        return np.asarray(of[list(self.contrast.plus)].sum(axis=0) - of[list(self.contrast.minus)].sum(axis=0)) * (unit // self.divisor)


def numbers_of(analysis: Analysis) -> dict[Key, Number]:
    """What answers a run's question: the headline's comparisons, and its metrics by the baseline's rules."""
    return dict((*_means(analysis), *_effects(analysis)))


def _means(analysis: Analysis) -> Iterator[tuple[Key, Number]]:
    for place in analysis.places:
        contrasts = place.stats.measures.contrasts
        if not place.is_baseline:
            continue
        for metric in analysis.headline_metrics(place):
            mean, contrast = place.mean(metric), contrasts.all[contrasts.index[MEAN, (place.s,)]]
            margin = analysis.margin(metric, mean.mean, mean.moments.central[0] ** 0.5)
            key = Key(place.players, place.lineup.name, "", "", metric.name)
            yield key, Number(place.stats, metric, place.t, contrast, mean, margin)


def _effects(analysis: Analysis) -> Iterator[tuple[Key, Number]]:
    for c in analysis.headline:
        place = analysis.placed[c.players, c.lineup, analysis.experiment.baseline if c.levels else c.scenario]
        key = Key(c.players, c.lineup, c.scenario, c.baseline, c.metric.name)
        contrast = _contrast(analysis, place, c)
        yield key, Number(place.stats, c.metric, place.t, contrast, c.effect, c.verdict.margin, c.verdict.word)


def _contrast(analysis: Analysis, place: Place, c: Comparison) -> Contrast:
    """What a comparison compares."""
    if not c.levels:
        return place.contrasts(EFFECT)[0]
    contrasts = place.stats.measures.contrasts
    rules = analysis.experiment.vary or {}
    (level,) = c.levels
    value = [plainly_written(value) for value in rules[level.rule]].index(level.value)
    return contrasts.all[contrasts.index[MAIN, (list(rules).index(level.rule), value)]]


# The difference of a number between two runs


@dataclass(frozen=True)
class Apart(Judged):
    """A difference of two estimates, told like an estimate: independent ones, or such of which nobody knows how they vary together."""

    before: Estimate
    after: Estimate
    is_worst: bool

    @property
    def mean(self) -> float:
        """The difference."""
        return self.after.mean - self.before.mean

    @property
    def deals(self) -> int:
        """How many deals the smaller run has."""
        return min(self.before.deals, self.after.deals)

    @property
    def may_claim(self) -> bool:
        """Were enough deals seen in both?"""
        return self.before.may_claim and self.after.may_claim

    def at(self, alpha: float) -> Self:
        """The same with an interval that is wrong this seldom."""
        return replace(self, before=self.before.at(alpha), after=self.after.at(alpha))

    @cached_property
    def span(self) -> Span:
        """The difference, and its interval."""
        return self._joined(self.before.span, self.after.span)

    @cached_property
    def guarded(self) -> Span:
        """The same of the guarded intervals."""
        return self._joined(self.before.guarded, self.after.guarded)

    def level(self, value: float, *, is_guarded: bool = False) -> float:
        """The smallest alpha whose interval leaves a value out, looked for by halving."""
        low, high = _SMALLEST, 1.0
        for _ in range(_HALVINGS):
            alpha = (low * high) ** 0.5
            of = self.at(alpha)
            span = of.guarded if is_guarded else of.span
            low, high = (alpha, high) if span.low <= value <= span.high else (low, alpha)
        return high

    def _joined(self, before: Span, after: Span) -> Span:
        join = (lambda a, b: a + b) if self.is_worst else hypot
        down, up = join(before.high - before.value, after.value - after.low), join(before.value - before.low, after.high - after.value)
        return Span(self.mean, self.mean - down, self.mean + up)


@dataclass(frozen=True)
class Change:
    """By how much a number of one run differs from that of another; its interval and its verdict are those of a family."""

    how: str
    difference: Judged
    margin: float
    word: str = ""


Pair = tuple[Number, Number]
Blocks = Iterable[tuple[Played, Played]]  # games of both runs, on the same deals


def changes(pairs: Sequence[Pair], blocks: Callable[[GroupStats, GroupStats], Blocks | None], *, same_deals: bool) -> list[Change]:
    """By how much each number differs. `blocks`: what both groups left of their common deals; None where their rows are gone."""
    found: dict[int, Change] = {}
    by_group: dict[tuple[int, int], list[int]] = {}
    for i, (before, after) in enumerate(pairs):
        by_group.setdefault((id(before.stats), id(after.stats)), []).append(i)
    for numbers in by_group.values():
        some = [pairs[i] for i in numbers]
        on_both = blocks(some[0][0].stats, some[0][1].stats) if same_deals else None
        of = _paired(some, on_both) if on_both is not None else (_apart(pair, is_worst=same_deals) for pair in some)
        found |= zip(numbers, of, strict=True)
    return _judged([found[i] for i in range(len(pairs))])


def _judged(found: Sequence[Change]) -> list[Change]:
    """All of two runs are one family, by Holm's procedure."""
    alphas = holm_levels([level_of(each.difference, each.margin) for each in found])
    told = [replace(each, difference=each.difference.at(alpha)) for each, alpha in zip(found, alphas, strict=True)]
    return [replace(each, word=word_of(each.difference, each.margin)) for each in told]


def _margin(pair: Pair) -> float:
    """What is too small to matter in both."""
    return max(number.margin for number in pair)


def _apart(pair: Pair, *, is_worst: bool) -> Change:
    """Deals of their own, or the same without their rows."""
    before, after = (number.estimate.at(ALPHA) for number in pair)
    return Change(WORST if is_worst else APART, Apart(before, after, is_worst), _margin(pair))


def _paired(pairs: Sequence[Pair], blocks: Blocks) -> Iterator[Change]:
    """The same deals: the moments of what differs on each."""
    deals, kept = reduce(_joined, ((values.shape[-1], moments_of(values)) for values in _on_each(pairs, blocks)))
    for i, pair in enumerate(pairs):
        moments = Moments.at((i,), kept, deals, _unit(pair))
        yield Change(PAIRED, _estimate(pair, moments), _margin(pair))


def _joined(one: tuple[int, Mapping[str, np.ndarray]], other: tuple[int, Mapping[str, np.ndarray]]) -> tuple[int, dict[str, np.ndarray]]:
    return one[0] + other[0], {name: join(one[1][name], other[1][name]) for name, join in JOINS.items()}


def _on_each(pairs: Sequence[Pair], blocks: Blocks) -> Iterator[np.ndarray]:
    """[pair, deal]: by how much a deal's number differs, in whole numbers."""
    units = list(map(_unit, pairs))
    befores, afters = zip(*pairs, strict=True)
    for played in blocks:
        one, other = (_values(numbers, of) for numbers, of in zip((befores, afters), played, strict=True))
        each = zip(befores, afters, units, strict=True)
        yield np.stack([after.in_units_of(unit, other) - before.in_units_of(unit, one) for before, after, unit in each])


def _values(numbers: Sequence[Number], played: Played) -> Values:
    metrics = {number.metric.name: number.metric for number in numbers}
    return {name: played.measures.over_seatings(metric.read(played)) for name, metric in metrics.items()}


def _unit(pair: Pair) -> int:
    """The smallest unit in which the numbers of both runs are whole."""
    before, after = (number.divisor for number in pair)
    return before * after // gcd(before, after)


def _estimate(pair: Pair, moments: Moments) -> Estimate:
    before, after = (number.estimate.at(ALPHA) for number in pair)
    (low, high), (least, most) = before.bounds, after.bounds
    intervals = max((before, after), key=lambda each: each.intervals.reach(moments.deals)).intervals
    return Estimate(moments, (least - high, most - low), intervals)  # as wide as the wider of both would be
