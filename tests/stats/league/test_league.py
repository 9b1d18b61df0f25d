"""A league from its experiment to its tables and its answer, against the rows it was made of."""

import numpy as np
import polars as pl
import pytest

import simlab
from simlab.base.faults import BadInput
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.stats.league.ladder import Ladder
from simlab.table.batches import rows_of
from simlab.table.rows import frame
from simlab.words.numbers import sentence
from tests.stats.league.leagues import counted

ASKED = {"question": "Who plays best?", "game": "mean", "players": 3, "games": 1_200, "field": ["shedder", "random", "first", "hoarder"]}
DEALS = 100


@pytest.fixture(scope="module")
def analysis():
    return simlab.evaluate(ASKED)


@pytest.fixture(scope="module")
def ladder(analysis):
    """The same from the rows, one game after the other."""
    plan = make_plan(load(ASKED))
    (chunk,) = plan.chunks()
    rows = frame(plan, chunk, rows_of(plan, chunk))
    names = list(plan.groups[0].labels)
    seats = range(3)
    first = rows.filter(pl.col("deal") == 0)
    seated = np.array([[names.index(row[f"strategy_{seat}"]) for seat in seats] for row in first.iter_rows(named=True)])
    won = np.array([[row[f"share_{seat}"] for seat in seats] for row in rows.iter_rows(named=True)]).reshape(DEALS, len(seated), 3)
    return names, Ladder(*counted(seated, won))


def test_its_ratings_are_those_of_its_rows(analysis, ladder):
    names, plain = ladder
    found = analysis.table("ratings")
    assert analysis.stats[0].deals == DEALS
    assert found["strategy"].to_list() == [names[i] for i in plain.order]
    assert found["rating"].to_list() == pytest.approx([plain.fit.strengths[i] for i in plain.order], abs=1e-6)
    assert ((found["high"] - found["low"]) / 2).to_list() == pytest.approx([plain.fit.half_width(i) for i in plain.order], rel=1e-6)
    assert found["share"].sum() == pytest.approx(4 / 3)  # each sits at three of four tables, so all shares are of as many games
    assert found["rank"].to_list() == [1, 2, 3, 4]


def test_who_beats_whom_is_that_of_its_rows(analysis, ladder):
    names, plain = ladder
    for line in analysis.table("pairs").iter_rows(named=True):
        pair = plain.pairs[names.index(line["strategy"]), names.index(line["opponent"])]
        assert (line["share"], line["told"]) == pytest.approx((pair.share, pair.told), abs=1e-9)
        assert line["high"] - line["share"] == pytest.approx(1.9842 * pair.se, rel=1e-4)
    assert len(analysis.table("pairs")) == 12


def test_the_seats_are_rated_as_well(analysis, ladder):
    assert analysis.table("seat_ratings")["rating"].to_list() == pytest.approx(ladder[1].fit.seats.tolist(), abs=1e-6)


def test_any_order_of_the_field_is_the_same_league(analysis):
    other = simlab.evaluate({**ASKED, "field": ["random", "hoarder", "shedder", "first"]}, jobs=2)
    for table in ("ratings", "pairs", "seat_ratings"):
        assert other.table(table).equals(analysis.table(table))
    assert other.answer == analysis.answer


def test_the_answer_names_the_best_and_the_last(analysis):
    names = analysis.table("ratings")["strategy"].to_list()
    assert analysis.answer[0].startswith(
        f"{sentence(names[0])} and {names[1]} are the best of 4 strategies, too close to tell apart: {names[0]} wins"
    )
    assert "an even share is 33%" in analysis.answer[0]
    assert f"{names[-1]} is last with" in analysis.answer[1]
    assert sum(map(len, analysis.answer)) <= 450


def test_a_league_under_two_rules_says_who_is_best_under_each():
    found = simlab.evaluate({**ASKED, "scenarios": {"as printed": {}, "an Eight wins": {"eight_last": "wins"}}})
    assert found.table("ratings")["scenario"].unique().to_list() in (["as printed", "an Eight wins"], ["an Eight wins", "as printed"])
    assert "under “as printed” and under “an Eight wins”" in found.answer[0]


def test_a_whole_field_is_every_strategy_of_the_game():
    asked = load({**ASKED, "field": "all"})
    assert {"planner", "random", "creeper"} <= {seat.strategy for seat in asked.field}
    assert load(asked.as_dict()) == asked
    (group,) = make_plan(asked).groups
    assert group.is_league
    assert len(group.lineups) == 60
    assert group.labels == tuple(dict.fromkeys(label for lineup in group.lineups for label in lineup.name.split(", ")))


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("some", '"some" is not allowed; allowed: all'),
        (["random", "random"], "random stands in the field already"),
        (["nobody"], "nobody"),
        ([], "field"),
    ],
)
def test_a_faulty_field_is_refused(field, said):
    with pytest.raises(BadInput, match=said):
        load({**ASKED, "field": field})


def test_a_field_stands_in_place_of_line_ups():
    with pytest.raises(BadInput, match="lineup and field exclude each other"):
        load({**ASKED, "lineup": ["random"] * 3})


def test_a_field_of_one_is_alone():
    found = simlab.evaluate({**ASKED, "field": ["random"], "games": 60})
    assert found.answer == ["Random is alone in the field: there is nobody to be compared with."]
    assert found.table("ratings")["rating"].to_list() == [0]
