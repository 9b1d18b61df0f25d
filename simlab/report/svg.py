"""From a matplotlib figure to a picture inside the page: themed by the page's style, its text real text, the same bytes every time."""

import io
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import matplotlib
from markupsafe import Markup
from matplotlib.figure import Figure

from simlab.base.clock import timed

WIDE, NARROW = 720, 358  # pixels: a column of text, a phone; every picture is drawn for both

# Colours that stand for variables of the page's style, so that a picture follows light, dark and print.
INK, MUTED, GRID, PAPER = "#000001", "#000002", "#000003", "#000004"
SERIES = ("#000011", "#000012", "#000013", "#000014", "#000015", "#000016", "#000017", "#000018")
_VARIABLES = {INK: "ink", MUTED: "muted", GRID: "grid", PAPER: "paper"} | {color: f"series-{i}" for i, color in enumerate(SERIES, 1)}

FONT, SMALL = 13.0, 11.5  # pixels

_STYLE: Any = {  # matplotlib names every key in its types
    "svg.fonttype": "none",  # letters stay letters: small, searchable, in the reader's font
    "svg.hashsalt": "simlab",
    "text.parse_math": False,  # a name with dollars in it is a name
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": FONT,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": MUTED,
    "axes.labelsize": SMALL,
    "axes.linewidth": 0.8,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "hatch.linewidth": 1.2,
    "axes.facecolor": "none",
    "axes.axisbelow": True,
    **dict.fromkeys(("axes.spines.left", "axes.spines.right", "axes.spines.top"), False),
    "xaxis.labellocation": "left",
    "xtick.major.size": 3,
    "ytick.major.size": 0,
    "grid.color": GRID,
    "lines.solid_capstyle": "butt",
}
_SVG = "{http://www.w3.org/2000/svg}"
_REFERENCE = re.compile(r"#([\w-]+)")
_NUMBER = re.compile(r"-?\d+\.\d+")


@dataclass(frozen=True)
class Picture:
    """A picture: the message that it proves, its numbers for who cannot see it, and how it is drawn at a width in pixels."""

    id: str
    title: str
    alt: str
    draw: Callable[[int], Figure]
    note: str = ""  # how to read it, below the picture

    @property
    @timed("report: pictures")
    def drawn(self) -> Markup:
        """Two drawings of it, of which the page shows the one that fits."""
        both = (("wide", WIDE), ("narrow", NARROW))
        return Markup("").join(_inline(self.draw, width, f"{self.id}-{size}", self.alt, size) for size, width in both)


@contextmanager
def drawing() -> Iterator[None]:
    """In here pictures are drawn in the style of a report."""
    with matplotlib.rc_context(_STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*Glyph.*")  # it measures with a font of its own, which has not every letter
        yield


def _inline(draw: Callable[[int], Figure], width: int, name: str, alt: str, size: str) -> Markup:
    figure, file = draw(width), io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    root = ElementTree.fromstring(file.getvalue())
    _slim(root)
    _rename(root, name)
    high = root.get("height", "").removesuffix("pt")
    root.attrib = {
        "class": size,
        "role": "img",
        "aria-label": printable(alt),
        "viewBox": root.get("viewBox", ""),
        "width": str(width),
        "height": high,
    }
    for element in root.iter():
        element.tag = element.tag.removeprefix(_SVG)  # in HTML an <svg> has its own namespace by itself
    return Markup(ElementTree.tostring(root, encoding="unicode"))  # serialised from a tree: what is text in it stays text


def _slim(root: ElementTree.Element) -> None:
    """Leave out what a page doesn't need, and put the page's variables in place of colours."""
    for parent in root.iter():
        for child in list(parent):
            if child.tag.endswith("metadata") or child.find(f"{_SVG}style") is not None:
                parent.remove(child)
    for element in root.iter():
        style = re.sub(r"font(-family)?: [^;]*sans-serif;?\s*", "", element.get("style", ""))
        for color, variable in _VARIABLES.items():
            style = style.replace(color, f"var(--{variable})")
        if style:
            element.set("style", style.strip("; "))
        for name in ("d", "x", "y", "transform"):
            if value := element.get(name):
                element.set(name, " ".join(_NUMBER.sub(lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), value).split()))
        if element.get("transform", "").startswith(("rotate(0 ", "rotate(-0 ")):
            del element.attrib["transform"]
        if not (element.text or "").strip():
            element.text = None
        element.tail = None


def _rename(root: ElementTree.Element, name: str) -> None:
    """Ids that are used begin with the picture's name, so that no two on the page are equal; the others go."""
    used = {found for element in root.iter() for value in element.attrib.values() for found in _REFERENCE.findall(value)}
    for element in root.iter():
        if (own := element.attrib.pop("id", None)) in used:
            element.set("id", f"{name}-{own}")
        for key, value in list(element.attrib.items()):
            if "url(#" in value or (value.startswith("#") and key.endswith("href")):
                del element.attrib[key]
                element.set("href" if key.endswith("href") else key, value.replace("#", f"#{name}-"))


def printable(words: str) -> str:
    """A text without the characters that a picture cannot hold."""
    return "".join(c if c.isprintable() and c not in "\ufffe\uffff" else " " for c in words)
