"""`simlab new game`: a game that can be played at once, under any name that a game can have."""

import shlex

import pytest

from simlab.base import paths
from tests.cli.in_process import simlab_here
from tests.games.one_file import simlab

WRITTEN = ["games/snap_it.py", "strategies/snap_it/first.py", "strategies/snap_it/random.py", "experiments/snap_it_first.yaml"]


@pytest.fixture
def inside(tmp_path, monkeypatch):
    """The working directory, which is empty."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files_in(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_what_it_says_next_works_at_once(tmp_path):
    done = simlab("new", "game", "snap_it", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert files_in(tmp_path) == sorted(WRITTEN)
    lines = done.stdout.splitlines()
    assert sorted(lines[:4]) == sorted(WRITTEN)
    commands = [shlex.split(line.partition("simlab")[2]) for line in lines[4:]]
    assert commands.pop() == ["check", "snap_it"], "which plays thousands of games, and has tests of its own"
    assert len(commands) == 2
    for command in commands:
        more = ["--games", "8", "--jobs", "1"] if command[0] == "run" else []
        done = simlab(*command, *more, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert "snap_it  " in simlab("games", cwd=tmp_path).stdout
    assert (tmp_path / "reports" / "snap_it_first" / "index.html").is_file()


def test_it_is_the_starter_under_another_name(inside):
    simlab_here("new", "game", "snap_it")
    for path in WRITTEN:
        starter = paths.STARTER / path.replace("snap_it", "sevens")
        written = (inside / path).read_text()
        assert written.replace("snap_it", "sevens").replace("Snap it", "Sevens") == starter.read_text()
        assert "sevens" not in written.lower(), "a word that is the game's name must be that only"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("mean", "comes with simlab"),
        ("Snap", "no name for a game"),
        ("9lives", "no name for a game"),
        ("../out", "no name for a game"),
        ("", "no name for a game"),
        ("class", "Python needs itself"),
        ("find", "simlab needs itself"),
    ],
)
def test_a_name_that_no_game_can_have_is_refused(name, why, inside):
    done = simlab_here("new", "game", name)
    assert done.returncode == 2
    assert why in done.stderr
    assert not files_in(inside)


@pytest.mark.parametrize("there", WRITTEN)
def test_what_is_there_is_left_alone(there, inside):
    (inside / there).parent.mkdir(parents=True)
    (inside / there).write_text("mine")
    done = simlab_here("new", "game", "snap_it")
    assert done.returncode == 2
    assert there in done.stderr
    assert files_in(inside) == [there]
    assert (inside / there).read_text() == "mine"


def test_a_place_that_cannot_be_written_is_named(inside):
    (inside / "strategies").write_text("a file")
    done = simlab_here("new", "game", "snap_it")
    assert done.returncode == 2
    assert "strategies" in done.stderr
