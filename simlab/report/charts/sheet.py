"""What all charts are drawn on: a sheet measured in pixels, with room for texts and round numbers along its axes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, inf, isfinite, log10
from textwrap import wrap

from simlab.report.svg import FONT, GRID, MUTED, SMALL, Anchor, Sheet
from simlab.words.numbers import number

Drawing = Callable[[int], Sheet]

LINE = 17.0  # pixels from one line of text to the next
BELOW = 44.0  # pixels that an axis takes: its numbers, and their unit
EDGE = 8.0  # pixels between an axis and the edge of the sheet
BOLD = 0.86  # of the letters that fit if they are not bold
THIN = 0.8  # pixels, of axes and the lines behind a picture
TICK = "M 0 0 L 0 3"
TOUCHES = 1e-9  # steps that a number may lie beyond an end because of the computer's own rounding


@dataclass(frozen=True)
class Scale:
    """Numbers from one to another, and the pixels of a sheet where both stand."""

    ends: tuple[float, float]
    pixels: tuple[float, float]

    def at(self, number: float) -> float:
        """The pixel where a number stands."""
        (low, high), (start, end) = self.ends, self.pixels
        return start + (number - low) / (high - low) * (end - start)

    def within(self, number: float) -> float:
        """As `at`; what lies beyond an end stands at it."""
        low, high = self.ends
        return self.at(min(max(number, low), high) if number == number else number)


def heading(sheet: Sheet, y: float, words: str) -> None:
    """A bold line across the sheet, cut where it does not fit."""
    sheet.write(0, y, cut(words, sheet.width * BOLD), bold=True)


def nothing(width: int) -> Sheet:
    """What is drawn of no data."""
    sheet = Sheet(width, LINE)
    sheet.write(0, LINE / 2, "nothing to show", color=MUTED, size=SMALL)
    return sheet


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
    magnitude = 10.0 ** floor(log10((high - low) / most))
    steps = [size * of for size in (magnitude / 10, magnitude, magnitude * 10) for of in ((1, 2, 5) if whole else (1, 2, 2.5, 5))]
    if whole:
        steps = [step for step in steps if step >= 1] or [1.0]
    widest = next(i for i, step in enumerate(steps) if step * most >= high - low)
    for step in reversed(steps[: widest + 1]):  # the widest that is narrow enough, unless fewer than two of its numbers lie between
        ticks = [k * step for k in range(ceil(low / step - TOUCHES), floor(high / step + TOUCHES) + 1)]
        if len(ticks) > 1:
            break
    places = next((p for p in range(9) if abs(step - round(step, p)) < step * 1e-6), 9)
    return ticks, [words(tick, places) for tick in ticks]


def number_line(sheet: Sheet, scale: Scale, y: float, unit: str, ticks: Sequence[float], labels: Sequence[str], top: float = inf) -> None:
    """An axis with its numbers and their unit below it, and lines up to `top`. A number that would cross the edge is beside its tick."""
    for tick, label in zip(ticks, labels, strict=True):
        x, half = scale.at(tick), room_for(label, SMALL) / 2
        sheet.line([(x, y), (x, top)], GRID, THIN)
        sheet.sign(x, y, TICK, fill=MUTED, stroke=MUTED, width=THIN)
        anchor: Anchor = "start" if x < half else "end" if x > sheet.width - half else "middle"
        sheet.write(x, y + 10.8, label, color=MUTED, size=SMALL, anchor=anchor)
    sheet.write(scale.pixels[0], y + 26.3, unit, color=MUTED, size=SMALL)
    sheet.line([(scale.pixels[0], y), (scale.pixels[1], y)], MUTED, THIN)
