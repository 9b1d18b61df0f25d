"""What a run's tally says: means and effects as tables, each effect with its verdict."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from simlab.experiment import Experiment
from simlab.folder import State
from simlab.plan import Group, groups_of
from simlab.stats.estimates import Effect, GroupStats
from simlab.stats.tally import Measures
from simlab.stats.verdict import Verdict

DEFAULT_MARGIN = 0.02  # of the baseline's mean, where the experiment does not say what matters


@dataclass(frozen=True)
class Comparison:
    """A scenario against the baseline, in one metric at one line-up."""

    players: int
    table: str
    scenario: str
    baseline: str
    metric: str
    effect: Effect
    verdict: Verdict


class Analysis:
    """Everything that is said of a run, from its experiment and its exact sums."""

    def __init__(self, experiment: Experiment, state: State) -> None:
        from simlab import games

        self.experiment = experiment
        self.game = games.find(experiment.game)
        self.groups: tuple[Group, ...] = groups_of(experiment)
        self.stats = [GroupStats(Measures(self.game, group), state.tallies[i]) for i, group in enumerate(self.groups)]

    @cached_property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that are reported: those the experiment names, or all."""
        wanted = self.experiment.metrics
        names = dict.fromkeys(metric.name for stats in self.stats for metric in stats.measures.metrics)
        return tuple(name for name in names if wanted is None or name in wanted or name.split(".")[0] in wanted)

    def margin(self, metric: str, baseline: float) -> float:
        """Below this a difference in a metric is too small to matter."""
        kind = "share" if metric.startswith(("share.", "seat.")) else metric
        declared = self.experiment.matters.get(metric, self.experiment.matters.get(kind))
        if declared is None:
            return 0.01 if metric.startswith(("ending.", "fired.")) or metric == "flipped" else abs(baseline) * DEFAULT_MARGIN
        return abs(baseline) * declared.value if declared.relative else declared.value

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """Every scenario against the baseline, in every reported metric, at every line-up and number of players."""
        return list(self._comparisons())

    def _comparisons(self) -> Iterator[Comparison]:
        for group, stats in zip(self.groups, self.stats, strict=True):
            for t, lineup in enumerate(group.lineups):
                for s, scenario in enumerate(group.scenarios[1:], 1):
                    for name in self.metrics:
                        m = stats.measures.index.get(name)
                        if m is None or not stats.is_measured(m, t):
                            continue
                        effect = stats.effect(m, t, s)
                        verdict = Verdict.of(effect, self.margin(name, effect.baseline))
                        yield Comparison(group.players, lineup.name, scenario, group.scenarios[0], name, effect, verdict)

    @cached_property
    def summary(self) -> pl.DataFrame:
        """Per number of players, line-up, scenario and metric: deals, mean, standard error, interval."""
        rows: list[dict[str, Any]] = []
        for group, stats in zip(self.groups, self.stats, strict=True):
            for t, lineup in enumerate(group.lineups):
                for s, scenario in enumerate(group.scenarios):
                    for m, metric in enumerate(stats.measures.metrics):
                        if stats.is_measured(m, t):
                            estimate = stats.mean(m, t, s)
                            where = {"players": group.players, "table": lineup.name, "scenario": scenario, "metric": metric.name}
                            rows.append({**where, **_figures(estimate)})
        return pl.DataFrame(rows)

    @cached_property
    def effects(self) -> pl.DataFrame:
        """Per number of players, line-up, scenario and metric: the difference to the baseline, and its verdict."""
        rows = [
            {
                "players": c.players,
                "table": c.table,
                "scenario": c.scenario,
                "baseline": c.baseline,
                "metric": c.metric,
                "baseline_mean": c.effect.baseline,
                **_figures(c.effect),
                "saving": c.effect.saving,
                "margin": c.verdict.margin,
                "verdict": c.verdict.word,
                "more_deals": c.verdict.more_deals,
            }
            for c in self.comparisons
        ]
        return pl.DataFrame(rows)


def _figures(estimate: Any) -> dict[str, Any]:
    return {"n": estimate.deals, "mean": estimate.mean, "se": estimate.se, "low": estimate.low, "high": estimate.high}
