"""`simlab bench --parts`: where a run's CPU time goes."""

import json

import pytest

from simlab import games
from simlab.base.clock import REST
from simlab.base.faults import BadInput, RunFailure
from simlab.commands import benching_parts
from simlab.commands.clocked import COMPILING, STARTING
from tests.cli.test_what_commands_say import cells

ASKED = "question: Why?\ngame: mean\nplayers: 2\ngames: 4000\nlineup: [shedder, random]\nscenarios: {a: {}, b: {eight_last: wins}}\n"


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """A workspace with one experiment of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "aaa.yaml").write_text(ASKED)
    return tmp_path


def told_by(monkeypatch, *rounds):
    """Each run takes what the next of these says; the commands that were run."""
    commands, waiting = [], list(rounds)
    monkeypatch.setattr(benching_parts, "_clocked", lambda command: (commands.append(command), waiting.pop(0))[1])
    return commands


def test_as_a_table(monkeypatch, capsys):
    told_by(monkeypatch, {"playing": 0.5, REST: 4.0}, {"playing": 1.0, REST: 3.0}, {"playing": 30.0, REST: 1.0, "storing": 0.1})
    benching_parts.parts("aaa", as_json=False)
    told = capsys.readouterr().out
    assert "aaa, 8,000 games, one at a time: 4.00 s CPU time" in " ".join(told.split())
    assert cells(told) == [
        ["part", "CPU s", "share", "ns a game"],
        ["playing", "1.000", "25.0%", "125,000"],
        ["storing", "0.000", "0.0%", "0"],
        ["the rest", "3.000", "75.0%", "375,000"],
    ]


def test_an_experiment_is_run_as_it_stands_and_a_game_at_a_middling_length(monkeypatch, capsys):
    commands = told_by(monkeypatch, *[{REST: 1.0}] * 6)
    benching_parts.parts("aaa", as_json=True)
    benching_parts.parts("mean", as_json=True)
    as_it_stands, middling = (json.loads(line)["measured"][0] for line in capsys.readouterr().out.splitlines())
    assert (as_it_stands["experiment"], as_it_stands["games"]) == ("aaa", 8_000)
    assert (middling["experiment"], middling["games"]) == ("aaa", 2 * benching_parts.MIDDLING), "the first that asks about it"
    assert not any("--games" in command for command in commands[:3])
    assert all(command[command.index("--games") + 1] == "30000" for command in commands[3:])


def test_every_game_that_is_asked_about(monkeypatch):
    assert {size for _, size in benching_parts._runs(None)} == {benching_parts.MIDDLING}
    assert len(benching_parts._runs(None)) == len(games.shipped())
    monkeypatch.setattr(benching_parts, "_experiments", list)
    with pytest.raises(BadInput, match="no experiment asks about mean; name one"):
        benching_parts.parts("mean", as_json=True)


def test_a_run_that_fails_says_why():
    with pytest.raises(RunFailure, match='no backend "none"'):
        benching_parts._clocked(["run", "aaa", "--backend", "none"])


@pytest.mark.slow
def test_all_that_a_run_does_is_measured(monkeypatch, capsys):
    monkeypatch.setattr(benching_parts, "ROUNDS", 1)
    benching_parts.parts("aaa", as_json=True)
    (run,) = json.loads(capsys.readouterr().out)["measured"]
    parts = run["parts"]
    expected = {STARTING, COMPILING, "loading compiled code", "playing", "counting", "rows as Parquet", "storing", "evaluating"}
    expected |= {"what results depend on", "single games", "report: single games", "report: pictures", "report: the page", REST}
    assert set(parts) == expected
    assert all(of["seconds"] > 0 for part, of in parts.items() if part != COMPILING)
    assert sum(of["share"] for of in parts.values()) == pytest.approx(1)
    assert parts[REST]["share"] < 0.2, "nothing long is in no part"
