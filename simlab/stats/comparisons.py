"""Comparisons and their verdicts: every scenario against the baseline, every varied rule's values, and the headline among them.

Every comparison ends in a verdict: does it matter, does it make no practical difference, or is it undecided? By practical equivalence: an
interval that lies inside a region too small to matter shows that there is no difference worth speaking of, which a test against zero never
can (Schuirmann 1987, "A comparison of the two one-sided tests procedure", Journal of Pharmacokinetics and Biopharmaceutics 15; Kruschke
2018, "Rejecting or accepting parameter values in Bayesian estimation", AMPPS 1).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from simlab.base.kinds import plainly_written
from simlab.engine.metric import Metric
from simlab.metrics.shares import SEATS
from simlab.stats.contrasts import EFFECT, INTERACTION, MAIN, Contrast
from simlab.stats.estimates import Effect, Estimate
from simlab.stats.intervals import FEW_DEALS, NEVER, holm_levels
from simlab.stats.moments import Moments
from simlab.stats.places import Place
from simlab.stats.silence import deals_until
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis


@dataclass(frozen=True)
class Verdict:
    """A verdict about a difference, with the margin below which it is too small to matter."""

    word: str
    margin: float
    more_deals: int  # that would decide it, were they like those that were seen; 0 where it is decided

    @classmethod
    def of(cls, difference: Estimate, margin: float) -> "Verdict":
        """What is known of a difference, and how many more deals it would take where that is not enough."""
        if (word := word_of(difference, margin)) != UNDECIDED:
            return cls(word, margin, 0)
        if difference.deals < 2:
            return cls(word, margin, FEW_DEALS)

        def is_decided(moments: Moments) -> bool:
            return word_of(replace(difference, moments=moments), margin) != UNDECIDED

        return cls(word, margin, deals_until(difference.moments, is_decided, NEVER) - difference.deals)


def word_of(difference: Estimate, margin: float) -> str:
    """It matters where the interval lies outside +-margin on one side; that it makes no difference is said only of what lies inside it with
    its guarded interval, which knows that deals may come which change more than any that was seen.
    """
    if difference.may_claim:
        if difference.low > margin or difference.high < -margin:
            return MATTERS
        if -margin <= difference.guarded.low and difference.guarded.high <= margin:
            return NO_DIFFERENCE
    return UNDECIDED


def level_of(difference: Estimate, margin: float) -> float:
    """The smallest alpha at which the verdict is not `undecided`: a p-value, for Holm's procedure."""
    if not difference.may_claim:
        return 1.0
    if abs(difference.mean) > margin:
        return difference.level(margin if difference.mean > 0 else -margin)
    return max(difference.level(edge, is_guarded=True) for edge in (-margin, margin))


class Level(NamedTuple):
    """A value of a varied rule, and the one that it is compared with."""

    rule: str
    value: str
    baseline: str


@dataclass(frozen=True)
class Comparison:
    """A scenario against the baseline, in one metric at one line-up; where rules are varied also a rule's value against the baseline's,
    averaged over the other rules, or what two of them together do beyond their sum (`levels`: that one, or these two).
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
    """Every scenario against the baseline, in every reported metric at every line-up and number of players; the headline's as judged."""
    judged = {c.key: c for c in analysis.headline}
    return [judged.get(c.key, c) for c in compared(analysis, EFFECT)]


def of_rules(analysis: "Analysis", kind: str) -> list[Comparison]:
    """All main effects, or all interactions; those of the family as judged there."""
    judged = {c.key: c for c in analysis.family if c.levels}
    return [judged.get(c.key, c) for c in compared(analysis, kind)]


def family(analysis: "Analysis") -> list[Comparison]:
    """The comparisons that answer the question, judged as one family by Holm's procedure: each scenario against the baseline; where
    rules are varied, each value of each rule against the baseline's, and what each two of them do together.
    """

    def asked(place: Place) -> list[Metric]:
        metrics = analysis.headline_metrics(place)
        return [metric for metric in _reported(analysis, place) if metric in metrics] if analysis.experiment.vary else metrics

    kinds = (MAIN, INTERACTION) if analysis.experiment.vary else (EFFECT,)
    found = [c for kind in kinds for c in compared(analysis, kind, asked)]
    alphas = holm_levels([level_of(c.effect, c.verdict.margin) for c in found])
    return [replace(c, verdict=Verdict.of(c.effect.at(alpha), c.verdict.margin)) for c, alpha in zip(found, alphas, strict=True)]


def compared(analysis: "Analysis", kind: str, asked: Callable[[Place], list[Metric]] | None = None) -> Iterator[Comparison]:
    """All contrasts of a kind, in these metrics or in all that are reported, each with a verdict of its own."""
    for place in analysis.places:
        metrics = asked(place) if asked else _reported(analysis, place)
        for contrast in place.stats.measures.contrasts.of_kind(kind) if place.is_baseline else ():
            levels = _levels(analysis, place, contrast)
            scenario = ", ".join(f"{rule}={value}" for rule, value, _ in levels) or place.group.scenarios[contrast.where[0]]
            baseline = ", ".join(f"{rule}={first}" for rule, _, first in levels) or place.group.scenarios[place.group.baseline]
            for metric in metrics:
                effect = place.against(metric, kind, contrast.where)
                verdict = Verdict.of(effect, analysis.margin(metric, effect.baseline, effect.spread))
                yield Comparison(place.players, place.lineup.name, scenario, baseline, metric, effect, verdict, levels)


@dataclass(frozen=True)
class SeatEdge:
    """By how much a seat's share differs from an even one, at a place; its interval and the word of its verdict are those of a family."""

    place: Place
    seat: int
    edge: Estimate
    word: str


def seats(analysis: "Analysis") -> list[SeatEdge]:
    """All seats at all places, judged as one family by Holm's procedure."""
    found = []
    for place in analysis.places:
        metric = next(metric for metric in place.metrics if metric.family is SEATS)
        margin = analysis.margin(metric, 1 / place.players)
        found += [(place, seat, edge, margin) for seat, edge in enumerate(place.rivals.seat_edges)]
    alphas = holm_levels([level_of(edge, margin) for *_, edge, margin in found])
    judged = [(place, seat, edge.at(alpha), margin) for (place, seat, edge, margin), alpha in zip(found, alphas, strict=True)]
    return [SeatEdge(place, seat, edge, word_of(edge, margin)) for place, seat, edge, margin in judged]


def _reported(analysis: "Analysis", place: Place) -> list[Metric]:
    return [metric for name, metric in analysis.metrics.items() if name in place.named]


def _levels(analysis: "Analysis", place: Place, contrast: Contrast) -> tuple[Level, ...]:
    """The values of varied rules that a contrast is about; of a scenario's effect none."""
    if contrast.kind == EFFECT:
        return ()
    rules = list((analysis.experiment.vary or {}).items())
    start = place.stats.measures.contrasts.start
    chosen = [(*rules[f], v, start(f)) for f, v in zip(contrast.where[::2], contrast.where[1::2], strict=True)]
    return tuple(Level(rule, plainly_written(values[v]), plainly_written(values[first])) for rule, values, v, first in chosen)
