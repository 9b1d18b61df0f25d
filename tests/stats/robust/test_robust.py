"""Verdicts at tables drawn from a field, against the tables one by one."""

from collections import Counter

import numpy as np
import polars as pl
import pytest

import simlab
from simlab.base.faults import BadInput
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.stats.answers import MOST_LETTERS, MOST_SENTENCES
from simlab.stats.comparisons import strength
from simlab.table.batches import rows_of
from simlab.table.rows import frame

FIELD = ["random", "first", "shedder", "eight_dodger", "planner"]
ASKED = {
    **{"question": "?", "game": "mean", "players": 3, "games": 9_000, "seed": 4, "lineups": {"from": FIELD, "tables": 10}},
    "scenarios": {"as printed": {}, "an Eight wins": {"eight_last": "wins"}},
}


@pytest.fixture(scope="module")
def analysis():
    return simlab.evaluate(ASKED)


@pytest.fixture(scope="module")
def held(analysis):
    (found,) = analysis.holdings
    return found


def test_a_field_is_drawn_into_tables_that_load_again():
    asked = load(ASKED)
    assert not asked.is_league
    assert load(asked.as_dict()) == asked
    sat = Counter(seat.label for table in asked.lineups.values() for seat in table)
    assert len(asked.lineups) == 10
    assert set(sat.values()) == {6}
    assert list(asked.lineups) == list(load({**ASKED, "lineups": {"from": FIELD[::-1], "tables": 10}}).lineups)


def test_the_seed_draws_the_tables_and_all_is_every_strategy():
    drawn = [set(load({**ASKED, "players": 4, "lineups": {"from": "all"}, "seed": seed}).lineups) for seed in (1, 1, 2)]
    assert len(drawn[0]) == 24
    assert drawn[0] == drawn[1] != drawn[2]


def test_each_number_of_players_has_tables_of_its_own():
    (two, three) = make_plan(load({**ASKED, "players": [2, 3], "lineups": {"from": FIELD, "tables": 99}})).groups
    assert (len(two.lineups), len(three.lineups)) == (10, 10)
    assert {len(lineup.seats) for lineup in two.lineups} == {2}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"lineups": {"from": "some"}}, "lineups.from"),
        ({"lineups": {"from": ["random", "random"]}}, "random stands in the field already"),
        ({"lineups": {"from": "all", "tables": 0}}, "lineups.tables: 0 is out of range"),
        ({"precision": {"share": 0.1}}, "leave out precision"),
    ],
)
def test_a_faulty_draw_is_refused(changed, said):
    with pytest.raises(BadInput, match=said):
        load({**ASKED, **changed})


def test_every_table_is_judged_by_its_own_comparisons(analysis, held):
    assert len(held.words) == 10
    for name, word in held.words.items():
        words = {c.verdict.word for c in analysis.headline if c.lineup == name}
        assert (word == "matters") == ("matters" in words)
        assert held.strengths[name] == max(strength(c) for c in analysis.headline if c.lineup == name)


def test_the_mean_over_the_tables_and_its_error_are_those_of_the_rows(held):
    plan = make_plan(load(ASKED))
    rows = pl.concat([frame(plan, chunk, rows_of(plan, chunk)) for chunk in plan.chunks()])
    by = rows.group_by("scenario", "deal").agg(pl.col("turns").mean()).pivot("scenario", index="deal", values="turns")
    each = (by["an Eight wins"] - by["as printed"]).to_numpy()
    spread = held.spreads["turns"]
    assert spread.mean == pytest.approx(each.mean())
    assert spread.mean_se == pytest.approx(each.std(ddof=1) / np.sqrt(len(each)))


def test_a_share_is_told_where_its_strategy_sits(analysis, held):
    spread = held.spreads["share.eight_dodger"]
    assert spread.tables == 6
    effects = analysis.effects.filter(metric="share.eight_dodger")["mean"].to_list()
    assert sorted(spread.effects) == pytest.approx(sorted(effects))
    line = analysis.table("robust").row(by_predicate=pl.col("metric") == "share.eight_dodger", named=True)
    assert (line["least"], line["most"], line["mean"]) == pytest.approx((min(effects), max(effects), np.mean(effects)))
    assert line["new_low"] < line["low"] < line["mean"] < line["high"] < line["new_high"]


def test_who_makes_the_difference_is_the_one_at_whose_tables_it_is_strong(analysis, held):
    first = held.members[0]
    assert first.label == "eight_dodger"
    assert first.is_sure
    with_it = [size for name, size in held.strengths.items() if "eight_dodger" in name]
    assert (first.there[0], first.split.there) == (6, pytest.approx(np.mean(with_it)))
    assert f"it matters at {first.there[1]} of 6 tables with it, at {first.elsewhere[1]} of 4 without" in " ".join(analysis.answer)
    assert analysis.table("company")["strategy"].to_list() == [member.label for member in held.members]


def test_the_answer_leads_with_how_far_the_verdict_holds(analysis, held):
    matters = list(held.words.values()).count("matters")
    assert analysis.answer[0].startswith(f"“an Eight wins” matters at {matters} of 10 tables")
    assert analysis.answer[1].startswith("Eight_dodger's share moves most: −")


@pytest.mark.parametrize(
    "changed",
    [
        {"scenarios": {f"a change of the rules, number {i}": {"piles": 3 + i} for i in range(5)}},
        {"scenarios": {"a": {}, "b": {}}},
        {"metrics": ["swaps"]},
        {"players": [2, 3]},
        {"lineups": {"from": ["random"]}},
        {"scenarios": {"as printed": {}}},
        {"games": 1},
    ],
)
def test_the_answer_keeps_its_limits(changed):
    said = simlab.evaluate({**ASKED, "games": 240, **changed}).answer
    assert 1 <= len(said) <= MOST_SENTENCES
    assert len(" ".join(said)) <= MOST_LETTERS


def test_any_order_and_any_number_of_threads_say_the_same(analysis):
    other = simlab.evaluate({**ASKED, "lineups": {"from": FIELD[::-1], "tables": 10}}, jobs=2)
    for table in ("robust", "company"):
        assert other.table(table).equals(analysis.table(table))
    assert other.answer == analysis.answer
