"""Strategies at the same table, pair by pair."""

import numpy as np
import pytest

from simlab.stats.intervals import Intervals
from simlab.table.rows import win_shares
from tests.stats.process import anything, drawn_for, group, said_of


def test_by_how_much_one_share_is_larger_on_the_same_deals():
    of = group("aaba", scenarios=["only"])
    rows = anything(of, 250)
    analysis = said_of(rows, lineup=["first", "first", "random", "first"])
    shares = win_shares(rows, 4) / 840
    is_first = np.array([cell.seating for cell in of.cells]) != 2
    first = np.where(is_first, shares, 0).sum(axis=(1, 2)) / 12
    difference = first - np.where(is_first, 0, shares).sum(axis=(1, 2)) / 4
    se = difference.std(ddof=1) / np.sqrt(250)
    lines = analysis.table("pairs").to_dicts()
    assert [(line["strategy"], line["opponent"]) for line in lines] == [("first", "random"), ("random", "first")]
    reach = Intervals().reach(250) * se
    assert [lines[0][key] for key in ("difference", "se")] == pytest.approx([difference.mean(), se])
    ends = [lines[0][key] for key in ("low", "high")]
    assert ends == pytest.approx([difference.mean() - reach, difference.mean() + reach], abs=0.05 * reach)
    assert [lines[1][key] for key in ("difference", "high", "low")] == pytest.approx([-lines[0]["difference"], *(-end for end in ends)])


def test_every_pair_that_sits_together():
    lineups = {"one": ["first", "random", "shedder", "first"], "two": ["random"] * 4}
    found = drawn_for(lineup=None, lineups=lineups).table("pairs")
    assert found["lineup"].unique().to_list() == ["one"]
    assert found.height == 3 * 2


def test_two_that_are_equal_on_every_deal_differ_by_exactly_nothing():
    of = group("abcd", scenarios=["only"], seating="permute")
    rows = anything(of, 20)
    place = {cell.seating: column for column, cell in enumerate(of.cells)}
    for seating, column in place.items():  # what the first two win is swapped where they are
        swapped = tuple({0: 1, 1: 0}.get(seat, seat) for seat in seating)
        rows["won"][:, max(column, place[swapped])] = rows["won"][:, min(column, place[swapped])]
    analysis = said_of(rows, lineup=["first", "random", "shedder", "planner"], seating="permute")
    lines = {(line["strategy"], line["opponent"]): line for line in analysis.table("pairs").to_dicts()}
    line = lines["first", "random"]
    assert (line["difference"], line["se"]) == (0, 0)
    assert -0.2 < line["low"] < 0 < line["high"] < 0.2, "of 20 deals; the next may differ"
    assert lines["first", "planner"]["se"] > 0
    shares = analysis.table("shares").to_dicts()
    assert shares[0] | {"strategy": ""} == shares[1] | {"strategy": ""}
