"""A statistic: what it adds up of a chunk's games, and the tables that it makes of the sums. Each is one file in `statistics/`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from simlab.base.discovery import Found
from simlab.stats.joins import Join
from simlab.stats.played import Played

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis
    from simlab.stats.places import Place

Line = dict[str, Any]  # of a table
Columns = Mapping[str, pl.DataType]

WHOLE, REAL, WORD, FACT = pl.Int64(), pl.Float64(), pl.String(), pl.Boolean()
WHERE: Columns = {"players": WHOLE, "lineup": WORD, "scenario": WORD}
INTERVAL: Columns = {"low": REAL, "high": REAL}


@dataclass(frozen=True)
class Frame:
    """A table of an analysis, with its columns also where it has no lines. `is_long`: too long for an answer as JSON; `is_replayed`: also
    made of games that are played again, so that a run which is stored keeps the table as it was made.
    """

    name: str
    columns: Columns
    lines: "Callable[[Analysis], Iterable[Line]]"
    is_long: bool = False
    is_replayed: bool = False
    is_made: "Callable[[Analysis], bool]" = lambda _: True

    def of(self, analysis: "Analysis") -> pl.DataFrame:
        """The table."""
        return pl.DataFrame(list(self.lines(analysis)), schema=dict(self.columns))


def at_each_place(name: str, columns: Columns, lines: "Callable[[Place], Iterable[Line]]", *, is_long: bool = False) -> Frame:
    """A table with lines for each place: for every line-up in every scenario, with any number of players."""

    def all_lines(analysis: "Analysis") -> Iterator[Line]:
        return ({**place.where, **line} for place in analysis.places for line in lines(place))

    return Frame(name, {**WHERE, **columns}, all_lines, is_long=is_long)


@dataclass(frozen=True)
class Statistic:
    """A statistic. `sums`: how each of its sums is joined with that of other games; `count`: these sums of a chunk's games; or neither.

    `version` changes when it counts otherwise: what an earlier one has counted is not added to it.
    """

    name: str
    order: float
    tables: tuple[Frame, ...]
    sums: Mapping[str, Join] = field(default_factory=dict)
    count: Callable[[Played], dict[str, np.ndarray]] = lambda _: {}
    version: int = 1


STATISTICS: Found[Statistic] = Found("simlab.stats.statistics", "STATISTIC")


def frames() -> tuple[Frame, ...]:
    """The tables of all statistics."""
    return tuple(table for statistic in STATISTICS for table in statistic.tables)
