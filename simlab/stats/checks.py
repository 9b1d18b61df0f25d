"""The checks that an experiment declares of its results: held, broken or undecided, by their 95% intervals.

A check is judged in the first scenario (the rules as they are), at every line-up and number of players; `effect.<scenario>.<metric>` names
another scenario. Where a check is about the largest of several values (a seat's edge, a strategy's share) each of them has an interval at
5% divided by their number, so that all hold at once (Bonferroni).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab.experiment import Check
from simlab.stats.estimates import Effect, Estimate
from simlab.stats.frames import Place, places
from simlab.stats.intervals import ALPHA

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

HELD, BROKEN, OPEN = "held", "broken", "undecided"
QUANTILES = {"turns.p5": 5, "turns.p25": 25, "turns.median": 50, "turns.p75": 75, "turns.p95": 95}


@dataclass(frozen=True)
class CheckResult:
    """What became of a check: the value that it is about, with its interval, and where that is."""

    text: str
    value: float
    low: float
    high: float
    status: str
    where: str


@dataclass(frozen=True)
class _Span:
    value: float
    low: float
    high: float

    @classmethod
    def of(cls, estimate: Estimate) -> "_Span":
        return cls(estimate.mean, estimate.low, estimate.high)


def check_all(analysis: "Analysis") -> list[CheckResult]:
    """Every check at every place where it says something."""
    found = []
    for check in analysis.experiment.checks:
        for place in places(analysis):
            span = _measured(analysis, check, place)
            if span is not None:
                text = f"{check.name} {check.text.strip()}"
                found.append(CheckResult(text, span.value, span.low, span.high, _status(check, span), _where(analysis, place)))
    return found


def _where(analysis: "Analysis", place: Place) -> str:
    """The place, as far as there are several."""
    where = place.where
    parts = [f"{where['players']} players"] if len(analysis.experiment.players) > 1 else []
    parts += [where["table"]] if len(place.group.lineups) > 1 else []
    parts += [where["scenario"]] if len(place.group.scenarios) > 1 else []
    return ", ".join(parts)


def _status(check: Check, span: _Span) -> str:
    """Held where the whole interval is allowed, broken where none of it is."""
    low = float("-inf") if check.low is None else check.low
    high = float("inf") if check.high is None else check.high
    is_strict = check.op != "within"
    if (low < span.low and span.high < high) if is_strict else (low <= span.low and span.high <= high):
        return HELD
    if (span.high <= low or high <= span.low) if is_strict else (span.high < low or high < span.low):
        return BROKEN
    return OPEN


def _measured(analysis: "Analysis", check: Check, place: Place) -> _Span | None:
    """What a check is about at this place; None where it says nothing."""
    name, stats, t = check.name, place.stats, place.t
    index = stats.measures.index
    for metric, scenario in _effects_named(place, name):
        return _effect(analysis, check, place, metric) if scenario == place.s else None
    if place.s:
        return None
    if name == "seat_edge":
        players = place.group.players
        return _largest(stats.seat_edges(t, 0, ALPHA / players))
    if name in QUANTILES:
        quantile = stats.length_quantile(t, 0, QUANTILES[name])
        return _Span(quantile.value, quantile.low, quantile.high)
    metric = "ending.turn_limit" if name == "turn_limit" else name.removesuffix(".mean")
    if metric not in index or not stats.is_measured(index[metric], t):
        return _Span(0.0, 0.0, 0.0) if name == "turn_limit" else None
    e = place.mean(metric)
    return _share_of_games(e) if metric.startswith("ending.") else _Span.of(e)


def _share_of_games(e: Estimate) -> _Span:
    """Where all deals agree the interval of a mean is a point, though the next deal may differ: with n deals and none that does, at most
    1 - 0.05^(1/n) of all do, about 3/n (Hanley and Lippman-Hand 1983, "If nothing goes wrong, is everything all right?", JAMA 249).
    """
    if e.se > 0 or e.mean not in (0.0, 1.0):
        return _Span.of(e)
    others = 1 - ALPHA ** (1 / e.deals)
    return _Span(e.mean, max(0.0, e.mean - others), min(1.0, e.mean + others))


def _effects_named(place: Place, name: str) -> Iterator[tuple[str, int]]:
    """The metric and the scenario that `effect.<scenario>.<metric>` means; both may have dots in their names."""
    metrics = ("share", "score", *place.stats.measures.index)
    for s, scenario in enumerate(place.group.scenarios):
        start = f"effect.{scenario}."
        if s and name.startswith(start) and name.removeprefix(start) in metrics:
            yield name.removeprefix(start), s


def _effect(analysis: "Analysis", check: Check, place: Place, metric: str) -> _Span:
    """The effect on a metric; on shares and scores the largest effect on any strategy's. A limit in % is one of the baseline's mean."""
    stats, t = place.stats, place.t
    names = analysis.metrics_of(metric, stats, t)
    effects = [stats.effect(stats.measures.index[name], t, place.s) for name in names]
    if len(effects) > 1:
        reach = stats.intervals.reach(stats.deals, ALPHA / len(effects))
        effects = [Effect(e.mean, e.se, e.deals, reach * e.se if e.se else 0.0, e.baseline, e.saving) for e in effects]
        return _largest(effects)
    span, baseline = _Span.of(effects[0]), abs(effects[0].baseline)
    is_relative = "%" in check.text and not metric.startswith(("share", "ending", "fired")) and baseline
    return _Span(span.value / baseline, span.low / baseline, span.high / baseline) if is_relative else span


def _largest(found: list[Estimate] | list[Effect]) -> _Span:
    """The largest size of several values, with the interval that follows from all of theirs."""
    nearest = [max(0.0, e.low, -e.high) for e in found]
    farthest = [max(abs(e.low), abs(e.high)) for e in found]
    return _Span(max(abs(e.mean) for e in found), max(nearest), max(farthest))
