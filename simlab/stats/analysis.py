"""What a run's tally says: everything that is said of a run, from its experiment and its exact sums."""

from collections.abc import Mapping
from functools import cached_property

import polars as pl

from simlab import games
from simlab.base.clock import timed
from simlab.engine.metric import PERCENT, Metric
from simlab.experiment import Experiment
from simlab.experiment.plan import Group, groups_of
from simlab.stats import answers
from simlab.stats.checks import CheckResult, check_all
from simlab.stats.comparisons import Comparison, Key, SeatEdge, headline, judged, of_kind, seats
from simlab.stats.contrasts import EFFECT, INTERACTION, MAIN
from simlab.stats.estimates import GroupStats
from simlab.stats.intervals import Intervals
from simlab.stats.measures import Measures
from simlab.stats.places import Place
from simlab.stats.statistic import Frame, Line, frames
from simlab.stats.stopping import Stopping, stopping_of
from simlab.stats.tally import Tally
from simlab.stats.verdicts import Verdict
from simlab.words.numbers import give_or_take

EVALUATING = "evaluating"


class Analysis:
    """Everything that is said of a run, also while it `is_running`. Groups of which nothing was played yet are left out."""

    def __init__(
        self, experiment: Experiment, tallies: Mapping[int, Tally], groups: tuple[Group, ...] = (), *, is_running: bool = False
    ) -> None:
        self.experiment = experiment
        self.game = games.find(experiment.game)
        played = {i: group for i, group in enumerate(groups or groups_of(experiment)) if i in tallies}
        self.groups: tuple[Group, ...] = tuple(played.values())
        self.is_anytime = is_running or bool(experiment.precision)
        self.stats = [
            GroupStats(Measures(self.game, group, experiment.vary), tallies[i], Intervals(group.deals if self.is_anytime else None))
            for i, group in played.items()
        ]
        self._made: dict[str, pl.DataFrame] = {}

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All line-ups in all scenarios, with each number of players."""
        return tuple(
            Place(stats, t, s)
            for stats in self.stats
            for t in range(len(stats.measures.group.lineups))
            for s in range(len(stats.measures.group.scenarios))
        )

    def where(self, players: int, lineup: str) -> list[str]:
        """A number of players and a line-up, each in words where the experiment has several."""
        parts = [f"{players} players"] if len(self.experiment.players) > 1 else []
        return [*parts, lineup] if len(self.experiment.lineups) > 1 else parts

    # What is measured

    @cached_property
    def all_metrics(self) -> dict[str, Metric]:
        """All metrics by the names under which they stand in tables."""
        return {metric.name: metric for stats in self.stats for metric in stats.measures.metrics}

    @cached_property
    def metrics(self) -> dict[str, Metric]:
        """The metrics that are reported: those the experiment names, or all."""
        if self.experiment.metrics is None:
            return self.all_metrics
        return {name: metric for name, metric in self.all_metrics.items() if metric.key in self.headline_keys}

    @cached_property
    def headline_keys(self) -> tuple[str, ...]:
        """What the question is about, as experiments name it: what this one names, else who wins and how long it takes; and what must be
        precise.
        """
        usual = [metric.key for metric in self.all_metrics.values() if metric.family.is_headline]
        return tuple(dict.fromkeys([*(self.experiment.metrics or usual), *(self.experiment.precision or {})]))

    def headline_metrics(self, place: Place) -> list[Metric]:
        """What the question is about, at a place."""
        return [metric for key in self.headline_keys for metric in place.asked(key)]

    def margin(self, metric: Metric, baseline: float, spread: float = 0.0) -> float:
        """Below this a difference in a metric is too small to matter, where it starts from this mean and varies so much over deals."""
        return self.experiment.matters.get(metric.key, metric.family.margin).at(baseline, spread)

    # Comparisons and their verdicts

    @cached_property
    @timed(EVALUATING)
    def comparisons(self) -> list[Comparison]:
        """Every scenario against the baseline, in every reported metric, at every line-up and number of players."""
        return of_kind(self, EFFECT)

    @cached_property
    @timed(EVALUATING)
    def judged(self) -> dict[Key, Verdict]:
        """The verdicts on all that an answer may claim of comparisons, as one family."""
        return judged(self)

    @cached_property
    @timed(EVALUATING)
    def headline(self) -> list[Comparison]:
        """Those that answer the question: each scenario, or each value of a rule that is varied, against the baseline."""
        return headline(self)

    @cached_property
    @timed(EVALUATING)
    def main_effects(self) -> list[Comparison]:
        """What each value of each varied rule does, averaged over the others."""
        return of_kind(self, MAIN)

    @cached_property
    @timed(EVALUATING)
    def two_way_interactions(self) -> list[Comparison]:
        """By how much two values together do more than the sum of both."""
        return of_kind(self, INTERACTION)

    @cached_property
    @timed(EVALUATING)
    def seats(self) -> list[SeatEdge]:
        """What each seat's share differs by from an even one, at every place, judged as one family."""
        return seats(self)

    # The tables

    @cached_property
    def frames(self) -> dict[str, Frame]:
        """What tables there are to be made of it, by name and in their order."""
        return {frame.name: frame for frame in frames() if frame.is_made(self)}

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """All tables, by name."""
        return {name: self.table(name) for name in self.frames}

    @timed(EVALUATING)
    def table(self, name: str) -> pl.DataFrame:
        """A table; it is made when it is first asked for."""
        if name not in self._made:
            self._made[name] = self.frames[name].of(self)
        return self._made[name]

    def lines(self, name: str) -> list[Line]:
        """The lines of a table; whoever has one that is about a metric has the metric."""
        return [self.with_metric(line) for line in self.table(name).to_dicts()]

    def with_metric(self, line: Line) -> Line:
        """A line with its metric in place of the metric's name."""
        return {**line, "metric": self.all_metrics[line["metric"]]} if "metric" in line else line

    @property
    def summary(self) -> pl.DataFrame:
        """Per number of players, line-up, scenario and metric: deals, mean, standard error, interval."""
        return self.table("summary")

    @property
    def effects(self) -> pl.DataFrame:
        """Per number of players, line-up, scenario and metric: the difference to the baseline, and its verdict."""
        return self.table("effects")

    # What is said in words

    @cached_property
    @timed(EVALUATING)
    def answer(self) -> list[str]:
        """The answer to the experiment's question, in one to three sentences."""
        return answers.answer(self)

    @cached_property
    @timed(EVALUATING)
    def checks(self) -> list[CheckResult]:
        """Every check that the experiment declares, at every line-up and number of players."""
        return check_all(self)

    @property
    def so_far(self) -> str:
        """How narrow the intervals of what the question is about are by now."""
        widths = [place.mean(metric).half_width for place in self.places for metric in place.asked("share")]
        return f"win shares {give_or_take(max(widths, default=float('nan')), PERCENT)} points"

    @cached_property
    @timed(EVALUATING)
    def stopping(self) -> Stopping:
        """What a run with `precision` waits for, and whether it may stop."""
        return stopping_of(self)
