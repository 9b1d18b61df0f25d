"""Numbers with their intervals along other numbers: a panel for each outcome, the numbers themselves on its axis."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite

from simlab.report.charts.axis import Axis, reach, round_numbers
from simlab.report.svg import BAND, BOLD, GRID, INK, LINE, MUTED, NARROWEST, SERIES, SHAPES, SMALL, Sheet, cut, folded, legend

DASHES = ("", "5 3", "2 3", "8 3 2 3", "3 2", "10 3", "1 4", "6 2 1 2")
HIGH = 112.0  # pixels, of a panel
MOST_NAMED = 12  # numbers on the axis: of more, round ones in their place
Point = tuple[float, float, float, float]


@dataclass(frozen=True)
class Series:
    """A line: points (x, mean, low, high)."""

    label: str
    points: Sequence[Point]


@dataclass(frozen=True)
class Level:
    """What lines are compared with: another line, without intervals; and how far from it is too little to matter."""

    label: str
    points: Sequence[tuple[float, float]]
    band: float = 0.0


@dataclass(frozen=True)
class Graph:
    """An outcome along numbers: what it is, its lines, and what they are compared with."""

    title: str
    series: Sequence[Series]
    level: Level | None = None


def lines(graphs: Sequence[Graph], x_label: str, *, is_joined: bool = True) -> Callable[[], Sheet]:
    """A panel for each outcome, two beside one another. Where not `is_joined`, only whole numbers that follow each other are."""
    return lambda: _draw([_known(graph) for graph in graphs], x_label, is_joined=is_joined)


def _known(graph: Graph) -> Graph:
    series = [Series(one.label, [point for point in one.points if isfinite(point[1])]) for one in graph.series]
    return Graph(graph.title, [one for one in series if one.points], graph.level)


def _draw(graphs: Sequence[Graph], x_label: str, *, is_joined: bool) -> Sheet:
    sheet, shown = Sheet(), [graph for graph in graphs if graph.series]
    if not shown:
        sheet.text(0, 14, "nothing to show", color=MUTED, size=SMALL)
        sheet.height = 20
        return sheet
    names = list(dict.fromkeys(one.label for graph in shown if len(graph.series) > 1 or graph.level for one in graph.series))
    levels = list(dict.fromkeys(graph.level.label for graph in shown if graph.level))
    y = legend(sheet, [*names, *levels], 0, columns=2, draw=lambda x, at, i: _sample(sheet, x, at, i, len(names)))
    wide = 100 / min(2, len(shown))
    for i in range(0, len(shown), 2):
        ends = [(k * wide, k * wide + wide - (4 if wide < 100 else 0)) for k in range(2)]
        panels = [_Graph(sheet, graph, names, of) for graph, of in zip(shown[i : i + 2], ends, strict=False)]
        rows = max(len(panel.title) for panel in panels)
        for panel in panels:
            panel.draw(y, rows, x_label, is_joined=is_joined)
        y += LINE * rows + HIGH + 58
    sheet.height = y
    return sheet


def _look(i: int) -> tuple[str, str, str]:
    return tuple(SHAPES)[i % len(SHAPES)], SERIES[i % len(SERIES)], DASHES[i % len(DASHES)]


class _Graph:
    """One of the panels, between two places in percent."""

    def __init__(self, sheet: Sheet, graph: Graph, names: Sequence[str], ends: tuple[float, float]) -> None:
        self.sheet, self.graph, self.names, self.ends = sheet, graph, names, ends
        self.xs = sorted({point[0] for one in graph.series for point in one.points})

    @property
    def title(self) -> list[str]:
        """In lines as long as a phone has room for."""
        return folded(self.graph.title, NARROWEST * (self.ends[1] - self.ends[0]) / 100 * BOLD)

    def draw(self, y: float, rows: int, x_label: str, *, is_joined: bool) -> None:
        """All of it, its title in so many lines."""
        sheet, graph, (left, right) = self.sheet, self.graph, self.ends
        for i, line in enumerate(self.title):
            sheet.text(left, y + 15 + LINE * i, line, bold=True)
        top = y + LINE * rows + 14
        bottom = top + HIGH
        last = self.xs[-1] if len(self.xs) > 1 else self.xs[0] + 1
        room = (right - left) * 0.08
        across = Axis(self.xs[0], last, left + 2 * room, right - room)
        level = graph.level
        compared = [end for _, mean in level.points for end in (mean - level.band, mean + level.band)] if level else []
        up = Axis(*reach([value for one in graph.series for point in one.points for value in point[1:]], compared, 0.1), bottom, top)
        for tick, label in zip(*round_numbers((up.low, up.high), 4), strict=True):
            sheet.line(left, up.at(tick), right, up.at(tick), GRID)
            sheet.text(left, up.at(tick) - 3, label, color=MUTED, size=SMALL)
        if level:
            _level(sheet, level, across, up)
        for i, one in enumerate(graph.series):
            look = _look(self.names.index(one.label)) if one.label in self.names else ("circle", INK, "")
            _series(sheet, one, i - (len(graph.series) - 1) / 2, look, (across, up), is_joined=is_joined)
        ticks, labels = (self.xs, [f"{x:g}" for x in self.xs]) if len(self.xs) <= MOST_NAMED else round_numbers((self.xs[0], last), 4)
        for x, label in zip(ticks, labels, strict=True):
            sheet.text(across.at(x), bottom + 16, label, anchor="middle", color=MUTED, size=SMALL)
        sheet.line(left, bottom, right, bottom, MUTED, 0.8)
        sheet.text(left, bottom + 32, cut(x_label, NARROWEST * (right - left) / 100, SMALL), color=MUTED, size=SMALL)


def _sample(sheet: Sheet, x: float, y: float, i: int, count: int) -> None:
    if i < count:
        sheet.sign(x, y, _look(i)[0], _look(i)[1], dx=8)
    else:
        sheet.line(x, y, x + 4, y, MUTED, 1, "1 2")


def _level(sheet: Sheet, level: Level, across: Axis, up: Axis) -> None:
    for (x1, y1), (x2, y2) in pairwise(level.points):
        if level.band and y1 == y2:
            low, high = up.at(y1 - level.band), up.at(y1 + level.band)
            sheet.box(across.at(x1), high, across.at(x2) - across.at(x1), low - high, BAND)
        sheet.line(across.at(x1), up.at(y1), across.at(x2), up.at(y2), MUTED, 1, "1 2")


def _series(sheet: Sheet, one: Series, place: float, look: tuple[str, str, str], axes: tuple[Axis, Axis], *, is_joined: bool) -> None:
    shape, color, dashes = look
    across, up = axes
    apart = place * 1.1  # percent, so that no interval hides another
    points = sorted(one.points)
    for (x1, y1, *_), (x2, y2, *_) in pairwise(points):
        if is_joined or x2 - x1 == 1:
            sheet.line(across.at(x1) + apart, up.at(y1), across.at(x2) + apart, up.at(y2), color, 1.6, dashes)
    for x, mean, low, high in points:
        at = across.at(x) + apart
        if abs(up.at(low) - up.at(high)) > 1:
            sheet.line(at, up.at(low), at, up.at(high), color, 2)
        sheet.sign(at, up.at(mean), shape, color)
