"""Tables: what a reader sees in a cell, what it is sorted by, and the full digits in the CSV that goes with it."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from simlab.report.numbers import decimals, number, signed, span

LONGEST = 400  # rows on the page; the CSV has all of them
SIGNS = {"matters": "●", "makes no practical difference": "○", "undecided": "◐"}

Plain = str | int | float | None


@dataclass(frozen=True)
class Column:
    """A column: its title and unit, whether it holds numbers, and the names of its values in the CSV."""

    title: str
    unit: str = ""
    numeric: bool = True
    fields: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What its values are called in the CSV."""
        return self.fields or (f"{self.title} [{self.unit}]" if self.unit else self.title,)


@dataclass(frozen=True)
class Cell:
    """What a reader sees, and the values behind it; it is sorted by the first of them."""

    text: str
    values: tuple[Plain, ...]

    @property
    def key(self) -> Plain:
        """What the table is sorted by."""
        return self.values[0]


@dataclass(frozen=True)
class Table:
    """A table of the page; the first column says what a row is about."""

    id: str
    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    note: str = ""
    kind: str = field(default="table", init=False)

    @property
    def shown(self) -> Sequence[Sequence[Cell]]:
        """The rows on the page."""
        return self.rows[:LONGEST]

    @property
    def csv(self) -> str:
        """The whole table as the address of a CSV file that lies in the page itself."""
        file = io.StringIO()
        writer = csv.writer(file)
        writer.writerow([name for column in self.columns for name in column.names])
        writer.writerows([value for cell in row for value in cell.values] for row in self.rows)
        return "data:text/csv;charset=utf-8," + quote(file.getvalue(), safe=" ,;:/@&=+$!*'()[]?|")


def words(title: str) -> Column:
    """A column of words."""
    return Column(title, numeric=False)


def said(text: Any) -> Cell:
    """Words, or a name."""
    return Cell(str(text), (str(text),))


def whole(value: int) -> Cell:
    """A whole number."""
    return Cell(f"{value:,}", (value,))


def rounded(value: float, half_width: float, factor: float = 1.0, *, sign: bool = False) -> Cell:
    """A number with as many digits as its interval allows; the CSV has it as it was computed."""
    text = signed if sign else number
    return Cell(text(value * factor, decimals(half_width * factor)), (value,))


def interval(low: float, high: float, factor: float = 1.0, *, sign: bool = False) -> Cell:
    """A 95% interval."""
    return Cell(span(low * factor, high * factor, decimals((high - low) / 2 * factor), sign=sign), (low, high))


def verdict(word: str) -> Cell:
    """A verdict, with its sign."""
    return Cell(f"{SIGNS.get(word, '')} {word}".strip(), (word,))


def varying(names: Iterable[tuple[str, str]], rows: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    """Of these (key, title) only those in which the rows differ: what is the same everywhere needs no column."""
    return [(key, title) for key, title in names if len({row[key] for row in rows}) > 1]
