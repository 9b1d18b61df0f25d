"""How often each whole number occurred: distributions, drawn by matplotlib and stretched to the page; their words stand in the page."""

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import matplotlib
import numpy as np
from markupsafe import Markup
from matplotlib.figure import Figure

from simlab.report.charts.axis import Axis
from simlab.report.svg import BOLD, INK, LINE, MUTED, NARROWEST, SMALL, Sheet, folded

HIGH = 56.0  # pixels, of the highest step
STEPS = 90  # at most, across
COLORS = {"#000001": INK, "#000002": "series-1"}
_STYLE: Any = {"svg.hashsalt": "simlab", "path.simplify": False}  # matplotlib names every key in its types
_SVG = "{http://www.w3.org/2000/svg}"
_NUMBER = re.compile(r"-?\d+\.\d+")


@dataclass(frozen=True)
class Spread:
    """How often each whole number occurred; and what is said about it."""

    label: str
    value: str
    counts: np.ndarray
    low: float
    middle: float
    high: float


def spreads(rows: Sequence[Spread], unit: str, *, of_one: bool = True) -> Callable[[], Sheet]:
    """How often each number occurred, a row a scenario on the same scales; the first row's outline is repeated in the others. Rows that are
    not `of_one` kind share their scale only along.
    """
    return lambda: _draw(rows, unit, of_one=of_one)


def _draw(rows: Sequence[Spread], unit: str, *, of_one: bool) -> Sheet:
    sheet = Sheet()
    if not rows:
        sheet.text(0, 14, "nothing to show", color=MUTED, size=SMALL)
        sheet.height = 20
        return sheet
    end = max(_last_shown(row.counts) for row in rows)
    step = -(-end // STEPS)
    shares = [_binned(row.counts, end, step) for row in rows]
    peaks = [max(float(share.max()) for share in shares)] * len(rows) if of_one else [float(share.max()) for share in shares]
    axis = Axis(-0.5, len(shares[0]) * step - 0.5)
    y = 0.0
    for i, row in enumerate(rows):
        named, said = folded(row.label, NARROWEST * BOLD), folded(row.value, NARROWEST, 3, SMALL)
        for k, line in enumerate(named):
            sheet.text(0, y + 15 + LINE * k, line, bold=True)
        for k, line in enumerate(said, len(named)):
            sheet.text(0, y + 15 + LINE * k, line, color=MUTED, size=SMALL)
        top = y + 6 + LINE * (len(named) + len(said))
        outlines = [shares[i], *([shares[0]] if i and of_one else [])]
        sheet.raw(_outlines(outlines, peaks[i] or 1.0, top))
        base = top + HIGH
        sheet.line(axis.left, base, axis.right, base, MUTED, 0.8)
        sheet.line(axis.at(row.low), base + 7, axis.at(row.high), base + 7, INK, 2.2)
        sheet.line(axis.at(row.middle), base + 2, axis.at(row.middle), base + 12, INK, 2.4)
        y = base + 16
    sheet.height = axis.draw(sheet, y, unit, most=6)
    return sheet


def _outlines(shares: Sequence[np.ndarray], peak: float, top: float) -> Markup:
    """Steps as high as their shares, and those of the first row as a dashed line; paths only, in a box that stretches."""
    ink, series = COLORS
    figure = Figure(figsize=(10, HIGH / 72), dpi=72)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, len(shares[0])), ylim=(0, 1.02))
    axes.set_axis_off()
    axes.stairs(shares[0] / peak, fill=True, color=series, alpha=0.35, lw=0)
    axes.stairs(shares[0] / peak, color=series, lw=1.2)
    for other in shares[1:]:
        axes.stairs(other / peak, baseline=None, color=ink, lw=1.1, ls=(0, (3, 2)))
    file = io.StringIO()
    with matplotlib.rc_context(_STYLE):
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    paths = [path for path in ElementTree.fromstring(file.getvalue()).iter(f"{_SVG}path") if path.get("style")]
    drawn = "".join(_path(path) for path in paths if any(color in path.get("style", "") for color in COLORS))
    left, wide = Axis(0, 1).left, 100 - 2 * Axis(0, 1).left
    box = f'x="{left}%" y="{top:.0f}" width="{wide}%" height="{HIGH:.0f}" viewBox="0 0 720 {HIGH:.0f}" preserveAspectRatio="none"'
    return Markup(f'<svg class="steps" {box}>{drawn}</svg>')  # numbers and our own words only


def _path(path: ElementTree.Element) -> str:
    style = path.get("style", "")
    for color, variable in COLORS.items():
        style = style.replace(color, f"var(--{variable})")
    outline = " ".join(_NUMBER.sub(lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), path.get("d", "")).split())
    return f'<path d="{outline}" style="{style}" vector-effect="non-scaling-stroke"/>'


def _last_shown(counts: np.ndarray) -> int:
    """The longest tail is cut where fewer than 2 in 1,000 games go on."""
    return int(np.searchsorted(np.cumsum(counts), 0.998 * counts.sum())) + 1


def _binned(counts: np.ndarray, end: int, step: int) -> np.ndarray:
    """The share of each step of so many numbers, as far as the last number shown."""
    bins = -(-end // step)
    padded = np.pad(counts[: bins * step], (0, max(0, bins * step - len(counts))))
    share: np.ndarray = padded.reshape(bins, step).sum(axis=1) / max(1, counts.sum())
    return share
