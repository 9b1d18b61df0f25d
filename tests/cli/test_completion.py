"""What a shell completes, asked as a shell asks: games, strategies, experiments and runs by name, without loading an engine."""

import os
import shlex
import subprocess
import sys

import pytest

from simlab import cli, games
from simlab.players import strategies

QUESTION = 'question: "What if?"\ngame: mean\n'


@pytest.fixture(autouse=True)
def workspace(tmp_path, monkeypatch):
    """A working directory with a game, strategies, an experiment and runs of its own."""
    files = {
        "games/mine.py": "",
        "games/_private.py": "",
        "strategies/mean/sly.py": '"""Waits.\n\nAnd sees."""\n',
        "strategies/mean/_helper.py": "",
        "strategies/mine/odd.py": "",
        "experiments/mean_mine.yaml": QUESTION,
        "experiments/broken.yaml": b"\xff",
        "reports/one/manifest.json": '{"experiment": {"question": "Does \\"it\\" matter?"}}',
        "reports/two/manifest.json": "{",
        "reports/none/notes.txt": "",
        "elsewhere/three/manifest.json": "{}",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def completed(monkeypatch, capsys):
    """What bash is answered where the cursor stands at the end of a line."""

    def ask(line):
        words = shlex.split(line)
        monkeypatch.setenv("_SIMLAB_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(words) if line.endswith(" ") else len(words) - 1))
        with pytest.raises(SystemExit) as ended:
            cli.main()
        assert ended.value.code == 0
        said = capsys.readouterr()
        assert said.err == ""
        return said.out.split()

    return ask


@pytest.mark.parametrize("command", ["rules", "strategies", "new strategy", "bench", "check", "trace", "play", "check x --game"])
def test_games_are_offered_by_name(completed, command):
    assert set(games.names()) <= set(completed(f"simlab {command} "))
    assert [name for name in completed(f"simlab {command} m") if "_" not in name] == ["mean", "meow", "mine"]


def test_all_games_are_offered_and_nothing_else(completed):
    assert completed("simlab rules ") == list(games.names())
    assert completed("simlab solve ") == ["what_the_heck"]


def test_experiments_are_offered_by_name(completed):
    assert completed("simlab run mean_m") == ["mean_mine"]
    assert {"mean_eight", "mean_mine", "broken"} <= set(completed("simlab run "))
    assert completed("simlab run ./experiments/m") == []  # the shell knows files better


def test_strategies_of_the_game_that_was_named(completed):
    assert completed("simlab trace mean --lineup sl") == ["sly"]
    assert completed("simlab trace mean --lineup random,sh") == ["random,shedder"]
    assert completed("simlab play mean --against random,sh") == completed("simlab play mean --lineup random,sh") == ["random,shedder"]
    assert completed("simlab check mean/s") == [f"mean/{name}" for name in strategies.names("mean") if name.startswith("s")]
    assert completed("simlab check mine/") == ["mine/odd"]
    assert completed("simlab solve what_the_heck --against equi") == ["equilibrium"]
    assert completed("simlab trace --lineup s") == []


def test_behind_at_random_what_a_strategy_decides_is_offered(completed):
    ask = "simlab trace mean --lineup random,planner:at_random="
    assert completed(ask) == [f"random,planner:at_random={name}" for name in ("pile", "play", "swap")]
    assert completed(f"{ask}play+s") == ["random,planner:at_random=play+swap"]
    assert completed("simlab trace mean --lineup random:at_random=") == []
    assert completed("simlab trace mean --lineup nobody:at_random=") == []


def test_runs_are_offered_by_name_or_by_their_directory(completed):
    assert completed("simlab compare ") == ["one", "two"]
    assert completed("simlab compare one t") == ["two"]
    assert completed("simlab report reports/") == ["reports/one", "reports/two"]
    assert completed("simlab compare elsewhere/t") == ["elsewhere/three"]
    assert completed("simlab report nowhere/x") == []


def test_values_that_are_known(completed):
    assert completed("simlab run mean_eight --backend l") == ["loky"]
    assert completed("simlab trace mean --format j") == ["jsonl"]


def test_what_lies_there_is_said_beside_it(monkeypatch, capsys):
    monkeypatch.setenv("_SIMLAB_COMPLETE", "complete_zsh")
    for line, said in {
        "simlab run mean_mi": "What if?",
        "simlab report o": "Does",
        "simlab check mean/sl": "Waits.",
        "simlab run mean_ei": "Does the Eight-loses rule earn its place?",
    }.items():
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
        with pytest.raises(SystemExit):
            cli.main()
        assert said in capsys.readouterr().out


def test_no_engine_is_loaded_for_it(tmp_path):
    asked = {"_SIMLAB_COMPLETE": "complete_bash", "COMP_WORDS": "simlab trace mean --lineup random,s", "COMP_CWORD": "4"}
    script = """
import atexit, sys
heavy = ("numpy", "numba", "polars", "matplotlib", "scipy", "joblib", "simlab.games")
atexit.register(lambda: print([name for name in heavy if name in sys.modules], file=sys.stderr))
from simlab.cli import main
main()
"""
    found = subprocess.run([sys.executable, "-c", script], env={**os.environ, **asked}, capture_output=True, text=True, cwd=tmp_path)
    assert found.stdout.split() == ["random,shedder", "random,sly", "random,spoiler", "random,swapper"]
    assert found.stderr.strip() == "[]"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_ask(monkeypatch, capsys, shell):
    monkeypatch.setenv("_SIMLAB_COMPLETE", f"source_{shell}")
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    assert "_SIMLAB_COMPLETE" in capsys.readouterr().out
