"""A place: a line-up in a scenario, with one number of players. Most of what is said of a run is said of a place."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from simlab.engine.metric import Metric
from simlab.experiment.plan import Group, Lineup
from simlab.stats.contrasts import EFFECT, Contrast
from simlab.stats.estimates import Effect, Estimate, GroupStats
from simlab.stats.rivals import Rivals


@dataclass(frozen=True)
class Place:
    """A line-up (t) in a scenario (s) of a group, both by number."""

    stats: GroupStats
    t: int
    s: int

    @property
    def group(self) -> Group:
        """All games with as many players."""
        return self.stats.measures.group

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.group.players

    @property
    def lineup(self) -> Lineup:
        """Who sits at the table."""
        return self.group.lineups[self.t]

    @property
    def scenario(self) -> str:
        """By which rules they play."""
        return self.group.scenarios[self.s]

    @property
    def is_baseline(self) -> bool:
        """Are these the rules that changes are told against?"""
        return self.s == self.group.baseline

    @property
    def other(self) -> int:
        """Which of the scenarios that are compared with the baseline this is."""
        return self.group.others.index(self.s)

    def contrasts(self, kind: str) -> list[Contrast]:
        """What is told here: of a scenario its effect, of the baseline what varied rules do, averaged over all scenarios."""
        found = self.stats.measures.contrasts
        if kind == EFFECT:
            return [] if self.is_baseline else [found.all[found.index[EFFECT, (self.s,)]]]
        return found.of_kind(kind) if self.is_baseline else []

    @cached_property
    def where(self) -> dict[str, Any]:
        """The columns that say so."""
        return {"players": self.players, "lineup": self.lineup.name, "scenario": self.scenario}

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """What is measured here: a strategy's share only where it plays."""
        return tuple(metric for m, metric in enumerate(self.stats.measures.metrics) if self.stats.is_measured(m, self.t))

    @cached_property
    def named(self) -> dict[str, Metric]:
        """What is measured here, by name."""
        return {metric.name: metric for metric in self.metrics}

    def asked(self, key: str) -> list[Metric]:
        """What an experiment's name for metrics stands for here; where that is nothing to compare, what stands in for it."""
        found = [metric for metric in self.metrics if metric.key == key]
        standing_in = [metric for metric in found if metric.family.stands_in]
        others = [metric for metric in found if not metric.family.stands_in]
        return others if len(others) > 1 or not standing_in else standing_in

    def mean(self, metric: Metric | str) -> Estimate:
        """The mean of a metric here."""
        return self.stats.mean(self._number(metric), self.t, self.s)

    def effect(self, metric: Metric | str) -> Effect:
        """What this scenario changes of a metric, against the baseline."""
        return self.against(metric, EFFECT, (self.s,))

    def against(self, metric: Metric | str, kind: str, where: tuple[int, ...]) -> Effect:
        """What a contrast of the scenarios makes of a metric at this line-up."""
        return self.stats.against(self._number(metric), self.t, kind, where)

    def _number(self, metric: Metric | str) -> int:
        return self.stats.measures.index[metric if isinstance(metric, str) else metric.name]

    @cached_property
    def rivals(self) -> Rivals:
        """The win shares of strategies and seats, as they vary together."""
        return Rivals(self.stats, self.t, self.s)
