"""The lines of an analysis' tables, as sections use them: each has an interval from `low` to `high` that decides its digits.

A line of effects has its metric, the `baseline_mean`, the `mean` difference, its margin and verdict.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from simlab.engine.metric import PERCENT
from simlab.stats.statistic import Line
from simlab.words import changes, numbers
from simlab.words.changes import MATTERS


def grouped(lines: Iterable[Line], *keys: str) -> list[tuple[Any, list[Line]]]:
    """The lines by what they have in these fields, in the order of their first appearance."""
    found: dict[Any, list[Line]] = {}
    for line in lines:
        key = tuple(line[name] for name in keys)
        found.setdefault(key if len(keys) > 1 else key[0], []).append(line)
    return list(found.items())


def distinct(lines: Iterable[Line], key: str) -> list[Any]:
    """What the lines have in a field, each once."""
    return list(dict.fromkeys(line[key] for line in lines))


def bounded(line: Line, name: str) -> Line:
    """The line with the interval of one of its numbers as its own."""
    return {**line, "low": line[f"{name}_low"], "high": line[f"{name}_high"]}


# Numbers


def half_width(line: Line) -> float:
    """How far the line's interval reaches to each side."""
    return float(line["high"] - line["low"]) / 2


def rounded(line: Line, key: str, factor: float = 1.0, *, sign: bool = False) -> str:
    """A number of a line, with the digits that its interval allows."""
    return numbers.rounded(line[key], half_width(line), factor, sign=sign)


def between(line: Line, factor: float = 1.0, *, sign: bool = False) -> str:
    """A line's interval."""
    return changes.interval(line["low"], line["high"], factor, sign=sign)


def ends(line: Line, key: str = "mean", factor: float = PERCENT) -> tuple[float, float, float]:
    """A number of a line and both ends of its interval, for a chart."""
    return line[key] * factor, line["low"] * factor, line["high"] * factor


def percent_of(line: Line, key: str = "share") -> str:
    """A share in percent."""
    return numbers.percent(line[key], half_width(line))


def points_of(line: Line, key: str) -> str:
    """A difference between shares in percentage points."""
    return f"{rounded(line, key, PERCENT, sign=True)} pp"


# Effects


@dataclass(frozen=True)
class Effect:
    """An effect as words want it."""

    mean: float
    half_width: float
    baseline: float


def effect_of(line: Line) -> Effect:
    """What a line says of its metric."""
    return Effect(line["mean"], half_width(line), line.get("baseline_mean") or 0.0)


def change_of(line: Line) -> str:
    """An effect with its sign and unit: `+3.1 pp`, `−4.2 turns (−11%)`."""
    return changes.signed_change(line["metric"], effect_of(line))


def in_title(line: Line) -> str:
    """What an effect does, for the title of a picture."""
    return changes.in_title(line["metric"], effect_of(line))


def verdict_of(line: Line) -> str:
    """A line's verdict with its sign; where it is undecided, what would decide it."""
    likely, sits_on_margin = line.get("likely_deals", 0), line.get("sits_on_margin", False)
    return changes.verdict_in_short(line["verdict"], line["more_deals"], likely, sits_on_margin=sits_on_margin)


def has_percent(line: Line) -> bool:
    """Is an effect told in percent of its baseline?"""
    return changes.is_relative(line["metric"], effect_of(line))


def factor_of(line: Line) -> float:
    """What a difference is multiplied by for a chart: shares become percentage points, all else percent of the baseline."""
    return PERCENT if line["metric"].family.is_share else PERCENT / abs(line["baseline_mean"] or 1.0)


def strength(line: Line) -> float:
    """How large an effect is, measured by what would matter."""
    return abs(line["mean"]) / line["margin"] if line["margin"] else 0.0


def largest(lines: Sequence[Line], most: int) -> list[Line]:
    """So many of the effects, the largest, in their order."""
    kept = set(map(id, sorted(lines, key=strength, reverse=True)[:most]))
    return [line for line in lines if id(line) in kept]


def strongest_first(line: Line) -> tuple[bool, float]:
    """What effects are ordered by: one that is known to matter goes before one that is not."""
    return line["verdict"] == MATTERS, strength(line)


def strongest(lines: Sequence[Line]) -> Line:
    """The largest effect."""
    return max(lines, key=strongest_first)
