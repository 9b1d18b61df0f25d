"""Every statistic keeps what it promises; a new one, and a new metric, show up everywhere by one entry."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from simlab import games
from simlab.commands.running import answer_of
from simlab.engine.metric import TWO_PERCENT, Checkable, Family, Metric, Unit, own
from simlab.experiment.plan import groups_of
from simlab.metrics import KINDS, Kind, Setting
from simlab.runner import Settings, run_experiment
from simlab.stats.analysis import Analysis
from simlab.stats.evaluating import evaluate
from simlab.stats.joins import added
from simlab.stats.measures import Measures
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.statistic import REAL, STATISTICS, WHERE, WHOLE, Line, Statistic, at_each_place, frames
from simlab.stats.statistics.league import STATISTIC as OF_LEAGUES
from simlab.stats.statistics.search import STATISTIC as OF_SEARCHES
from simlab.stats.tally import layout
from tests.stats.played import EIGHTS, experiment
from tests.stats.process import anything, drawn_for, tally_of

SHAPES: dict[str, dict[str, Any]] = {
    "one scenario": {},
    "two scenarios": {"scenarios": {"one": {}, "two": {"piles": 5}}},
    "three scenarios and two line-ups": {
        "scenarios": EIGHTS,
        "lineup": None,
        "lineups": {"a": ["first"] * 4, "b": ["first", "random"] * 2},
    },
    "numbers of players": {"players": [2, 3], "lineup": ["first", "random"], "scenarios": EIGHTS},
    "varied rules": {"vary": {"eight_last": ["loses", "wins"], "piles": [3, 4]}},
    "one varied rule": {"vary": {"piles": [3, 4]}},
    "precision": {"scenarios": EIGHTS, "precision": {"share": 0.01}},
    "one seating": {"seating": "fixed", "scenarios": EIGHTS},
    "decisions": {"lineup": None, "decisions": "planner", "scenarios": EIGHTS},
    "drawn tables": {"lineup": None, "lineups": {"from": ["first", "random", "shedder", "hoarder", "planner"]}, "scenarios": EIGHTS},
    "tuning": {
        "lineup": None,
        "tune": {"strategy": "planner", "against": ["random"] * 3, "budget": 1_000, "field": ["first", "random", "shedder"]},
    },
    "adapting": {"adapt": {"budget": 1_000}, "lineup": ["planner", "hoarder", "first", "random"], "scenarios": EIGHTS},
    "a league": {"lineup": None, "field": ["first", "random", "shedder", "hoarder", "planner"], "scenarios": EIGHTS},
}
LEAGUE, DRAWN, TUNED = ("ratings", "seat_ratings", "replies"), ("robust", "company"), ("tuning", "gains")
ADAPTED = ("adapted", "adapting")
VARIED, SOUGHT = ("factors", "interactions", "shapley"), tuple(table.name for table in OF_SEARCHES.tables)
SPARING = ("league", "robust", "decisions", "shapley", "tuning", "adapted")  # that count nothing where they are not asked for


@pytest.mark.parametrize("deals", [0, 1, 2, 30])
@pytest.mark.parametrize("changed", SHAPES.values(), ids=SHAPES)
def test_its_tables_have_the_columns_that_they_declare(changed, deals):
    """Also where nothing was played yet, nothing is compared, or one deal says nothing of its spread."""
    analysis = drawn_for(deals, **changed) if deals else Analysis(experiment(**changed), {})
    declared = {table.name: table for table in frames() if table.is_made(analysis)}
    assert len(declared) == sum(table.is_made(analysis) for table in frames()), "each name once"
    is_league, is_drawn = deals and "field" in changed, "from" in (changed.get("lineups") or ())
    asked = (
        VARIED
        if "vary" in changed
        else LEAGUE
        if is_league
        else DRAWN
        if is_drawn
        else TUNED
        if "tune" in changed
        else ADAPTED
        if "adapt" in changed
        else ()
    )
    only_of_some = {*VARIED, *LEAGUE, *DRAWN, *TUNED, *ADAPTED, *SOUGHT, "decisions"}
    assert set(declared) & only_of_some == {*asked, *({"decisions"} & changed.keys())}
    assert set(declared) | only_of_some | ({"feelings"} if is_league else set()) == {table.name for table in frames()}
    assert list(analysis.tables) == list(declared)
    for name, table in analysis.tables.items():
        assert dict(table.schema) == dict(declared[name].columns), name
        for line in declared[name].lines(analysis):
            assert line.keys() == declared[name].columns.keys(), name
        assert deals or table.height == 0, name


def test_names_are_unique_and_places_come_first():
    orders = [(statistic.order, statistic.name) for statistic in STATISTICS]
    assert orders == sorted(orders)
    assert len({order for order, _ in orders}) == len({name for _, name in orders}) == len(orders)
    assert [statistic.name for statistic in STATISTICS] == [
        *(
            "means",
            "effects",
            "league",
            "decisions",
            "robust",
            "shapley",
            "tuning",
            "adapted",
            "search",
            "shares",
            "seats",
            "pairs",
            "lengths",
        ),
        *("endings", "events", "fired", "flips", "courses", "partings", "set_off", "feelings", "luck", "seatings"),
    ]
    for table in frames():
        is_of_all = table.name in (*VARIED, *DRAWN, *TUNED, *ADAPTED, *SOUGHT, "decisions") or table in OF_LEAGUES.tables
        assert list(table.columns)[:3] == list(WHERE) or is_of_all, table.name


def test_an_answer_as_json_has_the_short_tables():
    analysis = drawn_for(scenarios=EIGHTS)
    long = {"summary", "length_counts", "times_counts", "flipped_deals"}
    told = answer_of(analysis, Path("reports/eights"))
    assert set(told) == (set(analysis.tables) - long) | {"question", "answer", "report", "games", "checks"}
    assert told["lengths"] == analysis.table("lengths").to_dicts()


@pytest.mark.parametrize("name", games.names())
def test_its_sums_are_whole_numbers_that_know_how_to_be_joined(name):
    game = games.find(name)
    asked = experiment(game=name, players=2, lineup=["random"] * 2, scenarios={"one": {}, "two": {}}, games=10)
    of = groups_of(asked)[0]
    played = Played(Measures(game, of), anything(of, 7, game=game), 100)
    for statistic in STATISTICS:
        counted = statistic.count(played)
        assert counted.keys() == statistic.sums.keys() or (not counted and statistic.name in SPARING), statistic.name
        for key, sums in counted.items():
            assert sums.dtype.kind == "i" or sums.dtype == object, (statistic.name, key)


# A statistic in a file of its own: this one


def _count(played: Played) -> dict[str, np.ndarray]:
    """`long` [line-up, scenario]: how many games took more than 40 turns."""
    return {"long": played.measures.over_seatings((played.turns > 40).astype(np.int64)).sum(axis=-1).T}


def _long(place: Place) -> Iterator[Line]:
    games_of_it = int(place.stats.tally["patience"]["long"][place.t, place.s])
    yield {"games": games_of_it, "share": games_of_it / (place.stats.deals * place.lineup.games)}


PATIENCE = Statistic("patience", 20, (at_each_place("patience", {"games": WHOLE, "share": REAL}, _long),), {"long": added}, _count, 3)
ASKED: dict[str, Any] = {"scenarios": EIGHTS, "games": 400}


def expected_of(table: pl.DataFrame) -> list[int]:
    lengths = table.filter(pl.col("turns") > 40)
    return [lengths.filter(scenario=scenario)["games"].sum() for scenario in EIGHTS]


def test_a_new_statistic_shows_up_in_tables_and_layout(tmp_path):
    before = evaluate(experiment(**ASKED))
    with STATISTICS.also(PATIENCE):
        assert layout()["patience"] == 3
        found = evaluate(experiment(**ASKED), jobs=2)
        assert found.stats[0].tally["patience"]["long"].shape == (1, 3)
        table = found.table("patience")
        assert table["games"].to_list() == expected_of(found.table("length_counts"))
        assert list(found.tables)[-1] == "patience"
        assert not found.frames["patience"].is_long
        folder = run_experiment(experiment(**ASKED), Settings(out=tmp_path / "run", jobs=1, chunk_games=150))
        assert_frame_equal(pl.read_parquet(folder.table_file("patience")), table, check_exact=True)
        assert_frame_equal(Analysis(experiment(**ASKED), folder.state().tallies).table("patience"), table, check_exact=True)
    assert "patience" not in layout()
    assert list(evaluate(experiment(**ASKED)).tables) == list(before.tables)


# A metric that a game declares, and a new kind of metrics


LONG = Unit("long game", "long games", "long")
QUICK = Family("quick", "quick games", "games", LONG, TWO_PERCENT, 2.5, bounds=(0.0, 1.0))


def test_a_new_kind_of_metrics_shows_up_everywhere(tmp_path):
    def of(setting: Setting) -> Iterator[Metric]:
        yield Metric(
            "quick", "quick", "quick games", QUICK, lambda played: played.turns < 40, checks=(Checkable("quick.mean"),), plural=True
        )

    with KINDS.also(Kind(3.5, of)):
        changed: dict[str, Any] = {**ASKED, "metrics": ["quick"], "matters": {"quick": 0.5}, "checks": {"quick.mean": "< 0.99"}}
        asked = experiment(**changed)
        found = evaluate(asked)
        names = found.summary.filter(scenario="as printed")["metric"].to_list()
        assert names.index("quick") == names.index("turns") - 1
        lengths = found.table("length_counts").filter(scenario="as printed")
        share = lengths.filter(pl.col("turns") < 40)["games"].sum() / 400
        assert found.summary.filter(metric="quick")["mean"][0] == pytest.approx(share)
        assert found.effects["metric"].unique().to_list() == ["quick"]
        assert found.effects["margin"].unique().to_list() == [0.5]
        assert [check.status for check in found.checks] == ["held"]
        assert "quick games" in " ".join(found.answer)
        folder = run_experiment(asked, Settings(out=tmp_path / "run", jobs=1))
        assert_frame_equal(pl.read_parquet(folder.table_file("summary")), found.summary, check_exact=True)


@pytest.fixture
def busy_swaps(monkeypatch):
    """MEAN! with a metric of its own more, and one of its counters with other words."""
    game = games.find("mean")
    more = (
        own("swaps", "swapped hands", "the number of swapped hands"),
        own("busy", "busy", "busy games", plural=True, read=lambda played: played.field("swaps") > 1, checks=()),
    )
    monkeypatch.setattr("simlab.games.mean.GAME", replace(game, metrics=(*game.metrics, *more)))


def test_a_metric_that_a_game_declares_shows_up_everywhere(busy_swaps):
    analysis = drawn_for(scenarios=EIGHTS, metrics=["busy", "swaps"], checks={"swaps.mean": "> 0"})
    names = analysis.summary["metric"].unique(maintain_order=True).to_list()
    assert names[names.index("busy") + 1] == "ending.out", "after the game's own numbers"
    assert names.count("swaps") == 1
    assert analysis.all_metrics["swaps"].subject == "the number of swapped hands"
    assert analysis.effects["metric"].unique(maintain_order=True).to_list() == ["swaps", "busy"]
    place = analysis.places[0]
    counted = place.stats.tally["events"]["times"][list(analysis.game.counted).index("swaps"), 0, 0]
    assert place.mean("busy").mean == pytest.approx(counted[2:].sum() / counted.sum())


def test_a_tally_of_rows_is_that_of_its_parts_whatever_is_counted():
    of = groups_of(experiment(scenarios=EIGHTS))[0]
    rows = anything(of, 20)
    with STATISTICS.also(PATIENCE):
        measures = Measures(games.find("mean"), of)
        parts = tally_of(measures, rows[:5]) + tally_of(measures, rows[5:], 5)
        assert parts.as_dict() == tally_of(measures, rows).as_dict()
        assert parts["patience"]["long"][0, 0] == (rows["turns"][:, :4] > 40).sum()
