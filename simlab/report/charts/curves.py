"""Numbers with their intervals along other numbers: lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, isfinite, pi, sin

from simlab.report.charts.sheet import (
    BELOW,
    LINE,
    THIN,
    Drawing,
    Scale,
    cut,
    folded,
    nothing,
    number_line,
    reach,
    room_for,
    round_numbers,
)
from simlab.report.svg import GRID, MUTED, SERIES, SMALL, WIDE, Point, Sheet, path

# The corners of the signs, in halves of their size: round, square, triangles up and down, diamond, plus, cross, triangle to the left.
_ROUND = [(cos(turn * pi / 8), sin(turn * pi / 8)) for turn in range(16)]
_PLUS = [(-1, -3), (1, -3), (1, -1), (3, -1), (3, 1), (1, 1), (1, 3), (-1, 3), (-1, 1), (-3, 1), (-3, -1), (-1, -1)]
SIGNS: tuple[Sequence[Point], ...] = (
    _ROUND,
    [(-1, -1), (1, -1), (1, 1), (-1, 1)],
    [(0, -1), (1, 1), (-1, 1)],
    [(0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)],
    [(0, 1), (1, -1), (-1, -1)],
    [(x / 3, y / 3) for x, y in _PLUS],
    [((x - y) / 4, (x + y) / 4) for x, y in _PLUS],
    [(-1, 0), (1, -1), (1, 1)],
)
LARGE, LESS = 6.5, 6.0  # pixels, of a sign on a line and of one beside its name
DASHES = ((), (5, 2), (1.5, 1.5), (7, 2, 1.5, 2), (3, 1), (9, 3), (1, 3))  # fewer than signs: a ninth line is no first


@dataclass(frozen=True)
class Series:
    """A line: points (x, mean, low, high)."""

    label: str
    points: Sequence[tuple[float, float, float, float]]


@dataclass(frozen=True)
class Level:
    """What lines are compared with: another line, without intervals; and how far from it is too little to matter."""

    label: str
    points: Sequence[tuple[float, float]]
    band: float = 0.0


def lines(series: Sequence[Series], x_label: str, y_label: str, level: Level | None = None) -> Drawing:
    """Numbers with their intervals along whole numbers, as of players: a line each, with its name at its end."""
    known = [Series(one.label, [point for point in one.points if isfinite(point[1])]) for one in series]
    shown = [one for one in known if one.points]
    return (lambda width: _draw(shown, x_label, y_label, level, width)) if shown else nothing


def _draw(series: Sequence[Series], x_label: str, y_label: str, level: Level | None, width: int) -> Sheet:
    names = [folded(one.label, width * 0.3, 2) for one in series] + ([[level.label]] if level else [])
    compared = [end for _, y in level.points for end in (y - level.band, y + level.band)] if level else []
    ends = reach([*compared, *(y for one in series for point in one.points for y in point[1:])], 0.08)
    ticks, numbers = round_numbers(ends, 6)
    left = max(44.0, *(room_for(words, SMALL) + 6 for words in numbers))
    right = width - 28 - max(room_for(line, SMALL) for name in names for line in name)
    bottom = max(250.0 if width < WIDE else 320.0, (len(names) * 2 + 1) * LINE)
    sheet = Sheet(width, bottom + BELOW)
    xs = sorted({point[0] for one in series for point in one.points})
    along, up = Scale((xs[0] - 0.3, xs[-1] + 0.3), (left, right)), Scale(ends, (bottom, 24))
    number_line(sheet, along, bottom, x_label, xs, [f"{x:g}" for x in xs])
    for tick, words in zip(ticks, numbers, strict=True):
        sheet.line([(left, up.at(tick)), (right, up.at(tick))], GRID, THIN)
        sheet.write(left - 3.5, up.at(tick), words, anchor="end", color=MUTED, size=SMALL)
    sheet.write(0, 10, cut(y_label, width, SMALL), color=MUTED, size=SMALL)
    if level:
        _draw_level(sheet, level, along, up)
    apart = min(0.07, 0.4 / len(series))  # so that no interval hides another
    for i, one in enumerate(series):
        aside = (i - (len(series) - 1) / 2) * apart
        _draw_series(sheet, i, [(along.at(x + aside), up.at(mean), up.within(low), up.within(high)) for x, mean, low, high in one.points])
    last = [one.points[-1][1] for one in series] + ([level.points[-1][1]] if level else [])
    wanted = [up.at(y) for y in last]
    for i, top in enumerate(_apart(wanted, [LINE * len(name) for name in names], bottom + 4)):
        if i < len(series):
            _sign(sheet, i, right + 12, top + LINE / 2, LESS)
        for k, line in enumerate(names[i]):
            sheet.write(right + 22, top + LINE * (k + 0.5), line, size=SMALL)
    return sheet


def _draw_level(sheet: Sheet, level: Level, along: Scale, up: Scale) -> None:
    edges = [[(along.at(x), up.at(y + beyond)) for x, y in level.points] for beyond in (-level.band, 0, level.band)]
    if level.band:
        sheet.area([*edges[0], *reversed(edges[2])], GRID, 0.55)
    sheet.line(edges[1], MUTED, 1, (1, 2))


def _draw_series(sheet: Sheet, i: int, points: Sequence[tuple[float, float, float, float]]) -> None:
    """Of points (x, mean, low, high): their intervals, a line through their means and a sign at each."""
    color = SERIES[i % len(SERIES)]
    for x, _, low, high in points:
        sheet.line([(x, low), (x, high)], color, 2)
    sheet.line([(x, mean) for x, mean, _, _ in points], color, 1.6, DASHES[i % len(DASHES)])
    for x, mean, _, _ in points:
        _sign(sheet, i, x, mean, LARGE)


def _sign(sheet: Sheet, i: int, x: float, y: float, size: float) -> None:
    color = SERIES[i % len(SERIES)]
    outline = path([(size / 2 * across, size / 2 * down) for across, down in SIGNS[i % len(SIGNS)]])
    sheet.sign(x, y, f"{outline} z", fill=color, stroke=color)


def _apart(middles: Sequence[float], heights: Sequence[float], bottom: float) -> list[float]:
    """Where things of these heights begin that stand as near as they can to where they want to, and do not overlap."""
    tops = [middle - high / 2 for middle, high in zip(middles, heights, strict=True)]
    order = sorted(range(len(tops)), key=tops.__getitem__)
    for above, i in pairwise(order):
        tops[i] = max(tops[i], tops[above] + heights[above])
    end = bottom
    for i in reversed(order):
        tops[i] = end = min(tops[i], end - heights[i])
    return tops
