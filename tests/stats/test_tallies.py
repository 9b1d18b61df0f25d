"""Tallies: exact, and the same in whatever order and portions they are made."""

import json

import numpy as np
import pytest

from simlab.engine.metric import UNIT
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.stats.estimates import GroupStats
from simlab.stats.measures import Measures, Played
from simlab.stats.tally import NO_FLIP, Tally
from simlab.table.batches import rows_of
from simlab.table.rows import win_shares
from tests.stats.process import MEAN, Process, group

AFTER = (0.4, 0.3, 0.2, 0.1)


def of(measures: Measures, rows: np.ndarray, first: int = 0) -> dict:
    return Tally.of(measures, rows, first).as_dict()


@pytest.fixture(scope="module")
def measures() -> Measures:
    return Measures(MEAN, group(scenarios=["as printed", "other", "third"]))


@pytest.fixture(scope="module")
def rows(measures) -> np.ndarray:
    return Process(after=AFTER).rows(np.random.default_rng(1), measures.group, 1_000)


def test_merged_in_any_order_and_portions_they_are_the_same(measures, rows):
    whole = of(measures, rows)
    rng = np.random.default_rng(2)
    for size in (1, 7, 130, 999):
        parts = [Tally.of(measures, rows[first : first + size], first) for first in range(0, len(rows), size)]
        rng.shuffle(parts)
        while len(parts) > 1:  # also in different groupings
            a, b = (parts.pop(int(rng.integers(len(parts)))) for _ in range(2))
            parts.append(a + b)
        assert parts[0].as_dict() == whole, f"in portions of {size}"


def test_real_games_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scenarios = {"as printed": {}, "an Eight wins": {"eight_last": "wins"}}
    lineups = {"mixed": ["random", "first", "random"], "first": ["first", "first", "first"]}
    experiment = load({"question": "?", "game": "mean", "players": 3, "games": 800, "lineups": lineups, "scenarios": scenarios})
    found = []
    for chunk_games in (300, 1_111, 10**6):
        plan = make_plan(experiment, chunk_games)
        measures = Measures(plan.game, plan.groups[0])
        parts = [Tally.of(measures, rows_of(plan, chunk), chunk.first) for chunk in plan.chunks()]
        found.append(sum(parts[1:], parts[0]).as_dict())
    assert found[0] == found[1] == found[2]


def test_they_survive_the_way_through_a_file(measures, rows):
    tally = Tally.of(measures, rows)
    again = Tally.from_dict(json.loads(json.dumps(tally.as_dict())))
    assert again.as_dict() == tally.as_dict()
    assert (again + tally).as_dict() == (tally + tally).as_dict()


def test_sums_that_outgrow_64_bits_stay_exact(measures, rows):
    tally = Tally.of(measures, rows)
    large = Tally.from_dict(tally.as_dict())
    large.squares = large.squares + ((1 << 62) - 1)
    both = large + large
    assert (both.squares == 2 * large.squares.astype(object)).all()
    again = Tally.from_dict(json.loads(json.dumps(both.as_dict())))
    assert (again.squares == both.squares).all()
    GroupStats(measures, again).mean(0, 0, 0)


def test_one_scenario_and_one_deal(rows):
    measures = Measures(MEAN, group(scenarios=["only"]))
    tally = Tally.of(measures, rows[:1, :4])
    assert tally.fired.size == tally.flips.size == 0
    assert (tally + Tally.of(measures, rows[1:2, :4])).deals == 2


def test_win_shares_are_those_of_the_rows(measures, rows):
    chunk = Played(measures, rows)
    assert (chunk.shares.reshape(4, -1, len(rows)).transpose(2, 1, 0) == win_shares(rows, 4)).all()
    assert (chunk.shares.sum(axis=0) == UNIT).all()


def test_every_sum_is_what_a_loop_over_the_games_finds(measures, rows):
    """A naive twin of the numpy code, game by game in Python's whole numbers."""
    few = rows[:40]
    tally = Tally.of(measures, few, first=100)
    shares, cells = win_shares(few, 4), measures.group.cells
    squares, lengths, flips, singles, at_seat = 0, {}, [], 0, 0
    for deal, row in enumerate(few):
        change, of_a = 0, 0
        for column, cell in enumerate(cells):
            seat = cell.seating.index(0)  # where strategy a sits
            share = int(shares[deal, column, seat])
            change += share * ((cell.scenario == 2) - (cell.scenario == 0))
            of_a += share * (cell.scenario == 1)
            if cell.scenario == 1:
                length = int(row["turns"][column])
                lengths[length] = lengths.get(length, 0) + 1
                singles += sum(int(each) ** 2 for each in shares[deal, column])
                at_seat += share * (seat == 3)
                if (shares[deal, column] != shares[deal, column - 4]).any():
                    flips.append((100 + deal) * 4 + column % 4)
        squares += change**2
    effect = measures.contrasts.index["effect", (2,)]
    assert tally.squares[measures.index["share.a"], 0, effect] == squares
    assert {length: count for length, count in enumerate(tally.lengths[0, 1].tolist()) if count} == lengths
    assert tally.singles[0, 1] == singles
    assert tally.at_seat[0, 1, 3, 0] == at_seat
    assert [code for code in tally.flips[0, 0].tolist() if code < NO_FLIP] == flips[:24]
    assert tally.sums[measures.index["flipped"], 0, 1] == len(flips)


def test_what_happens_where_an_event_fired_is_what_a_loop_finds(measures, rows):
    few, event = rows[:40], list(MEAN.counted).index("swaps")
    found = Tally.of(measures, few).fired[0, 1, event].tolist()  # the third scenario
    deals = pairs = pairs_squared = turns = turns_squared = both = 0
    for row in few:
        fired = [bool(row["swaps"][column] or row["swaps"][column + 8]) for column in range(4)]
        change = sum(int(row["turns"][column + 8]) - int(row["turns"][column]) for column in range(4) if fired[column])
        deals += any(fired)
        pairs += sum(fired)
        pairs_squared += sum(fired) ** 2
        turns, turns_squared, both = turns + change, turns_squared + change**2, both + change * sum(fired)
    assert found[:3] == [deals, pairs, pairs_squared]
    assert found[-3:] == [turns, turns_squared, both]


def test_what_fires_without_end_is_counted_up_to_a_thousand(measures, rows):
    many = rows.copy()
    many["swaps"][:, 0] = 5_000
    tally = Tally.of(measures, many) + Tally.of(measures, rows)
    swaps = tally.times[list(MEAN.counted).index("swaps"), 0]
    assert swaps.shape[-1] == 1_001
    assert swaps[0, 1_000] == len(rows)
    assert (swaps.sum(axis=-1) == 2 * 4 * len(rows)).all()
    assert tally.as_dict() == Tally.from_dict(tally.as_dict()).as_dict()


def test_the_share_of_games_up_to_a_length_has_the_variance_of_a_mean_over_deals(measures, rows):
    """From `repeats` as from the games themselves."""
    tally, turns = Tally.of(measures, rows), rows["turns"][:, 4:8]
    for length in (20, 25, 40, 90):
        counts = (turns <= length).sum(axis=1)
        assert tally.repeats[0, 1, : length + 1].sum() == (counts**2).sum()
