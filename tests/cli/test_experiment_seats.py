"""Seats as a command line names them: read like those of a file, and refused with the same words."""

import pytest

from simlab import games
from simlab.base.faults import BadInput
from simlab.commands import listing, tracing
from simlab.commands.starting import starter
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.players import strategies
from simlab.players.params import Param
from simlab.players.seats import Seat, seats_of, with_params


def test_a_seat_is_a_strategy_with_or_without_parameters():
    assert seats_of(["first", " hoarder:keep=2 ", "./my.py:near=0.5:bold=-1e3"], "--lineup") == [
        {"strategy": "first"},
        {"strategy": "hoarder", "keep": 2},
        {"strategy": "./my.py", "near": 0.5, "bold": -1000.0},
    ]


def test_what_is_no_number_is_left_to_be_told_by_the_parameter():
    assert seats_of(["hoarder:keep=much:near="], "--lineup") == [{"strategy": "hoarder", "keep": "much", "near": ""}]


def test_settings_that_are_none_are_told_at_once():
    with pytest.raises(BadInput) as refused:
        seats_of(["a:keep", "b", "c:2", "d:x=1"], "--against")
    assert str(refused.value).splitlines() == [
        '--against: "a:keep": write a strategy with parameters as name:parameter=number',
        '--against: "c:2": write a strategy with parameters as name:parameter=number',
    ]


def traced(what, lineup, players=None):
    return tracing.trace(what, players=players, lineup=lineup, deals="0", seed=None, changes=[], scenario=None, form="text", curve=0)


@pytest.mark.parametrize("what", ["mean", "mean_eight"])
def test_every_fault_of_a_lineup_is_told_in_the_words_of_a_file(what):
    with pytest.raises(BadInput) as refused:
        traced(what, "planner:near=99,planner:naer=1,frist,planner:daring=often")
    assert [fault.partition(" There are: ")[0] for fault in str(refused.value).splitlines()] == [
        "lineup.0.near: 99 is out of range; allowed: 0-20 for planner (how few cards the next player holds when shut out)",
        'lineup.1.naer: no parameter of planner "naer"; did you mean "near"?',
        'lineup.2.strategy: no strategy for mean "frist"; did you mean "first"?',
        'lineup.3.daring: "often" is not a number; allowed: 0-1 for planner (how often it does the unusual)',
    ]


def test_a_lineup_replaces_those_of_an_experiment(capsys):
    traced("mean_eight", "planner:near=3:daring=0.05,first,random,random", players=4)
    assert "planner(near=3)" in capsys.readouterr().out


def thinking(*seats):
    return load({"question": "?", "game": "mean", "players": len(seats), "games": 4, "lineup": list(seats)})


def imagined(experiment):
    """What each seat of the line-up imagines all to play."""
    return [[one.name for one in strategy.imagined] for strategy, _ in make_plan(experiment).seated(experiment.lineups["lineup"])]


def test_one_that_thinks_is_told_what_to_imagine():
    one, other = {"strategy": "thinker", "imagines": "planner", "rollouts": 16}, {"strategy": "thinker", "imagines": ["first", "random"]}
    told = thinking(one, other)
    assert [seat.label for seat in told.lineups["lineup"]] == ["thinker(rollouts=16, imagines=planner)", "thinker(imagines=first+random)"]
    assert load(told.as_dict()) == told
    assert imagined(told) == [["planner"], ["first", "random"]]
    assert seats_of(["thinker:imagines=first+random"], "--lineup") == [other]


def test_where_all_think_they_imagine_what_is_left_of_the_games_strategies():
    others = [name for name in strategies.names("mean") if name != "thinker"]
    assert imagined(thinking("thinker", {"strategy": "thinker", "imagines": "first"})) == [others, ["first"]]
    assert imagined(thinking("thinker", "first")) == [[], []], "what is played at the table"


def test_faults_of_what_is_imagined_are_told():
    with pytest.raises(BadInput) as refused:
        thinking({"strategy": "thinker", "imagines": ["plannr", "thinker"]}, {"strategy": "first", "imagines": "random"})
    assert [fault.partition(" There are: ")[0] for fault in str(refused.value).splitlines()] == [
        'lineup.0.imagines: no strategy for mean "plannr"; did you mean "planner"?',
        "lineup.0.imagines: thinker thinks, and nobody can imagine that; allowed: strategies that don't",
        "lineup.1.imagines: first imagines nothing; this is for strategies that think, such as thinker",
    ]


def test_a_list_of_strategies_says_what_can_be_changed(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "250")
    listing.strategies("mean")
    shown = capsys.readouterr().out
    assert "near=2 (0-20: how few cards the next player holds when shut out)" in shown
    assert "daring=0.05 (0-1: how often it does the unusual)" in shown


def test_a_new_strategy_declares_what_can_be_changed(tmp_path):
    for game in map(games.find, games.names()):
        made = strategies.from_source(game, "mine", starter(game, "mine"), tmp_path / "mine.py")
        assert made.declared == {"boldness": Param(1.0, 0.0, 10.0, "how much the largest play is worth to it")}


def test_what_was_changed_of_a_strategy_is_written_beside_it():
    assert with_params("hoarder", {"keep": 2.0, "bold": 0.5}) == "hoarder(keep=2, bold=0.5)"
    assert with_params("hoarder", {}) == "hoarder"
    assert Seat("hoarder") == Seat("hoarder", {}, "")
