"""Round numbers along an axis, and where a number stands on it; numbers beyond its ends stand at the edge."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

from simlab.report.svg import MUTED, SMALL, Sheet
from simlab.words.numbers import number

STEPS = (1, 2, 2.5, 5, 10)
EXTREME, SHOWN = 12.0, 4.0  # times the middle of all: what is larger than that does not scale the axis, which then goes up to this
LEFT, RIGHT = 2.5, 97.5  # percent across, where axes begin and end


@dataclass(frozen=True)
class Axis:
    """From one number to another, between two places in percent."""

    low: float
    high: float
    left: float = LEFT
    right: float = RIGHT

    def at(self, value: float) -> float:
        """Where a number stands, in percent; at the edge where it lies beyond."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.left + share * (self.right - self.left)

    def is_beyond(self, value: float) -> bool:
        """Is a number not on it?"""
        return value < self.low or value > self.high

    def draw(
        self,
        sheet: Sheet,
        y: float,
        unit: str,
        *,
        most: int = 5,
        words: Callable[[float, int], str] = number,
        top: float = -1,
        at_zero: str = "",
    ) -> float:
        """Numbers below a line at y, faint lines up to `top`, and the unit; where that ends."""
        ticks, labels = round_numbers((self.low, self.high), most, words)
        for tick, label in zip(ticks, labels, strict=True):
            if top >= 0:
                sheet.line(self.at(tick), top, self.at(tick), y, "grid")
            shown = at_zero if at_zero and tick == 0 else label
            sheet.text(self.at(tick), y + 16, shown, anchor=_anchor(self.at(tick), shown), color=MUTED, size=SMALL)
        sheet.line(self.left, y, self.right, y, MUTED, 0.8)
        sheet.text(0, y + 33, unit, color=MUTED, size=SMALL)
        return y + 40


def _anchor(x: float, words: str) -> str:
    """A text near the edge stays inside."""
    room = len(words) * 1.5  # percent of a phone, and half a letter more
    return "start" if x < room else "end" if x > 100 - room else "middle"


def reach(values: Iterable[float], needed: Iterable[float] = (), room: float = 0.06) -> tuple[float, float]:
    """From the lowest to the highest of these values and a little beyond; where one of them is an extreme, no further than four times the
    middle one. `needed`: what has to be on it. What is infinite or no number does not count.
    """
    known, fixed = ([value for value in of if isfinite(value)] for of in (values, needed))
    sizes = sorted(abs(value) for value in known if value)
    middle = max([sizes[len(sizes) // 2] if sizes else 0.0, *map(abs, fixed)])
    most = largest = max([*sizes, middle])
    if len(sizes) > 2 and largest > EXTREME * middle > 0:
        most = SHOWN * middle
    ends = [*fixed, *(min(max(value, -most), most) for value in known)] or [0.0, 1.0]
    low, high = min(ends), max(ends)
    beyond = (high - low) * room or max(abs(high) * 0.1, 0.5)
    return low - beyond, high + beyond


def round_numbers(
    ends: tuple[float, float], most: int, words: Callable[[float, int], str] = number, *, whole: bool = False
) -> tuple[list[float], list[str]]:
    """About so many round numbers between both ends, of what is counted whole ones; and how they are written."""
    low, high = ends
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough))
    step = next(step * power for step in STEPS if step * power >= rough * 0.9999)
    step = max(1.0, round(step)) if whole else step
    places = next((p for p in range(12) if abs(step - round(step, p)) < step * 1e-6), 12)
    ticks = [round(i * step, places) + 0.0 for i in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]
    return ticks, [words(tick, places) for tick in ticks]
