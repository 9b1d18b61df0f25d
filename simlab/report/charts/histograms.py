"""How often each whole number occurred."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from simlab.report.charts.sheet import BELOW, EDGE, LINE, Drawing, Scale, folded, heading, nothing, number_line, round_numbers
from simlab.report.svg import INK, MUTED, SERIES, SMALL, WIDE, Point, Sheet

HIGH = 56.0  # pixels, of the highest step
NARROWEST = 7  # pixels, of a step
MIDDLE = "M 0 5 L 0 -5"


@dataclass(frozen=True)
class Spread:
    """How often each whole number occurred; and what is said about it."""

    label: str
    value: str
    counts: np.ndarray
    low: float
    middle: float
    high: float


def spreads(rows: Sequence[Spread], unit: str, *, of_one: bool = True) -> Drawing:
    """How often each number occurred, a row a scenario on the same scales; the first row's outline is repeated in the others. Rows that are
    not `of_one` kind share their scale only along.
    """
    return (lambda width: _draw(rows, unit, width, of_one=of_one)) if rows else nothing


def _draw(rows: Sequence[Spread], unit: str, width: int, *, of_one: bool) -> Sheet:
    said = [folded(row.value, width, 2, SMALL) for row in rows]
    above = (1 + max(map(len, said))) * LINE + 6
    rowed = above + HIGH + 18
    sheet = Sheet(width, len(rows) * rowed + BELOW)
    end = max(_last_shown(row.counts) for row in rows)
    step = -(-end // (width // NARROWEST))
    shares = [_binned(row.counts, end, step) for row in rows]
    peaks = [float(share.max()) or 1.0 for share in shares]
    if of_one:
        peaks = [max(peaks)] * len(rows)
    edges = [float(i * step - 0.5) for i in range(len(shares[0]) + 1)]
    scale = Scale((edges[0], edges[-1]), (EDGE, width - EDGE))
    xs = [scale.at(edge) for edge in edges]
    bottom = len(rows) * rowed - 4
    number_line(sheet, scale, bottom, unit, *round_numbers(scale.ends, 5 if width < WIDE else 9, whole=True), bottom - HIGH - 14)
    for i, (row, share, peak) in enumerate(zip(rows, shares, peaks, strict=True)):
        top = i * rowed
        heading(sheet, top + LINE * 0.6, row.label)
        for k, line in enumerate(said[i]):
            sheet.write(0, top + LINE * (k + 1.6), line, color=MUTED, size=SMALL)
        base = top + above + 2 + HIGH
        steps = [(xs[0], base), *_steps(xs, base - share / peak * HIGH), (xs[-1], base)]
        sheet.area(steps, SERIES[0], 0.35)
        sheet.line(steps, SERIES[0], 1.2)
        if i and of_one:
            sheet.line(_steps(xs, base - shares[0] / peak * HIGH), INK, 1.1, (3, 2))
        sheet.line([(scale.at(row.low), base + 7), (scale.at(row.high), base + 7)], INK, 2.2)
        sheet.sign(scale.at(row.middle), base + 7, MIDDLE, fill=INK, stroke=INK, width=2.4)
    return sheet


def _steps(xs: Sequence[float], tops: np.ndarray) -> list[Point]:
    """The upper edge of bars that stand side by side between these numbers."""
    return [(x, y) for (left, right), y in zip(pairwise(xs), tops.tolist(), strict=True) for x in (left, right)]


def _last_shown(counts: np.ndarray) -> int:
    """The longest tail is cut where fewer than 2 in 1,000 games go on."""
    return int(np.searchsorted(np.cumsum(counts), 0.998 * counts.sum())) + 1


def _binned(counts: np.ndarray, end: int, step: int) -> np.ndarray:
    """The share of each step of so many numbers, as far as the last number shown."""
    bins = -(-end // step)
    padded = np.pad(counts[: bins * step], (0, max(0, bins * step - len(counts))))
    share: np.ndarray = padded.reshape(bins, step).sum(axis=1) / max(1, counts.sum())
    return share
