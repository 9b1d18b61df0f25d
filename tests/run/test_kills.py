"""Errands of many kinds, killed by kill -9 in their middle: whoever goes on with them leaves the same bytes."""

import json
import signal

import pytest

from simlab.experiment import load
from simlab.runner import Settings, run_experiment
from tests.run.every_operation import contents
from tests.run.harness import simlab_run, wait_until

BASE = {"question": "Which fails?", "name": "asked", "game": "mean", "players": 3, "games": 150_000, "seed": 5}
RULES = {"scenarios": {"as printed": {}, "an Eight wins": {"eight_last": "wins"}}}
LINEUP = ["planner", "shedder", "random"]
ERRANDS = {
    "league": {"field": ["shedder", "random", "first", "hoarder"]},
    "tables": {"lineups": {"from": ["shedder", "random", "first", "hoarder"], "tables": 4}, **RULES},
    "tune": {"tune": {"strategy": "planner", "against": ["shedder", "random"], "budget": 100_000, "field": ["random", "first"]}},
    "adapt": {"lineup": LINEUP, "adapt": {"budget": 100_000, "over": {"planner": {"near": [0, 9]}}}, **RULES},
}


def is_searched(out):
    """A search is in its middle: a journal is there, and no game that was asked for."""
    return (out / "search.json").exists()


def is_played(out):
    """The first games that were asked for are there."""
    return list(out.glob("games/part-*"))


@pytest.mark.slow
@pytest.mark.parametrize("errand", ERRANDS)
def test_killed_and_gone_on_with_it_leaves_the_same_bytes(tmp_path, errand):
    asked, out, killed = {**BASE, **ERRANDS[errand]}, tmp_path / "run", 0
    file = tmp_path / "asked.yaml"
    file.write_text(json.dumps(asked))
    moments = (is_searched, is_played) if errand in ("tune", "adapt") else (is_played,)
    for is_there in moments:
        process = simlab_run(file, out, "--jobs", "2")
        wait_until(lambda process=process, is_there=is_there: is_there(out) or process.poll() is not None)
        process.kill()
        killed += process.wait() == -signal.SIGKILL
        process.communicate()
    assert killed == len(moments)
    assert "running" in (out / "manifest.json").read_text()
    for folder, jobs in ((out, 1), (tmp_path / "whole", 2)):
        run_experiment(load(file), Settings(jobs=jobs, out=folder))
    assert contents(out) == contents(tmp_path / "whole")
