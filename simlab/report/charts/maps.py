"""A number for each pair of things: maps of cells."""

from collections.abc import Sequence
from math import isfinite

from matplotlib.figure import Figure

from simlab.report.charts.sheet import LINE, Drawing, Sheet, cut, folded, nothing, room_for
from simlab.report.svg import FONT, MUTED, SERIES, SMALL, WIDE

Cells = Sequence[Sequence[tuple[float, str] | None]]

HIGH = 34.0  # pixels, of a cell
WIDEST, NARROWEST = 130.0, 44.0  # pixels, of a cell and the gap beside it
GAP = 3.0  # pixels


def grid(rows: Sequence[str], columns: Sequence[str], cells: Cells) -> Drawing:
    """A number for each pair of things: the further from 0, the darker; each cell says what it is."""
    return (lambda width: _draw(rows, columns, cells, width)) if rows and columns else nothing


def _draw(rows: Sequence[str], columns: Sequence[str], cells: Cells, width: int) -> Figure:
    left = 0.0 if width < WIDE else min(width * 0.32, max(room_for(row) for row in rows) + 16)
    wide = min(WIDEST, (width - left - 2) / len(columns))
    heads = [folded(column, wide - 6) for column in columns]
    head = max(len(lines) for lines in heads) * LINE + 8
    rowed = HIGH + (LINE + 6 if width < WIDE else 4)
    sheet = Sheet(width, head + rowed * len(rows) + 4)
    canvas = sheet.canvas()
    far = max((abs(cell[0]) for row in cells for cell in row if cell and isfinite(cell[0])), default=0.0) or 1.0
    for k, lines in enumerate(heads):
        for n, line in enumerate(reversed(lines)):
            sheet.write(left + wide * (k + 0.5), head - 6 - LINE * (n + 0.5), line, ha="center", size=SMALL, color=MUTED)
    for i, row in enumerate(rows):
        top = head + i * rowed
        if width < WIDE:
            sheet.write(0, top + LINE / 2, cut(row, width, SMALL), size=SMALL)
            top += LINE + 2
        else:
            lines = folded(row, left, 2)
            for n, line in enumerate(lines):
                sheet.write(0, top + HIGH / 2 + LINE * (n - (len(lines) - 1) / 2), line)
        for k, cell in enumerate(cells[i]):
            if cell is None:
                continue
            value, text = cell
            shade = 0.06 + 0.42 * (abs(value) / far if isfinite(value) else 0.0)
            color = SERIES[0] if value >= 0 else SERIES[1]
            at = left + k * wide
            canvas.barh(top, wide - GAP, HIGH, at, align="edge", color=color, alpha=shade, lw=0)
            canvas.barh(top, wide - GAP, HIGH, at, align="edge", fc="none", ec=color, lw=1)
            size = FONT if room_for(text) < wide - 8 else SMALL - 1.5
            sheet.write(at + (wide - GAP) / 2, top + HIGH / 2, text, ha="center", size=size)
    return sheet.figure
