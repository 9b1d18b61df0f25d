"""Pictures inside the page, as SVG: themed by the page's style, its text real text, the same bytes every time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from markupsafe import Markup

from simlab.base.clock import timed

WIDE, NARROW = 720, 358  # pixels: a column of text, a phone; every picture is drawn for both

# Colours are variables of the page's style, so that a picture follows light, dark and print.
INK, MUTED, GRID, PAPER = (f"var(--{name})" for name in ("ink", "muted", "grid", "paper"))
SERIES = tuple(f"var(--series-{i})" for i in range(1, 9))

FONT, SMALL = 13.0, 11.5  # pixels
BASELINE = 0.38  # of the letters' size, below their middle

TILE = 12  # pixels, of a hatch that repeats

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
_NAME = "@"  # what stands for a drawing's name as long as it has none


class Sheet:
    """A drawing measured in pixels from its upper left corner. What has no place, because a number is infinite or none, is not drawn."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._drawn: list[Element] = []
        self._defined: dict[str, Element] = {}  # what is used again: signs and hatches, by what they look like

    def write(
        self,
        x: float,
        y: float,
        words: str,
        *,
        color: str = INK,
        size: float = FONT,
        anchor: Anchor = "start",
        bold: bool = False,
    ) -> None:
        """Text whose middle line stands at y."""
        if not words:
            return
        weight = "font-weight: 700; " if bold else ""
        style = f"{weight}font-size: {size:g}px; text-anchor: {anchor}; fill: {color}"
        text = Element("text", style=style, x=_number(x), y=_number(y + BASELINE * size))
        text.text = printable(words)
        self._drawn.append(text)

    def line(self, points: Sequence[Point], color: str, width: float = 1.0, dashes: Sequence[float] = ()) -> None:
        """A line through these points; the dashes are as long as so many times its width."""
        dashed = f"; stroke-dasharray: {','.join(f'{dash * width:g}' for dash in dashes)}" if dashes else ""
        self._path(points, f"fill: none; stroke: {color}; stroke-width: {width:g}{dashed}")

    def area(self, points: Sequence[Point], color: str, shade: float = 1.0) -> None:
        """What lies between these points."""
        self._path(points, f"fill: {color}" + (f"; opacity: {shade:.3g}" if shade < 1 else ""), " z")

    def bar(self, left: float, top: float, width: float, height: float, color: str, shade: float = 1.0) -> None:
        """A filled bar."""
        self.area(_corners(left, top, width, height), color, shade)

    def frame(self, left: float, top: float, width: float, height: float, color: str, hatch: str = "") -> None:
        """The outline of a bar, hatched by the lines of a tile (`M x y L x y ...`) where one is given; a tile is `TILE` pixels wide."""
        fill = f"url(#{self._hatched(hatch, color)})" if hatch else "none"
        self._path(_corners(left, top, width, height), f"fill: {fill}; stroke: {color}", " z")

    def sign(self, x: float, y: float, outline: str, *, fill: str, stroke: str, width: float = 1.0) -> None:
        """A sign at a point: an outline around (0, 0)."""
        if isfinite(x) and isfinite(y):
            name = self._define(outline, "path", {"d": outline})
            style = f"fill: {fill}; stroke: {stroke}; stroke-width: {width:g}"
            self._drawn.append(Element("use", x=_number(x), y=_number(y), style=style, href=f"#{name}"))

    def _path(self, points: Sequence[Point], style: str, end: str = "") -> None:
        if all(isfinite(x) and isfinite(y) for x, y in points):
            self._drawn.append(Element("path", d=path(points) + end, style=style))

    def _hatched(self, lines: str, color: str) -> str:
        look, size = f"{lines} {color}", str(TILE)
        if look not in self._defined:
            self._define(look, "pattern", {"patternUnits": "userSpaceOnUse", "width": size, "height": size})
            ElementTree.SubElement(self._defined[look], "path", d=lines, style=f"stroke: {color}; stroke-width: 1.2")
        return self._defined[look].attrib["id"]

    def _define(self, look: str, tag: str, attributes: dict[str, str]) -> str:
        """The name of something that is used again, which is defined once."""
        if look not in self._defined:
            self._defined[look] = Element(tag, {"id": f"{_NAME}{len(self._defined)}", **attributes})
        return self._defined[look].attrib["id"]

    def named(self, name: str, attributes: dict[str, str]) -> Element:
        """The drawing as an element. Its ids begin with its name, so that no two on a page are equal."""
        wide, high = _number(self.width), _number(self.height)
        root = Element("svg", {**attributes, "viewBox": f"0 0 {wide} {high}", "width": wide, "height": high})
        if self._defined:
            ElementTree.SubElement(root, "defs").extend(self._defined.values())
        root.extend(self._drawn)
        for element in root.iter():
            for key in element.attrib.keys() & {"id", "href", "style"}:
                element.attrib[key] = element.attrib[key].replace(_NAME, f"{name}-")
        return root


@dataclass(frozen=True)
class Picture:
    """A picture: the message that it proves, its numbers for who cannot see it, and how it is drawn at a width in pixels."""

    id: str
    title: str
    alt: str
    draw: Callable[[int], Sheet]
    note: str = ""  # how to read it, below the picture

    @property
    @timed("report: pictures")
    def drawn(self) -> Markup:
        """Two drawings of it, of which the page shows the one that fits."""
        said = {"role": "img", "aria-label": printable(self.alt)}
        both = [
            self.draw(width).named(f"{self.id}-{size}", {"class": size, **said}) for size, width in (("wide", WIDE), ("narrow", NARROW))
        ]
        return Markup("").join(Markup(ElementTree.tostring(one, encoding="unicode")) for one in both)  # from a tree: text stays text


def path(points: Sequence[Point]) -> str:
    """A line through these points, as the path of an element."""
    return "M " + " L ".join(f"{_number(x)} {_number(y)}" for x, y in points)


def _corners(left: float, top: float, width: float, height: float) -> list[Point]:
    return [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]


def _number(pixels: float) -> str:
    """A tenth of a pixel is as much as anybody sees."""
    return f"{round(pixels, 1) + 0.0:.1f}".removesuffix(".0")  # -0.0 is 0


def printable(words: str) -> str:
    """A text without the characters that a picture cannot hold."""
    return "".join(c if c.isprintable() and c not in "\ufffe\uffff" else " " for c in words)
