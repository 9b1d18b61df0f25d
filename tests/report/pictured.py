"""What a browser has drawn, in its own pixels, read back to numbers with the picture's own axis."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.report.browser import Browser
from tests.report.seen import number_of

CLOSE = 0.6  # pixels
_COLLECT = """
    const number = (element, name) => parseFloat(element.getAttribute(name) || "0");
    return [...document.querySelectorAll('svg.chart')].map((svg) => {
      const room = svg.getBoundingClientRect();
      const at = (element) => { const to = element.getScreenCTM(); return [to.e - room.left, to.f - room.top]; };
      const own = (name) => [...svg.children].filter((child) => child.tagName === name);
      return {
        name: svg.closest('figure').id, wide: room.width, isOpen: room.width > 0,
        words: own('text').map((it) => [
          it.textContent, it.x.baseVal[0].value, number(it, 'y'), (it.getAttribute('style') || '').includes('650')]),
        signs: own('svg').filter((it) => it.classList.contains('sign')).map((it) => {
          const [outline, half] = it.querySelectorAll('path'), color = outline.getAttribute('stroke');
          return [...at(outline), half ? 'undecided' : outline.getAttribute('fill') === color ? 'matters' : 'nothing', color];
        }),
        lines: own('line').map((it) => [
          ...['x1', 'y1', 'x2', 'y2'].map((end) => it[end].baseVal.value), it.getAttribute('stroke'), number(it, 'stroke-width')]),
        boxes: own('rect').map((it) => [
          ...['x', 'y', 'width', 'height'].map((side) => it[side].baseVal.value), it.getAttribute('fill'), number(it, 'fill-opacity')]),
      };
    });
"""


@dataclass(frozen=True)
class Read:
    """A mark: in which row, of which series, where, how it is filled, and the ends of its interval where one is drawn."""

    row: str
    series: str
    at: float
    style: str
    ends: tuple[float, float]


@dataclass(frozen=True)
class Scale:
    """An axis as it is written: pixels of two of its numbers, and where it ends."""

    low: tuple[float, float]
    high: tuple[float, float]
    ends: tuple[float, float]

    def at(self, value: float) -> float:
        """Where a number stands; at the edge where it lies beyond."""
        (low, left), (high, right) = self.low, self.high
        first, last = sorted(self.ends)
        return min(max(left + (value - low) / (high - low) * (right - left), first), last)


class Pictured:
    """One picture of the page that is open."""

    def __init__(self, drawn: dict[str, Any]) -> None:
        self.name, self.words, self.signs = drawn["name"], drawn["words"], drawn["signs"]
        self.lines, self.boxes = drawn["lines"], drawn["boxes"]

    @property
    def axes(self) -> list[tuple[float, float, float]]:
        """The lines with numbers below them: how far down, and from where to where."""
        return sorted((y1, x1, x2) for x1, y1, x2, y2, color, width in self.lines if y1 == y2 and width == 0.8 and "muted" in color)

    def across(self, down: float, left: float, right: float) -> Scale:
        """The axis at that line."""
        found = [(number_of(text), x) for text, x, y, _ in self.words if abs(y - down - 16) < 0.1 and left - 1 <= x <= right + 1]
        ticks = sorted((number, x) for number, x in found if number is not None)
        return Scale(ticks[0], ticks[-1], (left, right))

    def legend(self) -> dict[str, str]:
        """What each colour of a mark is, by the marks above the first row."""
        top = min((y for *_, y, bold in self.words if bold), default=0)
        named = {}
        for x, y, _, color in self.signs:
            if y < top:
                beside = min((words for words in self.words if words[2] < top), key=lambda words: abs(words[2] - y - 5) + abs(words[1] - x))
                named[color] = beside[0]
        return named

    def names(self) -> list[tuple[float, str]]:
        """What stands in bold, and where it ends; a name may take two lines."""
        found: list[tuple[float, str]] = []
        for y, text in sorted((y, text) for text, _, y, bold in self.words if bold):
            if found and y - found[-1][0] < 18.1:
                text = f"{found.pop()[1]} {text}"
            found.append((y, text))
        return found

    def rows(self) -> list[Read]:
        """The marks of a forest plot; each belongs to the last name in bold above it."""
        names, legend = self.names(), self.legend()
        found = []
        for x, y, style, color in self.signs:
            above = [(down, text) for down, text in names if down < y]
            if above:
                bars = [line for line in self.lines if line[1] == line[3] and abs(line[1] - y) < 0.1 and line[5] == 2.4]
                ends = (min(line[0] for line in bars), max(line[2] for line in bars)) if bars else (x, x)
                found.append(Read(above[-1][1], legend.get(color, ""), x, style, ends))
        return found


def pictures(browser: Browser) -> dict[str, Pictured]:
    """All that can be seen on the page, by name."""
    return {drawn["name"]: Pictured(drawn) for drawn in browser.run(_COLLECT) if drawn["isOpen"]}


def is_close(at: float, scale: Callable[[float], float], value: float) -> bool:
    """Does something stand where its number belongs?"""
    return abs(at - scale(value)) <= CLOSE
