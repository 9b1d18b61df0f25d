"""Numbers with their intervals, one below the other: forest plots."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite

from simlab.report.charts.axis import Axis, reach
from simlab.report.svg import BAND, BOLD, INK, LINE, MUTED, NARROWEST, SERIES, SMALL, Sheet, folded, legend, room_for
from simlab.words.numbers import number, signed

SIGNS = ("circle", "diamond", "square")
COLORS = (SERIES[0], SERIES[1], SERIES[2])
ROW = 18.0  # pixels, of a mark
TICK = 5.0  # half of one
TOO_SMALL = "too small to matter"


@dataclass(frozen=True)
class Mark:
    """A number with its interval. `style`: how decided it is: matters, nothing, undecided or plain; `series`: its place in the legend;
    `singly`: the numbers that it is made of, each a tick.
    """

    ends: tuple[float, float, float]  # the number, and where its interval begins and ends
    value: str
    style: str = "plain"
    series: int = 0
    singly: Sequence[float] = ()


@dataclass(frozen=True)
class Row:
    """Something with one mark or several, one below the other; `more` is said beside its name. A row without marks is a heading."""

    label: str
    marks: Sequence[Mark] = ()
    more: str = ""


@dataclass(frozen=True)
class Panel:
    """Rows in the same unit. `zero` is what they are compared with, `band` what is too close to it to matter."""

    rows: Sequence[Row]
    unit: str
    title: str = ""
    zero: float | None = None
    zero_label: str = ""
    band: tuple[float, float] | None = None
    differences: bool = True  # numbers on the axis have a sign


def intervals(panels: Sequence[Panel], series: Sequence[str] = ()) -> Callable[[], Sheet]:
    """Numbers with their intervals; `series`: what marks of each shape are, where there are several."""
    return lambda: _draw([panel for panel in panels if any(row.marks for row in panel.rows)], series)


def _draw(panels: Sequence[Panel], series: Sequence[str]) -> Sheet:
    sheet = Sheet()
    y = legend(sheet, series, 4, draw=lambda x, at, i: sheet.sign(x, at, SIGNS[i % 3], COLORS[i % 3], dx=8)) if series else 0.0
    for panel in panels:
        y = _panel(sheet, panel, y + 4)
    if not panels:
        sheet.text(0, 14, "nothing to show", color=MUTED, size=SMALL)
        y = 20
    sheet.height = y
    return sheet


def _panel(sheet: Sheet, panel: Panel, y: float) -> float:
    if panel.title:
        sheet.text(0, y + 14, panel.title, bold=True)
        y += LINE + 4
    compared = [x for x in (panel.zero, *(panel.band or ())) if x is not None]
    marks = [mark for row in panel.rows for mark in row.marks]
    axis = Axis(*reach([x for mark in marks for x in (*mark.ends, *mark.singly)], compared))
    top, below = y, y + (LINE if panel.band or panel.zero_label else 0)
    bottom = below + sum(_high(row) for row in panel.rows) + 4
    if panel.band:
        left, right = map(axis.at, panel.band)
        sheet.box(left, top, right - left, bottom - top, BAND)
    if panel.zero is not None:
        sheet.line(axis.at(panel.zero), below, axis.at(panel.zero), bottom)
    if words := TOO_SMALL if panel.band else panel.zero_label:
        x = axis.at(panel.zero or 0.0)
        side = "start" if x < 25 else "end" if x > 75 else "middle"
        sheet.text(x, top + 13, words, anchor=side, color=MUTED, size=SMALL)
    for i, row in enumerate(panel.rows):
        if i and row.marks:
            sheet.line(0, below, 100, below, "grid")
        below = _row(sheet, axis, row, below)
    words_of = signed if panel.differences and panel.zero == 0 else number
    return axis.draw(sheet, bottom, panel.unit, words=words_of) + 4


def _lines(row: Row) -> list[str]:
    return folded(row.label, (NARROWEST - room_for(row.more, SMALL) - 12) * BOLD)


def _high(row: Row) -> float:
    return LINE * len(_lines(row)) + ROW * len(row.marks) + (4 if row.marks else 8)


def _row(sheet: Sheet, axis: Axis, row: Row, y: float) -> float:
    lines = _lines(row)
    for i, line in enumerate(lines):
        sheet.text(0, y + 15 + LINE * i, line, bold=True)
    if row.more:
        sheet.text(100, y + 15, row.more, anchor="end", color=MUTED, size=SMALL)
    at = y + LINE * len(lines) + ROW / 2
    for mark in row.marks:
        _mark(sheet, axis, mark, at)
        at += ROW
    return y + _high(row)


def _mark(sheet: Sheet, axis: Axis, mark: Mark, y: float) -> None:
    """A bar over the interval, a sign at the number, and the number beside them; beyond the axis an arrow's end at the edge."""
    mean, low, high = mark.ends
    color = INK if mark.style == "plain" else COLORS[mark.series % 3]
    left, right = (axis.at(end) if isfinite(end) else edge for end, edge in ((low, axis.left), (high, axis.right)))
    if right - left > 0.05:
        sheet.line(left, y, right, y, color, 2.4, shade=0.5)
    for each in mark.singly:
        sheet.line(axis.at(each), y - TICK, axis.at(each), y + TICK, color, 1.4)
    if axis.is_beyond(mean):
        way = 1 if mean > axis.high else -1
        sheet.line(axis.at(mean) - way * 3, y, axis.at(mean), y, color, 2.4, "3 2")
    sheet.sign(axis.at(mean), y, SIGNS[mark.series % 3], color, mark.style)
    beside = [(right, "start", 10), (left, "end", -10)]
    at, room = axis.at(mean), room_for(mark.value, SMALL) + 10
    fits = [place for place in (beside if mean >= 0 else beside[::-1]) if _fits(place[0], place[1], room)]
    x, side, dx = fits[0] if fits else (at, *beside[at > 50][1:])  # else the interval goes from edge to edge
    sheet.text(x, y + 4.5, mark.value, anchor=side, dx=dx, color=color, size=SMALL)


def _fits(x: float, side: str, room: float) -> bool:
    """Is there so much room on this side, in pixels, where the page is narrowest?"""
    return (100 - x if side == "start" else x) * NARROWEST / 100 >= room
