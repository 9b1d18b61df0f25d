"""What is compared, and judged: every scenario against the baseline, every varied rule's values and what two of them do together, seats.

All comparisons in what the question is about are one family, judged by Holm's procedure: their verdicts are the same in the answer and in
every table. Where nothing is compared the answer is about the seats, which are a family, too.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from simlab.base.kinds import plainly_written
from simlab.engine.metric import Metric
from simlab.metrics.shares import SEATS
from simlab.stats.contrasts import EFFECT, INTERACTION, MAIN, Contrast
from simlab.stats.estimates import Effect, Estimate
from simlab.stats.intervals import holm_levels
from simlab.stats.places import Place
from simlab.stats.verdicts import Verdict, as_one_family, level_of, word_of
from simlab.words.changes import UNDECIDED

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

Key = tuple[int, str, str, tuple[str, ...], tuple[str, ...]]


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
    sides: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # the scenarios whose sums are compared

    @property
    def key(self) -> Key:
        """What is compared: the same where a rule is the only one that is varied and so a scenario is what one of its values does."""
        return self.players, self.lineup, self.metric.name, *self.sides


def strength(c: Comparison) -> float:
    """How large a change is, measured by what would matter."""
    return abs(c.effect.mean) / c.verdict.margin if c.verdict.margin else 0.0


def family(analysis: "Analysis") -> dict[Key, Verdict]:
    """The verdicts on all that is compared in what the question is about, as one family by Holm's procedure: scenarios against the
    baseline; where rules are varied, also each value of each rule against the baseline's, and what each two of them do together.
    """
    found = {c.key: c for kind in (EFFECT, MAIN, INTERACTION) for c in _compared(analysis, kind, analysis.headline_metrics)}
    return dict(zip(found, as_one_family([(c.effect, c.verdict.margin) for c in found.values()]), strict=True))


def headline(analysis: "Analysis") -> list[Comparison]:
    """What answers the question: each scenario, or each value of a rule that is varied, against the baseline."""

    def asked(place: Place) -> list[Metric]:
        metrics = analysis.headline_metrics(place)
        return [metric for metric in _reported(analysis, place) if metric in metrics] if analysis.experiment.vary else metrics

    return of_kind(analysis, MAIN if analysis.experiment.vary else EFFECT, asked)


def of_kind(analysis: "Analysis", kind: str, asked: Callable[[Place], list[Metric]] | None = None) -> list[Comparison]:
    """All contrasts of a kind, in these metrics or in all that are reported: the family as it is judged, all others each by itself."""
    found = _compared(analysis, kind, asked or (lambda place: _reported(analysis, place)))
    return [replace(c, verdict=analysis.family.get(c.key) or Verdict.of(c.effect, c.verdict.margin)) for c in found]


def _compared(analysis: "Analysis", kind: str, asked: Callable[[Place], list[Metric]]) -> Iterator[Comparison]:
    """All contrasts of a kind in these metrics, still to be judged."""
    for place in analysis.places:
        for contrast in place.contrasts(kind):
            levels = _levels(analysis, place, contrast)
            scenario = ", ".join(f"{rule}={value}" for rule, value, _ in levels) or place.scenario
            baseline = ", ".join(f"{rule}={first}" for rule, _, first in levels) or place.group.scenarios[place.group.baseline]
            plus, minus = (tuple(place.group.scenarios[s] for s in side) for side in (contrast.plus, contrast.minus))
            for metric in asked(place):
                effect = place.against(metric, kind, contrast.where)
                verdict = Verdict(UNDECIDED, analysis.margin(metric, effect.baseline, effect.spread))
                yield Comparison(place.players, place.lineup.name, scenario, baseline, metric, effect, verdict, levels, (plus, minus))


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
