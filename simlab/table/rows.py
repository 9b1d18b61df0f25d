"""One row a game: the columns every game leaves, into Parquet and out again.

All parts of a run have the same columns, of the same types, so that they are one dataset: a game with fewer players than the run's most has
nothing in the columns of the seats that were not there.
"""

import io

import numpy as np
import polars as pl

from simlab.base.clock import timed
from simlab.engine.game import Game
from simlab.engine.metric import UNIT
from simlab.engine.rules import shown_by
from simlab.engine.state import BY
from simlab.experiment.plan import Chunk, Group, Plan

LEVEL = 2  # of compression: files are as small as on the next one, and written sooner
TOLD = {"null_count": True, "min": False, "max": False, "distinct_count": False}  # of each column

_SHARES = np.array([0, *(UNIT // winners / UNIT for winners in range(1, 256))])  # of a seat that has not won; of one among so many winners


@timed("rows as Parquet")
def frame(plan: Plan, chunk: Chunk, rows: np.ndarray) -> pl.DataFrame:
    """The games of a chunk, a row each: deal by deal, and on each deal cell by cell."""
    game, group = plan.game, plan.together(chunk.groups)
    seats = max(group.players for group in plan.groups)
    deals = np.arange(chunk.first, chunk.first + chunk.deals, dtype=np.int64)
    columns = {
        **{column.name: column for column in _who_played(plan, group, chunk, seats)},
        "deal": pl.Series(np.repeat(deals, len(group.cells))),
        "players": pl.Series(np.full(rows.size, group.players, dtype=np.uint8)),
        **_what_happened(game, group.players, rows.reshape(-1), seats),
    }
    order = ["scenario", "table", "deal", "players", "turns", "decisions", "ending"]
    return pl.DataFrame({name: columns[name] for name in [*order, *(name for name in columns if name not in order)]})


def _who_played(plan: Plan, group: Group, chunk: Chunk, seats: int) -> list[pl.Series]:
    """Scenario, table and strategies of every row, each among all that the run has."""
    labels = pl.Enum(list(dict.fromkeys(label for group in plan.groups for label in group.labels)))
    lineups = pl.Enum(list(dict.fromkeys(lineup.name for group in plan.groups for lineup in group.lineups)))
    scenarios = pl.Enum(list(plan.experiment.scenarios))
    cells = pl.DataFrame(
        [
            pl.Series("scenario", [group.scenarios[cell.scenario] for cell in group.cells], scenarios),
            pl.Series("table", [group.lineups[cell.lineup].name for cell in group.cells], lineups),
        ]
    )
    seated = np.concatenate([np.array([seat.label for seat in one.seats])[np.array(one.seatings)] for one in group.lineups])
    nobody = [None] * len(seated)
    seatings = pl.DataFrame(
        pl.Series(f"strategy_{seat}", seated[:, seat].tolist() if seat < group.players else nobody, labels) for seat in range(seats)
    )
    which = np.tile(np.arange(len(group.cells), dtype=np.uint32), chunk.deals)  # the same for each deal
    sits = np.tile(group.seated(chunk.first, chunk.deals).T.astype(np.uint32), len(group.scenarios)).reshape(-1)
    return [*cells[pl.Series(which)].get_columns(), *seatings[pl.Series(sits)].get_columns()]


def _what_happened(game: Game, players: int, rows: np.ndarray, seats: int) -> dict[str, pl.Series]:
    """What the engine left of each game."""
    won = np.ascontiguousarray(rows["won"][:, :seats].T)
    shares = _SHARES[won * won[:players].sum(axis=0, dtype=np.uint8)]  # of each seat
    columns = {
        "course": pl.Series(rows["course"]),
        "turns": pl.Series(rows["turns"]),
        "last": pl.Series(rows["last"]),
        "decisions": pl.Series(rows["decisions"]),
        "ending": pl.Series(game.endings, dtype=pl.Enum(game.endings)).gather(pl.Series(rows["ending"].astype(np.uint32))),
    }
    for seat in range(seats):
        of_seat = {"won": won[seat], "share": shares[seat]}
        if game.scored:
            of_seat["score"] = rows["score"][:, seat] / UNIT
        for name, values in of_seat.items():
            column = pl.Series(np.ascontiguousarray(values))
            columns[f"{name}_{seat}"] = column if seat < players else pl.Series([None], dtype=column.dtype).new_from_index(0, len(rows))
    for name in (*game.own_columns, *game.measured, *(f"{BY}{name}" for name in shown_by(game.Rules))):
        values = np.ascontiguousarray(rows[name])
        columns[name] = pl.Series(values / UNIT if name in game.fractions else values)
    return columns


def rows_in(game: Game, table: pl.DataFrame) -> np.ndarray:
    """The engine's rows of games that stand in a table: the inverse of `frame`."""
    rows = np.zeros(len(table), dtype=game.row)
    for name in game.row.names or ():
        if name == "ending":
            rows[name] = table[name].cast(pl.String).cast(pl.Enum(game.endings)).to_physical()
        elif name in table.columns:
            rows[name] = np.rint(table[name] * UNIT) if name in game.fractions else table[name]
        elif f"{name}_0" in table.columns:
            for seat in range(rows[name].shape[1]):
                values = table[f"{name}_{seat}"].fill_null(0) if f"{name}_{seat}" in table.columns else 0
                rows[name][:, seat] = np.rint(values * UNIT) if name == "score" else values
    return rows


def win_shares(rows: np.ndarray, players: int) -> np.ndarray:
    """Each seat's win share in units of 1/840: 1 split evenly among the winners, exactly."""
    won = rows["won"][..., :players].astype(np.int64)
    winners = won.sum(axis=-1, keepdims=True)
    return np.asarray(won * (UNIT // winners.clip(min=1)))


@timed("rows as Parquet")
def parquet(data: pl.DataFrame) -> bytes:
    """A table as the bytes of a Parquet file: the same bytes for the same table, wherever they are made. To find the smallest and the
    largest number of each column would take a quarter of the time.
    """
    buffer = io.BytesIO()
    data.write_parquet(buffer, compression="zstd", compression_level=LEVEL, statistics=TOLD)
    return buffer.getvalue()
