"""What something consists of: stacked bars."""

from collections.abc import Sequence
from math import isfinite

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.charts.sheet import BELOW, EDGE, LINE, Drawing, Sheet, cut, nothing, number_line, room_for
from simlab.report.svg import PAPER, SERIES, SMALL

Stack = tuple[str, Sequence[tuple[str, float]]]  # its name, and those of its parts with their shares in percent

FILLS = (("", 0.3), ("///", 0.0), ("\\\\\\", 0.0), ("", 0.0), ("---", 0.0), ("xx", 0.0), ("||", 0.0), ("++", 0.0))  # hatch, shade
BAR = 26.0  # pixels
ROOMY = 44.0  # pixels that a percentage needs
SAMPLE = 22.0  # pixels, of a part in the legend


def stacked(rows: Sequence[Stack], unit: str) -> Drawing:
    """What something consists of, a bar each; the parts are told apart by their hatches, and large ones say how large they are."""
    known = [(label, [(name, share) for name, share in parts if isfinite(share)]) for label, parts in rows]
    return (lambda width: _draw(known, unit, width)) if rows else nothing


def _draw(rows: Sequence[Stack], unit: str, width: int) -> Figure:
    names = list(dict.fromkeys(name for _, parts in rows for name, _ in parts))
    legend = _legend(names, width)
    head = max((y for _, _, y in legend), default=0.0) + LINE + 10
    rowed = LINE + BAR + 12
    bottom = head + rowed * len(rows)
    sheet = Sheet(width, bottom + BELOW - 4)
    axes = sheet.axes(EDGE, head, width - 14, bottom, (0, 100))
    ticks = range(0, 101, 20)
    number_line(axes, unit, ticks, [str(tick) for tick in ticks])
    for i, (label, parts) in enumerate(rows):
        top, at = head + i * rowed, 0.0
        sheet.write(0, top + LINE / 2 + 2, cut(label, width))
        for name, share in parts:
            _part(axes, names.index(name), at, share, top + LINE + 5, BAR)
            if share / 100 * (width - EDGE - 14) > ROOMY:
                axes.text(
                    at + share / 2, top + LINE + 5 + BAR / 2, f"{share:.0f}%", ha="center", va="center_baseline",
                    bbox={"boxstyle": "round,pad=0.2", "fc": PAPER, "ec": "none"},
                )  # fmt: skip
            at += share
    canvas = sheet.canvas()
    for i, (name, x, y) in enumerate(legend):
        _part(canvas, i, x, SAMPLE, y + 2, LINE - 4)
        sheet.write(x + SAMPLE + 6, y + LINE / 2, name, size=SMALL)
    return sheet.figure


def _part(axes: Axes, i: int, left: float, width: float, top: float, height: float) -> None:
    color, (hatch, shade) = SERIES[i % len(SERIES)], FILLS[i % len(FILLS)]
    if shade:
        axes.barh(top, width, height, left, align="edge", color=color, alpha=shade, lw=0)
    axes.barh(top, width, height, left, align="edge", fc="none", ec=color, hatch=hatch, lw=1)


def _legend(names: Sequence[str], width: float) -> list[tuple[str, float, float]]:
    """Where the names of the parts stand, with a sample before each: as many in a row as there is room for."""
    found = []
    x, y = 1.0, 2.0
    for whole in names:
        name = cut(whole, width - 50, SMALL)
        wide = room_for(name, SMALL) + 50
        if x > 1 and x + wide > width + 1:
            x, y = 1.0, y + LINE + 4
        found.append((name, x, y))
        x += wide
    return found
