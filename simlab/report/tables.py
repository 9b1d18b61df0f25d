"""Tables: what a reader sees in a cell, what it is sorted by, and the full digits in the CSV that goes with it."""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

import polars as pl

from simlab.report.lines import between, rounded, verdict_of
from simlab.stats.statistic import Line
from simlab.words.numbers import plainly, sentence

INTERVAL = "95%\u00a0interval"
LONGEST, LONGEST_CSV = 100, 500  # rows on the page and in its CSV; the run's own files have all numbers
DIGITS = 12  # in a CSV: more than anything is known to

Plain = str | int | float | None


@dataclass(frozen=True)
class Cell:
    """What a reader sees, and the values behind it; the table is sorted by the first of them."""

    text: str
    values: tuple[Plain, ...]


@dataclass(frozen=True)
class Column:
    """A column: its title and unit, how a row fills it, whether it holds numbers, and what its values are called in the CSV."""

    title: str
    cell: Callable[[Line], Cell]
    unit: str = ""
    numeric: bool = True
    fields: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What its values are called in the CSV."""
        return self.fields or (self.title.lower().replace(" ", "_"),)


@dataclass(frozen=True)
class TableBlock:
    """A table of the page; the first column says what a row is about."""

    id: str
    caption: str
    columns: Sequence[Column]
    lines: Sequence[Line]
    note: str = ""
    is_open: bool = False  # seen at once; the others are folded away

    @classmethod
    def whole(cls, id: str, caption: str, table: pl.DataFrame) -> "TableBlock":
        """A table of the analysis as it is: every column, under its own name."""
        columns = [_as_it_is(name, kind) for name, kind in table.schema.items()]
        return cls(id, caption, columns, table.to_dicts())

    def rows(self, most: int) -> list[list[Cell]]:
        """The first rows: a cell for each column."""
        return [[column.cell(line) for column in self.columns] for line in self.lines[:most]]

    @property
    def shown(self) -> list[list[Cell]]:
        """The rows on the page."""
        return self.rows(LONGEST)

    @property
    def left_out(self) -> str:
        """What is not on the page."""
        if len(self.lines) <= LONGEST:
            return ""
        where = "the CSV has them all" if len(self.lines) <= LONGEST_CSV else f"the CSV has {LONGEST_CSV:,}"
        return f"The first {LONGEST} of {len(self.lines):,} rows; {where}."

    @property
    def csv(self) -> str:
        """The whole table as the address of a CSV file that lies in the page itself."""
        file = io.StringIO()
        writer = csv.writer(file)
        writer.writerow([name for column in self.columns for name in column.names])
        writer.writerows([_full(value) for cell in row for value in cell.values] for row in self.rows(LONGEST_CSV))
        return "data:text/csv;charset=utf-8," + quote(file.getvalue(), safe=" ,;:/@&=+$!*'()[]?|")


def _full(value: Plain) -> Plain:
    """A value with its digits; words that a spreadsheet would take for a formula as words."""
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{value}"
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


# Columns


def _as_it_is(name: str, kind: pl.DataType) -> Column:
    return Column(sentence(plainly(name)), lambda row: Cell(str(row[name]), (row[name],)), numeric=kind.is_numeric(), fields=(name,))


def words(title: str, text: Callable[[Line], str] | str) -> Column:
    """Words: of a row's field, or made from it."""
    get = (lambda row: str(row[text])) if isinstance(text, str) else text
    return Column(title, lambda row: Cell(get(row), (get(row),)), numeric=False)


def where_columns(rows: Sequence[Line], *, scenario: bool = False) -> list[Column]:
    """Number of players, line-up and scenario of a row: each only where the rows differ in it."""
    columns = {"players": plain("Players", "players"), "lineup": words("Line-up", "lineup")}
    columns |= {"scenario": words("Scenario", "scenario")} if scenario else {}
    return [column for key, column in columns.items() if len({row[key] for row in rows}) > 1]


def plain(title: str, key: str, unit: str = "") -> Column:
    """A whole number."""
    return Column(title, lambda row: Cell(f"{row[key]:,}", (row[key],)), unit, fields=(key,))


def measured(title: str, unit: str, key: str, factor: float = 1.0) -> Column:
    """A number with as many digits as the row's interval, from `low` to `high`, allows; the CSV has it as it was computed."""
    return Column(title, lambda row: Cell(rounded(row, key, factor), (row[key],)), unit, fields=(key,))


def estimated(title: str, unit: str, key: str, factor: float | None = 1.0, *, sign: bool = False) -> list[Column]:
    """A number and its 95% interval; without a factor, each row in the unit of its metric."""

    def by(row: Line) -> float:
        return row["metric"].family.factor if factor is None else factor

    def number(row: Line) -> Cell:
        return Cell(rounded(row, key, by(row), sign=sign), (row[key],))

    def interval(row: Line) -> Cell:
        return Cell(between(row, by(row), sign=sign), (row["low"], row["high"]))

    return [Column(title, number, unit, fields=(key,)), Column(INTERVAL, interval, unit, fields=("low", "high"))]


def changed(unit: str) -> list[Column]:
    """A change and its 95% interval, each row in the unit of its metric."""
    return estimated("Change", unit, "mean", None, sign=True)


def verdict() -> Column:
    """The row's verdict with its sign; where it is undecided, what would decide it."""
    return Column("Verdict", lambda row: Cell(verdict_of(row), (row["verdict"], row["more_deals"])), "", False, ("verdict", "more_deals"))
