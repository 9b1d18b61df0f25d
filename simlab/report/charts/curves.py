"""Numbers with their intervals along other numbers: lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite

import numpy as np
from matplotlib.figure import Figure

from simlab.report.charts.sheet import BELOW, LINE, Drawing, Sheet, cut, folded, nothing, number_line, reach, room_for, round_numbers
from simlab.report.svg import GRID, MUTED, SERIES, SMALL, WIDE

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<")
DASHES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (7, 2, 1.5, 2)), (0, (3, 1)), (0, (9, 3)), (0, (1, 3)))  # fewer: a ninth line is no first


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


def _draw(series: Sequence[Series], x_label: str, y_label: str, level: Level | None, width: int) -> Figure:
    names = [folded(one.label, width * 0.3, 2) for one in series] + ([[level.label]] if level else [])
    compared = [end for _, y in level.points for end in (y - level.band, y + level.band)] if level else []
    ends = reach([*compared, *(y for one in series for point in one.points for y in point[1:])], 0.08)
    ticks, numbers = round_numbers(ends, 6)
    left = max(44.0, *(room_for(words, SMALL) + 6 for words in numbers))
    right = width - 28 - max(room_for(line, SMALL) for name in names for line in name)
    bottom = max(250.0 if width < WIDE else 320.0, (len(names) * 2 + 1) * LINE)
    sheet = Sheet(width, bottom + BELOW)
    xs = sorted({point[0] for one in series for point in one.points})
    axes = sheet.axes(left, 24, right, bottom, (xs[0] - 0.3, xs[-1] + 0.3))
    axes.set_ylim(ends)
    axes.set_yticks(ticks, numbers)
    axes.grid(axis="y")
    number_line(axes, x_label, xs, [f"{x:g}" for x in xs])
    sheet.write(0, 10, cut(y_label, width, SMALL), color=MUTED, size=SMALL)
    apart = min(0.07, 0.4 / len(series))  # so that no interval hides another
    for i, one in enumerate(series):
        x, mean, low, high = np.array(one.points, dtype=float).T
        x += (i - (len(series) - 1) / 2) * apart
        axes.vlines(x, *np.clip([low, high], *ends), color=SERIES[i % len(SERIES)], lw=2)
        axes.plot(x, mean, color=SERIES[i % len(SERIES)], ls=DASHES[i % len(DASHES)], lw=1.6, marker=MARKERS[i % len(MARKERS)], ms=6.5)
    last = [one.points[-1][1] for one in series]
    if level:
        along, y = np.array(level.points).T
        axes.plot(along, y, color=MUTED, lw=1, ls=(0, (1, 2)))
        if level.band:
            axes.fill_between(along, y - level.band, y + level.band, color=GRID, alpha=0.55, lw=0)
        last.append(level.points[-1][1])
    canvas = sheet.canvas()
    wanted = [bottom - (bottom - 24) * (y - ends[0]) / (ends[1] - ends[0]) for y in last]
    for i, top in enumerate(_apart(wanted, [LINE * len(name) for name in names], bottom + 4)):
        if i < len(series):
            canvas.plot([right + 12], [top + LINE / 2], marker=MARKERS[i % len(MARKERS)], color=SERIES[i % len(SERIES)], ms=6)
        for k, line in enumerate(names[i]):
            sheet.write(right + 22, top + LINE * (k + 0.5), line, size=SMALL)
    return sheet.figure


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
