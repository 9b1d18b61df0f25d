"""`simlab play`: what somebody reads and types who sits down, with the answers given beforehand."""

import io
import re
import shlex
import sys
from contextlib import chdir
from pathlib import Path

import pytest
from rich.console import Console

from simlab import games
from simlab.players import strategies
from simlab.sitting import screen
from simlab.sitting.moment import Moment
from tests.cli.in_process import simlab_here
from tests.examples.playing import make_workspace

NAMES = games.names()
HECK = ("what_the_heck", "--deal", "5", "--seed", "1")


def sit(monkeypatch, *words, typed):
    """What `simlab play` says where this is typed, and nothing after it."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    return simlab_here("play", *words)


def replayed(said):
    """What the replay that is told at the end prints."""
    command = next(line for line in said.splitlines() if line.startswith("Replay: ")).removeprefix("Replay: simlab ")
    done = simlab_here(*shlex.split(command))
    assert done.returncode == 0, done.stderr
    return done.stdout


LONG = ("hit_the_deck", "meow", "spite_malice")


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in NAMES])
def test_a_whole_game_is_played_and_replayed(monkeypatch, name):
    rules = ["--set", "target=20"] if name == "hit_the_deck" else []
    done = sit(monkeypatch, name, "--deal", "5", "--players", "3", "--curve", "20", *rules, typed=["2", "1"] * 1000)
    assert done.returncode == 0, done.stderr
    end = next(line for line in done.stdout.splitlines() if line.strip().startswith("End after")).strip()
    again = replayed(done.stdout)
    assert again.splitlines()[-1].startswith(end[:60])
    assert "Chances to win from the first turn to the end" in done.stdout
    assert re.search("^(Turning point, at|No turn moved)", done.stdout, re.MULTILINE)
    assert max(map(len, done.stdout.split("Chances to win")[0].splitlines())) <= 80
    assert "\x1b" not in done.stdout
    assert not re.search(r"[ \ue000]$", done.stdout.replace("? help): ", ""), re.MULTILINE)


@pytest.mark.parametrize("name", ["go_fish", "oh_hell", "sevens"])
def test_a_game_of_one_file_is_played_without_declaring_anything(monkeypatch, tmp_path, name):
    with chdir(make_workspace(tmp_path)):
        done = sit(monkeypatch, name, "--deal", "2", "--players", "3", "--curve", "20", typed=["1"] * 500)
        assert done.returncode == 0, done.stderr
        assert "End after" in replayed(done.stdout)


def test_words_of_a_game_that_go_wrong_are_told_with_their_line(monkeypatch, tmp_path):
    file = make_workspace(tmp_path) / "games" / "sevens.py"
    text = file.read_text()
    wrong = text.replace('card_choice("which card to play")', 'card_choice("which card to play", says=lambda view, i, seat: RANKS[99])')
    assert wrong != text
    file.write_text(wrong)
    with chdir(tmp_path):
        done = sit(monkeypatch, "sevens", "--deal", "2", typed=["q"])
    assert done.returncode == 3
    line = 1 + text[: text.index('card_choice("which card to play")')].count("\n")
    assert done.stderr.startswith(f"games/sevens.py:{line}: <lambda> raised IndexError: tuple index out of range")


def test_what_others_hold_is_not_told(monkeypatch):
    done = sit(monkeypatch, "mean", "--players", "3", "--deal", "1", typed=["1", "q"])
    others = re.findall(r"^  Seat [12] \(planner\) (?:draws|  hand:) .*$", done.stdout, re.MULTILINE)
    assert others
    assert all(re.search(r"\d+ cards?\.?$", line) for line in others), others
    assert re.search(r"^  Seat 0 \(you\) draws (Wild|\d+)", done.stdout, re.MULTILINE)


def test_it_goes_on_where_somebody_left(monkeypatch):
    left = sit(monkeypatch, *HECK, typed=["3", "1", "q"])
    assert left.returncode == 0
    to_go_on = next(line for line in left.stdout.splitlines() if line.startswith("To go on: ")).removeprefix("To go on: simlab play ")
    assert to_go_on.endswith("--deal 5 --seed 1 --seat 0 --choices 3,1")
    on = sit(monkeypatch, *shlex.split(to_go_on), typed=["1"] * 20)
    whole = sit(monkeypatch, *HECK, typed=["3", "1", *["1"] * 20])
    assert on.stdout.splitlines()[-1] == whole.stdout.splitlines()[-1]
    assert "--choices 3,1,1,1" in on.stdout.splitlines()[-1]


def test_where_nothing_more_is_typed_it_ends_and_says_how_to_go_on(monkeypatch):
    done = sit(monkeypatch, *HECK, typed=["3"])
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].endswith("--choices 3")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("16", '"16" is none of these; type a number from 1 to 15, or ? for what else there is.'),
        ("0", '"0" is none of these'),
        ("bid 3", '"bid 3" is none of these'),
        ("", "Nothing was typed; type a number from 1 to 15"),
        ("²", '"²" is none of these'),
        ("u", "There is nothing to take back."),
    ],
)
def test_what_is_no_choice_is_asked_again(monkeypatch, typed, told):
    done = sit(monkeypatch, *HECK, typed=[typed, "q"])
    assert told in done.stdout
    assert done.stdout.count("Your choice (1-15") == 2
    assert done.stdout.splitlines()[-1].endswith("--seed 1 --seat 0")


def test_help_table_and_taking_back(monkeypatch):
    done = sit(monkeypatch, *HECK, typed=["?", "t", "4", "u", "6", "q"])
    assert "take back your last choice" in done.stdout
    assert done.stdout.count("Round 1 of 15.") == 3
    assert done.stdout.splitlines()[-1].endswith("--choices 6")


def test_a_hint_tells_the_chance_of_each_option_and_changes_nothing(monkeypatch):
    with_hint = sit(monkeypatch, *HECK, "--hints", "60", typed=["h", "3", "h", "q"])
    without = sit(monkeypatch, *HECK, typed=["3", "q"])
    assert re.findall(r"^ +(\d+) +\d+% ± \d+%  bid \d+$", with_hint.stdout, re.MULTILINE) == [
        *map(str, range(1, 16)),
        *map(str, range(1, 15)),
    ]
    assert "from 60 imagined games each" in with_hint.stdout.replace("\n", " ")
    assert without.stdout.splitlines()[-1] == with_hint.stdout.splitlines()[-1]
    assert "There are no hints" in sit(monkeypatch, *HECK, "--hints", "0", typed=["h", "q"]).stdout


def test_a_hint_tells_what_must_come_of_each_option(monkeypatch):
    """Against somebody who bids 1 and then 2: with 1 both rounds cancel, and the win is shared; with 2 the larger pot is lost."""
    rules = ["--set", "player_cards=2", "--set", "point_cards=[1,2]", "--set", "order=ascending", "--against", "first"]
    done = sit(monkeypatch, "what_the_heck", "--deal", "0", *rules, "--hints", "400", typed=["h", "q"])
    assert re.findall(r"^ +\d +([\d.]+)% ± ([\d.]+)%", done.stdout, re.MULTILINE) == [("50.0", "0.4"), ("0.0", "0.5")]
    assert "1 is the best." in done.stdout.replace("\n", " ")


def test_only_one_answer_is_given_and_said(monkeypatch):
    done = sit(monkeypatch, *HECK, "--curve", "0", typed=["1"] * 20)
    assert 'Asked "Which card do you bid?" there was only one answer, which was given for you.' in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("words", "lineup"),
    [
        (["--against", "first,saver"], "mixer,first,saver"),
        (["--against", "first,saver", "--seat", "1"], "saver,mixer,first"),
        (["--players", "3", "--seat", "2"], "mixer,mixer,mixer"),
        (["--lineup", "reader,first"], "reader,first"),
        ([], "mixer,mixer"),
    ],
)
def test_who_sits_there(monkeypatch, words, lineup):
    done = sit(monkeypatch, *HECK, *words, typed=["q"])
    assert f"--lineup {lineup} " in done.stdout.splitlines()[-1]
    seat = words[words.index("--seat") + 1] if "--seat" in words else "0"
    assert f"{seat} you" in done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_who_sits_opposite_is_one_of_the_games_strategies(name):
    assert games.find(name).rival in strategies.names(name)


def test_a_terminal_without_the_letters_for_it_draws_a_plain_curve():
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    console = Console(file=plain, width=60)
    drawn = screen.as_lines(console, screen.curve(["you", "other"], [[0.0, 1.0], [0.3, 0.7], [1.0, 0.0]], 9, console))
    assert "_-#  0% to 100%" in drawn
    assert "#*_  100% to 0%" in drawn


@pytest.mark.parametrize(("turns", "shown"), [(30, 30), (31, 16)])
def test_a_curve_is_as_wide_as_the_terminal_and_leaves_turns_out_where_there_are_more(turns, shown):
    console = Console(width=60, file=io.StringIO())
    drawn = screen.as_lines(console, screen.curve(["you"], [[0.5]] * turns, 9, console)).splitlines()[-1]
    assert re.fullmatch(r" {2}Seat 0 \(you\) {2}\S+ {2}50% to 50%", drawn), "in one line"
    assert len(drawn.split("  ")[2]) == shown


def test_questions_that_had_one_answer_are_told_once_each():
    moment = Moment(happened=("It began.",), alone=("Which card?", "Which Pile?", "Which card?"), sights=())
    said = screen.as_lines(Console(width=120, file=io.StringIO()), screen.happened(moment))
    assert re.findall(r'Asked "(.*)" there was only one answer, which was given for you(.*)\.', said) == [
        ("Which card?", " (2 times)"),
        ("Which Pile?", ""),
    ]


def test_house_rules_hold_and_are_told(monkeypatch):
    done = sit(monkeypatch, *HECK, "--set", "player_cards=4", "--set", "point_cards=[1, 2, 3]", typed=["1", "1", "1"])
    assert "House rules: player_cards = 4, point_cards = [1, 2, 3]" in done.stdout
    assert "End after 3 turns" in replayed(done.stdout)


def test_a_deal_is_drawn_where_none_is_given(monkeypatch):
    told = {re.search(r"deal (\d+)", sit(monkeypatch, "what_the_heck", typed=["q"]).stdout)[1] for _ in range(3)}
    assert len(told) > 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["maen"], 'no game "maen"; did you mean "mean"?'),
        (["mean", "--against", "planer"], 'did you mean "planner"?'),
        (["mean", "--lineup", "planer,first"], 'did you mean "planner"?'),
        (["mean", "--set", "eigth_last=wins"], 'did you mean "eight_last"?'),
        (["mean", "--set", "eight_last=winz"], 'did you mean "wins"?'),
        (["mean", "--seat", "2"], "--seat: 2; allowed: 0 to 1"),
        (["mean", "--against", "first", "--seat", "2"], "--seat: 2; allowed: 0 to 1"),
        (["mean", "--against", "first", "--lineup", "first,first"], "say one of them"),
        (["mean", "--against", "first", "--players", "4"], '"first" is for 2 players; allowed: 4'),
        (["mean", "--choices", "1"], "say --deal as well"),
        (["mean", "--deal", "1", "--choices", "x"], '"x" is no number of an option'),
        (["mean", "--deal", "1", "--choices", "999"], "choice 1 is 999"),
        (["what_the_heck", "--deal", "1", "--choices", ",".join("1" * 15)], "15 choices"),
        (["mean", "--players", "12"], "12 is out of range"),
    ],
)
def test_bad_input_is_told_before_anything_is_asked(monkeypatch, words, told):
    done = sit(monkeypatch, *words, typed=["q"])
    assert done.returncode == 2
    assert told in done.stderr
    assert not done.stdout


GUIDE = (Path(__file__).parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")
SHOWN = [block for block in re.findall(r"```text\n(.*?)```", GUIDE, re.DOTALL) if block.startswith("$ simlab play")]


@pytest.mark.parametrize("block", SHOWN, ids=range(len(SHOWN)))
def test_what_the_guide_shows_is_what_is_shown(monkeypatch, block):
    """From its first line on, or from some question on to the end; typed is what stands behind the questions."""
    command, _, shown = block.partition("\n")
    typed = re.findall(r"^Your choice .*: (\S+)$", shown, re.MULTILINE)
    done = sit(monkeypatch, *shlex.split(command.removeprefix("$ simlab play ")), typed=[*typed, "q"])
    assert shown.rstrip() in done.stdout.rstrip()
    assert done.stdout.startswith(shown.rstrip()) or done.stdout.rstrip().endswith(shown.rstrip())
