"""Comparisons and their verdicts: every scenario against the baseline, every varied rule's values, and the headline among them.

Every comparison ends in a verdict: does it matter, does it make no practical difference, or is it undecided? By practical equivalence: an
interval that lies inside a region too small to matter shows that there is no difference worth speaking of, which a test against zero never
can (Schuirmann 1987, "A comparison of the two one-sided tests procedure", Journal of Pharmacokinetics and Biopharmaceutics 15; Kruschke
2018, "Rejecting or accepting parameter values in Bayesian estimation", AMPPS 1).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from simlab.base.kinds import plainly_written
from simlab.engine.metric import Metric
from simlab.stats.contrasts import EFFECT, MAIN, Contrast
from simlab.stats.estimates import FIXED, Effect, Estimate
from simlab.stats.intervals import ALPHA, FEW_DEALS, Intervals, holm_levels
from simlab.stats.places import Place
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis


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
    if difference.se == 0:  # the same on every deal
        return 0.0
    return intervals.level(difference.deals, abs(abs(difference.mean) - margin) / difference.se)


class Level(NamedTuple):
    """A value of a varied rule, and the rule's first, which it is compared with."""

    rule: str
    value: str
    baseline: str


@dataclass(frozen=True)
class Comparison:
    """A scenario against the baseline, in one metric at one line-up; where rules are varied also a rule's value against its first, averaged
    over the other rules, or what two of them together do beyond their sum (`levels`: that one, or these two).
    """

    players: int
    lineup: str
    scenario: str
    baseline: str
    metric: Metric
    effect: Effect
    verdict: Verdict
    levels: tuple[Level, ...] = ()

    @property
    def key(self) -> tuple[int, str, str, str]:
        """What no other comparison has."""
        return self.players, self.lineup, self.scenario, self.metric.name


def strength(c: Comparison) -> float:
    """How large a change is, measured by what would matter."""
    return abs(c.effect.mean) / c.verdict.margin if c.verdict.margin else 0.0


def against_baseline(analysis: "Analysis") -> list[Comparison]:
    """Every scenario against the first, in every reported metric at every line-up and number of players; the headline's as judged there."""
    judged = {c.key: c for c in analysis.headline}
    return [judged.get(c.key, c) for c in compared(analysis, EFFECT)]


def headline(analysis: "Analysis") -> list[Comparison]:
    """The comparisons that answer the question, judged as one family by Holm's procedure: each scenario against the first; where rules are
    varied, each value of each rule against its first.
    """

    def asked(place: Place) -> list[Metric]:
        metrics = analysis.headline_metrics(place)
        return [metric for metric in _reported(analysis, place) if metric in metrics] if analysis.experiment.vary else metrics

    found = list(compared(analysis, MAIN if analysis.experiment.vary else EFFECT, asked))
    made = {stats.measures.group.players: stats.intervals for stats in analysis.stats}
    alphas = holm_levels([level_of(c.effect, c.verdict.margin, made[c.players]) for c in found])
    judged = zip(found, alphas, strict=True)
    return [replace(c, verdict=Verdict.of(c.effect, c.verdict.margin, made[c.players], alpha)) for c, alpha in judged]


def compared(analysis: "Analysis", kind: str, asked: Callable[[Place], list[Metric]] | None = None) -> Iterator[Comparison]:
    """All contrasts of a kind, in these metrics or in all that are reported, each with a verdict of its own."""
    for place in analysis.places:
        metrics = asked(place) if asked else _reported(analysis, place)
        for contrast in place.stats.measures.contrasts.of_kind(kind) if not place.s else ():
            levels = _levels(analysis, contrast)
            scenario = ", ".join(f"{rule}={value}" for rule, value, _ in levels) or place.group.scenarios[contrast.where[0]]
            baseline = ", ".join(f"{rule}={first}" for rule, _, first in levels) or place.group.scenarios[0]
            for metric in metrics:
                effect = place.against(metric, kind, contrast.where)
                verdict = Verdict.of(effect, analysis.margin(metric, effect.baseline), place.stats.intervals)
                yield Comparison(place.players, place.lineup.name, scenario, baseline, metric, effect, verdict, levels)


def _reported(analysis: "Analysis", place: Place) -> list[Metric]:
    return [metric for name, metric in analysis.metrics.items() if name in place.named]


def _levels(analysis: "Analysis", contrast: Contrast) -> tuple[Level, ...]:
    """The values of varied rules that a contrast is about; of a scenario's effect none."""
    if contrast.kind == EFFECT:
        return ()
    rules = list((analysis.experiment.vary or {}).items())
    chosen = [(*rules[f], v) for f, v in zip(contrast.where[::2], contrast.where[1::2], strict=True)]
    return tuple(Level(rule, plainly_written(values[v]), plainly_written(values[0])) for rule, values, v in chosen)
