"""What a run's tally says: everything that is said of a run, from its experiment and its exact sums."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import polars as pl

from simlab import games
from simlab.base.clock import timed
from simlab.engine.metric import PERCENT, Metric
from simlab.experiment import Experiment
from simlab.experiment.plan import Group, Plan, by_players, groups_of
from simlab.stats import answers
from simlab.stats.adapted import Adapted, adapted
from simlab.stats.checks import CheckResult, check_all
from simlab.stats.comparisons import Comparison, Key, SeatEdge, family, headline, of_kind, seats
from simlab.stats.contrasts import EFFECT, INTERACTION, MAIN
from simlab.stats.cutoffs import cut_off
from simlab.stats.estimates import GroupStats
from simlab.stats.following import AGAIN, Sample, samples_of
from simlab.stats.intervals import Intervals
from simlab.stats.league.ladder import Ladder
from simlab.stats.margins import understood
from simlab.stats.measures import Measures
from simlab.stats.partings import REPLAYED, Parting, partings
from simlab.stats.places import Place
from simlab.stats.robust.holding import Holding, holdings
from simlab.stats.rulings import rulings
from simlab.stats.sought import Finalist, finalists
from simlab.stats.stagewise import Glance
from simlab.stats.statistic import Frame, Line, frames
from simlab.stats.statistics.league import ladders
from simlab.stats.stopping import Stopping, stopping_of
from simlab.stats.tally import Tally
from simlab.stats.tuned import Tuned, tuned
from simlab.stats.verdicts import Ruling, Verdict
from simlab.words.numbers import give_or_take

EVALUATING = "evaluating"


class Analysis:
    """Everything that is said of a run, also while it `is_running`. Groups of which nothing was played yet are left out.

    `plan`: what plays single games again, which some tables are made of; `made`: tables that are there already; `looks`: what each look of
    a run that may stop early has found.
    """

    def __init__(
        self,
        experiment: Experiment,
        tallies: Mapping[int, Tally],
        groups: tuple[Group, ...] = (),
        *,
        is_running: bool = False,
        plan: Plan | None = None,
        made: Mapping[str, pl.DataFrame] | None = None,
        looks: Sequence[Mapping[str, Glance]] = (),
    ) -> None:
        self.experiment = experiment
        self.game = games.find(experiment.game)
        played = {i: group for i, group in enumerate(groups or groups_of(experiment)) if i in tallies}
        self.numbers = tuple(played)
        self.groups: tuple[Group, ...] = by_players(played.values())
        may_stop = is_running or bool(experiment.precision)
        self.stats = [
            GroupStats(
                Measures(self.game, group, experiment.vary),
                tallies[i],
                Intervals(group.deals if may_stop else None, is_watched=is_running),
            )
            for i, group in played.items()
        ]
        self._plan = plan
        self._made = dict(made or {})
        self.looks = looks

    @property
    def is_league(self) -> bool:
        """Is a whole field rated? Then the question is who plays how well, and not what rules do."""
        return any(group.is_league for group in self.groups)

    @property
    def is_search(self) -> bool:
        """Was it searched for rules that bring what is wanted?"""
        return bool(self.experiment.goals)

    @cached_property
    def finalists(self) -> list[Finalist]:
        """What a search has found, as it was confirmed; the fewest edits first."""
        return finalists(self) if self.is_search else []

    @cached_property
    @timed(EVALUATING)
    def ladders(self) -> tuple[tuple[Line, tuple[str, ...], Ladder], ...]:
        """The ladders of a league, each with where it is and the strategies on it."""
        return tuple(ladders(self))

    @cached_property
    @timed(EVALUATING)
    def holdings(self) -> tuple[Holding, ...]:
        """Where tables were drawn from a field: how far the verdict on each change holds."""
        return tuple(holdings(self))

    @cached_property
    @timed(EVALUATING)
    def tuned(self) -> Tuned | None:
        """Where a strategy was tuned: what that is worth on deals that the search has not seen."""
        return tuned(self)

    @cached_property
    @timed(EVALUATING)
    def adapted(self) -> Adapted | None:
        """Where players adapt: what that changes of what each scenario does."""
        return adapted(self)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All line-ups in all scenarios, with each number of players."""
        return tuple(self.placed.values())

    @cached_property
    def placed(self) -> dict[tuple[int, str, str], Place]:
        """These by number of players, line-up and scenario; a baseline that several groups share as the one with most deals has it."""
        found: dict[tuple[int, str, str], Place] = {}
        for stats in self.stats:
            group = stats.measures.group
            for place in (Place(stats, t, s) for t in range(len(group.lineups)) for s in range(len(group.scenarios))):
                key = place.players, place.lineup.name, place.scenario
                if key not in found or found[key].stats.deals < stats.deals:
                    found[key] = place
        return found

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

    @cached_property
    def understood(self) -> str:
        """What is too small to matter, in words."""
        return understood(self)

    @cached_property
    def cut_off(self) -> dict[Place, float]:
        """Where more than one in a thousand games were cut off at a limit, and which share of them; the largest first."""
        return cut_off(self)

    # Comparisons and their verdicts

    @cached_property
    @timed(EVALUATING)
    def comparisons(self) -> list[Comparison]:
        """Every scenario against the baseline, in every reported metric, at every line-up and number of players."""
        return of_kind(self, EFFECT)

    @cached_property
    @timed(EVALUATING)
    def family(self) -> dict[Key, Verdict]:
        """The verdicts on all that an answer may claim of comparisons, as one family."""
        return family(self)

    @cached_property
    @timed(EVALUATING)
    def headline(self) -> list[Comparison]:
        """Those that answer the question: each scenario, or each value of a rule that is varied, against the baseline."""
        return [] if self.is_league or self.experiment.decisions else headline(self)

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

    @cached_property
    @timed(AGAIN)
    def partings(self) -> list[tuple[Place, list[Parting]]]:
        """Where the first touched games of each place part from the baseline's, as far as they can be played again."""
        compared = [place for place in self.places if not place.is_baseline]
        most = max(1, REPLAYED // max(1, len(compared)))
        return [(place, list(partings(self._plan, place, most))) for place in compared] if self._plan else []

    @cached_property
    def samples(self) -> dict[Place, Sample]:
        """Of each place the games that were followed turn by turn, as far as they can be played again: not of a league's tables, nor of
        those where a decision is taken at random.
        """
        whole = [place for place in self.places if not (place.group.is_league or (place.group.decisions and place.t))]
        return samples_of(self._plan, whole) if self._plan else {}

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
        """The answer to the experiment's question, in at most four sentences."""
        return answers.answer(self)

    @cached_property
    @timed(EVALUATING)
    def rulings(self) -> list[Ruling]:
        """The verdict on each change of the rules, in a few words."""
        return rulings(self)

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
