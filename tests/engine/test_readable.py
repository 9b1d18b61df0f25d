"""Uncompiled, a strategy sees names and numbers that people can read; leaving the debugger is no error."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from simlab.engine.compiled.readable import Record
from simlab.engine.records import blank, record

ROOT = Path(__file__).parents[2]

RULES = record("deal_size\nis_fair: i1")
SEEN = record("seat\nhand: i1[4]\nlaid: i1[2, 3]\nluck: f8\n_luck: u8", rules=RULES)


@pytest.fixture
def fields():
    state = blank(SEEN)
    state[0].hand[:] = [1, 0, 100, 100]
    state[0].seat, state[0].rules.deal_size, state[0].luck, state[0]._luck = 2, 7, 0.5, 2**64 - 1
    return state[0]


def test_numbers_are_pythons_own_and_do_not_overflow(fields):
    view = Record(fields)
    assert view.hand[2] + view.hand[3] == 200
    assert sum(view.hand) == 201
    assert {type(number) for number in (view.seat, view.hand[0], *view.hand, view.laid[1, 2], view.rules.is_fair)} == {int}
    assert type(view.luck) is float
    assert type(view._luck) is np.uint64, "the random streams count modulo 2 ** 64"


def test_rows_are_like_lists(fields):
    view = Record(fields)
    assert len(view.hand) == 4
    assert list(view.hand) == [1, 0, 100, 100]
    assert max(view.hand[:2]) == 1
    view.hand[0] = 5
    view.laid[1, 2] = 9
    view.laid[0][1] = 8
    assert fields.hand[0] == 5
    assert fields.laid.tolist() == [[0, 8, 0], [0, 0, 9]]
    assert [list(row) for row in view.laid] == [[0, 8, 0], [0, 0, 9]]
    view.seat = 3
    assert fields.seat == 3
    with pytest.raises(AttributeError, match="hnad"):
        view.hnad  # noqa: B018  # it is asked for


def test_it_is_shown_by_name_and_value(fields):
    assert repr(Record(fields)).splitlines() == [
        "rules.deal_size=7",
        "rules.is_fair=0",
        "seat=2",
        "hand=[1, 0, 100, 100]",
        "laid=[[0, 0, 0], [0, 0, 0]]",
        "luck=0.5",
    ]


STRATEGY = '''"""Stops in the debugger."""


def play(view):
    breakpoint()
    return 0
'''


def debug(typed, *words, cwd):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}
    (cwd / "strategies" / "mean").mkdir(parents=True)
    (cwd / "strategies" / "mean" / "slow.py").write_text(STRATEGY)
    command = [sys.executable, "-m", "simlab", *words]
    return subprocess.run(command, input=typed, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def test_the_debugger_shows_the_view_and_can_be_left(tmp_path):
    done = debug("p view\np view.hand[1] + 1000\nq\n", "trace", "mean", "--lineup", "slow,first", cwd=tmp_path)
    assert "hand=[" in done.stdout
    assert "rules.eight_last=0" in done.stdout
    assert (done.returncode, done.stderr) == (130, "")


def test_a_run_can_be_left_from_the_debugger(tmp_path):
    asked = {"question": "?", "game": "mean", "players": 2, "games": 4, "lineup": ["slow", "first"]}
    (tmp_path / "asked.yaml").write_text(json.dumps(asked))
    done = debug("q\n" * 9, "run", "asked.yaml", "--jobs", "1", cwd=tmp_path)
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
