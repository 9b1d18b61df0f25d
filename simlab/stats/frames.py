"""The tables that a report is made from, each a polars frame with its columns also where it has no rows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from simlab.experiment.plan import Group
from simlab.stats.estimates import Estimate, GroupStats
from simlab.stats.ledger import effects_where_fired
from simlab.stats.luck import luck_of
from simlab.stats.ranks import rank_intervals, ranks

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis, Comparison, FactorEffect

Row = dict[str, Any]

_I, _F, _S = pl.Int64(), pl.Float64(), pl.String()
_WHERE = {"players": _I, "table": _S, "scenario": _S}
_INTERVAL = {"low": _F, "high": _F}
_FIGURES = {"n": _I, "mean": _F, "se": _F, **_INTERVAL}
_VERDICT = {"margin": _F, "verdict": _S, "more_deals": _I}
PERCENTS = (5, 25, 50, 75, 95)


@dataclass(frozen=True)
class Place:
    """A line-up (t) in a scenario (s) of a group."""

    group: Group
    stats: GroupStats
    t: int
    s: int

    @property
    def where(self) -> Row:
        """The columns that say so."""
        return {"players": self.group.players, "table": self.group.lineups[self.t].name, "scenario": self.group.scenarios[self.s]}

    def mean(self, metric: str) -> Estimate:
        """The mean of a metric here."""
        return self.stats.mean(self.stats.measures.index[metric], self.t, self.s)


def places(analysis: "Analysis") -> Iterator[Place]:
    """All line-ups in all scenarios."""
    for group, stats in zip(analysis.groups, analysis.stats, strict=True):
        for t in range(len(group.lineups)):
            yield from (Place(group, stats, t, s) for s in range(len(group.scenarios)))


def table(rows: Iterable[Row], columns: dict[str, pl.DataType]) -> pl.DataFrame:
    """A table with these columns."""
    return pl.DataFrame(list(rows), schema=columns)


def figures(estimate: Estimate) -> Row:
    """How an estimate stands in a table."""
    return {"n": estimate.deals, "mean": estimate.mean, "se": estimate.se, "low": estimate.low, "high": estimate.high}


def summary(analysis: "Analysis") -> pl.DataFrame:
    """Per number of players, line-up, scenario and metric: deals, mean, standard error, interval."""
    rows = (
        {**place.where, "metric": metric.name, **figures(place.stats.mean(m, place.t, place.s))}
        for place in places(analysis)
        for m, metric in enumerate(place.stats.measures.metrics)
        if place.stats.is_measured(m, place.t)
    )
    return table(rows, {**_WHERE, "metric": _S, **_FIGURES})


def effects(comparisons: "Iterable[Comparison]") -> pl.DataFrame:
    """Every comparison with its verdict."""
    rows = (
        {
            **{name: getattr(c, name) for name in ("players", "table", "scenario", "baseline", "metric")},
            "baseline_mean": c.effect.baseline,
            **figures(c.effect),
            "saving": c.effect.saving,
            "margin": c.verdict.margin,
            "verdict": c.verdict.word,
            "more_deals": c.verdict.more_deals,
        }
        for c in comparisons
    )
    return table(rows, {**_WHERE, "baseline": _S, "metric": _S, "baseline_mean": _F, **_FIGURES, "saving": _F, **_VERDICT})


def shares(analysis: "Analysis") -> pl.DataFrame:
    """Who wins: each strategy's mean share, its rank at the table and the ranks that it may have."""
    return table(
        (row for place in places(analysis) for row in _shares(place)),
        {**_WHERE, "strategy": _S, "share": _F, "se": _F, **_INTERVAL, "rank": _I, "rank_low": _I, "rank_high": _I},
    )


def _shares(place: Place) -> Iterator[Row]:
    stats, t, s = place.stats, place.t, place.s
    here = [j for j in range(len(place.group.labels)) if stats.is_measured(j, t)]
    means, spread = stats.share_means(t, s)[here], stats.share_covariance(t, s)[np.ix_(here, here)]
    n = stats.deals
    widened = stats.intervals.reach(n) / type(stats.intervals)().reach(n) if n > 1 else 1.0
    lows, highs = rank_intervals(means, spread / n, widened)
    for j, rank, low, high in zip(here, ranks(means), lows, highs, strict=True):
        e = stats.mean(j, t, s)
        found = {"strategy": place.group.labels[j], "share": e.mean, "se": e.se, "low": e.low, "high": e.high}
        yield {**place.where, **found, "rank": int(rank), "rank_low": int(min(low, rank)), "rank_high": int(max(high, rank))}


def seats(analysis: "Analysis") -> pl.DataFrame:
    """Does it matter where one sits: each seat's mean share, its edge over the mean seat, and the test of all seats together."""
    rows = []
    for place in places(analysis):
        stats, t, s = place.stats, place.t, place.s
        p_joint = stats.seat_test(t, s)
        for seat, edge in enumerate(stats.seat_edges(t, s)):
            e = place.mean(f"seat.{seat}")
            of_edge = {"edge": edge.mean, "edge_low": edge.low, "edge_high": edge.high}
            rows.append({**place.where, "seat": seat, "share": e.mean, "low": e.low, "high": e.high, **of_edge, "p_joint": p_joint})
    return table(rows, {**_WHERE, "seat": _I, "share": _F, **_INTERVAL, "edge": _F, "edge_low": _F, "edge_high": _F, "p_joint": _F})


def matchups(analysis: "Analysis") -> pl.DataFrame:
    """Strategies at the same table, pair by pair: by how much the share of one is larger, on the same deals."""
    rows = []
    for place in places(analysis):
        here = [j for j in range(len(place.group.labels)) if place.stats.is_measured(j, place.t)]
        for a, b in permutations(here, 2):
            e = place.stats.share_difference(place.t, place.s, a, b)
            pair = {"strategy": place.group.labels[a], "opponent": place.group.labels[b]}
            rows.append({**place.where, **pair, "difference": e.mean, "se": e.se, "low": e.low, "high": e.high})
    return table(rows, {**_WHERE, "strategy": _S, "opponent": _S, "difference": _F, "se": _F, **_INTERVAL})


def lengths(analysis: "Analysis") -> pl.DataFrame:
    """How long games are: mean, quantiles, and the share of games that were cut off."""
    rows = []
    for place in places(analysis):
        e, quantiles = place.mean("turns"), place.stats.length_quantiles(place.t, place.s, PERCENTS)
        of = {f"q{percent}": quantile.value for percent, quantile in zip(PERCENTS, quantiles, strict=True)}
        rows.append({**place.where, "mean": e.mean, "low": e.low, "high": e.high, **of, "capped": capped(analysis, place)})
    return table(rows, {**_WHERE, "mean": _F, **_INTERVAL, **{f"q{percent}": _I for percent in PERCENTS}, "capped": _F})


def capped(analysis: "Analysis", place: Place) -> float:
    """The share of games that were cut off by a limit."""
    return sum(place.mean(f"ending.{ending}").mean for ending in analysis.game.endings if ending.endswith("_limit"))


def length_counts(analysis: "Analysis") -> pl.DataFrame:
    """The whole distribution: how many games took that many turns."""
    rows = (
        {**place.where, "turns": turns, "games": int(games)}
        for place in places(analysis)
        for turns, games in enumerate(place.stats.tally.lengths[place.t, place.s])
        if games
    )
    return table(rows, {**_WHERE, "turns": _I, "games": _I})


def endings(analysis: "Analysis") -> pl.DataFrame:
    """How games end."""
    rows = (
        {**place.where, "ending": ending, "share": e.mean, "low": e.low, "high": e.high}
        for place in places(analysis)
        for ending in analysis.game.endings
        for e in [place.mean(f"ending.{ending}")]
    )
    return table(rows, {**_WHERE, "ending": _S, "share": _F, **_INTERVAL})


def flipped(analysis: "Analysis") -> pl.DataFrame:
    """The share of games, each a deal in one seating, whose winners are others than in the first scenario."""
    rows = (
        {**place.where, "share": e.mean, "low": e.low, "high": e.high}
        for place in places(analysis)
        if place.s > 0
        for e in [place.mean("flipped")]
    )
    return table(rows, {**_WHERE, "share": _F, **_INTERVAL})


def ledger(analysis: "Analysis") -> pl.DataFrame:
    """How often each rule event fires: the share of games in which it did, and how often in a game."""
    rows = []
    for place in places(analysis):
        for event, meaning in analysis.game.counted.items():
            fired, times = place.mean(f"fired.{event}"), place.mean(event)
            row = {"fired": fired.mean, "fired_low": fired.low, "fired_high": fired.high}
            row |= {"per_game": times.mean, "per_game_low": times.low, "per_game_high": times.high}
            rows.append({**place.where, "event": event, "meaning": meaning, **row})
    ends = {f"{name}{end}": _F for name in ("fired", "per_game") for end in ("", "_low", "_high")}
    return table(rows, {**_WHERE, "event": _S, "meaning": _S, **ends})


def times(analysis: "Analysis") -> pl.DataFrame:
    """How many times each rule event fires in a game: the mean, and quantiles."""
    rows = []
    for place in places(analysis):
        for number, event in enumerate(analysis.game.counted):
            e = place.mean(event)
            quantiles = place.stats.times_quantiles(number, place.t, place.s, PERCENTS)
            of = {f"q{percent}": value for percent, value in zip(PERCENTS, quantiles, strict=True)}
            rows.append({**place.where, "event": event, "mean": e.mean, "low": e.low, "high": e.high, **of})
    return table(rows, {**_WHERE, "event": _S, "mean": _F, **_INTERVAL, **{f"q{percent}": _I for percent in PERCENTS}})


def times_counts(analysis: "Analysis") -> pl.DataFrame:
    """The whole distribution: in how many games an event fired so many times."""
    rows = (
        {**place.where, "event": event, "times": number, "games": int(games)}
        for place in places(analysis)
        for i, event in enumerate(analysis.game.counted)
        for number, games in enumerate(place.stats.tally.times[i, place.t, place.s])
        if games
    )
    return table(rows, {**_WHERE, "event": _S, "times": _I, "games": _I})


def ledger_effects(analysis: "Analysis") -> pl.DataFrame:
    """What a scenario does to the games in which an event fired, in it or in the first scenario; `games`: how many that were."""
    rows = []
    for place in places(analysis):
        for number, event in enumerate(analysis.game.counted if place.s else ()):
            for found in effects_where_fired(place.stats, place.t, place.s, number):
                e = found.effect
                effect = {"deals": e.deals, "games": found.pairs, "metric": found.metric, "effect": e.mean, "low": e.low, "high": e.high}
                rows.append({**place.where, "event": event, **effect})
    return table(rows, {**_WHERE, "event": _S, "deals": _I, "games": _I, "metric": _S, "effect": _F, **_INTERVAL})


def luck(analysis: "Analysis") -> pl.DataFrame:
    """How much of the variance of winning comes from the deal, the seat and the strategy; null where the seatings can't tell."""
    rows = ({**place.where, **vars(found)} for place in places(analysis) if (found := luck_of(place.stats, place.t, place.s)))
    return table(rows, {**_WHERE, "deal": _F, "seat": _F, "strategy": _F, "rest": _F})


def factors(found: "Iterable[FactorEffect]") -> pl.DataFrame:
    """The main effects of the rules that are varied."""
    rows = ({**_of_rule(f), "baseline_mean": f.effect.baseline, **_judged(f)} for f in found)
    columns = {"players": _I, "table": _S, "rule": _S, "value": _S, "baseline": _S, "metric": _S, "baseline_mean": _F}
    return table(rows, {**columns, **_FIGURES, **_VERDICT})


def interactions(found: "Iterable[FactorEffect]") -> pl.DataFrame:
    """By how much two changes together do more than the sum of both."""
    rows = (
        {**_of_rule(f), "other": f.other, "other_value": f.other_value, "other_baseline": f.other_baseline, **_judged(f)} for f in found
    )
    columns = {"players": _I, "table": _S, "rule": _S, "value": _S, "baseline": _S}
    others = {"other": _S, "other_value": _S, "other_baseline": _S, "metric": _S}
    return table(rows, {**columns, **others, **_FIGURES, **_VERDICT})


def _of_rule(f: "FactorEffect") -> Row:
    return {name: getattr(f, name) for name in ("players", "table", "rule", "value", "baseline", "metric")}


def _judged(f: "FactorEffect") -> Row:
    return {**figures(f.effect), "margin": f.verdict.margin, "verdict": f.verdict.word, "more_deals": f.verdict.more_deals}
