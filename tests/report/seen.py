"""What a picture shows, read off its SVG: words, lines, boxes and signs, in percent across and pixels down."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from xml.etree import ElementTree

from simlab.report.svg import NARROWEST, Picture, Sheet


@dataclass(frozen=True)
class Words:
    """A text, and the line that its letters stand on."""

    text: str
    x: float
    y: float
    anchor: str
    dx: float
    size: float
    bold: bool

    def box(self, width: float) -> tuple[float, float, float, float]:
        """Left, top, right and bottom, about, where the picture is so many pixels wide."""
        wide = len(self.text) * self.size * 0.54
        left = self.x * width / 100 + self.dx - {"start": 0, "middle": wide / 2, "end": wide}[self.anchor]
        return left, self.y - 0.7 * self.size, left + wide, self.y + 0.2 * self.size


@dataclass(frozen=True)
class Sign:
    """A mark at a number."""

    x: float
    y: float
    style: str
    color: str


@dataclass(frozen=True)
class Line:
    """From one place to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    color: str
    width: float
    dashes: str


@dataclass(frozen=True)
class Box:
    """A rectangle."""

    x: float
    y: float
    wide: float
    high: float
    color: str


class Seen:
    """A picture."""

    def __init__(self, chart: Callable[[], Sheet], alt: str = "alt 5") -> None:
        self.drawn = str(Picture("pic", "title", alt, chart).drawn)
        self.root = ElementTree.fromstring(self.drawn)
        self.height = float(self.root.get("height", 0))
        self.words = [_words(element) for element in self.root.iter("text") if "wide" not in element.get("class", "")]
        self.only_wide = [_words(element) for element in self.root.iter("text") if "wide" in element.get("class", "")]
        top = list(self.root)
        self.lines = [_line(element) for element in top if element.tag == "line"]
        self.boxes = [_box(element) for element in top if element.tag == "rect"]
        self.signs = [_sign(element) for element in top if element.get("class") == "sign"]

    def texts(self) -> list[str]:
        return [words.text for words in self.words]

    def said(self, text: str) -> Words:
        """The one text that reads so."""
        found = [words for words in self.words if words.text == text]
        assert len(found) == 1, f"{text!r} {len(found)} times among {self.texts()}"
        return found[0]

    def ruler(self, y: float) -> Callable[[float], float]:
        """The axis whose numbers stand at this line: where a number stands, in percent."""
        ticks = [(number_of(words.text), words.x) for words in self.words if words.y == y and number_of(words.text) is not None]
        (low, left), (high, right) = ticks[0], ticks[-1]
        assert low is not None
        assert high is not None
        return lambda value: left + (value - low) / (high - low) * (right - left)

    def outside(self, width: float = NARROWEST) -> list[str]:
        """What would be cut off at the edge."""
        boxes = [(words.text, words.box(width)) for words in self.words]
        return [text for text, box in boxes if box[0] < -3 or box[1] < -1 or box[2] > width + 3 or box[3] > self.height + 1]

    def colliding(self, width: float = NARROWEST) -> list[str]:
        """Texts that lie upon one another."""
        boxes = [(words.text, words.box(width)) for words in self.words if words.text.strip()]
        return [f"{a} / {b}" for i, (a, one) in enumerate(boxes) for b, other in boxes[i + 1 :] if _overlap(one, other)]


def number_of(text: str) -> float | None:
    """The number that a text is, if it is one."""
    plain = text.replace("−", "-").replace("+", "").replace(",", "")
    return float(plain) if re.fullmatch(r"-?\d+(\.\d+)?", plain) else None


def _overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > 3 and min(a[3], b[3]) - max(a[1], b[1]) > 2


def _number(element: ElementTree.Element, name: str) -> float:
    return float(element.get(name, "0").rstrip("%"))


def _color(text: str) -> str:
    return text.removeprefix("var(--").removesuffix(")")


def _words(element: ElementTree.Element) -> Words:
    size = 12.0 if "s" in element.get("class", "").split() else 13.0
    bold = "650" in element.get("style", "")
    anchor = element.get("text-anchor", "start")
    return Words(element.text or "", _number(element, "x"), _number(element, "y"), anchor, _number(element, "dx"), size, bold)


def _line(element: ElementTree.Element) -> Line:
    ends = (_number(element, name) for name in ("x1", "y1", "x2", "y2"))
    dashes = element.get("stroke-dasharray", "")
    return Line(*ends, _color(element.get("stroke", "")), _number(element, "stroke-width"), dashes)


def _box(element: ElementTree.Element) -> Box:
    return Box(*(_number(element, name) for name in ("x", "y", "width", "height")), _color(element.get("fill", "")))


def _sign(element: ElementTree.Element) -> Sign:
    path = next(element.iter("path"))
    return Sign(_number(element, "x"), _number(element, "y"), element.get("data-style", ""), _color(path.get("stroke", "")))
