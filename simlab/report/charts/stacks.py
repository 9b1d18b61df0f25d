"""What something consists of: stacked bars."""

from collections.abc import Sequence
from math import isfinite

from simlab.report.charts.sheet import BELOW, EDGE, LINE, Drawing, Scale, cut, nothing, number_line, room_for
from simlab.report.svg import FONT, PAPER, SERIES, SMALL, TILE, Sheet

Stack = tuple[str, Sequence[tuple[str, float]]]  # its name, and those of its parts with their shares in percent

_STEPS = range(-TILE, TILE + 1, TILE // 2)
RISING = " ".join(f"M {x} {TILE} L {x + TILE} 0" for x in _STEPS)
FALLING = " ".join(f"M {x} 0 L {x + TILE} {TILE}" for x in _STEPS)
ACROSS = " ".join(f"M 0 {y} L {TILE} {y}" for y in (2, 6, 10))
UPRIGHT = " ".join(f"M {x} 0 L {x} {TILE}" for x in (3, 9))
CROSSED = f"M 0 0 L {TILE} {TILE} M 0 {TILE} L {TILE} 0"
SQUARED = f"{UPRIGHT} M 0 3 L {TILE} 3 M 0 9 L {TILE} 9"
FILLS = (("", 0.3), (RISING, 0.0), (FALLING, 0.0), ("", 0.0), (ACROSS, 0.0), (CROSSED, 0.0), (UPRIGHT, 0.0), (SQUARED, 0.0))  # hatch, shade
BAR = 26.0  # pixels
ROOMY = 44.0  # pixels that a percentage needs
SAMPLE = 22.0  # pixels, of a part in the legend


def stacked(rows: Sequence[Stack], unit: str) -> Drawing:
    """What something consists of, a bar each; the parts are told apart by their hatches, and large ones say how large they are."""
    known = [(label, [(name, share) for name, share in parts if isfinite(share)]) for label, parts in rows]
    return (lambda width: _draw(known, unit, width)) if rows else nothing


def _draw(rows: Sequence[Stack], unit: str, width: int) -> Sheet:
    names = list(dict.fromkeys(name for _, parts in rows for name, _ in parts))
    legend = _legend(names, width)
    head = max((y for _, _, y in legend), default=0.0) + LINE + 10
    rowed = LINE + BAR + 12
    bottom = head + rowed * len(rows)
    sheet = Sheet(width, bottom + BELOW - 4)
    scale, ticks = Scale((0, 100), (EDGE, width - 14)), range(0, 101, 20)
    number_line(sheet, scale, bottom, unit, ticks, [str(tick) for tick in ticks])
    for i, (label, parts) in enumerate(rows):
        top, at = head + i * rowed, 0.0
        sheet.write(0, top + LINE / 2 + 2, cut(label, width))
        for name, share in parts:
            left, wide = scale.at(at), scale.within(at + share) - scale.at(at)
            _part(sheet, names.index(name), left, wide, top + LINE + 5, BAR)
            if wide > ROOMY:
                _write_upon(sheet, left + wide / 2, top + LINE + 5 + BAR / 2, f"{share:.0f}%")
            at += share
    for i, (name, x, y) in enumerate(legend):
        _part(sheet, i, x, SAMPLE, y + 2, LINE - 4)
        sheet.write(x + SAMPLE + 6, y + LINE / 2, name, size=SMALL)
    return sheet


def _part(sheet: Sheet, i: int, left: float, width: float, top: float, height: float) -> None:
    color, (hatch, shade) = SERIES[i % len(SERIES)], FILLS[i % len(FILLS)]
    if shade:
        sheet.bar(left, top, width, height, color, shade)
    sheet.frame(left, top, width, height, color, hatch)


def _write_upon(sheet: Sheet, x: float, y: float, words: str) -> None:
    """Words that can be read whatever lies below."""
    wide, high = room_for(words) + 12, FONT + 5
    sheet.bar(x - wide / 2, y - high / 2, wide, high, PAPER)
    sheet.write(x, y, words, anchor="middle")


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
