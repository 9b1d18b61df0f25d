"""Decisions that are taken at random: of a seat in a line-up, and each in turn where an experiment asks what they are worth."""

import pytest
from jsonschema import Draft7Validator

from simlab.experiment import load, schema
from simlab.experiment.deciding import restricted_tables
from simlab.players.seats import Seat, seats_of, with_params
from tests.cli.duel import SHORT, fake_games, fault_of, from_text, in_folder  # noqa: F401  # the fixtures are used by being here

ASKED = SHORT.replace("lineup: [random, random, greedy]", "decisions: greedy")


def of_lineup(seat: str) -> str:
    return SHORT.replace("greedy]", f"{seat}]")


def test_a_seat_says_which_of_its_decisions_are_taken_at_random():
    experiment = from_text(of_lineup("{strategy: hoarder, keep: 2, at_random: [swap, play]}"))
    assert experiment.lineups["lineup"][2] == Seat(
        "hoarder", {"keep": 2.0}, "hoarder(keep=2, play and swap at random)", at_random=("play", "swap")
    ), "in the order of the game's"
    assert load(experiment.as_dict()) == experiment
    assert experiment.as_dict()["lineups"]["lineup"][2] == {"strategy": "hoarder", "keep": 2.0, "at_random": ["play", "swap"]}


def test_what_a_strategy_leaves_out_anyhow_changes_nothing():
    assert from_text(of_lineup("{strategy: random, at_random: [swap]}")) == from_text(of_lineup("random"))


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ("at_random: [swop]", '6:63: lineup.at_random: no decision "swop"; did you mean "swap"? There are: play, swap'),
        ("at_random: swap", '6:61: lineup.at_random: "swap" is not a list; allowed: a list of 1-99 values, each the name of a decision'),
        ("at_random: []", "6:61: lineup.at_random: [] has a length of 0; allowed: a list of 1-99 values, each the name of a decision"),
        ("at_random: [swap, swap]", '6:69: lineup.at_random: "swap" stands here twice'),
    ],
)
def test_a_slip_is_told_with_its_place(seat, said):
    assert fault_of(of_lineup(f"{{strategy: greedy, {seat}}}")).endswith(said.partition(": ")[2])


def test_a_command_line_names_them_behind_a_plus():
    (seat,) = seats_of(["hoarder:keep=2:at_random=play+swap"], "--lineup")
    assert seat == {"strategy": "hoarder", "keep": 2, "at_random": ["play", "swap"]}
    written = Seat("hoarder", {"keep": 2}, at_random=("play", "swap"))
    assert written.on_a_command_line == "hoarder:keep=2:at_random=play+swap"
    assert written.written == seat
    assert with_params("hoarder", {}, at_random=("swap",)) == "hoarder(swap at random)"


# What each is worth


def test_each_kind_of_decision_is_taken_at_random_in_turn():
    experiment = from_text(ASKED)
    assert experiment.decisions == ("play", "swap")
    complete, of_play, of_swap = experiment.lineups["decisions"]
    assert [seat.label for seat in (complete, of_play, of_swap)] == ["greedy", "greedy(play at random)", "greedy(swap at random)"]
    assert restricted_tables(experiment.lineups["decisions"], experiment.decisions, 3) == {
        "complete": (complete,) * 3,
        "play at random": (of_play, complete, complete),
        "swap at random": (of_swap, complete, complete),
    }
    assert load(experiment.as_dict()) == experiment


def test_a_lineup_may_have_any_name():
    named = SHORT.replace("lineup: [random, random, greedy]", "lineups: {decisions: [random, random, greedy], field: [random, greedy]}")
    assert fault_of(named).endswith("field: 2 strategies for 3 players; allowed: exactly 3")
    experiment = from_text(named.replace("field: [", "field: [random, "))
    assert experiment.decisions is experiment.field is None
    assert list(experiment.lineups) == ["decisions", "field"]


def test_some_may_be_named_and_some_be_at_random_throughout():
    experiment = from_text(ASKED.replace("greedy", "{strategy: hoarder, keep: 1, at_random: [play], of: [swap]}"))
    assert experiment.decisions == ("swap",)
    assert [seat.at_random for seat in experiment.lineups["decisions"]] == [("play",), ("play", "swap")]
    assert load(experiment.as_dict()) == experiment


def test_what_a_run_has_stored_needs_no_strategy():
    stored = from_text(ASKED).as_dict()
    stored["decisions"]["strategy"] = "gone"
    assert load(stored, is_stored=True).decisions == ("play", "swap")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("decisions: random", "decisions: random takes no decision itself: there is nothing to take at random instead"),
        ("decisions: gredy", 'decisions: no strategy "gredy"; did you mean "greedy"? There are: random, greedy, hoarder, ./mine/greedy.py'),
        ("decisions: {strategy: greedy, of: [sweep]}", 'decisions.of: no decision "sweep"; did you mean "swap"? There are: play, swap'),
        (
            "decisions: {strategy: greedy, at_random: [swap], of: [swap]}",
            "decisions.of: swap is left to chance by greedy anyhow",
        ),
        ("decisions: greedy\nfield: all", "field and decisions exclude each other; write one of them"),
        ("decisions: greedy\nprecision: {share: 0.01}", "decisions and precision exclude each other; write one of them"),
        (
            "decisions: 3",
            "decisions: 3 is not a strategy; allowed: the name of a strategy, or {strategy: name, parameter: value, ..., of: [",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused(written, said):
    told = fault_of(ASKED.replace("decisions: greedy", written))
    assert said in told


@pytest.mark.parametrize(
    ("given", "is_marked"),
    [
        ("greedy", False),
        ({"strategy": "hoarder", "keep": 2, "of": ["swap"], "at_random": ["play"]}, False),
        ({"strategy": "hoarder", "of": ["sweep"]}, True),
        ({"strategy": "hoarder", "at_random": []}, True),
        (["greedy"], True),
    ],
)
def test_an_editor_knows_them(given, is_marked):
    asked = {"question": "Why?", "game": "duel", "players": 3, "games": 9, "decisions": given}
    assert bool(list(Draft7Validator(schema()).iter_errors(asked))) == is_marked
