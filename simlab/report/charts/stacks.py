"""What something consists of: stacked bars."""

from collections.abc import Callable, Sequence
from math import isfinite

from simlab.report.charts.axis import Axis
from simlab.report.svg import INK, LINE, MUTED, NARROWEST, SERIES, SMALL, Sheet, cut, legend, room_for

Stack = tuple[str, Sequence[tuple[str, float]]]  # its name, and those of its parts with their shares in percent

BAR = 22.0  # pixels
SHADES = (0.45, 0.16, 0.3, 0.08)


def stacked(rows: Sequence[Stack], unit: str) -> Callable[[], Sheet]:
    """What something consists of, a bar each; the parts stand in the order of the legend, and large ones say how large they are."""
    return lambda: _draw([(label, [(name, share) for name, share in parts if isfinite(share)]) for label, parts in rows], unit)


def _draw(rows: Sequence[Stack], unit: str) -> Sheet:
    sheet, axis = Sheet(), Axis(0, 100)
    names = list(dict.fromkeys(name for _, parts in rows for name, _ in parts))
    numbered = [f"{i}  {name}" for i, name in enumerate(names, 1)]
    y = legend(sheet, numbered, 2, draw=lambda x, at, i: sheet.sign(x, at, "square", SERIES[i % len(SERIES)], dx=8))
    for label, parts in rows:
        sheet.text(0, y + 18, cut(label))
        left = 0.0
        for name, share in parts:
            _part(sheet, axis, names.index(name), (left, min(share, 100 - left)), y + 24)
            left += share
        y += LINE + BAR + 12
    if not rows:
        sheet.text(0, 14, "nothing to show", color=MUTED, size=SMALL)
        sheet.height = 20
        return sheet
    sheet.height = axis.draw(sheet, y + 2, unit)
    return sheet


def _part(sheet: Sheet, axis: Axis, i: int, part: tuple[float, float], top: float) -> None:
    left, share = part
    wide = axis.at(left + share) - axis.at(left)
    color = SERIES[i % len(SERIES)]
    sheet.box(axis.at(left), top, wide, BAR, color, shade=SHADES[i % len(SHADES)], edge=color)
    words = f"{share:.0f}%"
    if wide / 100 * NARROWEST > room_for(words, SMALL) + 4:
        sheet.text(axis.at(left) + wide / 2, top + 15.5, words, anchor="middle", color=INK, size=SMALL)
    elif wide / 100 * NARROWEST > 10:
        sheet.text(axis.at(left) + wide / 2, top + 15.5, str(i + 1), anchor="middle", color=INK, size=SMALL)
