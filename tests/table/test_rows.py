"""Rows that went into a table come out of it again as the engine left them."""

import io

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest

from simlab import games
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.stats.measures import Measures
from simlab.stats.played import Played
from simlab.table.batches import rows_of
from simlab.table.rows import frame, parquet, rows_in

NOT_KEPT = {"lost", "place", "_"}  # what is in no table, and in no metric; "_" is nothing


@pytest.mark.parametrize("name", games.shipped())
def test_rows_come_back(name):
    game = games.find(name)
    players = [game.players[0], game.players[-1]]
    plan = make_plan(load({"question": "?", "game": name, "players": players, "games": 40, "lineup": ["first", "random"]}))
    for number, group in enumerate(plan.groups):
        chunk = plan.chunk((number,), 0)
        rows = rows_of(plan, chunk)
        again = rows_in(game, frame(plan, chunk, rows)).reshape(rows.shape)
        for field in set(rows.dtype.names) - NOT_KEPT:
            seats = rows[field][..., : group.players] if rows[field].ndim > 2 else rows[field]
            assert np.array_equal(again[field][..., : group.players] if rows[field].ndim > 2 else again[field], seats), field
        measures = Measures(game, group)
        assert np.array_equal(Played(measures, again).values, Played(measures, rows).values)


def test_a_file_says_how_much_is_missing_in_a_column_and_looks_for_no_ends():
    data = pl.DataFrame({"turns": [3, None, 5]})
    column = pq.read_metadata(io.BytesIO(parquet(data))).row_group(0).column(0)
    assert column.statistics.null_count == 1
    assert not column.statistics.has_min_max
    assert pl.read_parquet(parquet(data)).equals(data)
