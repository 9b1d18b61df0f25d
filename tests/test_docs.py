"""What the documentation shows is run: every Python and YAML block, and every `simlab` command that ends by itself in a moment."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from simlab import games
from simlab.base import paths
from simlab.experiment import load
from simlab.players.strategies import from_source
from tests.cli.in_process import simlab_here

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCKS = [
    (page, kind, text) for page in PAGES for kind, text in re.findall(r"```(\w+)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
]


IN_A_LINE = [  # but for those with a placeholder, and those that take long
    pytest.param(command, id=f"{page.stem}-{command}")
    for page in PAGES
    for command in dict.fromkeys(re.findall(r"`(simlab [^`]+)`", page.read_text(encoding="utf-8")))
    if not re.search(r"[A-Z]{3}|mine|bench|new strategy$", command)
]


def blocks(kind: str) -> list:
    found = [(page, text) for page, its_kind, text in BLOCKS if its_kind == kind and not is_of_the_tutorial(page, text)]
    return [pytest.param(text, id=f"{page.stem}-{number}") for number, (page, text) in enumerate(found)]


def is_of_the_tutorial(page: Path, text: str) -> bool:
    """Is it a piece of the game that is built on that page? tests/games/test_guide.py puts these together."""
    pieces = [text for its_page, kind, text in BLOCKS if (its_page, kind) == (ROOT / "docs" / "games.md", "python")]
    last = next(number for number, piece in enumerate(pieces) if piece.startswith("GAME = "))
    return page.name == "games.md" and text in pieces[: last + 1]


@pytest.mark.parametrize("text", blocks("yaml"))
def test_an_experiment_that_is_shown_is_valid(text, tmp_path, monkeypatch):
    monkeypatch.chdir(paths.STARTER)  # where its game is
    file = tmp_path / "shown.yaml"
    file.write_text(text)
    load(file)


@pytest.mark.parametrize("text", blocks("python"))
def test_python_that_is_shown_runs(text, tmp_path, monkeypatch):
    monkeypatch.chdir(paths.STARTER)
    if "def play(view" in text:  # a strategy
        game = re.search(r"^from simlab.games.(\w+) import", text, re.MULTILINE)[1]
        strategy = from_source(games.find(game), "shown", text, tmp_path / "shown.py")
        strategy.address(strategy.parameters({}))
    else:
        monkeypatch.chdir(ROOT)
        exec(compile(text, "shown", "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("text", blocks("console"))
def test_commands_that_are_shown_work(text, tmp_path, monkeypatch):
    (tmp_path / "strategies").mkdir()
    monkeypatch.chdir(tmp_path)
    for line in re.findall(r"^\$ (.*)$", text, re.MULTILINE):
        words = shlex.split(line)
        if words[0] in ("make", "git"):
            continue  # which are run elsewhere
        if words[1:2] == ["run"]:
            words += ["--plan"]
        if "mine" in line and "trace" in words:
            assert simlab_here("new", "strategy", "mean", "mine").returncode == 0
        done = in_a_shell(line) if "=" in words[0] else simlab_here(*words[1:])
        assert done.returncode == 0, f"{line}\n{done.stderr}"


@pytest.mark.slow
@pytest.mark.parametrize("text", [param for param in blocks("text") if param.values[0].startswith("$ simlab run")])
def test_what_a_run_prints_is_what_is_shown_of_it(text, tmp_path):
    """To the digit, as wide as it is shown; all of it, or its beginning."""
    command, *shown = text.splitlines()
    words = [*shlex.split(command)[2:], "--out", str(tmp_path / "run")]
    environment = dict(os.environ, COLUMNS="100", PYTHONPATH=str(ROOT))
    done = subprocess.run([sys.executable, "-m", "simlab", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    printed = [line.rstrip() for line in done.stdout.splitlines()]
    told = [line for line in shown if not line.startswith("Report: ")]
    assert printed[: len(told)] == told
    assert len(told) == len(shown) or printed[len(told)].startswith("Report: ")


def in_a_shell(line: str) -> subprocess.CompletedProcess:
    """A command with a variable before it, which a process reads as it begins."""
    command = line.replace("simlab", f"{sys.executable} -m simlab", 1)
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    return subprocess.run(command, shell=True, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", IN_A_LINE)
def test_commands_that_are_named_work(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = simlab_here(*shlex.split(command)[1:])
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"
