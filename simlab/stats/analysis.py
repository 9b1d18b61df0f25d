"""What a run's tally says: everything that is said of a run, from its experiment and its exact sums."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import polars as pl

from simlab.base.kinds import written
from simlab.experiment import Experiment
from simlab.experiment.plan import Group, groups_of
from simlab.stats import answers, frames
from simlab.stats.checks import CheckResult, check_all
from simlab.stats.contrasts import INTERACTION, MAIN
from simlab.stats.estimates import Effect, GroupStats
from simlab.stats.intervals import Intervals, holm_levels
from simlab.stats.measures import Measures
from simlab.stats.stopping import Stopping, stopping_of
from simlab.stats.tally import NO_FLIP, Tally
from simlab.stats.verdict import Verdict, level_of

DEFAULT_MARGIN = 0.02  # of the baseline's mean, where the experiment does not say what matters
HEADLINE = ("share", "turns")
SHARES_OF_GAMES = ("ending.", "fired.")


@dataclass(frozen=True)
class Comparison:
    """A scenario against the baseline, in one metric at one line-up; where rules are varied also a rule's value against its first."""

    players: int
    table: str
    scenario: str
    baseline: str
    metric: str
    effect: Effect
    verdict: Verdict


@dataclass(frozen=True)
class FactorEffect:
    """What a value of a varied rule does, against its first value and averaged over the other rules; or two together beyond their sum."""

    players: int
    table: str
    rule: str
    value: str
    baseline: str
    metric: str
    effect: Effect
    verdict: Verdict
    other: str = ""
    other_value: str = ""
    other_baseline: str = ""


@dataclass(frozen=True)
class FlippedDeal:
    """A game whose winners are others in this scenario than in the first; `strategies`: who sits where."""

    players: int
    table: str
    scenario: str
    deal: int
    seating: tuple[int, ...]
    strategies: tuple[str, ...]


class Analysis:
    """Everything that is said of a run, also while it `is_running`. Groups of which nothing was played yet are left out."""

    def __init__(self, experiment: Experiment, tallies: Mapping[int, Tally], *, is_running: bool = False) -> None:
        from simlab import games

        self.experiment = experiment
        self.game = games.find(experiment.game)
        played = {i: group for i, group in enumerate(groups_of(experiment)) if i in tallies}
        self.groups: tuple[Group, ...] = tuple(played.values())
        self.is_anytime = is_running or bool(experiment.precision)
        self.stats = [
            GroupStats(Measures(self.game, group, experiment.vary), tallies[i], self._intervals(group)) for i, group in played.items()
        ]

    def _intervals(self, group: Group) -> Intervals:
        return Intervals(group.deals if self.is_anytime else None)

    def intervals_of(self, players: int) -> Intervals:
        """How the intervals with this number of players are made."""
        return next(stats.intervals for group, stats in zip(self.groups, self.stats, strict=True) if group.players == players)

    @cached_property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that are reported: those the experiment names, or all."""
        names = dict.fromkeys(metric.name for stats in self.stats for metric in stats.measures.metrics)
        if self.experiment.metrics is None:
            return tuple(names)
        wanted = {*self.headline_kinds, *(["seat"] if "share" in self.headline_kinds else [])}
        return tuple(name for name in names if name in wanted or name.split(".")[0] in wanted)

    @cached_property
    def headline_kinds(self) -> tuple[str, ...]:
        """The metrics of the headline: those the experiment names, else who wins and how long it takes; and what must be precise."""
        return tuple(dict.fromkeys([*(self.experiment.metrics or HEADLINE), *(self.experiment.precision or {})]))

    def margin(self, metric: str, baseline: float) -> float:
        """Below this a difference in a metric is too small to matter."""
        kind = "share" if metric.startswith(("share.", "seat.")) else metric.split(".")[0] if metric.startswith("score.") else metric
        declared = self.experiment.matters.get(metric, self.experiment.matters.get(kind))
        if declared is None:
            return 0.01 if metric.startswith(SHARES_OF_GAMES) or metric == "flipped" else abs(baseline) * DEFAULT_MARGIN
        return abs(baseline) * declared.value if declared.relative else declared.value

    def shares_that_vary(self, stats: GroupStats, t: int) -> list[str]:
        """Who wins, as metrics: by strategy; where all play the same strategy, by seat."""
        labels = [f"share.{label}" for j, label in enumerate(stats.measures.group.labels) if stats.is_measured(j, t)]
        return labels if len(labels) > 1 else [f"seat.{seat}" for seat in range(stats.measures.group.players)]

    def metrics_of(self, kind: str, stats: GroupStats, t: int) -> list[str]:
        """The metrics of a name as an experiment writes it: `share` stands for each strategy's, `score` too."""
        if kind == "share":
            return self.shares_that_vary(stats, t)
        if kind == "score":
            return [f"score.{label}" for j, label in enumerate(stats.measures.group.labels) if stats.is_measured(j, t)]
        return [kind]

    # Comparisons and their verdicts

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """Every scenario against the baseline, in every reported metric, at every line-up and number of players."""
        judged = {_key(c): c for c in self.headline}
        return [judged.get(_key(c), c) for c in self._against_baseline()]

    def _against_baseline(self) -> Iterator[Comparison]:
        for place in frames.places(self):
            if place.s:
                yield from self._compared(place, self.metrics)

    def _compared(self, place: frames.Place, metrics: Any) -> Iterator[Comparison]:
        group, stats, t = place.group, place.stats, place.t
        for name in metrics:
            m = stats.measures.index.get(name)
            if m is not None and stats.is_measured(m, t):
                effect = stats.effect(m, t, place.s)
                verdict = Verdict.of(effect, self.margin(name, effect.baseline), stats.intervals)
                yield Comparison(group.players, group.lineups[t].name, group.scenarios[place.s], group.scenarios[0], name, effect, verdict)

    @cached_property
    def headline(self) -> list[Comparison]:
        """The comparisons that answer the question: who wins and how long it takes, judged as one family by Holm's procedure.

        Each scenario against the baseline; where rules are varied, each value of each rule against its first.
        """
        found = list(self._headline_factors() if self.experiment.vary else self._headline_scenarios())
        intervals = [self.intervals_of(c.players) for c in found]
        levels = holm_levels([level_of(c.effect, c.verdict.margin, i) for c, i in zip(found, intervals, strict=True)])
        return [
            replace(c, verdict=Verdict.of(c.effect, c.verdict.margin, i, level))
            for c, i, level in zip(found, intervals, levels, strict=True)
        ]

    def _headline_scenarios(self) -> Iterator[Comparison]:
        for place in frames.places(self):
            if place.s:
                names = [name for kind in self.headline_kinds for name in self.metrics_of(kind, place.stats, place.t)]
                yield from self._compared(place, names)

    def _headline_factors(self) -> Iterator[Comparison]:
        for f in self.main_effects:
            group, stats, t = self._at(f.players, f.table)
            if any(f.metric in self.metrics_of(kind, stats, t) for kind in self.headline_kinds):
                names = f"{f.rule}={f.value}", f"{f.rule}={f.baseline}"
                yield Comparison(group.players, f.table, *names, f.metric, f.effect, f.verdict)

    def _at(self, players: int, table: str) -> tuple[Group, GroupStats, int]:
        group, stats = next((g, s) for g, s in zip(self.groups, self.stats, strict=True) if g.players == players)
        return group, stats, [lineup.name for lineup in group.lineups].index(table)

    @property
    def family_size(self) -> int:
        """How many comparisons the headline family covers."""
        return len(self.headline)

    # Rules that are varied

    @cached_property
    def main_effects(self) -> list[FactorEffect]:
        """What each value of each varied rule does, averaged over the others."""
        return list(self._factorial(MAIN))

    @cached_property
    def two_way_interactions(self) -> list[FactorEffect]:
        """By how much two values together do more than the sum of both."""
        return list(self._factorial(INTERACTION))

    def _factorial(self, kind: str) -> Iterator[FactorEffect]:
        rules = [(rule, [_said(value) for value in values]) for rule, values in (self.experiment.vary or {}).items()]
        for group, stats in zip(self.groups, self.stats, strict=True):
            for t, lineup in enumerate(group.lineups):
                for contrast in stats.measures.contrasts.of_kind(kind):
                    (rule, values), v = rules[contrast.where[0]], contrast.where[1]
                    second: dict[str, Any] = {}
                    if kind == INTERACTION:
                        (other, other_values), w = rules[contrast.where[2]], contrast.where[3]
                        second = {"other": other, "other_value": other_values[w], "other_baseline": other_values[0]}
                    for name in self.metrics:
                        m = stats.measures.index.get(name)
                        if m is None or not stats.is_measured(m, t):
                            continue
                        effect = stats.against(m, t, kind, contrast.where)
                        verdict = Verdict.of(effect, self.margin(name, effect.baseline), stats.intervals)
                        where = group.players, lineup.name
                        yield FactorEffect(*where, rule, values[v], values[0], name, effect, verdict, **second)

    @cached_property
    def factors(self) -> pl.DataFrame:
        """Main effects of the rules that are varied."""
        return frames.factors(self.main_effects)

    @cached_property
    def interactions(self) -> pl.DataFrame:
        """Two-way interactions of the rules that are varied."""
        return frames.interactions(self.two_way_interactions)

    # The tables

    @cached_property
    def summary(self) -> pl.DataFrame:
        """Per number of players, line-up, scenario and metric: deals, mean, standard error, interval."""
        return frames.summary(self)

    @cached_property
    def effects(self) -> pl.DataFrame:
        """Per number of players, line-up, scenario and metric: the difference to the baseline, and its verdict."""
        return frames.effects(self.comparisons)

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """What a run leaves as Parquet, by the files' names: every comparison that its report makes."""
        found = {"summary": self.summary, "effects": self.effects}
        return found | {"factors": self.factors, "interactions": self.interactions} if self.experiment.vary else found

    @cached_property
    def shares(self) -> pl.DataFrame:
        """Who wins, by strategy, with the ranks that each may have."""
        return frames.shares(self)

    @cached_property
    def seats(self) -> pl.DataFrame:
        """Who wins, by seat, with the joint test of all seats."""
        return frames.seats(self)

    @cached_property
    def matchups(self) -> pl.DataFrame:
        """The strategies of a table, pair by pair."""
        return frames.matchups(self)

    @cached_property
    def lengths(self) -> pl.DataFrame:
        """How long games are."""
        return frames.lengths(self)

    @cached_property
    def length_counts(self) -> pl.DataFrame:
        """How many games took that many turns."""
        return frames.length_counts(self)

    @cached_property
    def endings(self) -> pl.DataFrame:
        """How games end."""
        return frames.endings(self)

    @cached_property
    def ledger(self) -> pl.DataFrame:
        """How often each rule event fires."""
        return frames.ledger(self)

    @cached_property
    def times(self) -> pl.DataFrame:
        """How many times each rule event fires in a game."""
        return frames.times(self)

    @cached_property
    def times_counts(self) -> pl.DataFrame:
        """In how many games an event fires so many times."""
        return frames.times_counts(self)

    @cached_property
    def ledger_effects(self) -> pl.DataFrame:
        """What a scenario does to the games in which an event fired."""
        return frames.ledger_effects(self)

    @cached_property
    def flipped(self) -> pl.DataFrame:
        """The share of games whose winners a scenario changes."""
        return frames.flipped(self)

    @cached_property
    def flipped_deals(self) -> list[FlippedDeal]:
        """The first games, by deal, whose winners a scenario changes."""
        found = []
        for place in frames.places(self):
            if place.s:
                lineup = place.group.lineups[place.t]
                for code in place.stats.tally.flips[place.t, place.s - 1].tolist():
                    if code < NO_FLIP:
                        deal, number = divmod(code, len(lineup.seatings))
                        seating = lineup.seatings[number]
                        found.append(FlippedDeal(**place.where, deal=deal, seating=seating, strategies=lineup.labels_at(seating)))
        return found

    @cached_property
    def luck(self) -> pl.DataFrame:
        """Luck and skill: where the variance of winning comes from."""
        return frames.luck(self)

    # What is said in words

    @cached_property
    def answer(self) -> list[str]:
        """The answer to the experiment's question, in one to three sentences."""
        return answers.answer(self)

    @cached_property
    def checks(self) -> list[CheckResult]:
        """Every check that the experiment declares, at every line-up and number of players."""
        return check_all(self)

    @property
    def so_far(self) -> str:
        """How narrow the intervals of who wins are by now."""
        shares = [place.mean(name) for place in frames.places(self) for name in self.shares_that_vary(place.stats, place.t)]
        return f"win shares ±{max((e.half_width for e in shares), default=float('nan')) * 100:.2g} points"

    @cached_property
    def stopping(self) -> Stopping:
        """What a run with `precision` waits for, and whether it may stop."""
        return stopping_of(self)


def _key(c: Comparison) -> tuple[int, str, str, str]:
    return c.players, c.table, c.scenario, c.metric


def _said(value: Any) -> str:
    """A rule's value as people read it."""
    return value if isinstance(value, str) else written(value)
