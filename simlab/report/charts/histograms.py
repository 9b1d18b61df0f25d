"""How often each whole number occurred."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure

from simlab.report.charts.sheet import BELOW, EDGE, LINE, Drawing, Sheet, folded, nothing, number_line, round_numbers
from simlab.report.svg import INK, MUTED, SERIES, SMALL, WIDE

HIGH = 56.0  # pixels, of the highest step
NARROWEST = 7  # pixels, of a step


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


def _draw(rows: Sequence[Spread], unit: str, width: int, *, of_one: bool) -> Figure:
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
    edges = np.arange(len(shares[0]) + 1) * step - 0.5
    ends = float(edges[0]), float(edges[-1])
    for i, (row, share, peak) in enumerate(zip(rows, shares, peaks, strict=True)):
        top = i * rowed
        sheet.heading(top + LINE * 0.6, row.label)
        for k, line in enumerate(said[i]):
            sheet.write(0, top + LINE * (k + 1.6), line, color=MUTED, size=SMALL)
        base = top + above + 2 + HIGH
        axes = sheet.axes(EDGE, top + above, width - EDGE, base + 12, ends)
        axes.stairs(base - share / peak * HIGH, edges, baseline=base, fill=True, color=SERIES[0], alpha=0.35, lw=0)
        axes.stairs(base - share / peak * HIGH, edges, baseline=base, color=SERIES[0], lw=1.2)
        if i and of_one:
            axes.stairs(base - shares[0] / peak * HIGH, edges, baseline=None, color=INK, lw=1.1, ls=(0, (3, 2)))
        axes.plot([row.low, row.high], [base + 7] * 2, color=INK, lw=2.2)
        axes.plot([row.middle], [base + 7], marker="|", ms=10, mew=2.4, color=INK)
        if i < len(rows) - 1:
            axes.xaxis.set_visible(False)
            axes.spines["bottom"].set_visible(False)
    axes.grid(axis="x")
    number_line(axes, unit, *round_numbers(ends, 5 if width < WIDE else 9, whole=True))
    return sheet.figure


def _last_shown(counts: np.ndarray) -> int:
    """The longest tail is cut where fewer than 2 in 1,000 games go on."""
    return int(np.searchsorted(np.cumsum(counts), 0.998 * counts.sum())) + 1


def _binned(counts: np.ndarray, end: int, step: int) -> np.ndarray:
    """The share of each step of so many numbers, as far as the last number shown."""
    bins = -(-end // step)
    padded = np.pad(counts[: bins * step], (0, max(0, bins * step - len(counts))))
    share: np.ndarray = padded.reshape(bins, step).sum(axis=1) / max(1, counts.sum())
    return share
