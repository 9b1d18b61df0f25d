"""What a command prints where outputs are closed, have few letters or are read by a program; and what it never prints."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from simlab.base.faults import BadInput, Fault, shown, without_secrets
from simlab.commands import running
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.storage.place import place
from tests.run.harness import environment

CHATTY = '"""Says what it does. ●"""\n\nSAID = print("here I am")\n\n\ndef play(view):\n    return 0\n'
ASKED = {
    "question": "Is ● – ünïcode – a question?",
    "game": "mean",
    "players": 2,
    "games": 400,
    "lineup": ["chatty", "random"],
    "scenarios": {"as printed": {}, "an Eight wins": {"eight_last": "wins"}},
}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("workspace")
    (folder / "strategies" / "mean").mkdir(parents=True)
    (folder / "strategies" / "mean" / "chatty.py").write_text(CHATTY)
    (folder / "asked.yaml").write_text(json.dumps(ASKED))
    return folder


def typed(line: str, cwd: Path, **more: str) -> subprocess.CompletedProcess:
    """A line as it is typed into a shell."""
    command = line.replace("simlab", f"{sys.executable} -m simlab")
    return subprocess.run(command, shell=True, cwd=cwd, env=environment(**more), capture_output=True, check=False)  # our own words


def test_letters_that_an_output_does_not_have(workspace):
    done = typed("simlab run asked.yaml", workspace, PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert b"Is ? ? ?n?code ? a question?" in done.stdout
    assert b"Report: " in done.stdout


def test_on_the_output_stands_one_json_object_whatever_a_strategy_prints(workspace):
    done = typed("simlab run asked.yaml --json", workspace)
    assert json.loads(done.stdout)["question"] == ASKED["question"]
    assert b"here I am" in done.stderr


@pytest.mark.parametrize(("line", "code"), [("simlab run nothing 2>&-", 2), ("simlab games >&- 2>&- <&-", 0)])
def test_closed_streams_change_no_exit_code(workspace, line, code):
    assert typed(line, workspace).returncode == code


# What is shown


def test_a_message_moves_no_cursor():
    hostile = "a\x1b[2J\u202eb\udcff\nc"
    assert shown(hostile) == "a\\x1b[2J\\u202eb\\udcff\nc"
    assert str(Fault(hostile, "ä ● –")) == "a\\x1b[2J\\u202eb\\udcff\nc: ä ● –"


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("s3://key:secret@bucket/run", "s3://…@bucket/run"),
        ("az://store/run?sv=2024&sig=secret", "az://store/run?…"),
        ("tls://user@host:8786", "tls://…@host:8786"),
        ("s3://bucket/run", "s3://bucket/run"),
        ("who@home?", "who@home?"),
    ],
)
def test_secrets_in_addresses_are_told_to_nobody(monkeypatch, address, told):
    assert without_secrets(f"see {address} and more") == f"see {told} and more"
    monkeypatch.setattr("sys.argv", ["simlab", "run", "x.yaml", "--out", address])
    assert "secret" not in running.again()
    assert told in running.again()


# What is too much, or names nothing


@pytest.mark.parametrize("address", ["s3://", "s3:///", "s3:///x", "gs:////x"])
def test_an_address_without_a_bucket(address):
    with pytest.raises(BadInput, match=f'"{address}" names no bucket'):
        place(address)


def test_more_games_on_a_deal_than_fit_into_memory_are_refused_before_they_are_planned():
    eight = ["random", "first", "shedder", "hoarder", "spoiler", "counter", "planner", "creeper"]
    asked = {**ASKED, "players": 8, "lineup": eight, "seating": "permute", "scenarios": {str(i): {} for i in range(13)}}
    said = r"seating: 13 rule sets, seated in every way \(permute\), are 524,160 games on each deal of 8 players; allowed: at most 500,000"
    with pytest.raises(BadInput, match=said):
        load(asked)
    load({**asked, "scenarios": {str(i): {} for i in range(12)}})
    load({**asked, "lineup": ["random", *eight[1:7], "random"]})


@pytest.mark.parametrize("how", ["permute", "rotate", "fixed"])
@pytest.mark.parametrize("lineup", [["random"] * 4, ["random", "first"] * 2, ["random", "random", "first", "shedder"]])
def test_the_games_on_a_deal_are_counted_as_they_are_planned(monkeypatch, how, lineup):
    asked = load({**ASKED, "players": 4, "lineup": lineup, "seating": how})
    games = len(make_plan(asked).groups[0].cells)
    monkeypatch.setattr("simlab.experiment.reader.MOST_GAMES", games)
    load(asked)
    monkeypatch.setattr("simlab.experiment.reader.MOST_GAMES", games - 1)
    with pytest.raises(BadInput, match=f"are {games} games on each deal of 4 players"):
        load(asked)
