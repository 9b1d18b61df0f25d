"""What all charts are drawn on: a sheet measured in pixels, with room for texts and round numbers along its axes."""

from collections.abc import Callable, Iterable, Sequence
from math import isfinite
from textwrap import wrap
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from simlab.report.svg import FONT, MUTED, SMALL, printable
from simlab.words.numbers import number

Drawing = Callable[[int], Figure]

LINE = 17.0  # pixels from one line of text to the next
BELOW = 44.0  # pixels that an axis takes: its numbers, and their unit
EDGE = 8.0  # pixels between an axis and the edge of the sheet
BOLD = 0.86  # of the letters that fit if they are not bold


class Sheet:
    """A figure measured in pixels from its upper left corner."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.figure = Figure(figsize=(width / 72, height / 72), dpi=72)
        self.figure.patch.set_visible(False)

    def write(self, x: float, y: float, words: str, **how: Any) -> None:
        """Text whose middle line stands at y."""
        self.figure.text(x / self.width, 1 - y / self.height, printable(words), va="center_baseline", **how)

    def heading(self, y: float, words: str) -> None:
        """A bold line across the sheet, cut where it does not fit."""
        self.write(0, y, cut(words, self.width * BOLD), weight="bold")

    def axes(self, left: float, top: float, right: float, bottom: float, ends: tuple[float, float]) -> Axes:
        """Axes between these edges, along numbers from one end to the other; y runs downwards, in pixels of the sheet."""
        box = (left / self.width, 1 - bottom / self.height, (right - left) / self.width, (bottom - top) / self.height)
        return self.figure.add_axes(box, xlim=ends, ylim=(bottom, top), yticks=[])

    def canvas(self) -> Axes:
        """All of the sheet, to draw on in pixels."""
        axes = self.axes(0, 0, self.width, self.height, (0, self.width))
        axes.set_axis_off()
        return axes


def nothing(width: int) -> Figure:
    """What is drawn of no data."""
    sheet = Sheet(width, LINE)
    sheet.write(0, LINE / 2, "nothing to show", color=MUTED, size=SMALL)
    return sheet.figure


def room_for(words: str, size: float = FONT) -> float:
    """About how many pixels a text takes."""
    return len(words) * size * 0.56


def folded(words: str, width: float, lines: int = 3, size: float = FONT) -> list[str]:
    """A text in lines of this many pixels; what does not fit is cut, with an ellipsis."""
    letters = max(6, int(width / room_for("x", size)))
    whole = wrap(words, letters) or [""]
    if len(whole) > lines:
        whole[lines - 1 :] = [f"{whole[lines - 1][: letters - 2].rstrip()} …"]
    return whole


def cut(words: str, width: float, size: float = FONT) -> str:
    """A text in a line of this many pixels."""
    return folded(words, width, 1, size)[0]


def reach(values: Iterable[float], room: float) -> tuple[float, float]:
    """From the lowest to the highest of these values and a share of that beyond each; what is infinite or no number does not count."""
    known = [value for value in values if isfinite(value)] or [0.0, 1.0]
    low, high = min(known), max(known)
    beyond = (high - low) * room or max(abs(high) * 0.1, 0.5)
    return low - beyond, high + beyond


def round_numbers(
    ends: tuple[float, float], most: int, words: Callable[[float, int], str] = number, *, whole: bool = False
) -> tuple[list[float], list[str]]:
    """About so many round numbers between both ends, of what is counted whole ones; and how they are written."""
    low, high = ends
    steps = [1, 2, 5] if whole else [1, 2, 2.5, 5]
    found = np.array(MaxNLocator(most, steps=steps, integer=whole).tick_values(low, high))
    if whole:
        found = found[found % 1 == 0]  # between two it finds fractions
    step = min(np.diff(found), default=1.0)
    places = next((p for p in range(9) if abs(step - round(step, p)) < step * 1e-6), 9)
    ticks = [float(tick) for tick in found if low <= tick <= high]
    return ticks, [words(tick, places) for tick in ticks]


def number_line(axes: Axes, unit: str, ticks: Sequence[float], labels: Sequence[str]) -> None:
    """Numbers below the axes, and their unit; a number that would cross the edge of the sheet stands beside its tick."""
    axes.set_xticks(ticks, labels)
    axes.set_xlabel(printable(unit))
    for tick, label, text in zip(ticks, labels, axes.get_xticklabels(), strict=True):
        x, half = float(axes.transData.transform((tick, 0))[0]), room_for(label, SMALL) / 2
        if not half <= x <= axes.figure.bbox.width - half:
            text.set_horizontalalignment("left" if x < half else "right")
