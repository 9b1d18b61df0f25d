"""Who wins: shares, ranks, and the ranks that a strategy may have."""

import numpy as np
import pytest

from simlab.stats.intervals import Intervals
from simlab.stats.measures import Measures
from simlab.stats.statistics.shares import rank_intervals, ranks
from simlab.table.rows import win_shares
from tests.stats.played import experiment
from tests.stats.process import MEAN, Process, anything, drawn_for, group, place_of, said_of, tally_of

FOUR = ["shedder", "random", "first", "planner"]


def test_products_of_shares_are_what_a_loop_finds():
    measures = Measures(MEAN, group("aab"))
    rows = anything(measures.group, 30)
    shares, product = win_shares(rows, 3).astype(int), 0
    for deal in range(30):
        columns = range(3, 6)  # the second scenario
        of_a = sum(shares[deal, c, seat] for c in columns for seat in range(3) if measures.group.cells[c].seating[seat] != 2)
        product += int(of_a) * int(sum(shares[deal, c, 1] for c in columns))
    counted = tally_of(measures, rows)["shares"]["products"]
    assert counted[0, 1, 0, 2 + 1] == counted[0, 1, 2 + 1, 0] == product


def test_every_strategy_has_its_share_and_its_rank():
    analysis = said_of(Process(before=(0.1, 0.4, 0.3, 0.2)).rows(np.random.default_rng(1), group(scenarios=["only"]), 2_000), lineup=FOUR)
    lines, place = analysis.table("shares").to_dicts(), analysis.places[0]
    assert [line["strategy"] for line in lines] == FOUR
    assert [line["rank"] for line in lines] == [4, 1, 2, 3]
    assert [(line["rank_low"], line["rank_high"]) for line in lines] == [(4, 4), (1, 1), (2, 2), (3, 3)]
    for line in lines:
        e = place.mean(f"share.{line['strategy']}")
        assert (line["share"], line["se"], line["low"], line["high"]) == (e.mean, e.se, e.low, e.high)


def test_only_who_plays_there_is_ranked():
    lineups = {"one": ["first", "first", "random", "random"], "two": ["shedder", "random", "random", "random"], "all": ["first"] * 4}
    analysis = drawn_for(lineup=None, lineups=lineups)
    found = analysis.table("shares").select("lineup", "strategy", "rank").rows()
    assert [each[:2] for each in found] == [("one", "first"), ("one", "random"), ("two", "random"), ("two", "shedder"), ("all", "first")]
    assert sorted(rank for lineup, _, rank in found if lineup == "two") == [1, 2]
    assert found[-1][2] == 1


def test_one_deal_ranks_nobody():
    lines = drawn_for(deals=1, lineup=FOUR).table("shares").to_dicts()
    assert {(line["rank_low"], line["rank_high"]) for line in lines} == {(1, 4)}


def test_equal_shares_take_the_best_place_they_take_up():
    assert ranks(np.array([0.2, 0.3, 0.2, 0.3 + 1e-12, 0.0])).tolist() == [3, 1, 3, 1, 5]


def test_ranks_of_a_bootstrap():
    """Two that are a standard error of their difference apart change places in one of six draws: 1 - Phi(1)."""
    means, spread = np.array([0.30, 0.28, 0.10]), np.diag([0.0002, 0.0002, 0.0001])
    low, high = rank_intervals(means, spread)
    assert (low.tolist(), high.tolist()) == ([1, 1, 3], [2, 2, 3])
    low, high = rank_intervals(means, spread / 10)
    assert (low.tolist(), high.tolist()) == ([1, 2, 3], [1, 2, 3])
    low, high = rank_intervals(means, spread / 10, widened=3.0)
    assert (low.tolist(), high.tolist()) == ([1, 1, 3], [2, 2, 3])


def test_a_bootstrap_knows_how_shares_go_together():
    """Three that always sum up to the same: where one is far above, the others are tied."""
    spread = np.array([[2, -1, -1], [-1, 2, -1], [-1, -1, 2]]) * 1e-4
    low, high = rank_intervals(np.array([0.5, 0.25, 0.25]), spread)
    assert (low.tolist(), high.tolist()) == ([1, 2, 2], [1, 3, 3])
    low, high = rank_intervals(np.full(2, 0.5), np.full((2, 2), 0.01))
    assert (low.tolist(), high.tolist()) == ([1, 1], [1, 1]), "equal on every deal"


def test_at_any_time_more_ranks_are_possible():
    rows = Process(before=(0.1, 0.36, 0.31, 0.23)).rows(np.random.default_rng(2), group(scenarios=["only"]), 300)
    fixed, anytime = (said_of(rows, lineup=FOUR, precision=wanted).table("shares").to_dicts() for wanted in (None, {"share": 0.001}))
    spread = [sum(line["rank_high"] - line["rank_low"] for line in lines) for lines in (fixed, anytime)]
    assert spread[0] < spread[1]
    reach = [Intervals(planned, is_watched=False).reach(300) for planned in (None, 1_000)]
    wide, narrow = (lines[0]["high"] - lines[0]["low"] for lines in (anytime, fixed))
    assert wide == pytest.approx(narrow * reach[1] / reach[0], rel=0.02)
    assert experiment(lineup=FOUR).games == 4_000, "a thousand deals"


def test_who_wins_as_it_varies_together():
    """Means and covariances of shares, deal by deal, by numpy."""
    measures = Measures(MEAN, group())
    rows = anything(measures.group, 40)
    rivals = place_of(measures, rows, 0, 1).rivals
    x = win_shares(rows, 4)[:, 4:] / 840
    at = np.argsort([cell.seating for cell in measures.group.cells[4:]], axis=1)  # [seating, strategy]
    of_strategies = np.take_along_axis(x, at[None], axis=2).mean(axis=1)
    values = np.concatenate([of_strategies, x.mean(axis=1)], axis=1)
    assert rivals.means == pytest.approx(values.mean(axis=0))
    assert rivals.covariance == pytest.approx(np.cov(values.T))
