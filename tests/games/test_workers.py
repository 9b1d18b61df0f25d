"""Workers play the version that they were sent, whatever lies in their own directory and whichever other versions they play for."""

import io
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import polars as pl
import pytest

from simlab import games
from simlab.base.faults import BadInput
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.runner.worker import Job, play_chunk
from tests.cluster.processes import cluster
from tests.games.one_file import HIGH_CARD, changed, make_workspace, python, simlab, write

DOUBLED = changed(("g.row.swaps += 1", "g.row.swaps += 2"), ("below this are", "below that are"))  # another game, and other house rules
POISONED = "raise SystemExit('this is not the game')\n"
ASKED = {"question": "?", "game": "high_card", "players": 2, "games": 200, "lineup": ["half", "random"]}


def job_of(workspace, text: str, token: str) -> tuple[Job, list]:
    """A run of the game with this text, as it is sent, and its chunks."""
    write(workspace, text)
    plan = make_plan(load(ASKED), 100)
    return Job.of(plan, token), list(plan.chunks())


def test_versions_in_one_process_are_not_mixed_up(workspace):
    """Compiled, in threads, one after the other and at once."""
    (one, chunks), (two, _) = job_of(workspace, HIGH_CARD, "one"), job_of(workspace, DOUBLED, "two")
    write(workspace, POISONED)
    jobs = [one, two, two, one, two, one]
    games._versions.clear()  # as in a process that has not met them
    with ThreadPoolExecutor(3) as threads:
        made = list(threads.map(lambda job: swaps(play_chunk(job, chunks[0], None)), jobs))
    assert made == [made[0], 2 * made[0], 2 * made[0], made[0], 2 * made[0], made[0]]
    assert made[0] > 0
    assert "simlab.games.high_card" not in sys.modules


def swaps(made) -> int:
    return int(pl.read_parquet(io.BytesIO(made.file))["swaps"].sum())


def test_a_worker_that_is_sent_a_broken_text_says_so(workspace):
    job, chunks = job_of(workspace, HIGH_CARD, "one")
    source = type(job.game)(job.game.name, job.game.path, "nothing = ")
    with pytest.raises(BadInput, match=r"games/high_card\.py:1:11: not Python"):
        play_chunk(type(job)(job.plan, source, job.versions, job.token), chunks[0], None)


LOKY = """
import json, sys
from pathlib import Path
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.runner.crew import LocalCrew
from simlab.runner.worker import Job

texts, asked, poisoned = json.load(sys.stdin)
jobs = []
for text in texts:
    Path("games/high_card.py").write_text(text)
    plan = make_plan(load(asked), 100)
    jobs.append(Job.of(plan, "token"))
Path("games/high_card.py").write_text(poisoned)
for backend in ("threading", "loky"):
    made = [LocalCrew(backend, 2).results(job, list(plan.chunks()), None) for job in jobs]
    print(json.dumps([sorted((one.part.name, one.part.sha256) for one in of_job) for of_job in made]))
"""


def test_processes_play_what_they_were_sent(workspace):
    done = python("-c", LOKY, cwd=workspace, input=json.dumps([[HIGH_CARD, DOUBLED, HIGH_CARD], ASKED, POISONED]))
    assert done.returncode == 0, done.stderr
    threads, processes = map(json.loads, done.stdout.splitlines())
    assert processes == threads
    assert threads[0] == threads[2] != threads[1]


@pytest.mark.slow
def test_a_cluster_plays_what_it_was_sent(workspace, tmp_path_factory):
    """Its workers live elsewhere, among other games: one has another high_card."""
    elsewhere = make_workspace(tmp_path_factory.mktemp("elsewhere"), POISONED)
    with cluster(elsewhere, workers=0) as own:
        for _ in range(2):
            own.add_worker(env={"NUMBA_DISABLE_JIT": "1"})
        for number, text in enumerate((HIGH_CARD, DOUBLED)):
            write(workspace, text)
            for where in ((), ("--scheduler", own.address)):
                out = f"{number}{len(where)}"
                done = simlab("run", "cards", "--games", "400", "--out", out, "--quiet", *where, cwd=workspace)
                assert done.returncode == 0, done.stderr
            here, there = (rows_in(workspace / f"{number}{way}") for way in (0, 2))
            assert there == here
    assert rows_in(workspace / "00") != rows_in(workspace / "10")


def rows_in(folder) -> list[bytes]:
    return [(folder / "games" / name).read_bytes() for name in sorted(os.listdir(folder / "games"))]
