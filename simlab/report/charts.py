"""The kinds of charts in a report. Each is described by data and drawn at any width: beside its marks where there is room, above them
on a phone. Whatever a colour says, a shape, a hatch or a word says as well."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import shorten, wrap
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from simlab.report.svg import FONT, GRID, INK, MUTED, NARROW, PAPER, SERIES, SMALL, WIDE, new_figure, printable
from simlab.words.numbers import number, signed

Drawing = Callable[[int], Figure]
Cells = Sequence[Sequence[tuple[float, str] | None]]

LINE = 17.0  # pixels from one line of text to the next
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<")
DASHES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (7, 2, 1.5, 2)), (0, (3, 1)), (0, (9, 3)), (0, (1, 3)), (0, (4, 1, 1, 1, 1, 1)))
FILLS = (("", 0.3), ("///", 0.0), ("\\\\\\", 0.0), ("", 0.0), ("---", 0.0), ("xx", 0.0), ("||", 0.0), ("++", 0.0))  # hatch, shade


@dataclass(frozen=True)
class Mark:
    """A number with its interval: a row of a chart. `style` says how decided it is: matters, nothing, undecided or plain."""

    label: str
    ends: tuple[float, float, float]  # the number, and where its interval begins and ends
    value: str
    style: str = "plain"
    group: str = ""


@dataclass(frozen=True)
class Panel:
    """Marks in the same unit, one below the other. `zero` is what they are compared with, `band` what is too close to it to matter."""

    marks: Sequence[Mark]
    unit: str
    title: str = ""
    zero: float | None = None
    zero_label: str = ""
    band: tuple[float, float] | None = None
    differences: bool = True  # numbers on the axis have a sign


@dataclass(frozen=True)
class Spread:
    """How often each whole number occurred; and what is said about it."""

    label: str
    value: str
    counts: np.ndarray
    low: float
    middle: float
    high: float


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


class Sheet:
    """A figure measured in pixels from its upper left corner."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.figure = new_figure(width, height)

    def write(self, x: float, y: float, words: str, **how: Any) -> None:
        """Text whose middle line stands at y."""
        self.figure.text(x / self.width, 1 - y / self.height, printable(words), **{"va": "center_baseline", **how})

    def axes(self, left: float, top: float, right: float, bottom: float) -> Axes:
        """Axes between these edges; y runs downwards, in pixels of the sheet."""
        box = (left / self.width, 1 - bottom / self.height, (right - left) / self.width, (bottom - top) / self.height)
        axes = self.figure.add_axes(box)
        axes.set_ylim(bottom, top)
        axes.set_yticks([])
        for side in ("left", "right", "top"):
            axes.spines[side].set_visible(False)
        return axes


def room_for(words: str, size: float = FONT) -> float:
    """About how many pixels a text takes."""
    return len(words) * size * 0.56


def folded(words: str, width: float, lines: int = 3) -> list[str]:
    """A text in lines of this many pixels; what does not fit is cut, with an ellipsis."""
    letters = max(6, int(width / (FONT * 0.56)))
    whole = wrap(words, letters, max_lines=lines, placeholder=" …")
    return whole or [words]


def intervals(panels: Sequence[Panel]) -> Drawing:
    """Numbers with their intervals: a forest plot."""
    return lambda width: _Intervals(panels, width).draw()


class _Intervals:
    def __init__(self, panels: Sequence[Panel], width: int) -> None:
        self.panels, self.width, self.is_narrow = panels, width, width < (WIDE + NARROW) / 2
        marks = [mark for panel in panels for mark in panel.marks]
        self.right = 8.0 if self.is_narrow else max(room_for(mark.value) for mark in marks) + 14
        longest = max(max(room_for(mark.label) + 10, room_for(mark.group) * 1.1) for mark in marks) + 10
        self.left = 8.0 if self.is_narrow else min(longest, width * 0.34)

    def lines(self, mark: Mark) -> list[str]:
        """The mark's label, in lines."""
        room = self.width - room_for(mark.value) - 26 if self.is_narrow else self.left - 12
        return folded(mark.label, room)

    def height(self, mark: Mark) -> float:
        """How high its row is."""
        text = LINE * len(self.lines(mark))
        return text + 20 if self.is_narrow else text + 8

    def draw(self) -> Figure:
        tall = 4.0
        tops = []
        for panel in self.panels:
            tops.append(tall)
            tall += self.above(panel) + sum(self.height(mark) for mark in panel.marks) + self.groups(panel) * (LINE + 9) + 48
        sheet = Sheet(self.width, tall)
        for panel, top in zip(self.panels, tops, strict=True):
            self.panel(sheet, panel, top)
        return sheet.figure

    def above(self, panel: Panel) -> float:
        """Room for a panel's title and for the name of its zero."""
        return (LINE + 6 if panel.title else 0) + (LINE if panel.zero_label else 4)

    def groups(self, panel: Panel) -> int:
        return len({mark.group for mark in panel.marks if mark.group})

    def panel(self, sheet: Sheet, panel: Panel, top: float) -> None:
        if panel.title:
            sheet.write(0, top + LINE / 2, panel.title, weight="bold")
        first = top + self.above(panel)
        last = first + sum(self.height(mark) for mark in panel.marks) + self.groups(panel) * (LINE + 9) + 6
        axes = sheet.axes(self.left, first, self.width - self.right, last)
        _scale(axes, [x for mark in panel.marks for x in mark.ends], panel, nbins=4 if self.is_narrow else 6)
        if panel.zero is not None:
            axes.axvline(panel.zero, color=INK, lw=1, zorder=1)
            self.name_zero(axes, panel, first - 5)
        y, group = first, ""
        for mark in panel.marks:
            if mark.group != group:
                group = mark.group
                sheet.write(0, y + 6 + LINE / 2, shorten(group, 90, placeholder=" …"), weight="bold")
                y += LINE + 9
            self.mark(sheet, axes, mark, y)
            y += self.height(mark)

    def name_zero(self, axes: Axes, panel: Panel, y: float) -> None:
        """What the marks are compared with, above its line; beside the line where it stands near an edge."""
        low, high = axes.get_xlim()
        zero = panel.zero or 0.0
        at = (zero - low) / (high - low)
        side = "left" if at < 0.25 else "right" if at > 0.75 else "center"
        axes.text(zero, y, printable(panel.zero_label), ha=side, va="bottom", color=MUTED, size=SMALL)

    def mark(self, sheet: Sheet, axes: Axes, mark: Mark, top: float) -> None:
        lines, indent = self.lines(mark), 10.0 if mark.group else 0.0
        for i, line in enumerate(lines):
            sheet.write(indent, top + 4 + LINE * (i + 0.5), line)
        middle = top + (LINE * len(lines) + 11 if self.is_narrow else self.height(mark) / 2)
        value_at = top + 4 + LINE / 2 if self.is_narrow else middle
        sheet.write(self.width - 1, value_at, mark.value, ha="right")
        put_interval(axes, mark.ends, middle, mark.style)


def put_interval(axes: Axes, ends: tuple[float, float, float], y: float, style: str) -> None:
    """A bar over the interval and a sign at the number: full where it matters, empty where not, half where it is undecided."""
    mean, low, high = ends
    color = {"matters": SERIES[0], "undecided": SERIES[1], "nothing": MUTED}.get(style, INK)
    axes.plot([low, high], [y, y], color=color, lw=2.4, solid_capstyle="butt", zorder=2)
    fill: dict[str, Any] = {"nothing": {"mfc": PAPER}, "undecided": {"fillstyle": "left", "mfcalt": PAPER}}.get(style, {})
    axes.plot([mean], [y], marker="o", ms=8, color=color, mec=color, mew=1.6, zorder=3, **fill)


def _scale(axes: Axes, values: Sequence[float], panel: Panel, nbins: int) -> None:
    """The horizontal axis: wide enough for all values, the zero and the band; with a few round numbers."""
    must = [x for x in values if np.isfinite(x)] + [x for x in (panel.zero, *(panel.band or ())) if x is not None]
    low, high = (min(must), max(must)) if must else (0.0, 1.0)
    room = (high - low) * 0.06 or max(abs(high) * 0.1, 0.5)
    axes.set_xlim(low - room, high + room)
    if panel.band is not None:
        axes.axvspan(*panel.band, color=GRID, alpha=0.55, lw=0, zorder=0)
    dress(axes, panel.unit, nbins, differences=panel.differences and panel.zero == 0)


def dress(axes: Axes, unit: str, nbins: int, *, differences: bool = False, whole: bool = False) -> None:
    """Round numbers along the axis (of what is counted, whole ones), faint lines, and the unit below."""
    _round_numbers(axes.xaxis, nbins, signed if differences else number, whole=whole)
    axes.grid(axis="x", color=GRID, lw=0.8, zorder=0)
    axes.set_axisbelow(True)
    axes.tick_params(axis="x", length=3)
    axes.set_xlabel(printable(unit), loc="left")


def _round_numbers(axis: Any, nbins: int, words: Callable[[float, int], str], *, whole: bool = False) -> None:
    axis.set_major_locator(MaxNLocator(nbins=nbins, steps=[1, 2, 5, 10] if whole else [1, 2, 2.5, 5, 10], integer=whole))
    ticks = axis.get_majorticklocs()
    step = float(np.diff(ticks).min()) if len(ticks) > 1 else 1.0
    places = next((p for p in range(9) if abs(step - round(step, p)) < step * 1e-6), 9)
    axis.set_major_formatter(FuncFormatter(lambda value, _: words(value, places)))


def spreads(rows: Sequence[Spread], unit: str, *, of_one: bool = True) -> Drawing:
    """How often each number occurred, a row a scenario on the same scales; the first row's outline is repeated in the others. Rows that are
    not `of_one` kind share their scale only along.
    """
    return lambda width: _draw_spreads(rows, unit, width, of_one=of_one)


def _draw_spreads(rows: Sequence[Spread], unit: str, width: int, *, of_one: bool) -> Figure:
    high, rowed = 56.0, 56.0 + 2 * LINE + 24
    sheet = Sheet(width, len(rows) * rowed + 44)
    end = max(_last_shown(row.counts) for row in rows)
    step = max(1, -(-end // (width // 7)))
    shares = [_binned(row.counts, end, step) for row in rows]
    peaks = [float(share.max()) or 1.0 for share in shares]
    if of_one:
        peaks = [max(peaks)] * len(rows)
    edges = np.arange(len(shares[0]) + 1) * step - 0.5
    for i, (row, share, peak) in enumerate(zip(rows, shares, peaks, strict=True)):
        top = i * rowed
        sheet.write(0, top + LINE * 0.6, shorten(row.label, int(width / 8), placeholder=" …"), weight="bold")
        sheet.write(0, top + LINE * 1.6, row.value, color=MUTED, size=SMALL)
        base = top + 2 * LINE + 8 + high
        axes = sheet.axes(8, top + 2 * LINE + 6, width - 8, base + 12)
        axes.set_xlim(edges[0], edges[-1])
        axes.stairs(base - share / peak * high, edges, baseline=base, fill=True, color=SERIES[0], alpha=0.35, lw=0)
        axes.stairs(base - share / peak * high, edges, baseline=base, color=SERIES[0], lw=1.2)
        if i and of_one:
            axes.stairs(base - shares[0] / peak * high, edges, baseline=None, color=INK, lw=1.1, ls=(0, (3, 2)))
        axes.plot([row.low, row.high], [base + 7] * 2, color=INK, lw=2.2, solid_capstyle="butt")
        axes.plot([row.middle], [base + 7], marker="|", ms=10, mew=2.4, color=INK)
        if i == len(rows) - 1:
            dress(axes, unit, nbins=5 if width < WIDE else 9, whole=True)
        else:
            axes.set_xticks([])
            axes.spines["bottom"].set_visible(False)
    return sheet.figure


def _last_shown(counts: np.ndarray) -> int:
    """The longest tail is cut where fewer than 2 in 1,000 games go on."""
    reached = np.cumsum(counts)
    return int(np.searchsorted(reached, 0.998 * reached[-1])) + 1


def _binned(counts: np.ndarray, end: int, step: int) -> np.ndarray:
    bins = -(-end // step)
    padded = np.zeros(bins * step)
    kept = counts[: bins * step]
    padded[: len(kept)] = kept
    share: np.ndarray = padded.reshape(bins, step).sum(axis=1) / max(1, counts.sum())
    return share


def lines(series: Sequence[Series], x_label: str, y_label: str, level: Level | None = None) -> Drawing:
    """Numbers with their intervals along whole numbers, as of players: a line each, with its name at its end."""
    return lambda width: _draw_lines(series, x_label, y_label, level, width)


def _draw_lines(series: Sequence[Series], x_label: str, y_label: str, level: Level | None, width: int) -> Figure:
    is_narrow = width < WIDE
    names = [folded(one.label, width * 0.3, 2) for one in series] + ([[level.label]] if level else [])
    right = max(room_for(line, SMALL) for name in names for line in name) + 26
    high = max(250.0 if is_narrow else 320.0, len(names) * 2 * LINE)
    sheet = Sheet(width, high + 44)
    axes = sheet.axes(44, 24, width - right, high)
    axes.set_ylim(0, 1)
    axes.autoscale(axis="y")
    xs = sorted({point[0] for one in series for point in one.points})
    ends = []
    shift = (np.arange(len(series)) - (len(series) - 1) / 2) * min(0.07, 0.4 / len(series))  # so that no interval hides another
    for i, one in enumerate(series):
        points = np.array(one.points, dtype=float)
        x = points[:, 0] + shift[i]
        color = SERIES[i % len(SERIES)]
        axes.vlines(x, points[:, 2], points[:, 3], color=color, lw=2)
        axes.plot(x, points[:, 1], color=color, ls=DASHES[i % len(DASHES)], lw=1.6, marker=MARKERS[i % len(MARKERS)], ms=6.5)
        ends.append(float(points[-1, 1]))
    if level:
        x, y = np.array(level.points).T
        axes.plot(x, y, color=MUTED, lw=1, ls=(0, (1, 2)))
        axes.fill_between(x, y - level.band, y + level.band, color=GRID, alpha=0.55, lw=0, zorder=0)
        ends.append(level.points[-1][1])
    axes.set_xlim(xs[0] - 0.3, xs[-1] + 0.3)
    axes.margins(y=0.08)
    dress(axes, x_label, nbins=len(xs))
    axes.set_xticks(xs, [f"{x:g}" for x in xs])
    axes.grid(axis="x", visible=False)
    _round_numbers(axes.yaxis, 6, number)
    axes.grid(axis="y", color=GRID, lw=0.8)
    axes.tick_params(axis="y", length=0)
    sheet.write(0, 10, y_label, color=MUTED, size=SMALL)
    _name_ends(sheet, axes, names, ends, width - right + 6, len(series))
    return sheet.figure


def _name_ends(sheet: Sheet, axes: Axes, names: Sequence[list[str]], ends: Sequence[float], x: float, series: int) -> None:
    """Each line's sign and name beside its last point, moved apart where they would overlap."""
    low, high = axes.get_ylim()
    box = axes.get_position()
    wanted = [sheet.height * (1 - box.y0 - box.height * (end - low) / (high - low)) for end in ends]
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    tops: list[float] = []
    for i in order:
        at = wanted[i] - LINE * len(names[i]) / 2
        tops.append(max(at, tops[-1] + LINE * len(names[order[len(tops) - 1]]) if tops else 0.0))
    over = max(0.0, tops[-1] + LINE * len(names[order[-1]]) - (sheet.height - 40))
    corner = sheet.axes(x, 0, x + 14, sheet.height)
    corner.set_axis_off()
    corner.set_xlim(0, 14)
    for top, i in zip(tops, order, strict=True):
        top = max(0.0, top - over)
        if i < series:
            corner.plot([6], [top + LINE * 0.5], marker=MARKERS[i % len(MARKERS)], color=SERIES[i % len(SERIES)], ms=6)
        for k, line in enumerate(names[i]):
            sheet.write(x + 16, top + LINE * (k + 0.5), line, size=SMALL)


def stacked(rows: Sequence[tuple[str, Sequence[tuple[str, float]]]], unit: str) -> Drawing:
    """What something consists of, a bar each; the parts are told apart by their hatches, and large ones say how large they are."""
    return lambda width: _draw_stacked(rows, unit, width)


def _draw_stacked(rows: Sequence[tuple[str, Sequence[tuple[str, float]]]], unit: str, width: int) -> Figure:
    names = list(dict.fromkeys(name for _, parts in rows for name, _ in parts))
    bar, rowed = 26.0, 26.0 + LINE + 12
    legend = _legend_rows(names, width)
    head = len(legend) * (LINE + 4) + 8
    sheet = Sheet(width, head + rowed * len(rows) + 40)
    axes = sheet.axes(8, head, width - 14, head + rowed * len(rows))
    scale = (width - 22) / 100
    axes.set_xlim(0, 100)
    for i, (label, parts) in enumerate(rows):
        top, at = head + i * rowed, 0.0
        sheet.write(0, top + LINE / 2 + 2, shorten(label, int(width / 7.5), placeholder=" …"))
        for name, share in parts:
            _part(axes, names.index(name), at, share, top + LINE + 5, bar)
            if share * scale > 44:
                axes.text(
                    at + share / 2, top + LINE + 5 + bar / 2, f"{share:.0f}%", ha="center", va="center_baseline",
                    bbox={"boxstyle": "round,pad=0.2", "fc": PAPER, "ec": "none"},
                )  # fmt: skip
            at += share
    dress(axes, unit, nbins=5)
    axes.grid(visible=False)
    y = 2.0
    corner = sheet.axes(0, 0, width, head)
    corner.set_axis_off()
    corner.set_xlim(0, width)
    for row in legend:
        x = 1.0
        for name in row:
            _part(corner, names.index(name), x, 22, y + 2, LINE - 4)
            sheet.write(x + 28, y + LINE / 2, name, size=SMALL)
            x += room_for(name, SMALL) + 50
        y += LINE + 4
    return sheet.figure


def _part(axes: Axes, i: int, left: float, width: float, top: float, height: float) -> None:
    color, (hatch, shade) = SERIES[i % len(SERIES)], FILLS[i % len(FILLS)]
    if shade:
        axes.barh(top, width, height, left, align="edge", color=color, alpha=shade, lw=0)
    axes.barh(top, width, height, left, align="edge", fc="none", ec=color, hatch=hatch, lw=1)


def _legend_rows(names: Sequence[str], width: float) -> list[list[str]]:
    rows: list[list[str]] = [[]]
    x = 0.0
    for name in names:
        wide = room_for(name, SMALL) + 50
        if rows[-1] and x + wide > width:
            rows.append([])
            x = 0.0
        rows[-1].append(name)
        x += wide
    return rows


def grid(rows: Sequence[str], columns: Sequence[str], cells: Cells) -> Drawing:
    """A number for each pair of things: the further from 0, the darker; each cell says what it is."""
    return lambda width: _draw_grid(rows, columns, cells, width)


def _draw_grid(rows: Sequence[str], columns: Sequence[str], cells: Cells, width: int) -> Figure:
    is_narrow = width < WIDE
    left = 0.0 if is_narrow else min(width * 0.32, max(room_for(row) for row in rows) + 16)
    wide = min(130.0, (width - left - 2) / len(columns))
    heads = [folded(column, wide - 6, 3) for column in columns]
    head = max(len(lines) for lines in heads) * LINE + 8
    high = 34.0
    rowed = high + (LINE + 6 if is_narrow else 4)
    sheet = Sheet(width, head + rowed * len(rows) + 4)
    axes = sheet.axes(left, head, width, head + rowed * len(rows))
    axes.set_axis_off()
    axes.set_xlim(left, width)
    far = max((abs(cell[0]) for row in cells for cell in row if cell), default=1.0) or 1.0
    for k, lines_ in enumerate(heads):
        for n, line in enumerate(lines_):
            y = head - 6 - LINE * (len(lines_) - n - 0.5)
            sheet.write(left + wide * (k + 0.5), y, line, ha="center", size=SMALL, color=MUTED)
    for i, row in enumerate(rows):
        top = head + i * rowed
        if is_narrow:
            sheet.write(0, top + LINE / 2, shorten(row, 46, placeholder=" …"), size=SMALL)
            top += LINE + 2
        else:
            sheet.write(0, top + high / 2, shorten(row, int(left / 7), placeholder=" …"))
        for k, cell in enumerate(cells[i]):
            if cell is None:
                continue
            amount = abs(cell[0]) / far
            color = SERIES[0] if cell[0] >= 0 else SERIES[1]
            axes.barh(top, wide - 3, high, left + k * wide, align="edge", color=color, alpha=0.06 + 0.42 * amount, lw=0)
            axes.barh(top, wide - 3, high, left + k * wide, align="edge", fc="none", ec=color, lw=1)
            size = FONT if room_for(cell[1]) < wide - 8 else SMALL - 1.5
            axes.text(left + k * wide + (wide - 3) / 2, top + high / 2, cell[1], ha="center", va="center_baseline", size=size)
    return sheet.figure
