"""Each deal in one seating, drawn by lot: who sits where, and all that is said of it, from the rows by polars alone."""

from math import sqrt

import numpy as np
import polars as pl
import pytest

import simlab
from simlab.engine.metric import UNIT
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.players import strategies
from simlab.runner import Settings, run_experiment
from simlab.stats.analysis import Analysis
from simlab.stats.replays import clearest, flipped_deals, typical, who_fired
from simlab.table import Table
from tests.stats.played import EIGHTS, experiment

TUNED = {"strategy": "hoarder", "keep": 1.0}
ASKED = {
    "players": [3, 4],
    "games": 1_800,
    "lineup": None,
    "lineups": {"three": ["shedder", TUNED, "random"], "two": ["random", "first", "first"]},
    "scenarios": EIGHTS,
    "seating": "sample",
    "metrics": ["share", "turns", "swaps"],
}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The plan, what is said, and the rows."""
    asked, out = experiment(**ASKED), tmp_path_factory.mktemp("sampled") / "run"
    folder = run_experiment(asked, Settings(out=out, jobs=1, chunk_games=700))
    rows = pl.read_parquet(out / "games" / "part-*.parquet")
    return make_plan(asked), Analysis(asked, folder.state().tallies), rows


def seats(players: int, column: str = "strategy") -> list[str]:
    return [f"{column}_{seat}" for seat in range(players)]


def of(rows: pl.DataFrame, place) -> pl.DataFrame:
    """The games of a place, deal by deal."""
    found = rows.filter(players=place.players, table=place.lineup.name, scenario=place.scenario).sort("deal")
    assert found["deal"].to_list() == list(range(900)), "each deal once"
    return found


def share_of(games: pl.DataFrame, label: str, players: int) -> np.ndarray:
    """By deal: the share of one of a strategy's seats."""
    sits = games.select(seats(players)).to_numpy() == label
    return (games.select(seats(players, "share")).to_numpy() * sits).sum(axis=1) / sits.sum(axis=1)


def test_each_seating_comes_equally_often_and_is_the_same_by_all_rules(run):
    _, analysis, rows = run
    for place in analysis.places:
        seated = of(rows, place).select(seats(place.players))
        counted = seated.group_by(pl.all()).len()["len"]
        assert len(counted) == len(place.lineup.seatings) == {3: (6, 3), 4: (12, 6)}[place.players][place.t]
        assert counted.max() - counted.min() <= 1
        baseline = of(rows, next(p for p in analysis.places if (p.players, p.t, p.s) == (place.players, place.t, 0)))
        assert seated.equals(baseline.select(seats(place.players)))


def test_a_row_is_the_game_of_those_who_sit_there(run):
    plan, analysis, rows = run
    for place in analysis.places:
        for game in of(rows, place).to_dicts()[5:9]:
            labels = [game[name] for name in seats(place.players)]
            played = [(strategies.find("mean", label.split("(")[0]), {"keep": 1.0} if "(" in label else {}) for label in labels]
            row = Table(plan.game, played, place.group.rules[place.s], 3).rows(game["deal"], 1)[0]
            assert (row["turns"], row["decisions"]) == (game["turns"], game["decisions"])
            assert row["won"][: place.players].tolist() == [game[f"won_{seat}"] for seat in range(place.players)]


def test_shares_and_their_intervals(run):
    _, analysis, rows = run
    for place in analysis.places:
        games = of(rows, place)
        for label in place.lineup.labels:
            per_deal = share_of(games, label, place.players)
            e = place.mean(f"share.{label}")
            assert (e.mean, e.se) == pytest.approx((per_deal.mean(), per_deal.std(ddof=1) / 30))
        for seat in range(place.players):
            assert place.mean(f"seat.{seat}").mean == pytest.approx(games[f"share_{seat}"].mean())
        assert place.mean("turns").mean == pytest.approx(games["turns"].mean())
        assert place.mean("swaps").se == pytest.approx(games["swaps"].std() / 30)


def test_what_the_rules_change_and_whom_one_is_ahead_of(run):
    _, analysis, rows = run
    for place in analysis.places:
        games, baseline = (of(rows, p) for p in (place, analysis.places[analysis.places.index(place) - place.s]))
        one, other = place.lineup.labels[:2]
        ahead = share_of(games, one, place.players) - share_of(games, other, place.players)
        found = analysis.table("pairs").filter(**place.where, strategy=one, opponent=other)
        assert found["difference"].item() == pytest.approx(ahead.mean())
        assert found["se"].item() == pytest.approx(ahead.std(ddof=1) / 30)
        if place.s:
            change = share_of(games, one, place.players) - share_of(baseline, one, place.players)
            effect = place.effect(f"share.{one}")
            assert (effect.mean, effect.se) == pytest.approx((change.mean(), change.std(ddof=1) / 30))


def test_luck_knows_of_no_deal_but_of_seats_and_strategies(run):
    _, analysis, rows = run
    for place in analysis.places:
        games, players = of(rows, place), place.players
        x = games.select(seats(players, "share")).to_numpy()
        total, n = (x**2).mean() - x.mean() ** 2, len(games)
        seat = np.mean((x.mean(axis=0) - x.mean()) ** 2 - x.var(axis=0, ddof=1) / n)
        labels = [seat.label for seat in place.lineup.seats]
        weights = [labels.count(label) / players for label in place.lineup.labels]
        shares = [share_of(games, label, players) for label in place.lineup.labels]
        strategy = sum(w * ((share.mean() - x.mean()) ** 2 - share.var(ddof=1) / n) for w, share in zip(weights, shares, strict=True))
        (found,) = analysis.table("luck").filter(**place.where).to_dicts()
        assert found["deal"] is None
        assert found["seat"] == pytest.approx(max(0, seat) / total)
        assert found["strategy"] == pytest.approx(max(0, strategy) / total)


def test_in_which_games_a_strategy_sat_where_is_counted(run):
    _, analysis, rows = run
    for place in analysis.places:
        counted, games = place.stats.tally["luck"], of(rows, place)
        for seat in range(place.players):
            for j, label in enumerate(place.group.labels):
                there = games.filter(pl.col(f"strategy_{seat}") == label)
                assert counted["sat"][place.t, seat, j] == len(there)
                assert counted["at_seat"][place.t, place.s, seat, j] == round(there[f"share_{seat}"].sum() * UNIT)


def test_flipped_games_are_those_of_the_seating_that_was_played(run):
    _, analysis, rows = run
    found = flipped_deals(analysis)
    assert {(one.players, one.lineup, one.scenario) for one in found} == {tuple(p.where.values()) for p in analysis.places if p.s}
    for place in analysis.places:
        if not place.s:
            continue
        after, before = (of(rows, p) for p in (place, analysis.places[analysis.places.index(place) - place.s]))
        won = [games.select(seats(place.players, "won")).to_numpy() for games in (before, after)]
        differ = np.flatnonzero((won[0] != won[1]).any(axis=1))
        here = [one for one in found if (one.players, one.lineup, one.scenario) == tuple(place.where.values())]
        assert [one.deal for one in here] == differ[:24].tolist()
        assert place.mean("flipped").mean == pytest.approx(len(differ) / 900)
        for one in here:
            assert one.strategies == after.select(seats(place.players)).row(one.deal)
            assert one.strategies == place.lineup.labels_at(one.seating)


def test_a_flipped_game_can_be_played_again(run):
    plan, analysis, rows = run
    by_place: dict = {}
    for one in flipped_deals(analysis):
        by_place.setdefault((one.players, one.scenario), []).extend([one] if one.lineup == "three" else [])
    assert len(by_place) == 4
    for pair in (clearest(plan, analysis, of) for of in by_place.values()):
        for trace, scenario, command in zip((pair.before, pair.after), ("as printed", pair.flipped.scenario), pair.commands, strict=True):
            (row,) = rows.filter(players=pair.flipped.players, table="three", scenario=scenario, deal=pair.flipped.deal).to_dicts()
            players = pair.flipped.players
            assert tuple(trace[0]["strategies"]) == pair.flipped.strategies == tuple(row[name] for name in seats(players))
            assert trace[-1]["winners"] == [seat for seat in range(players) if row[f"won_{seat}"]]
            written = ",".join(name.replace("(keep=1)", ":keep=1.0") for name in pair.flipped.strategies)
            assert f"--lineup {written} --deals {pair.flipped.deal} --seed 3" in command


def test_usual_games_and_samples_are_taken_of_the_seating_that_was_played(run):
    plan, analysis, rows = run
    for place in analysis.places:
        usual = typical(plan, place)
        row = of(rows, place).row(usual.deal, named=True)
        assert usual.events[0]["strategies"] == [row[name] for name in seats(place.players)]
        assert usual.turns == row["turns"] == usual.events[-1]["turns"]
    told = who_fired(plan, analysis, deals=60).filter(event="draws", kind="seat")
    for place in analysis.places:
        of_seats = told.filter(**place.where)["per_game"]
        assert of_seats.sum() == pytest.approx(of(rows, place)["draws"][:60].mean())


def test_no_game_depends_on_how_deals_are_cut(run):
    _, _, rows = run
    lineup, rules = ["shedder", TUNED, "random"], EIGHTS["an Eight wins"]
    whole = rows.filter(players=3, table="three", scenario="an Eight wins", deal=pl.col("deal")).sort("deal")
    for first, games in ((0, 7), (5, 3), (601, 40)):
        some = simlab.simulate("mean", lineup, games, rules=rules, seating="sample", seed=3, first=first)
        assert some["deal"].to_list() == list(range(first, first + games))
        for name in ("turns", "decisions", *seats(3), *seats(3, "won")):
            assert some[name].cast(str).to_list() == whole[name][first : first + games].cast(str).to_list(), name


def test_a_balanced_lot_is_at_least_as_good_as_its_interval_says():
    """Over many runs the mean varies no more than its standard error says, and about as much."""
    asked = {
        "question": "?",
        "game": "what_the_heck",
        "players": 3,
        "games": 60,
        "lineup": ["first", "reader", "matches"],
        "seating": "sample",
    }
    means, errors = [], []
    for run in range(150):
        place = simlab.evaluate(load(asked), deals=range(60 * run, 60 * run + 60)).places[0]
        e = place.mean("share.reader")
        means.append(e.mean)
        errors.append(e.se)
    ratio = np.std(means, ddof=1) / sqrt(np.mean(np.square(errors)))
    assert 0.7 < ratio < 1.15
