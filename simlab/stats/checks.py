"""The checks that an experiment declares of its results: held, broken or undecided, by their 95% intervals.

That a check is broken is claimed of what was seen, by the interval that is shown; that it held, by the guarded one.

A check is judged in the baseline (the rules as they are), at every line-up and number of players; `effect.<scenario>.<metric>` names
another scenario. Where a check is about the largest of several values (a seat's edge, a strategy's share) each of them has an interval at
5% divided by their number, so that all hold at once (Bonferroni).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from simlab.engine.metric import Checkable, Metric
from simlab.experiment import Check
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
            measured = _measured(check, place)
            if measured is not None:
                text = f"{check.name} {check.text.strip()}"
                where = [*analysis.where(place.players, place.lineup.name), *([place.scenario] if len(place.group.scenarios) > 1 else [])]
                found.append(CheckResult(text, *measured.shown, status_of(check, measured), ", ".join(where)))
    return found


class Measured(NamedTuple):
    """What a check or a goal is about: the value with both its intervals, and whether anything may be claimed of it."""

    shown: Span
    guarded: Span
    may_claim: bool = True

    @classmethod
    def of(cls, e: Estimate, scale: float = 1.0) -> "Measured":
        """A mean, so many times as large."""
        shown, guarded = (Span(*(scale * end for end in span)) for span in (e.span, e.guarded))
        return cls(shown, guarded, e.may_claim)


def status_of(check: Check, measured: Measured) -> str:
    """Held where the whole interval is allowed, broken where none of it is."""
    if not measured.may_claim:
        return OPEN
    low = float("-inf") if check.low is None else check.low
    high = float("inf") if check.high is None else check.high
    span, guarded, is_strict = measured.shown, measured.guarded, check.op != "within"
    if (low < guarded.low and guarded.high < high) if is_strict else (low <= guarded.low and guarded.high <= high):
        return HELD
    if (span.high <= low or high <= span.low) if is_strict else (span.high < low or high < span.low):
        return BROKEN
    return OPEN


def _measured(check: Check, place: Place) -> Measured | None:
    """What a check is about at this place; None where it says nothing."""
    for metric in place.metrics:
        if not place.is_baseline and check.name == f"effect.{place.scenario}.{metric.key}":
            return _effect(check, place, place.asked(metric.key))
    return number_at(check.name, place) if place.is_baseline else None


def number_at(name: str, place: Place, alpha: float = ALPHA) -> Measured | None:
    """What is checked by this name, with intervals that are wrong so seldom; None where it says nothing."""
    of = ((checkable, metric) for metric in place.metrics for checkable in metric.checks if checkable.name == name)
    return next((_number(checkable, metric, place, alpha) for checkable, metric in of), None)


def _number(checkable: Checkable, metric: Metric, place: Place, alpha: float) -> Measured:
    match checkable.of:
        case "largest edge":
            return _largest([edge.at(alpha) for edge in place.rivals.seat_edges])
        case "quantile":
            (quantile,) = length_quantiles(place, (checkable.percent,))
            return Measured(quantile, quantile)
        case "nothing":
            return Measured(Span(0.0, 0.0, 0.0), Span(0.0, 0.0, 0.0))
    return Measured.of(place.mean(metric).at(alpha))


def _effect(check: Check, place: Place, metrics: Sequence[Metric]) -> Measured:
    """The effect on a metric; on shares and scores the largest effect on any strategy's. A limit in % is one of the baseline's mean."""
    effects = [place.effect(metric) for metric in metrics]
    if len(effects) > 1:
        return _largest(effects)
    baseline = abs(effects[0].baseline)
    is_relative = "%" in check.text and not metrics[0].family.is_share and baseline
    return Measured.of(effects[0], 1 / baseline if is_relative else 1.0)


def _largest(found: Sequence[Estimate]) -> Measured:
    """The largest size of several values, with the intervals that follow from all of theirs."""
    together = [e.at(e.alpha / len(found)) for e in found]
    shown, guarded = (_largest_of([getattr(e, name) for e in together]) for name in ("span", "guarded"))
    return Measured(shown, guarded, all(e.may_claim for e in found))


def _largest_of(spans: Sequence[Span]) -> Span:
    nearest = [max(0.0, span.low, -span.high) for span in spans]
    farthest = [max(abs(span.low), abs(span.high)) for span in spans]
    return Span(max(abs(span.value) for span in spans), max(nearest), max(farthest))
