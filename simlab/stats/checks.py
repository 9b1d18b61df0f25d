"""The checks that an experiment declares of its results: held, broken or undecided, by their 95% intervals.

A check is judged in the first scenario (the rules as they are), at every line-up and number of players; `effect.<scenario>.<metric>` names
another scenario. Where a check is about the largest of several values (a seat's edge, a strategy's share) each of them has an interval at
5% divided by their number, so that all hold at once (Bonferroni).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from simlab.engine.metric import Checkable, Metric
from simlab.experiment import Check
from simlab.metrics.events import ENDINGS
from simlab.stats.estimates import Estimate, Span
from simlab.stats.intervals import ALPHA
from simlab.stats.places import Place
from simlab.stats.statistics.lengths import length_quantiles

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

HELD, BROKEN, OPEN = "held", "broken", "undecided"


@dataclass(frozen=True)
class CheckResult:
    """What became of a check: the value that it is about, with its interval, and where that is."""

    text: str
    value: float
    low: float
    high: float
    status: str
    where: str


def check_all(analysis: "Analysis") -> list[CheckResult]:
    """Every check at every place where it says something."""
    found = []
    for check in analysis.experiment.checks:
        for place in analysis.places:
            span = _measured(check, place)
            if span is not None:
                text = f"{check.name} {check.text.strip()}"
                where = [*analysis.where(place.players, place.lineup.name), *([place.scenario] if len(place.group.scenarios) > 1 else [])]
                found.append(CheckResult(text, *span, _status(check, span), ", ".join(where)))
    return found


def _status(check: Check, span: Span) -> str:
    """Held where the whole interval is allowed, broken where none of it is."""
    low = float("-inf") if check.low is None else check.low
    high = float("inf") if check.high is None else check.high
    is_strict = check.op != "within"
    if (low < span.low and span.high < high) if is_strict else (low <= span.low and span.high <= high):
        return HELD
    if (span.high <= low or high <= span.low) if is_strict else (span.high < low or high < span.low):
        return BROKEN
    return OPEN


def _measured(check: Check, place: Place) -> Span | None:
    """What a check is about at this place; None where it says nothing."""
    for metric in place.metrics:
        if place.s and check.name == f"effect.{place.scenario}.{metric.key}":
            return _effect(check, place, place.asked(metric.key))
        for checkable in metric.checks if not place.s else ():
            if checkable.name == check.name:
                return _number(checkable, metric, place)
    return None


def _number(checkable: Checkable, metric: Metric, place: Place) -> Span:
    match checkable.of:
        case "largest edge":
            return _largest(place.rivals.seat_edges(ALPHA / place.players))
        case "quantile":
            return length_quantiles(place, (checkable.percent,))[0]
        case "nothing":
            return Span(0.0, 0.0, 0.0)
    e = place.mean(metric)
    return _share_of_games(e) if metric.family is ENDINGS else e.span


def _share_of_games(e: Estimate) -> Span:
    """Where all deals agree the interval of a mean is a point, though the next deal may differ: with n deals and none that does, at most
    1 - 0.05^(1/n) of all do, about 3/n (Hanley and Lippman-Hand 1983, "If nothing goes wrong, is everything all right?", JAMA 249).
    """
    if e.se > 0 or e.mean not in (0.0, 1.0):
        return e.span
    others = 1 - ALPHA ** (1 / e.deals)
    return Span(e.mean, max(0.0, e.mean - others), min(1.0, e.mean + others))


def _effect(check: Check, place: Place, metrics: Sequence[Metric]) -> Span:
    """The effect on a metric; on shares and scores the largest effect on any strategy's. A limit in % is one of the baseline's mean."""
    effects = [place.effect(metric) for metric in metrics]
    if len(effects) > 1:
        reach = place.stats.intervals.reach(place.stats.deals, ALPHA / len(effects))
        return _largest([replace(e, half_width=reach * e.se if e.se else 0.0) for e in effects])
    span, baseline = effects[0].span, abs(effects[0].baseline)
    if "%" not in check.text or metrics[0].family.is_share or not baseline:
        return span
    return Span(span.value / baseline, span.low / baseline, span.high / baseline)


def _largest(found: Sequence[Estimate]) -> Span:
    """The largest size of several values, with the interval that follows from all of theirs."""
    nearest = [max(0.0, e.low, -e.high) for e in found]
    farthest = [max(abs(e.low), abs(e.high)) for e in found]
    return Span(max(abs(e.mean) for e in found), max(nearest), max(farthest))
