"""The rows of a chunk: whoever sits down again and again plays as somebody who has just come, and what is copied is what was played."""

import numpy as np
import pytest

from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.table import batches
from simlab.table.batches import copy_games, rows_of, table_at

ASKED = {
    "question": "?",
    "game": "mean",
    "players": 3,
    "games": 90,
    "lineups": {"all alike": ["random", "random", "random"], "others": ["shedder", "random", "hoarder"]},
    "scenarios": {"as printed": {}, "an Eight wins": {"eight_last": "wins"}, "large hands": {"hand_size": 9}},
}


@pytest.mark.parametrize("seating", ["rotate", "sample"])
def test_a_table_that_was_played_at_before_is_as_good_as_a_new_one(monkeypatch, seating):
    plan = make_plan(load({**ASKED, "seating": seating}), copies=False)
    (chunk,) = plan.chunks()
    set_up = []
    monkeypatch.setattr(batches, "table_at", lambda *at: set_up.append(at) or table_at(*at))
    rows = rows_of(plan, chunk)
    assert len(set_up) == 2  # one for each line-up
    group = plan.together(chunk.groups)
    for column, cell in enumerate(group.cells):
        lineup = group.lineups[cell.lineup]
        for deal in range(chunk.deals):
            seats = cell.seating or lineup.seatings[lineup.seated(deal, 1)[0, 0]]
            fresh = table_at(plan, group, batches.Cell(cell.scenario, cell.lineup, tuple(seats))).rows(deal, 1)
            assert fresh[0] == rows[deal, column]


def test_a_game_is_copied_from_the_first_scenario_that_differs_in_nothing_that_was_looked_at():
    kind = np.dtype([("course", "u8"), ("turns", "i4")], align=True)  # with a gap
    rng = np.random.default_rng(4)
    rows, looked = np.zeros((50, 3), dtype=kind), rng.integers(0, 8, (3, 50), dtype=np.uint64)
    rows["course"], rows["turns"] = rng.integers(1, 99, (50, 3)), rng.integers(1, 99, (50, 3))
    before, differ = rows.copy(), np.array([1, 6], dtype=np.uint64)
    left = copy_games(rows, looked, differ)
    for deal in range(50):
        alike = [earlier for earlier, bits in enumerate((1, 6)) if not int(looked[earlier, deal]) & bits]
        assert (deal in left) == (not alike)
        assert rows[deal, 2] == (rows[deal, alike[0]] if alike else before[deal, 2])
        assert not alike or looked[2, deal] == looked[alike[0], deal]
    assert 0 < len(left) < 50
