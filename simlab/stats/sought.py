"""What the confirmation says of a search's finalists: of each every goal at every table, on deals that the search has not seen.

All goals of all finalists are one family. That a goal is met is claimed by the guarded interval, that it is missed by the shown one, as of
checks. A finalist meets the goals if it meets each, and misses them if it misses one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any

from simlab.engine.metric import Metric
from simlab.experiment import Check
from simlab.stats.checks import BROKEN, HELD, Measured, number_at, status_of
from simlab.stats.estimates import Span
from simlab.stats.intervals import ALPHA
from simlab.stats.places import Place
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

MEETS, MISSES, OPEN = "meets", "misses", "undecided"
WORDS = {HELD: MEETS, BROKEN: MISSES}
VERDICTS = {MEETS: MATTERS, MISSES: NO_DIFFERENCE, OPEN: UNDECIDED}  # whose signs and looks stand for it


def all_goals(words: Iterable[str]) -> str:
    """The verdict on all goals, from those on each."""
    found = set(words)
    return MISSES if MISSES in found else OPEN if OPEN in found else MEETS


@dataclass(frozen=True)
class Reached:
    """What a finalist reaches of a goal, at a table; `unit`: what matters of it."""

    goal: Check
    place: Place
    measured: Measured
    unit: float

    @property
    def word(self) -> str:
        """Does it meet the goal?"""
        return WORDS.get(status_of(self.goal, self.measured), OPEN)

    @cached_property
    def miss(self) -> Span:
        """By how much it misses the goal, in units of what matters; with its interval."""
        value, low, high = self.measured.shown
        return Span(self._miss(value, value)[0], *self._miss(low, high))

    def _miss(self, low: float, high: float) -> tuple[float, float]:
        least, most = (
            (float("-inf") if self.goal.low is None else self.goal.low),
            (float("inf") if self.goal.high is None else self.goal.high),
        )
        return max(low - most, least - high, 0) / self.unit, max(high - most, least - low, 0) / self.unit


@dataclass(frozen=True)
class Tried:
    """A rule set: by which scenario it was played, what it changes, and what it reaches of each goal."""

    scenario: str
    changes: dict[str, Any]
    reached: tuple[Reached, ...]

    @property
    def word(self) -> str:
        """Does it meet all goals?"""
        return all_goals(one.word for one in self.reached)

    @cached_property
    def distance(self) -> Span:
        """Its worst goal's miss; 0 where all goals are met."""
        if self.word == MEETS:
            return Span(0.0, 0.0, 0.0)
        value, low, high = (max(ends) for ends in zip(*(one.miss for one in self.reached), strict=True))
        return Span(value, low, high)

    @property
    def worst(self) -> Reached:
        """The goal that it misses by most."""
        return max(self.reached, key=lambda one: (one.word == MISSES, one.miss.value))


@dataclass(frozen=True)
class Finalist(Tried):
    """A rule set that was confirmed: how many rules it edits and by how far, and what the search thought of it."""

    edits: int
    size: int
    searched: float  # its distance in the search


def unit_of(matters: float, *limits: float) -> float:
    """A limit that is smaller than what matters is its own unit: a share below 0.001 is not met within a point."""
    return min([matters, *(abs(limit) for limit in limits if isfinite(limit) and limit)]) or 1.0


def unit_at(check: Check, analysis: "Analysis", place: Place, metric: Metric) -> float:
    """What matters of a goal where the rules are those that others are told against."""
    mean = place.mean(metric)
    limits = (limit for limit in (check.low, check.high) if limit is not None)
    return unit_of(analysis.margin(metric, mean.mean, sqrt(mean.moments.central[0])), *limits)


def reached_at(place: Place, goals: Iterable[Check], analysis: "Analysis", alpha: float) -> Iterator[Reached]:
    """What is reached of each goal at a place, as far as it is measured there, by intervals that are wrong so seldom."""
    printed = analysis.placed[place.players, place.lineup.name, analysis.experiment.baseline]
    for goal in goals:
        if measured := number_at(goal.name, place, alpha):
            metric = next(metric for metric in place.metrics for check in metric.checks if check.name == goal.name)
            yield Reached(goal, place, measured, unit_at(goal, analysis, printed, metric))


def finalists(analysis: "Analysis") -> list[Finalist]:
    """All that were confirmed last, the fewest edits first; nothing while the search goes on."""
    rows = analysis.table("candidates").to_dicts()
    last = max((row["round"] for row in rows if row["round"]), default=0)
    by_name: dict[str, list[Line]] = {}
    for row in rows:
        if last and row["round"] == last and row["candidate"] in analysis.experiment.scenarios:
            by_name.setdefault(row["candidate"], []).append(row)
    alpha = ALPHA / 2**last / max(1, sum(map(len, by_name.values())))
    found = [_finalist(analysis, name, of, alpha) for name, of in by_name.items()]
    return sorted((one for one in found if one.reached), key=lambda one: (one.edits, one.size, one.distance.value))


def _finalist(analysis: "Analysis", name: str, rows: list[Line], alpha: float) -> Finalist:
    goals, reached = {goal.name: goal for goal in analysis.experiment.goals}, []
    for row in rows:
        place = analysis.placed.get((row["players"], row["lineup"], name))
        measured = place and number_at(row["goal"], place, alpha)
        if place and measured:
            reached.append(Reached(goals[row["goal"]], place, measured, row["unit"]))
    first = rows[0]
    return Finalist(name, analysis.experiment.scenarios[name], tuple(reached), first["edits"], first["size"], first["distance"])
