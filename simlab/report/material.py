"""What the sections of a report are made from: a run's analysis and manifest, and the words for what was measured."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from simlab.engine.game import Game
from simlab.experiment import Experiment
from simlab.report.numbers import decimals, number, signed
from simlab.stats.analysis import Analysis, Comparison
from simlab.stats.verdict import MATTERS, NO_DIFFERENCE, UNDECIDED

STYLES = {MATTERS: "matters", NO_DIFFERENCE: "nothing", UNDECIDED: "undecided"}
HOW_TO_READ = (
    "● matters: the whole interval lies outside the shaded band. ○ makes no practical difference: it lies inside. "
    "◐ undecided: neither. The band is what is too small to matter."
)


@dataclass(frozen=True)
class Family:
    """Metrics of one kind: what they are called, their unit, the unit of a difference, and what they are multiplied by."""

    title: str
    unit: str
    difference: str
    short: str  # the unit of a difference beside a number
    factor: float = 1.0

    @property
    def is_percent(self) -> bool:
        """Whether it is a share, shown in percent."""
        return self.factor == 100


_PERCENT = ("percentage points", "pp", 100.0)
FAMILIES = {
    "share": Family("Win shares by strategy", "%", *_PERCENT),
    "seat": Family("Win shares by seat", "%", *_PERCENT),
    "score": Family("Scores by strategy", "points", "points", "points"),
    "turns": Family("Length in turns", "turns", "turns", "turns"),
    "decisions": Family("Length in decisions", "decisions", "decisions", "decisions"),
    "ending": Family("Endings", "% of games", *_PERCENT),
    "fired": Family("Games with the event", "% of games", *_PERCENT),
    "flipped": Family("Games with other winners", "% of games", *_PERCENT),
    "count": Family("Events", "times a game", "times a game", ""),
}


def kind_of(metric: str) -> str:
    """The kind of a metric, by its name."""
    kind = metric.split(".")[0]
    return kind if kind in FAMILIES else "count"


def family_of(metric: str) -> Family:
    """The family of a metric."""
    return FAMILIES[kind_of(metric)]


def label_of(metric: str) -> str:
    """What a metric is called within its family."""
    name = metric.partition(".")[2]
    if not name:
        return plainly(metric)
    return f"seat {name}" if metric.startswith("seat.") else name


def plainly(name: str) -> str:
    """A name from a program as words.

    >>> plainly("lead_changes")
    'lead changes'
    """
    return name.replace("_", " ")


@dataclass(frozen=True)
class Material:
    """A finished run."""

    analysis: Analysis
    manifest: dict[str, Any]

    @property
    def experiment(self) -> Experiment:
        """What was asked."""
        return self.analysis.experiment

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.analysis.game

    @property
    def baseline(self) -> str:
        """The scenario that the others are compared with."""
        return next(iter(self.experiment.scenarios))

    @cached_property
    def has_many_places(self) -> bool:
        """Whether there is more than one number of players or line-up."""
        return len(self.analysis.groups) > 1 or len(self.experiment.lineups) > 1

    @property
    def has_many_scenarios(self) -> bool:
        """Whether anything is compared with a baseline."""
        return len(self.experiment.scenarios) > 1

    def place(self, players: int, table: str) -> str:
        """Where a number comes from: the number of players and the line-up, as far as there are several."""
        parts = [f"{players} players"] if len(self.analysis.groups) > 1 else []
        parts += [table] if len(self.experiment.lineups) > 1 else []
        return ", ".join(parts)

    def where(self, row: dict[str, Any]) -> str:
        """The place of a row."""
        return self.place(row["players"], row["table"])


def change_of(c: Comparison) -> str:
    """A difference with its sign and unit: `+3.1 pp`, `−4.2 turns (−11%)`."""
    family = family_of(c.metric)
    text = signed(c.effect.mean * family.factor, decimals(c.effect.half_width * family.factor))
    text += f" {family.short}" if family.short else ""
    return text if family.factor != 1 or not c.effect.baseline else f"{text} ({percent_change(c)})"


def percent_change(c: Comparison) -> str:
    """A difference as a percentage of the baseline."""
    scale = 100 / abs(c.effect.baseline)
    return f"{signed(c.effect.mean * scale, decimals(c.effect.half_width * scale))}%"


def value_of(mean: float, half_width: float, metric: str) -> str:
    """A mean with its unit: `25.1%`, `38.2 turns`."""
    family = family_of(metric)
    text = number(mean * family.factor, decimals(half_width * family.factor))
    return f"{text}%" if family.is_percent else f"{text} {family.unit}"
