"""Pictures inside the page: in percent across and pixels down, so that one drawing serves a phone and a desk; text is real text.

What stands where the page is narrow stands there where it is wide; letters never shrink. Colours are variables of the page's style, so that
a picture follows light, dark and print.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from markupsafe import Markup, escape

from simlab.base.clock import timed

INK, MUTED, GRID, PAPER, BAND = "ink", "muted", "grid", "paper", "band"
SERIES = tuple(f"series-{i}" for i in range(1, 9))
LETTER = 0.58  # of a letter's size: how wide it is, about
SMALL, FONT = 12.0, 13.0  # pixels
LINE = 18.0  # pixels from one line of text to the next
NARROWEST = 288  # pixels: a phone's column
WIDE = 500  # pixels, where what is `only_wide` is seen
SAMPLE = 30.0  # pixels of a legend's mark
BOLD = 0.86  # of the letters that fit if they are not bold


@dataclass(frozen=True)
class Picture:
    """A picture: the message that it proves, its numbers for who cannot see it, and how it is drawn."""

    id: str
    title: str
    alt: str
    draw: Callable[[], "Sheet"]
    note: str = ""  # how to read it, below the picture

    @property
    @timed("report: pictures")
    def drawn(self) -> Markup:
        """Its drawing."""
        return self.draw().markup(self.alt)


@dataclass
class Sheet:
    """A drawing: x in percent of its width, y in pixels from above. What is drawn is written down at once."""

    height: float = 0.0
    _parts: list[str] = field(default_factory=list)

    def markup(self, alt: str) -> Markup:
        """The picture as it stands in a page."""
        inner = "".join(self._parts)
        return Markup(  # all that is put in here was escaped where it was written down
            f'<svg class="chart" role="img" aria-label="{escape(printable(alt))}" width="100%" height="{_n(self.height)}">{inner}</svg>'
        )

    def raw(self, markup: Markup) -> None:
        """Something that was drawn elsewhere."""
        self._parts.append(str(markup))

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        anchor: str = "start",
        dx: float = 0,
        color: str = "",
        bold: bool = False,
        size: float = FONT,
        only_wide: bool = False,
    ) -> None:
        """Words whose letters stand on the line y; some only where the page is wide."""
        given = f' text-anchor="{anchor}"' if anchor != "start" else ""
        given += f' dx="{_n(dx)}"' if dx else ""
        looks = [f"fill:var(--{color})"] if color else []
        looks += ["font-weight:650"] if bold else []
        kinds = [*(["s"] if size < FONT else []), *(["wide"] if only_wide else [])]
        kind = f' class="{" ".join(kinds)}"' if kinds else ""
        style = f' style="{";".join(looks)}"' if looks else ""
        self._parts.append(f'<text x="{_n(x)}%" y="{_n(y)}"{given}{kind}{style}>{escape(printable(words))}</text>')

    def line(
        self, x1: float, y1: float, x2: float, y2: float, color: str = INK, width: float = 1.0, dashes: str = "", shade: float = 1.0
    ) -> None:
        """A line."""
        more = f' stroke-dasharray="{dashes}"' if dashes else ""
        more += f' opacity="{shade:g}"' if shade < 1 else ""
        at = f'x1="{_n(x1)}%" y1="{_n(y1)}" x2="{_n(x2)}%" y2="{_n(y2)}"'
        self._parts.append(f'<line {at} stroke="var(--{color})" stroke-width="{_n(width)}"{more}/>')

    def path(self, points: Sequence[tuple[float, float]], color: str = INK, width: float = 1.6, dashes: str = "") -> None:
        """A line through many points, written down as one."""
        more = f' stroke-dasharray="{dashes}"' if dashes else ""
        more += f' stroke="var(--{color})" stroke-width="{_n(width)}" vector-effect="non-scaling-stroke"'
        high = _n(max(y for _, y in points))
        course = "L".join(f"{10 * x:.0f} {_n(y)}" for x, y in points)
        frame = f'width="100%" height="{high}" viewBox="0 0 1000 {high}" preserveAspectRatio="none" overflow="visible"'
        self._parts.append(f'<svg {frame}><path d="M{course}" fill="none"{more}/></svg>')

    def box(self, x: float, y: float, wide: float, high: float, color: str, *, shade: float = 1.0, edge: str = "") -> None:
        """A rectangle."""
        more = f' fill-opacity="{shade:g}"' if shade < 1 else ""
        more += f' stroke="var(--{edge})"' if edge else ""
        self._parts.append(f'<rect x="{_n(x)}%" y="{_n(y)}" width="{_n(max(wide, 0))}%" height="{_n(high)}" fill="var(--{color})"{more}/>')

    def sign(self, x: float, y: float, shape: str, color: str, style: str = "plain", *, dx: float = 0) -> None:
        """A mark at a number: full where it matters, empty where not, half full where that is undecided."""
        outline, half = SHAPES[shape]
        fill = f"var(--{color})" if style in ("matters", "plain") else f"var(--{PAPER})"
        path = f'<path d="{outline}" fill="{fill}" stroke="var(--{color})" stroke-width="2"/>'
        path += f'<path d="{half}" fill="var(--{color})"/>' if style == "undecided" else ""
        inner = f'<g transform="translate({_n(dx)})">{path}</g>' if dx else path
        self._parts.append(f'<svg class="sign" data-style="{style}" x="{_n(x)}%" y="{_n(y)}" overflow="visible">{inner}</svg>')


SHAPES = {  # each outline, and its left half
    "circle": ("M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z", "M0 -5.5a5.5 5.5 0 0 0 0 11z"),
    "diamond": ("M-6.5 0l6.5-6.5 6.5 6.5-6.5 6.5z", "M-6.5 0l6.5-6.5v13z"),
    "square": ("M-5 -5h10v10h-10z", "M-5 -5h5v10h-5z"),
    "triangle": ("M0 -6.5l6.5 11.5h-13z", "M0 -6.5v11.5h-6.5z"),
    "kite": ("M0 6.5l6.5-11.5h-13z", "M0 6.5v-11.5h-6.5z"),
    "cross": ("M-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z", "M-2-6h2v12h-2v-4h-4v-4h4z"),
    "bar": ("M-2.5-6.5h5v13h-5z", "M-2.5-6.5h2.5v13h-2.5z"),
    "flat": ("M-6.5-2.5h13v5h-13z", "M-6.5-2.5h6.5v5h-6.5z"),
}


def _n(value: float) -> str:
    """A number with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def room_for(words: str, size: float = FONT) -> float:
    """About how many pixels a text takes."""
    return len(words) * size * LETTER


def folded(words: str, width: float = NARROWEST, lines: int = 2, size: float = FONT) -> list[str]:
    """A text in lines of this many pixels; what does not fit is cut, with an ellipsis."""
    letters = max(6, int(width / (size * LETTER)))
    whole = wrap(words, letters) or [""]
    if len(whole) > lines:
        whole[lines - 1 :] = [f"{whole[lines - 1][: letters - 2].rstrip()} …"]
    return whole


def cut(words: str, width: float = NARROWEST, size: float = FONT) -> str:
    """A text in a line of this many pixels."""
    return folded(words, width, 1, size)[0]


def legend(sheet: Sheet, names: Sequence[str], y: float, *, columns: int = 0, draw: Callable[[float, float, int], None]) -> float:
    """Names in so many columns, or in two where they fit, each beside what `draw` makes of its number; where they end."""
    columns = columns or (2 if all(room_for(name, SMALL) <= NARROWEST / 2 - SAMPLE for name in names) else 1)
    wide = 100 / columns
    for i, name in enumerate(names):
        row, column = divmod(i, columns)
        at = y + row * LINE
        draw(column * wide, at + 5, i)
        sheet.text(column * wide, at + 10, cut(name, NARROWEST / columns - SAMPLE, SMALL), dx=22, size=SMALL)
    return y + -(-len(names) // columns) * LINE


def printable(words: str) -> str:
    """A text without the characters that a picture cannot hold."""
    return "".join(c if c.isprintable() and c not in "\ufffe\uffff" else " " for c in words)
