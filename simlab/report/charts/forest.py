"""Numbers with their intervals, one below the other: forest plots."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.charts.sheet import BELOW, EDGE, LINE, Drawing, Sheet, folded, nothing, number_line, reach, room_for, round_numbers
from simlab.report.svg import GRID, INK, MUTED, PAPER, SERIES, SMALL, WIDE, printable
from simlab.words.numbers import number, signed

GROUP = LINE + 9  # pixels that the name of a group takes


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


def intervals(panels: Sequence[Panel]) -> Drawing:
    """Numbers with their intervals: a forest plot."""
    shown = [panel for panel in panels if panel.marks]
    return (lambda width: _Forest(shown, width).draw()) if shown else nothing


class _Forest:
    def __init__(self, panels: Sequence[Panel], width: int) -> None:
        self.panels, self.width, self.is_narrow = panels, width, width < WIDE
        self.left = self.right = EDGE
        if not self.is_narrow:
            marks = [mark for panel in panels for mark in panel.marks]
            longest = max(max(room_for(mark.label) + 10, room_for(mark.group) * 1.1) for mark in marks)
            self.left = min(longest + 10, width * 0.34)
            self.right = max(room_for(mark.value) for mark in marks) + 14

    def draw(self) -> Figure:
        heights = [self.above(panel) + sum(high for _, high in self.rows(panel)) + BELOW + 4 for panel in self.panels]
        sheet = Sheet(self.width, 4 + sum(heights))
        top = 4.0
        for panel, high in zip(self.panels, heights, strict=True):
            self.panel(sheet, panel, top)
            top += high
        return sheet.figure

    def above(self, panel: Panel) -> float:
        """Room for a panel's title and for the name of its zero."""
        return (LINE + 6 if panel.title else 0) + (LINE if panel.zero_label else 4)

    def rows(self, panel: Panel) -> list[tuple[Mark | str, float]]:
        """Marks, below the names of their groups; and how high each stands."""
        found: list[tuple[Mark | str, float]] = []
        for group, marks in groupby(panel.marks, lambda mark: mark.group):
            found += [(group, GROUP)] if group else []
            found += [(mark, LINE * len(self.lines(mark)) + (20 if self.is_narrow else 8)) for mark in marks]
        return found

    def lines(self, mark: Mark) -> list[str]:
        """The mark's label, in lines."""
        return folded(mark.label, self.width - room_for(mark.value) - 26 if self.is_narrow else self.left - 12)

    def panel(self, sheet: Sheet, panel: Panel, top: float) -> None:
        if panel.title:
            sheet.write(0, top + LINE / 2, panel.title, weight="bold")
        y = top + self.above(panel)
        rows = self.rows(panel)
        axes = self.axes(sheet, panel, y, y + sum(high for _, high in rows) + 6)
        for row, high in rows:
            if isinstance(row, Mark):
                self.mark(sheet, axes, row, y, high)
            else:
                sheet.heading(y + 6 + LINE / 2, row)
            y += high

    def axes(self, sheet: Sheet, panel: Panel, top: float, bottom: float) -> Axes:
        """Axes wide enough for all marks, the zero and the band."""
        compared = [x for x in (panel.zero, *(panel.band or ())) if x is not None]
        ends = reach([*compared, *(x for mark in panel.marks for x in mark.ends)], 0.06)
        axes = sheet.axes(self.left, top, self.width - self.right, bottom, ends)
        axes.grid(axis="x")
        words = signed if panel.differences and panel.zero == 0 else number
        number_line(axes, panel.unit, *round_numbers(ends, 4 if self.is_narrow else 6, words))
        if panel.band is not None:
            axes.axvspan(*panel.band, color=GRID, alpha=0.55, lw=0)
        if panel.zero is not None:
            axes.axvline(panel.zero, color=INK, lw=1)
            at = (panel.zero - ends[0]) / (ends[1] - ends[0])
            side = "left" if at < 0.25 else "right" if at > 0.75 else "center"  # so that its name stays on the sheet
            axes.text(panel.zero, top - 5, printable(panel.zero_label), ha=side, va="bottom", color=MUTED, size=SMALL)
        return axes

    def mark(self, sheet: Sheet, axes: Axes, mark: Mark, top: float, high: float) -> None:
        lines = self.lines(mark)
        for i, line in enumerate(lines):
            sheet.write(10 if mark.group else 0, top + 4 + LINE * (i + 0.5), line)
        middle = top + (LINE * len(lines) + 11 if self.is_narrow else high / 2)
        sheet.write(self.width - 1, top + 4 + LINE / 2 if self.is_narrow else middle, mark.value, ha="right")
        _put(axes, mark, middle)


def _put(axes: Axes, mark: Mark, y: float) -> None:
    """A bar over the interval and a sign at the number: full where it matters, empty where not, half where it is undecided."""
    mean, low, high = mark.ends
    color = {"matters": SERIES[0], "undecided": SERIES[1], "nothing": MUTED}.get(mark.style, INK)
    axes.plot(np.clip([low, high], *axes.get_xlim()), [y, y], color=color, lw=2.4)
    fill: dict[str, Any] = {"nothing": {"mfc": PAPER}, "undecided": {"fillstyle": "left", "mfcalt": PAPER}}.get(mark.style, {})
    axes.plot([mean], [y], marker="o", ms=8, color=color, mew=1.6, **fill)
