"""One row a game: the columns every game leaves, into Parquet and out again.

All parts of a run have the same columns, of the same types, so that they are one dataset: a game with fewer players than the run's most has
nothing in the columns of the seats that were not there.
"""

import io
from collections.abc import Sequence

import numpy as np
import polars as pl

from simlab.base.clock import timed
from simlab.engine.game import Game
from simlab.engine.metric import UNIT
from simlab.experiment.plan import Chunk, Group, Plan


@timed("rows as Parquet")
def frame(plan: Plan, chunk: Chunk, rows: np.ndarray) -> pl.DataFrame:
    """The games of a chunk, a row each: deal by deal, and on each deal cell by cell."""
    game, group = plan.game, plan.groups[chunk.group]
    seats = max(group.players for group in plan.groups)
    labels = list(dict.fromkeys(label for group in plan.groups for label in group.labels))
    deals = np.arange(chunk.first, chunk.first + chunk.deals, dtype=np.int64)
    columns = {
        **_who_played(group, chunk.deals, seats, labels),
        "deal": pl.Series(np.repeat(deals, len(group.cells))),
        "players": pl.Series(np.full(rows.size, group.players, dtype=np.uint8)),
        **_what_happened(game, group.players, rows.reshape(-1), seats),
    }
    order = ["scenario", "table", "deal", "players", "turns", "decisions", "ending"]
    return pl.DataFrame({name: columns[name] for name in [*order, *(name for name in columns if name not in order)]})


def _who_played(group: Group, deals: int, seats: int, strategies: list[str]) -> dict[str, pl.Series]:
    """Scenario, table and strategies of every row: the same for each deal."""
    lineups = [lineup.name for lineup in group.lineups]
    seated = [group.lineups[cell.lineup].labels_at(cell.seating) for cell in group.cells]
    columns = {
        "scenario": _named([cell.scenario for cell in group.cells], group.scenarios, deals),
        "table": _named([cell.lineup for cell in group.cells], lineups, deals),
    }
    for seat in range(seats):
        codes = [strategies.index(labels[seat]) if seat < group.players else None for labels in seated]
        columns[f"strategy_{seat}"] = _named(codes, strategies, deals)
    return columns


def _named(codes: Sequence[int | None], names: Sequence[str], deals: int) -> pl.Series:
    named = pl.Series([None if code is None else names[code] for code in codes], dtype=pl.Enum(names))
    return named.gather(np.tile(np.arange(len(codes), dtype=np.uint32), deals))


def _what_happened(game: Game, players: int, rows: np.ndarray, seats: int) -> dict[str, pl.Series]:
    """What the engine left of each game."""
    shares = win_shares(rows, players) / UNIT
    columns = {
        "turns": pl.Series(rows["turns"]),
        "decisions": pl.Series(rows["decisions"]),
        "ending": pl.Series(game.endings, dtype=pl.Enum(game.endings)).gather(rows["ending"].astype(np.uint32)),
    }
    for seat in range(seats):
        of_seat = {"won": rows["won"][:, seat], "share": shares[:, min(seat, players - 1)]}
        if game.scored:
            of_seat["score"] = rows["score"][:, seat] / UNIT
        for name, values in of_seat.items():
            column = pl.Series(np.ascontiguousarray(values))
            columns[f"{name}_{seat}"] = column if seat < players else pl.Series([None], dtype=column.dtype).new_from_index(0, len(rows))
    for name in (*game.own_columns, *game.measured):
        values = np.ascontiguousarray(rows[name])
        columns[name] = pl.Series(values / UNIT if name in game.fractions else values)
    return columns


def win_shares(rows: np.ndarray, players: int) -> np.ndarray:
    """Each seat's win share in units of 1/840: 1 split evenly among the winners, exactly."""
    won = rows["won"][..., :players].astype(np.int64)
    winners = won.sum(axis=-1, keepdims=True)
    return np.asarray(won * (UNIT // winners.clip(min=1)))


@timed("rows as Parquet")
def parquet(data: pl.DataFrame) -> bytes:
    """A table as the bytes of a Parquet file: the same bytes for the same table, wherever they are made."""
    buffer = io.BytesIO()
    data.write_parquet(buffer, compression="zstd")
    return buffer.getvalue()
