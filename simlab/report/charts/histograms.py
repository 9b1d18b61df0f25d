"""How often each whole number occurred: distributions, drawn by matplotlib and stretched to the page; their words stand in the page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup
from matplotlib.path import Path  # and not a whole figure, which takes as long to load as numba

from simlab.report.charts.axis import Axis
from simlab.report.svg import BOLD, INK, LINE, MUTED, NARROWEST, SMALL, Sheet, folded

WIDE, HIGH = 720, 56.0  # of the box in which steps are drawn; so many pixels high
HEADROOM = 1.02  # of the highest step: the box is so much higher
STEPS = 90  # at most, across
FILLED = "fill: var(--series-1); opacity: 0.35"
OUTLINED = "fill: none; stroke: var(--series-1); stroke-width: 1.2; stroke-linejoin: miter"
DASHED = f"fill: none; stroke-dasharray: 3.3,2.2; stroke-dashoffset: 0; stroke: var(--{INK}); stroke-width: 1.1; stroke-linejoin: miter"


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
    first, *others = (share / peak for share in shares)
    drawn = _path(first, 0, FILLED) + _path(first, 0, OUTLINED) + "".join(_path(other, None, DASHED) for other in others)
    left, wide = Axis(0, 1).left, 100 - 2 * Axis(0, 1).left
    box = f'x="{left}%" y="{top:.0f}" width="{wide}%" height="{HIGH:.0f}" viewBox="0 0 {WIDE} {HIGH:.0f}" preserveAspectRatio="none"'
    return Markup(f'<svg class="steps" {box}>{drawn}</svg>')  # numbers and our own words only


def _path(heights: np.ndarray, baseline: float | None, style: str) -> str:
    """One outline, from the left edge to the right one; with a baseline it begins and ends there."""
    ends = heights[[0, -1]] if baseline is None else (baseline, baseline)
    up = np.concatenate([ends[:1], np.repeat(heights, 2), ends[1:]])
    across = np.repeat(np.arange(len(heights) + 1), 2)
    steps = Path(np.column_stack([across * (WIDE / len(heights)), HIGH - up * (HIGH / HEADROOM)]))
    kept = np.asarray(steps.cleaned(simplify=False if style == FILLED else None).vertices)  # of an outline no points along a straight line
    points = [f"{_short(x)} {_short(y)}" for x, y in kept[:-1].tolist()]
    return f'<path d="M {" L ".join(points)}" style="{style}" vector-effect="non-scaling-stroke"/>'


def _short(pixels: float) -> str:
    """To a tenth; what is only an arithmetic's noise is no part of it."""
    return f"{round(pixels, 6):.1f}".removesuffix(".0")


def _last_shown(counts: np.ndarray) -> int:
    """The longest tail is cut where fewer than 2 in 1,000 games go on."""
    return int(np.searchsorted(np.cumsum(counts), 0.998 * counts.sum())) + 1


def _binned(counts: np.ndarray, end: int, step: int) -> np.ndarray:
    """The share of each step of so many numbers, as far as the last number shown."""
    bins = -(-end // step)
    padded = np.pad(counts[: bins * step], (0, max(0, bins * step - len(counts))))
    share: np.ndarray = padded.reshape(bins, step).sum(axis=1) / max(1, counts.sum())
    return share
