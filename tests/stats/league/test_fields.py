"""Fields out of the ordinary: twins, somebody who never wins, who raises, who thinks; and ratings fitted once more from the rows."""

from itertools import permutations

import numpy as np
import polars as pl
import pytest
from scipy.optimize import minimize

import simlab
from simlab.base import paths
from simlab.base.faults import RunFailure
from simlab.stats.league.ratings import LOOSE, POINTS

FIELD = ["shedder", "random", "first"]
ASKED = {"question": "Who plays best?", "game": "mean", "players": 3, "games": 600, "field": FIELD}
RATED = ("ratings", "pairs", "seat_ratings", "replies")
HOARDS = '''"""Plays nothing: whatever it draws goes to the Store Piles."""

from simlab.games.spite_malice import STORE, give_to_fewest, moves


def move(view):
    for i in range(moves(view)):
        if view.action[i] == STORE:
            return i
    return view.options - 1


def give(view):
    return give_to_fewest(view)


def spite(view):
    return view.options - 1
'''
CARELESS = '''"""Cannot count."""


def play(view):
    if view.cards == 19 and view.rules.eight_last == 1:
        return view.hand[view.cards]
    return 0
'''


def written(folder, name, text):
    file = folder / f"{name}.py"
    file.write_text(text)
    return str(file)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return simlab.run({**ASKED, "games": 2_400}, out=tmp_path_factory.mktemp("leagues") / "run", jobs=1)


def test_ratings_and_their_intervals_are_those_of_another_fit_of_its_rows(run):
    """Game by game with a general minimizer, the intervals by leaving out one deal after the other."""
    rows = run.games.collect()
    seated = np.array([[FIELD.index(str(name)) for name in rows[f"strategy_{seat}"].cast(str)] for seat in range(3)]).T
    won, deal = np.array([rows[f"share_{seat}"] for seat in range(3)]).T, rows["deal"].to_numpy()

    def strengths(weights, start, tol):
        def unlikely(x):
            drawn = x[:3][seated] + x[3:]
            chances = np.exp(drawn)
            chances /= chances.sum(axis=1, keepdims=True)
            apart = weights[:, None] * (won - chances)
            slope = np.concatenate([[apart[seated == i].sum() for i in range(3)], apart.sum(axis=0)])
            return -(weights[:, None] * won * np.log(chances)).sum() + (x**2).sum() / (2 * LOOSE**2), x / LOOSE**2 - slope

        return minimize(unlikely, start, jac=True, tol=tol, method="BFGS").x

    whole = strengths(np.ones(len(won)), np.zeros(6), 1e-9)
    deals = np.unique(deal)
    left = np.array([strengths((deal != one).astype(float), whole, 1e-6)[:3] for one in deals[:: len(deals) // 60]])
    found = {line["strategy"]: line for line in run.table("ratings").iter_rows(named=True)}
    told = [found[name]["rating"] for name in FIELD]
    assert told == pytest.approx(POINTS * (whole[:3] - whole[:3].mean()), abs=1e-3)
    assert run.table("seat_ratings")["rating"].to_list() == pytest.approx(POINTS * (whole[3:] - whole[3:].mean()), abs=1e-3)
    apart = POINTS * (left - left.mean(axis=1, keepdims=True))
    half = 1.96 * apart.std(axis=0, ddof=1) * (len(deals) - 1) / np.sqrt(len(deals))
    assert [(found[name]["high"] - found[name]["low"]) / 2 for name in FIELD] == pytest.approx(half, rel=0.3), "of one deal in so many"


@pytest.mark.parametrize("field", list(permutations(FIELD))[1:])
def test_any_order_and_any_number_of_threads_give_the_same_to_the_last_digit(run, field):
    whole = simlab.evaluate({**ASKED, "games": 2_400, "field": list(field)}, jobs=3)
    for table in RATED:
        assert whole.table(table).equals(run.table(table))


@pytest.mark.parametrize("backend", ["threading", pytest.param("loky", marks=pytest.mark.slow)])
def test_any_number_of_processes_and_parts_give_the_same_to_the_last_digit(run, tmp_path, backend):
    from simlab.experiment import load
    from simlab.runner import Settings, run_experiment

    asked = load({**ASKED, "games": 2_400, "field": FIELD[::-1]})
    folder = run_experiment(asked, Settings(jobs=2, out=tmp_path / "run", chunk_games=300, backend=backend))
    assert len(list(folder.games.iterdir())) > 4
    for table in RATED:
        assert pl.read_parquet(folder.table_file(table)).equals(run.table(table))


def test_twins_are_rated_alike(tmp_path):
    """The same text under another name: it has the same games, mirrored."""
    text = (paths.shipped("strategies") / "mean" / "shedder.py").read_text()
    twin = written(tmp_path, "twin", text)
    found = simlab.evaluate({**ASKED, "games": 2_400, "field": ["shedder", twin, "first"], "seating": "permute"})
    ratings = {line["strategy"]: line for line in found.table("ratings").iter_rows(named=True)}
    assert ratings["shedder"]["rating"] == pytest.approx(ratings["twin"]["rating"], abs=1e-6)
    assert ratings["shedder"]["share"] == ratings["twin"]["share"]
    pair = found.table("pairs").row(by_predicate=(pl.col("strategy") == "twin") & (pl.col("opponent") == "shedder"), named=True)
    assert pair["share"] == pytest.approx(0.5)
    assert ratings["first"]["rank"] == 3
    assert "too close to tell apart" in found.answer[0]


def test_who_never_wins_is_last_with_a_rating_that_can_be_told(tmp_path):
    loser = written(tmp_path, "loser", HOARDS)
    found = simlab.evaluate({**ASKED, "game": "spite_malice", "games": 150, "field": ["racer", "pathfinder", loser]})
    line = found.table("ratings").row(by_predicate=pl.col("strategy") == "loser", named=True)
    assert (line["rank"], line["share"]) == (3, 0)
    assert all(np.isfinite(line[name]) for name in ("rating", "low", "high"))
    assert line["high"] < -100
    assert found.answer[1].startswith("Loser is last with ")


@pytest.mark.parametrize("players", [{"field": ["first", "shedder"]}, {"lineups": {"from": ["first", "shedder"], "tables": 3}}])
def test_who_raises_in_a_field_is_named_with_file_line_and_deal(tmp_path, players):
    (key, value), careless = *players.items(), written(tmp_path, "careless", CARELESS)
    drawn = {**value, "from": [*value["from"], careless]} if key == "lineups" else [*value, careless]
    plain = {name: of for name, of in ASKED.items() if name != "field"}
    asked = {**plain, "games": 60_000, key: drawn, "scenarios": {"as printed": {}, "an Eight wins": {"eight_last": "wins"}}}
    with pytest.raises(RunFailure) as failure:
        simlab.evaluate(asked)
    for part in (f"{careless}:6: play raised IndexError", "game mean, deal ", "(careless)", "simlab trace mean --players 3"):
        assert part in str(failure.value)


THINKS = {"strategy": "thinker", "rollouts": 4}


def test_thinkers_are_rated_beside_others():
    asked = {**ASKED, "game": "what_the_heck", "games": 120, "field": ["first", "random", THINKS, "matches"]}
    found, other = simlab.evaluate(asked), simlab.evaluate({**asked, "field": asked["field"][::-1]}, jobs=2)
    assert "thinker(rollouts=4)" in found.table("ratings")["strategy"].to_list()
    for table in RATED:
        assert other.table(table).equals(found.table(table))


def test_thinkers_sit_at_tables_that_are_drawn():
    plain = {name: of for name, of in ASKED.items() if name != "field"}
    scenarios = {"as printed": {}, "split": {"ties": "split"}}
    drawn = {"from": ["first", "random", THINKS, "matches"], "tables": 4}
    asked = {**plain, "game": "what_the_heck", "games": 240, "lineups": drawn, "scenarios": scenarios}
    found = simlab.evaluate(asked)
    other = simlab.evaluate({**asked, "lineups": {**drawn, "from": drawn["from"][::-1]}}, jobs=2)
    assert sum("thinker" in name for name in found.holdings[0].words) == 3
    for table in ("robust", "company"):
        assert other.table(table).equals(found.table(table))
