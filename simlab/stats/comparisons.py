"""Comparisons and their verdicts: every scenario against the baseline, every varied rule's values, and the headline among them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from simlab.base.kinds import plainly_written
from simlab.engine.metric import Metric
from simlab.stats.contrasts import INTERACTION, MAIN
from simlab.stats.estimates import Effect
from simlab.stats.intervals import holm_levels
from simlab.stats.places import Place
from simlab.stats.verdict import Verdict, level_of

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis


@dataclass(frozen=True)
class Comparison:
    """A scenario against the baseline, in one metric at one line-up; where rules are varied also a rule's value against its first."""

    players: int
    lineup: str
    scenario: str
    baseline: str
    metric: Metric
    effect: Effect
    verdict: Verdict

    @property
    def key(self) -> tuple[int, str, str, str]:
        """What no other comparison has."""
        return self.players, self.lineup, self.scenario, self.metric.name


@dataclass(frozen=True)
class FactorEffect:
    """What a value of a varied rule does, against its first value and averaged over the other rules; or two together beyond their sum."""

    players: int
    lineup: str
    rule: str
    value: str
    baseline: str
    metric: Metric
    effect: Effect
    verdict: Verdict
    other: str = ""
    other_value: str = ""
    other_baseline: str = ""


def strength(c: Comparison | FactorEffect) -> float:
    """How large a change is, measured by what would matter."""
    return abs(c.effect.mean) / c.verdict.margin if c.verdict.margin else 0.0


class Comparisons:
    """All comparisons of an analysis."""

    def __init__(self, analysis: "Analysis") -> None:
        self._analysis = analysis

    @cached_property
    def all(self) -> list[Comparison]:
        """Every scenario against the baseline, in every reported metric, at every line-up and number of players."""
        judged = {c.key: c for c in self.headline}
        against = (c for place in self._analysis.places if place.s for c in self._at(place, self._reported(place)))
        return [judged.get(c.key, c) for c in against]

    def _reported(self, place: Place) -> list[Metric]:
        return [metric for name, metric in self._analysis.metrics.items() if name in place.named]

    def _at(self, place: Place, metrics: Iterable[Metric]) -> Iterator[Comparison]:
        scenarios = place.group.scenarios
        for metric in metrics:
            effect = place.effect(metric)
            verdict = Verdict.of(effect, self._analysis.margin(metric, effect.baseline), place.stats.intervals)
            yield Comparison(place.players, place.lineup.name, scenarios[place.s], scenarios[0], metric, effect, verdict)

    @cached_property
    def headline(self) -> list[Comparison]:
        """The comparisons that answer the question: who wins and how long it takes, judged as one family by Holm's procedure.

        Each scenario against the baseline; where rules are varied, each value of each rule against its first.
        """
        found = list(self._headline_factors() if self._analysis.experiment.vary else self._headline_scenarios())
        intervals = [self._analysis.intervals_of(c.players) for c in found]
        levels = holm_levels([level_of(c.effect, c.verdict.margin, i) for c, i in zip(found, intervals, strict=True)])
        return [
            replace(c, verdict=Verdict.of(c.effect, c.verdict.margin, i, level))
            for c, i, level in zip(found, intervals, levels, strict=True)
        ]

    def _headline_scenarios(self) -> Iterator[Comparison]:
        for place in self._analysis.places:
            if place.s:
                yield from self._at(place, self._analysis.headline_metrics(place))

    def _headline_factors(self) -> Iterator[Comparison]:
        first = {(place.players, place.lineup.name): place for place in reversed(self._analysis.places)}
        asked = {where: {metric.name for metric in self._analysis.headline_metrics(place)} for where, place in first.items()}
        for f in self.main_effects:
            if f.metric.name in asked[f.players, f.lineup]:
                names = f"{f.rule}={f.value}", f"{f.rule}={f.baseline}"
                yield Comparison(f.players, f.lineup, *names, f.metric, f.effect, f.verdict)

    @cached_property
    def main_effects(self) -> list[FactorEffect]:
        """What each value of each varied rule does, averaged over the others."""
        return list(self._factorial(MAIN))

    @cached_property
    def interactions(self) -> list[FactorEffect]:
        """By how much two values together do more than the sum of both."""
        return list(self._factorial(INTERACTION))

    def _factorial(self, kind: str) -> Iterator[FactorEffect]:
        varied = self._analysis.experiment.vary or {}
        rules = [(rule, [plainly_written(value) for value in values]) for rule, values in varied.items()]
        for place in self._analysis.places:
            for contrast in place.stats.measures.contrasts.of_kind(kind) if not place.s else ():
                (rule, values), v = rules[contrast.where[0]], contrast.where[1]
                second: dict[str, Any] = {}
                if kind == INTERACTION:
                    (other, other_values), w = rules[contrast.where[2]], contrast.where[3]
                    second = {"other": other, "other_value": other_values[w], "other_baseline": other_values[0]}
                for metric in self._reported(place):
                    effect = place.against(metric, kind, contrast.where)
                    verdict = Verdict.of(effect, self._analysis.margin(metric, effect.baseline), place.stats.intervals)
                    where = place.players, place.lineup.name
                    yield FactorEffect(*where, rule, values[v], values[0], metric, effect, verdict, **second)
