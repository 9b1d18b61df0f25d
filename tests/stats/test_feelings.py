"""How a game feels: each number from games written by hand, from a loop over real ones, and in the table."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import simlab
from simlab import games
from simlab.engine.own import Source
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.stats import following
from simlab.stats.evaluating import evaluated
from simlab.stats.feeling import FEELINGS, FINE
from simlab.table.choices import Choice
from simlab.table.followed import Followed
from tests.compiling import compiled_only
from tests.table.test_standings import lead_changes, table

MEAN = games.find("mean")
BY_NAME = {feeling.metric.name: feeling for feeling in FEELINGS if not feeling.is_tried}
ASKED = {
    "question": "?",
    "game": "spite_malice",
    "players": 3,
    "games": 360,
    "lineup": ["random", "first", "random"],
    "scenarios": {"as printed": {}, "shorter": {"stack_size": 3}},
}


def of(won, *turns, choices=()):
    """A game: who won, and how near each was after each turn; `choices`: in which turn, among how many options."""
    rows = np.zeros(1, dtype=MEAN.row)
    rows["won"][0, : len(won)] = won
    chosen = np.array(choices, dtype=np.int64).reshape(-1, 2)
    nobody = np.zeros(len(chosen), dtype=np.int64)
    return Followed(rows, np.array([len(turns)]), np.array(turns, dtype=float), chosen[:, 0], nobody, nobody, chosen[:, 1])


def felt(name, followed):
    (value,) = BY_NAME[name].metric.read(followed)
    return value / FINE


# Seat 0 leads, 1 and 2 share the lead, seat 1 leads, all are alike, and seat 1 has won
GAME = [[3, 1, 0], [3, 4, 4], [0, 5, 4], [5, 5, 5], [5, 6, 0]]


@pytest.mark.parametrize(
    ("name", "followed", "expected"),
    [
        ("idle_turns", of([1, 0, 0], *GAME, choices=[(0, 3), (0, 2), (4, 7)]), 3 / 5),
        ("options", of([1, 0, 0], *GAME, choices=[(0, 3), (0, 2), (4, 7)]), 4),
        ("options", of([1, 0, 0], *GAME), 0),
        ("decision_time", of([1, 0, 0], *GAME, choices=[(0, 3), (0, 2), (4, 7)]), 4),
        ("lead_changes", of([0, 1, 0], *GAME), 1),
        ("runaway_leaders", of([0, 1, 0], *GAME), 1),
        ("runaway_leaders", of([0, 0, 1], *GAME), 0),
        ("runaway_leaders", of([0, 0, 1], *GAME[:4]), 1 / 2),
        ("comebacks", of([1, 0, 0], *GAME), 1),
        ("comebacks", of([1, 1, 0], *GAME), 1 / 2),
        ("comebacks", of([0, 0, 1], GAME[3]), 0),
        ("suspense", of([0, 1, 0], *GAME), 4 / 5),
        ("suspense", of([1, 0, 0], GAME[0], GAME[0]), 0),
        ("suspense", of([0, 0, 0], *GAME), 1),
        ("suspense", of([1, 1, 1], *GAME), 1),
        ("suspense", of([0, 1, 1], *GAME[1:3]), 0),
        ("drama", of([0, 1, 0], *GAME), (2 / 3) / 5),
        ("drama", of([0, 0, 1], *GAME), (1 + 0 + 1 / 5 + 0 + 1) / 5),
        ("drama", of([0, 0, 0], *GAME), 0),
    ],
)
def test_a_game_written_by_hand(name, followed, expected):
    assert felt(name, followed) == pytest.approx(expected, abs=1e-6)


def test_games_without_a_turn_are_like_nothing():
    rows = np.zeros(2, dtype=MEAN.row)
    rows["won"][:, 0] = 1
    none = np.zeros(0, dtype=np.int64)
    followed = Followed(rows, np.array([0, 1]), np.array([[1.0, 0.0]]), none, none, none, none)
    found = {name: (feeling.metric.read(followed) / FINE).tolist() for name, feeling in BY_NAME.items()}
    assert found["suspense"] == found["drama"] == found["comebacks"] == [0, 0]
    assert found["runaway_leaders"] == [0.5, 1], "all in front, of whom one wins"
    assert found["idle_turns"] == [0, 1]


@pytest.mark.parametrize("name", ["meow", "hit_the_deck"])
def test_real_games_are_what_a_loop_finds(name):
    at, deals = table(name), range(10)
    followed = at.followed(np.array(deals))
    found = {it: feeling.metric.read(followed) / FINE for it, feeling in BY_NAME.items()}
    for deal in deals:
        near, row = at.standings(deal), at.rows(deal, 1)[0]
        won = row["won"][:3] > 0
        half = near[(len(near) + 1) // 2 - 1]
        front, last = half == half.max(), half == half.min()
        share = won / max(1, won.sum())
        assert found["lead_changes"][deal] == lead_changes(near)
        assert found["runaway_leaders"][deal] == pytest.approx(share[front].mean(), abs=1e-6)
        assert found["comebacks"][deal] == pytest.approx(0 if front.all() else share[last].sum(), abs=1e-6)
        is_open = [not near_then[won].max(initial=-1e9) > near_then[~won].max(initial=-1e9) for near_then in near]
        latest = max((turn for turn, still in enumerate(is_open, 1) if still), default=0)
        assert found["suspense"][deal] == pytest.approx(latest / len(near) if 0 < won.sum() < 3 else 1, abs=1e-6)


def test_the_table_has_every_scenario_beside_what_it_changes():
    """Of the same deals in the same seatings; what the game counts itself, of all games."""
    analysis = simlab.evaluate(ASKED)
    table = analysis.table("feelings")
    assert table["feeling"].unique(maintain_order=True).to_list() == [*BY_NAME], "a few games are too few to try their choices"
    base, other = (table.filter(scenario=name) for name in ASKED["scenarios"])
    assert base["change"].null_count() == base["verdict"].null_count() == len(BY_NAME)
    assert other["baseline_mean"].to_list() == pytest.approx(base["mean"].to_list())
    assert (other["mean"] - base["mean"]).to_list() == pytest.approx(other["change"].to_list())
    assert table.select((pl.col("low") <= pl.col("mean")) & (pl.col("mean") <= pl.col("high"))).to_series().all()
    assert other.select((pl.col("change_low") <= pl.col("change")) & (pl.col("change") <= pl.col("change_high"))).to_series().all()
    counted = table.filter(feeling="lead_changes")
    assert counted["games"].to_list() == [360, 360]
    summary = analysis.summary.filter(metric="lead_changes")
    assert counted["mean"].to_list() == pytest.approx(summary["mean"].to_list())
    assert set(table.filter(pl.col("feeling") != "lead_changes")["games"]) == {120}
    shorter = other.filter(feeling="decision_time").to_dicts()[0]
    assert shorter["change_high"] < 0
    assert shorter["verdict"] == "matters"


def test_every_one_of_several_seatings_is_looked_at_equally_often():
    analysis = simlab.evaluate(ASKED)
    sample = analysis.samples[analysis.places[0]]
    assert sorted(len(deals) for deals, _ in sample.seatings) == [40, 40, 40]
    assert sorted(np.concatenate([deals for deals, _ in sample.seatings])) == list(range(120))


def test_without_what_plays_games_again_there_is_nothing():
    analysis = simlab.evaluate(ASKED)
    told = simlab.stats.analysis.Analysis(analysis.experiment, {0: analysis.stats[0].tally}, analysis.groups)
    assert told.table("feelings").height == 0


def tried(*options, games=400, noise=0.1):
    """A choice of seat 0: with each option the mean share of each seat, which differs from one imagined game to the next."""
    drawn = np.random.default_rng(1).normal(0, noise, (games, 1, 1))
    return Choice(
        0, np.array(options, dtype=float) + drawn * np.random.default_rng(2).normal(1, 0.5, (games, len(options), len(options[0])))
    )


NO_CHOICE = Choice(0, np.zeros((400, 0, 3)))
EVEN, UP, WORSE, KING, NEAR = (0.4, 0.3, 0.3), (0.6, 0.2, 0.2), (0.4, 0.5, 0.1), (0.41, 0.1, 0.49), (0.4, 0.31, 0.29)


@pytest.mark.parametrize(
    ("choice", "stakes", "matters", "makes_kings"),
    [
        (tried(EVEN, EVEN), 0, 0, 0),
        (tried(EVEN, UP), 0.1, 1, 0),
        (tried(EVEN, EVEN, EVEN, UP), 0.15, 1, 0),
        (tried(EVEN, UP, noise=8), None, 0, 0),
        (tried((0.4, 0.6), (0.48, 0.52)), 0.04, 0, 0),
        (tried(WORSE, KING), 0.005, 0, 1),
        (tried(EVEN, KING, UP), 0.13, 1, 1),
        (tried(EVEN, NEAR), 0, 0, 0),
        (tried((0.2, 0.5, 0.3), (0.4, 0.15, 0.45)), 0.1, 1, 0),
        (tried(WORSE, KING, noise=16), None, 0, 0),
        (tried((0.3, 0.7), (0.3, 0.7)), 0, 0, 0),
        (NO_CHOICE, 0, 0, 0),
    ],
)
def test_what_a_choice_is_worth_and_to_whom(choice, stakes, matters, makes_kings):
    """Nothing is claimed of what may be by chance, nor of a little; no king is made by who gains as much."""
    found = {feeling.metric.name: feeling.metric.read([choice])[0] / FINE for feeling in FEELINGS if feeling.is_tried}
    assert (found["choices_that_matter"], found["kingmaking"]) == (matters, makes_kings)
    if stakes is not None:
        assert found["stakes"] == pytest.approx(stakes, abs=0.02)


def test_of_many_games_one_in_so_many_has_a_choice_tried_as_far_on_under_all_rules(monkeypatch):
    """Where nothing that the rules differ in is reached, nothing differs."""
    assert following.LEAST * following.ONE_IN == 75_000, "as the documents say"
    monkeypatch.setattr(following, "ONE_IN", 100)
    rules = {"player_cards": 3, "point_cards": [1, 2, 3]}
    asked = {
        "question": "?",
        "game": "what_the_heck",
        "players": 3,
        "games": 3_300,
        "lineup": ["random", "first", "random"],
        "rules": rules,
    }
    analysis = simlab.evaluate({**asked, "scenarios": {"as printed": {}, "carried or not": {"carry": True}}})
    names = [feeling.metric.name for feeling in FEELINGS if feeling.is_tried]
    base, other = (
        analysis.table("feelings").filter(pl.col("feeling").is_in(names), scenario=name) for name in analysis.experiment.scenarios
    )
    assert (base["feeling"].to_list(), set(base["games"])) == (names, {33})
    assert base["mean"].to_list() == other["mean"].to_list()
    assert 0 < base.filter(feeling="stakes")["mean"][0] < 0.5
    few = simlab.evaluate({**asked, "games": 2_900})
    assert not few.table("feelings")["feeling"].is_in(names).any()


CHOSEN = {
    "question": "?",
    "game": "mean",
    "players": 3,
    "games": 3_000,
    "lineups": {"one": ["random", "shedder", "random"], "other": ["random"] * 3},
}


@compiled_only
def test_no_game_is_imagined_twice(monkeypatch):
    """What is known of a line-up by other rules is taken over, and is what would have been imagined. Not where every game is to be played,
    nor in a game of the user's own, nor where players adapt to the rules; nor from where fewer choices were tried.
    """
    monkeypatch.setattr(following, "ONE_IN", 20)
    experiment = load({**CHOSEN, "scenarios": {"as printed": {}, "wins": {"eight_last": "wins"}, "swaps": {"eight_last": "swaps"}}})
    of_all, of_some = (evaluated(make_plan(experiment, copies=copies)) for copies in (False, True))
    assert of_all.table("feelings").equals(of_some.table("feelings"))
    places = of_some.places
    for one, other in zip(of_all.samples.values(), of_some.samples.values(), strict=True):
        assert len(one.choices) == len(other.choices) == one.tried >= following.LEAST
        assert all(np.array_equal(a.shares, b.shares) for a, b in zip(one.choices, other.choices, strict=True))
    assert [[sample.place.s for sample in of_some.samples[place].before] for place in places] == [[], [0], [0, 1]] * 2
    assert all(sample.place.t == place.t for place in places for sample in of_some.samples[place].before)
    assert not any(sample.before for sample in of_all.samples.values())
    last, first = (of_some.samples[places[number]] for number in (2, 0))
    assert first.knows(last)
    assert not replace(first, tried=last.tried - 1).knows(last)
    assert not of_some.samples[places[3]].knows(last)
    plan = make_plan(experiment)
    own = replace(plan, game=replace(plan.game, source=Source("mean", "mean.py", "")))
    assert not any(sample.before for sample in following.samples_of(own, places).values())
    for lineup in of_some.groups[0].lineups:
        object.__setattr__(lineup, "adapted", (lineup.seats,) * 3)
    assert not any(sample.before for sample in following.samples_of(plan, places).values())


def test_of_many_scenarios_the_first_and_the_last_few_are_looked_at():
    """Looking at all of them would take longer, of a thousand scenarios, than to imagine everything."""
    vary = {"eight_last": ["loses", "wins", "swaps"], "play_on": [False, True], "must_play": [False, True]}
    analysis = simlab.evaluate({**CHOSEN, "games": 12, "vary": vary})
    before = [[sample.place.s for sample in analysis.samples[place].before] for place in analysis.places if place.t == 0]
    assert before == [*(list(range(s)) for s in range(9)), [0, *range(2, 9)], [0, *range(3, 10)], [0, *range(4, 11)]]
