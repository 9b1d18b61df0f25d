"""The rows of a chunk: whoever sits down again and again plays as somebody who has just come, and what is copied is what was played."""

from types import SimpleNamespace

import numpy as np
import pytest

from simlab import games
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.players import strategies
from simlab.table import Table, batches
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


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [("what_the_heck", {}, {"player_cards": 4, "point_cards": (1, 2, 3, 4)}), ("mean", {"piles": 6, "pile_size": 5, "clear_at": 8}, {})],
)
def test_under_other_house_rules_a_table_is_as_good_as_a_new_one(name, before, after):
    """Nothing is left of larger rows, which a strategy might read to their ends."""
    game = games.find(name)
    one, other = (game.resolve(game.Rules(**changes), 3) for changes in (before, after))
    seats = [(strategies.find(name, "random"), {}), (strategies.find(name, "thinker"), {}), (strategies.find(name, "random"), {})]
    used, fresh = Table(game, seats, one, seed=2), Table(game, seats, other, seed=2)
    used.rows(0, 2)
    used.under(other)
    used.seat([2, 1, 0])
    fresh.seat([2, 1, 0])
    for table in (used, fresh):
        table.rows(5, 1)
    for field in set(game.seen.names) - {"rules"}:
        assert np.array_equal(used.view[field], fresh.view[field]), field


@pytest.mark.parametrize(("scenarios", "left"), [(2, {0, batches.LAST}), (1, {batches.LAST})])
def test_a_table_is_set_up_once_and_kept_while_it_is_used(monkeypatch, scenarios, left):
    """Who adapts to a scenario plays at another in each."""
    set_up = []
    monkeypatch.setattr(batches, "table_at", lambda plan, group, cell: set_up.append(cell) or len(set_up))
    lineups = [SimpleNamespace(adapted=()), SimpleNamespace(adapted=("as to the first", "as to the second"))]
    group, known = SimpleNamespace(lineups=lineups, scenarios=range(scenarios), players=2), {}
    cells = [batches.Cell(s, t, seating) for s in range(scenarios) for t in range(2) for seating in ((0, 1), (1, 0))]
    assert [batches._table_for(None, group, cell, known) for cell in cells] == [1, 1, 2, 2, 1, 1, 3, 3][: len(cells)]
    assert [(cell.scenario, cell.lineup, cell.seating) for cell in set_up] == [(0, 0, (0, 1)), (0, 1, (0, 1)), (1, 1, (0, 1))][
        : scenarios + 1
    ]
    assert set(known) == left


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
