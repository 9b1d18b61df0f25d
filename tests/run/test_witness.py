"""A process that ends by a signal says nothing; what ended it is found out by another, and told with file, deal and seat."""

import re

import pytest

from simlab.base.faults import RunFailure
from simlab.engine.tried import Tried
from simlab.players import reading, strategies
from simlab.runner import witness
from tests.compiling import compiled_only
from tests.run.harness import run

# What no strategy may do: in the second scenario, after some turns.
FALLS = '''"""Writes where nothing is."""

from simlab.engine.compiled.memory import poke


def play(view):
    if view.rules.eight_last == 1 and view.hand[3] > 1 and view.deck < 60:
        poke(8, 0, 1)
    return 0
'''


@pytest.mark.slow
@compiled_only  # as plain Python nothing ends its process
def test_the_death_of_a_worker_names_file_deal_and_seat(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "_imported", lambda *_: [])
    monkeypatch.setattr(strategies, "strategy_tried", lambda *_: Tried())
    file = tmp_path / "falling.py"
    file.write_text(FALLS)
    with pytest.raises(RunFailure) as failure:
        run(tmp_path / "run", {"games": 600, "lineup": ["random", str(file), "first"]}, backend="loky", jobs=2, chunk_games=300)
    first, game, replay = str(failure.value).splitlines()
    assert re.fullmatch(rf"{file}: play ended the process that played it, signal 11, SIGSEGV", first)
    told = re.fullmatch(r"  game mean, deal (\d+), seat (\d) \(falling\), seed 5", game)
    assert told
    assert f"--deals {told[1]} --seed 5 --set eight_last=wins" in replay
    assert replay.split(":")[1].count("falling.py") == 1


def test_where_nobody_dies_nothing_is_told(tmp_path, monkeypatch):
    """As where a machine has lost its workers for another reason."""
    monkeypatch.setattr(witness.subprocess, "run", lambda command, **_: None)
    assert witness.end_of(None, []) == ""
