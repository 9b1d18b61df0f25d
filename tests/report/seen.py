"""What a picture shows, read off its SVG: words, shapes and signs, in pixels from its upper left corner."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from simlab.report.svg import NARROW, WIDE, Picture, drawing

PLANS = Path(__file__).parent / "plans"
TICK = "M 0 0 L 0 3"
SIZES = {"wide": WIDE, "narrow": NARROW}


@dataclass(frozen=True)
class Words:
    """A text: where it is anchored, with its start, middle or end, and the line that its letters stand on."""

    text: str
    x: float
    base: float
    anchor: str
    size: float
    bold: bool
    color: str

    @property
    def y(self) -> float:
        """Its middle line."""
        return self.base - 0.38 * self.size

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom, about."""
        wide = len(self.text) * self.size * 0.5
        left = self.x - {"start": 0, "middle": wide / 2, "end": wide}[self.anchor]
        return left, self.base - 0.76 * self.size, left + wide, self.base + 0.22 * self.size

    def __str__(self) -> str:
        return f"{self.x:5.0f} {self.y:4.0f} {self.text!r} {self.anchor} {self.size:g} {self.color}{' bold' if self.bold else ''}"


@dataclass(frozen=True)
class Shape:
    """A line or an area; a sign stands `at` a point, and has the `outline` of all its like."""

    points: tuple[tuple[float, float], ...]
    fill: str
    stroke: str
    width: float
    dashes: str = ""
    shade: float = 1.0
    hatch: str = ""
    at: tuple[float, float] | None = None
    outline: str = ""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def __str__(self) -> str:
        left, top, right, bottom = self.box
        look = f"{self.fill} {self.stroke} {self.width:g}" + (f" dashes {self.dashes}" if self.dashes else "")
        look += (f" shade {self.shade:g}" if self.shade < 1 else "") + (" hatched" if self.hatch else "")
        if self.at:
            return f"{self.at[0]:5.0f} {self.at[1]:4.0f} sign {right - left:.0f}x{bottom - top:.0f} {look}"
        return f"{left:5.0f} {top:4.0f} to {right:.0f} {bottom:.0f} {look}"


class Seen:
    """A picture at one width."""

    def __init__(self, svg: ElementTree.Element) -> None:
        self.width, self.height = float(svg.get("width", 0)), float(svg.get("height", 0))
        self.words: list[Words] = []
        self.shapes: list[Shape] = []
        self._defined = {element.get("id"): element for element in svg.iter() if element.get("id")}
        self._read(svg)

    def _read(self, parent: ElementTree.Element) -> None:
        for element in parent:
            style = dict(part.split(": ", 1) for part in element.get("style", "").split("; ") if part)
            if element.tag == "text":
                self.words.append(_words(element, style))
            elif element.tag == "path":
                if len(points := _points(element.get("d", ""))) > 1:
                    self.shapes.append(_shape(points, style))
            elif element.tag == "use":
                outline = self._defined[element.get("href", "")[1:]].get("d", "")
                at = float(element.get("x", 0)), float(element.get("y", 0))
                points = [(x + at[0], y + at[1]) for x, y in _points(outline)]
                self.shapes.append(_shape(points, style, at, outline))
            elif element.tag != "defs":
                self._read(element)

    def said(self, text: str) -> Words:
        """The one text that reads so."""
        found = [words for words in self.words if words.text == text]
        assert len(found) == 1, f"{text!r} {len(found)} times among {[words.text for words in self.words]}"
        return found[0]

    def texts(self, **how: object) -> list[str]:
        """All texts of this kind."""
        return [words.text for words in self.words if all(getattr(words, name) == value for name, value in how.items())]

    def lines(self, stroke: str, width: float) -> list[Shape]:
        """All lines like this."""
        return [shape for shape in self.shapes if (shape.stroke, shape.width, shape.fill) == (stroke, width, "none") and not shape.at]

    def areas(self, fill: str, shade: float) -> list[Shape]:
        """All areas like this, whatever their outline."""
        return [shape for shape in self.shapes if (shape.fill, shape.shade) == (fill, shade)]

    @property
    def signs(self) -> list[Shape]:
        """What marks a number; not the ticks of an axis."""
        return [shape for shape in self.shapes if shape.at and shape.at != (0, self.height) and shape.outline != TICK]

    @cached_property
    def axes(self) -> list["Ruler"]:
        """The horizontal axes, from above."""
        ticks: dict[float, list[float]] = {}
        for shape in self.shapes:
            if shape.outline == TICK and shape.at:
                ticks.setdefault(shape.at[1], []).append(shape.at[0])
        return [self._ruler(y, xs) for y, xs in sorted(ticks.items())]

    def _ruler(self, y: float, xs: list[float]) -> "Ruler":
        below = [words for words in self.words if 8 < words.y - y < 14]
        labels = [min(below, key=lambda words: abs(words.x - x)) for x in xs]
        assert [label.x for label in labels] == xs, "every tick has its number"
        (unit,) = [words.text for words in self.words if 22 < words.y - y < 30] or [""]
        return Ruler(y, [label.text for label in labels], xs, unit)

    def plan(self) -> str:
        """All of it, a line each: the words from above, then the rest in the order in which it is drawn."""
        words = sorted(self.words, key=lambda words: (round(words.y), words.x))
        return "\n".join([f"{self.width:.0f} x {self.height:.0f}", *map(str, words), *map(str, self.shapes)]) + "\n"


class Ruler:
    """An axis: which number stands where."""

    def __init__(self, y: float, labels: list[str], places: list[float], unit: str) -> None:
        self.y, self.labels, self.places, self.unit = y, labels, places, unit
        self.numbers = [float(text.replace("\u2212", "-").replace(",", "")) for text in labels]
        self._scale = (places[-1] - places[0]) / (self.numbers[-1] - self.numbers[0])
        assert all(abs(self.at(number) - place) < 0.2 for number, place in zip(self.numbers, places, strict=True)), "evenly"

    def at(self, number: float) -> float:
        """The pixel where a number stands."""
        return self.places[0] + (number - self.numbers[0]) * self._scale


def look(chart: Callable) -> dict[str, Seen]:
    """A chart at both widths."""
    with drawing():
        drawn = Picture("pic", "title", "alt", chart).drawn
    return {svg.get("class", ""): Seen(svg) for svg in ElementTree.fromstring(f"<p>{drawn}</p>")}


def outside(seen: Seen) -> list[str]:
    """What would be cut off at the edge of the sheet."""
    found = [*seen.words, *(shape for shape in seen.shapes if shape.at != (0, seen.height))]
    return [str(it) for it in found if it.box[0] < -1 or it.box[1] < -1 or it.box[2] > seen.width + 1 or it.box[3] > seen.height + 1]


def colliding(seen: Seen) -> list[str]:
    """Texts that lie upon one another."""
    return [f"{a} / {b}" for a, b in combinations(seen.words, 2) if a.text.strip() and b.text.strip() and _overlap(a.box, b.box)]


def _overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1


def _words(element: ElementTree.Element, style: dict[str, str]) -> Words:
    size, color = float(style["font-size"].removesuffix("px")), _name(style["fill"])
    anchor, bold = style["text-anchor"], style.get("font-weight") == "700"
    return Words(element.text or "", float(element.get("x", 0)), float(element.get("y", 0)), anchor, size, bold, color)


def _shape(points: list[tuple[float, float]], style: dict[str, str], at: tuple[float, float] | None = None, outline: str = "") -> Shape:
    hatch, fill = style.get("fill", "black"), _name(style.get("fill", "black"))
    is_hatched = hatch.startswith("url")
    shade = float(style.get("opacity", style.get("fill-opacity", 1)))
    stroke, width = _name(style.get("stroke", "none")), float(style.get("stroke-width", 1))
    dashes = style.get("stroke-dasharray", "")
    return Shape(tuple(points), "none" if is_hatched else fill, stroke, width, dashes, shade, hatch if is_hatched else "", at, outline)


def _name(color: str) -> str:
    found = re.fullmatch(r"var\(--(.+)\)", color)
    return found[1] if found else color


def _points(d: str) -> list[tuple[float, float]]:
    numbers = np.array([float(word) for word in d.split() if not word.isalpha()]).reshape(-1, 2)
    return [(float(x), float(y)) for x, y in numbers]
