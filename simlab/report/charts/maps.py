"""A number for each pair of things: maps of cells."""

from collections.abc import Callable, Sequence
from math import isfinite

from simlab.report.svg import INK, LINE, MUTED, NARROWEST, SERIES, SMALL, WIDE, Sheet, cut, folded, room_for

Cells = Sequence[Sequence[tuple[float, str] | None]]

HIGH = 30.0  # pixels, of a cell
LEFT = 38.0  # percent that the names of the rows take


def grid(rows: Sequence[str], columns: Sequence[str], cells: Cells) -> Callable[[], Sheet]:
    """A number for each pair of things: the further from 0, the darker; each cell says what it is. Columns that are too long to be written
    have numbers.
    """
    return lambda: _draw(rows, columns, cells)


def _draw(rows: Sequence[str], columns: Sequence[str], cells: Cells) -> Sheet:
    sheet = Sheet()
    if not rows or not columns:
        sheet.text(0, 14, "nothing to show", color=MUTED, size=SMALL)
        sheet.height = 20
        return sheet
    wide, is_same = (100 - LEFT) / len(columns), list(rows) == list(columns)
    numbered = [f"{i}  {row}" for i, row in enumerate(rows, 1)] if is_same else list(rows)
    room = NARROWEST * wide / 100
    fits = all(room_for(column, SMALL) < room - 4 for column in columns)
    y = 4.0
    for i, column in enumerate(columns if not is_same and not fits else (), 1):
        sheet.text(0, y + 12, cut(f"{i}  {column}", size=SMALL), color=MUTED, size=SMALL)
        y += LINE
    for k, column in enumerate(columns):
        head = column if fits and not is_same else str(k + 1)
        sheet.text(LEFT + wide * (k + 0.5), y + 13, head, anchor="middle", color=MUTED, size=SMALL)
    y += LINE + 2
    far = max((abs(cell[0]) for row in cells for cell in row if cell and isfinite(cell[0])), default=0.0) or 1.0
    for i, row in enumerate(numbered):
        lines = folded(row, NARROWEST * LEFT / 100 - 6, 2, SMALL)
        for n, line in enumerate(lines):
            sheet.text(0, y + HIGH / 2 + 4 + 14 * (n - (len(lines) - 1) / 2), line, size=SMALL)
        for k, cell in enumerate(cells[i]):
            if cell is not None:
                _cell(sheet, cell, far, (LEFT + wide * k, y, wide, room))
        y += HIGH + 3
    sheet.height = y + 2
    return sheet


def _cell(sheet: Sheet, cell: tuple[float, str], far: float, where: tuple[float, float, float, float]) -> None:
    (value, text), (left, top, wide, room) = cell, where
    shade = 0.06 + 0.42 * (abs(value) / far if isfinite(value) else 0.0)
    color = SERIES[0] if value >= 0 else SERIES[1]
    sheet.box(left, top, wide - 1, HIGH, color, shade=round(shade, 2), edge=color)
    if room_for(text, SMALL) < room * WIDE / NARROWEST + 4:
        only_wide = room_for(text, SMALL) >= room + 4
        sheet.text(left + (wide - 1) / 2, top + HIGH / 2 + 4, text, anchor="middle", color=INK, size=SMALL, only_wide=only_wide)
