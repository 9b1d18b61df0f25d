"""The page of runs side by side: what changed, in sentences, in one picture and in tables; one file that needs no other."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from urllib.parse import quote

from simlab.base.clock import timed
from simlab.engine.metric import Metric
from simlab.report.compared import Compared
from simlab.report.lines import grouped
from simlab.report.page import render
from simlab.report.tables import Cell, Column, TableBlock, words
from simlab.stats.side_by_side import PAIRED, WORST, Change, Key
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS, SIGNS, interval
from simlab.words.numbers import listed, many, rounded, sentence

MOST_TRACKS = 16  # numbers in the picture
STYLES = {MATTERS: "matters", "": "matters"}
HOW = {
    PAIRED: "on the same deals, one by one",
    WORST: "on the same deals, whose rows are not all there: the interval is as wide as it could be",
}
_ROOM = 0.06  # of a track that is left free at each end


@dataclass(frozen=True)
class Mark:
    """A run's number on its track: where it and the ends of its interval stand, in percent, and what is written beside it."""

    run: str
    at: float
    low: float
    high: float
    value: str
    style: str


@dataclass(frozen=True)
class Track:
    """The same number in each run, one below the other; `zero`: where no change would stand."""

    label: str
    where: str
    marks: Sequence[Mark]
    zero: float | None

    @property
    def alt(self) -> str:
        """The track for who cannot see it."""
        return f"{self.label}, {self.where}: {'; '.join(f'{mark.run} {mark.value}' for mark in self.marks)}"


@timed("report: the page")
def html_of(compared: Compared, folder: Path) -> str:
    """The page of runs side by side, as it stands in a folder."""
    games = many(sum(run.manifest["games"] for run in compared.runs), "game")
    kicker = f"{compared.runs[0].game.title} · {listed(compared.names)} side by side · {games}"
    questions = dict.fromkeys(run.experiment.question for run in compared.runs)
    pages = [quote(os.path.relpath(run.path / "index.html", folder)) for run in compared.runs]
    return render(
        "compare.html",
        compared=compared,
        kicker=kicker,
        title=next(iter(questions)) if len(questions) == 1 else listed(compared.names),
        links=list(zip(compared.names, pages, strict=True)),
        tracks=tracks(compared),
        tables=tables(compared),
        how=how(compared),
    )


def how(compared: Compared) -> str:
    """How the numbers were compared."""
    found = dict.fromkeys(change.how for change in compared.whole.changes.values())
    parts = [HOW.get(each, "on deals of their own, by the intervals of both") for each in found]
    return f"The last run beside the first: {' and '.join(parts)}. All numbers of two runs are one family." if parts else ""


# The picture


def tracks(compared: Compared) -> list[Track]:
    """The numbers that differ most, in their order: shares on one scale, all else on one for each metric."""
    largest = sorted(compared.keys, key=lambda key: -compared.strength(key))[:MOST_TRACKS]
    shown = [{"key": key, "scale": _scale(compared, key)} for key in compared.keys if key in largest]
    return [track for _, lines in grouped(shown, "scale") for track in _on_one_scale(compared, [line["key"] for line in lines])]


def _scale(compared: Compared, key: Key) -> tuple[bool, str]:
    metric = compared.metric(key)
    return bool(key.scenario), metric.family.name if metric.family.is_share else metric.name


def _on_one_scale(compared: Compared, keys: Sequence[Key]) -> list[Track]:
    """Their scale holds all that is known of them, and no change where they are changes."""
    spans = [of[key].estimate.span for key in keys for of in compared.numbers if key in of]
    found = [end for span in spans for end in span if isfinite(end)] + ([0.0] if keys[0].scenario else [])
    low, high = min(found), max(found)
    room = (high - low) * _ROOM or abs(high) * _ROOM or 1.0

    def at(value: float) -> float:
        return round(100 * (min(max(value, low - room), high + room) - low + room) / (high - low + 2 * room), 2)

    return [_track(compared, key, at) for key in keys]


def _track(compared: Compared, key: Key, at: Callable[[float], float]) -> Track:
    marks = []
    for run, (name, of) in enumerate(zip(compared.names, compared.numbers, strict=True)):
        if key in of:
            span, style = of[key].estimate.span, STYLES.get(of[key].word, "hollow")
            marks.append(Mark(name, at(span.value), at(span.low), at(span.high), compared.value(run, key), style))
    return Track(sentence(compared.metric(key).title), compared.where(key), marks, at(0.0) if key.scenario else None)


# The tables


def tables(compared: Compared) -> list[TableBlock]:
    """In what the runs differ; all numbers side by side; and of more than two runs what happened from each to the next."""
    found = [_differing(compared)] if compared.differing else []
    found += [_numbers(compared)] if compared.keys else []
    return [*found, *([_steps(compared)] if len(compared.steps) > 1 and compared.keys else [])]


def _differing(compared: Compared) -> TableBlock:
    lines = [{"what": each.what, "kind": each.kind, **dict(enumerate(each.values))} for each in compared.differing]
    runs = [words(name, lambda row, at=at: row[at]) for at, name in enumerate(compared.names)]  # type: ignore[misc]  # bound at once
    return TableBlock("differs", "What differs", [words("What", "what"), words("Kind", "kind"), *runs], lines)


def _numbers(compared: Compared) -> TableBlock:
    lines = [{"key": key, "change": compared.whole.changes.get(key)} for key in compared.keys]
    runs = [_of_run(compared, at) for at in range(len(compared.names))]
    title = "Difference" if len(compared.names) == 2 else "From first to last"
    return TableBlock("numbers", "Every number, side by side", [*_names(compared), *runs, *_change(compared, title)], lines, how(compared))


def _steps(compared: Compared) -> TableBlock:
    names = compared.names
    lines = [
        {"step": f"{names[step.before]} to {names[step.after]}", "key": key, "change": change}
        for step in compared.steps
        for key, change in step.changes.items()
    ]
    columns = [words("Runs", "step"), *_names(compared), *_change(compared, "Difference")]
    return TableBlock("steps", "From each run to the next", columns, lines)


def _names(compared: Compared) -> list[Column]:
    return [
        words("Number", lambda row: compared.metric(row["key"]).title),
        words("Rules", lambda row: compared.where(row["key"])),
    ]


def _of_run(compared: Compared, at: int) -> Column:
    def cell(row: Line) -> Cell:
        number = compared.numbers[at].get(row["key"])
        sign = f" {SIGNS[number.word]}" if number and number.word else ""
        return Cell(compared.value(at, row["key"]) + sign, tuple(number.estimate.span) if number else (None, None, None))

    name = compared.names[at]
    return Column(name, cell, fields=(name, f"{name} low", f"{name} high"))


def _change(compared: Compared, title: str) -> list[Column]:
    def difference(row: Line) -> Cell:
        change = row["change"]
        return Cell(difference_of(compared.metric(row["key"]), change), (change and change.difference.mean,))

    def between(row: Line) -> Cell:
        change, factor = row["change"], compared.metric(row["key"]).family.factor
        text = interval(change.difference.low, change.difference.high, factor, sign=True) if change else ""
        return Cell(text, (change.difference.low, change.difference.high) if change else (None, None))

    def word(row: Line) -> Cell:
        return Cell(word_of(row["change"]), (row["change"].word if row["change"] else "",))

    return [
        Column(title, difference, fields=("difference",)),
        Column("Interval", between, fields=("low", "high")),
        Column("Verdict on it", word, numeric=False, fields=("verdict",)),
    ]


def difference_of(metric: Metric, change: Change | None) -> str:
    """By how much two numbers differ, with sign and unit."""
    if change is None:
        return ""
    family, of = metric.family, change.difference
    return f"{rounded(of.mean, of.half_width, family.factor, sign=True)} {family.difference.short}"


def word_of(change: Change | None) -> str:
    """The verdict on a difference, with its sign."""
    return f"{SIGNS[change.word]} {change.word.removeprefix('makes ')}" if change else ""
