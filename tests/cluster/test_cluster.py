"""A cluster on loopback, of one scheduler and three workers: the same rows as in one process, whoever dies meanwhile."""

import json
import os
import random
import signal
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import pytest

import simlab
from simlab.base.faults import BadInput, Outage, RunFailure
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.runner import Settings, run_experiment
from simlab.runner.cluster import Cluster
from simlab.runner.worker import Job
from simlab.storage.folder import manifest_in
from simlab.storage.lock import maker
from tests.cluster.processes import cluster, wait_for_workers
from tests.run.harness import ENDLESS, EXPERIMENT, LONG, heard, interrupt, parts, simlab_run, wait_until
from tests.thinned import slowly

MINE = '"""Answers always the first option."""\n\n\ndef play(view):\n    return 0\n'


@pytest.fixture(scope="module")
def processes(tmp_path_factory):
    with cluster(tmp_path_factory.mktemp("cluster")) as processes:
        yield processes


@pytest.fixture(autouse=True)
def there_is_time(monkeypatch):
    """Whoever plays comes late on a machine that does much else."""
    for name in ("CONNECTS", "JOINS"):
        monkeypatch.setattr(f"simlab.runner.cluster.{name}", LONG)


@pytest.fixture
def alone(tmp_path):
    """A cluster of a test's own, without workers yet."""
    with cluster(tmp_path / "cluster", workers=0) as processes:
        yield processes


@pytest.fixture(scope="module")
def experiment(tmp_path_factory) -> dict:
    """With a strategy that no worker has: in the user's own workspace, which is another directory than theirs."""
    file = tmp_path_factory.mktemp("workspace") / "mine.py"
    file.write_text(MINE)
    return {**EXPERIMENT, "lineup": [str(file), "first", "random"]}


@pytest.fixture(scope="module")
def whole(experiment, tmp_path_factory) -> dict[str, bytes]:
    """The parts as one process makes them."""
    return parts(run(experiment, tmp_path_factory.mktemp("whole") / "run", jobs=1))


def run(experiment: dict, out: Path, chunk_games: int = 20_000, **settings) -> Path:
    """In several parts for each worker: where there are fewer than workers, one may get none."""
    return run_experiment(load(experiment), Settings(out=out, chunk_games=chunk_games, **settings)).path


def test_rows_are_those_of_one_process(processes, experiment, whole, tmp_path):
    folder = run(experiment, tmp_path / "run", scheduler=processes.address)
    assert parts(folder) == whole
    manifest = manifest_in(folder)
    makers = {part["maker"] for part in manifest["parts"]}
    assert str(os.getpid()) not in {maker.rpartition(":")[2] for maker in makers}, "the workers have played"
    assert manifest["made again, and the same"] >= len(makers) > 1


def test_rows_come_back_where_a_worker_cannot_see_the_directory(processes, experiment, whole, tmp_path, monkeypatch):
    """As if the directory were on our own disk only: the workers see one without our token."""
    elsewhere = tmp_path / "elsewhere"
    monkeypatch.setattr("simlab.runner.running.Execution._as_seen_from_workers", lambda self: elsewhere)
    assert parts(run(experiment, tmp_path / "run", scheduler=processes.address)) == whole
    assert not elsewhere.exists()


@pytest.mark.slow
def test_one_may_start_a_cluster_of_this_machine(experiment, whole, tmp_path):
    assert parts(run(experiment, tmp_path / "run", scheduler="local", jobs=2)) == whole


def test_a_run_that_was_begun_by_threads_goes_on_in_a_cluster(processes, experiment, whole, tmp_path):
    run(experiment, tmp_path / "run", jobs=1)
    for part in sorted((tmp_path / "run" / "games").iterdir())[::2]:
        part.unlink()
    assert parts(run(experiment, tmp_path / "run", scheduler=processes.address)) == whole


def test_from_python_a_client_of_ones_own_is_taken(processes, experiment, tmp_path):
    from distributed import Client

    with Client(processes.address):
        made = simlab.run({**experiment, "games": 900}, backend="dask", out=tmp_path / "run")
    assert made.games.collect().height == 2 * 900


def test_a_failing_strategy_is_named_with_its_file_and_line(processes, experiment, tmp_path):
    """The worker that met it has no such file."""
    file = tmp_path / "careless.py"
    fails = "view.cards == 19 and view.rules.eight_last == 1"  # by other rules than those by which it was tried
    file.write_text(f'"""Cannot count."""\n\n\ndef play(view):\n    if {fails}:\n        return view.hand[99]\n    return 0\n')
    with pytest.raises(RunFailure) as failure:
        run({**experiment, "lineup": [str(file), "random", "first"]}, tmp_path / "run", scheduler=processes.address)
    text = str(failure.value)
    for said in (f"{file}:6", "IndexError", "deal ", "seat 0" if "seat 0" in text else "seat ", f"--lineup {file},random,first"):
        assert said in text


SOONER = "import simlab.table.watch\nsimlab.table.watch.PATIENCE = 1.0\n"  # a worker that does not wait long


@pytest.mark.slow
def test_what_a_worker_notices_is_told_where_the_run_was_started(processes, experiment, tmp_path, monkeypatch):
    """A strategy that never answers occupies its worker for good: so this one has workers of its own."""
    sooner = tmp_path / "sooner.py"
    sooner.write_text(SOONER)
    with cluster(tmp_path / "cluster", workers=0) as own:
        own.add_worker("--preload", str(sooner))
        file = tmp_path / "endless.py"
        file.write_text(ENDLESS)
        yaml = tmp_path / "endless.yaml"
        yaml.write_text(json.dumps({**experiment, "lineup": [str(file), "random", "first"]}))
        process = simlab_run(yaml, tmp_path / "run", "--scheduler", own.address)
        said = heard(process, "on worker")
        interrupt(process)
    assert f"{file}:6: play has not answered" in said


# Workers that must not play


OTHER = "import importlib.metadata as m\nm.version = lambda name, real=m.version: '1.0.1' if name in {} else real(name)\n"
MATTERING = ["numpy", "numba", "simlab", "polars"]
WITHOUT = """
import importlib.metadata as m, sys
def version(name, real=m.version):
    if name == "simlab":
        raise m.PackageNotFoundError(name)
    return real(name)
m.version = version
sys.modules["simlab"] = None
"""


@pytest.mark.parametrize("others", [MATTERING, *(slowly([package]) for package in MATTERING)], ids=" ".join)
def test_a_worker_with_other_versions_is_refused(alone, experiment, tmp_path, others):
    (tmp_path / "meddle.py").write_text(OTHER.format(others))
    alone.add_worker("--preload", str(tmp_path / "meddle.py"))
    with pytest.raises(RunFailure) as refusal:
        run(experiment, tmp_path / "run", scheduler=alone.address)
    for package in MATTERING:
        assert (f"{package} 1.0.1, and {version(package)} here" in str(refusal.value)) == (package in others)
    assert "install the same versions" in str(refusal.value)
    assert not list((tmp_path / "run" / "games").iterdir())


def test_a_worker_without_simlab_is_refused(alone, experiment, tmp_path):
    (tmp_path / "meddle.py").write_text(WITHOUT)
    alone.add_worker("--preload", str(tmp_path / "meddle.py"))
    with pytest.raises(RunFailure, match=f"simlab is missing, and {version('simlab')} here"):
        run(experiment, tmp_path / "run", scheduler=alone.address)


@pytest.mark.slow
def test_a_worker_with_another_version_that_comes_later_is_refused_and_the_others_go_on(alone, experiment, tmp_path):
    alone.add_worker()
    (tmp_path / "meddle.py").write_text(OTHER.format(["numpy"]))
    said: list[str] = []

    def come(done: int, _: int) -> None:
        if done and len(alone.workers) == 1:
            late = alone.add_worker("--preload", str(tmp_path / "meddle.py"))
            wait_for_workers(alone, 2)
            assert late.poll() is None

    asked = {**experiment, "games": 400_000}
    folder = run(asked, tmp_path / "run", scheduler=alone.address, progress=come, say=said.append)
    refused = [text for text in said if "numpy 1.0.1" in text]
    assert len(refused) == 1
    assert refused[0].startswith(f"refused: worker {os.uname().nodename}:{alone.workers[1].pid} has numpy 1.0.1, and ")
    assert {part["maker"] for part in manifest_in(folder)["parts"]} == {f"{os.uname().nodename}:{alone.workers[0].pid}"}
    assert parts(folder) == parts(run(asked, tmp_path / "other"))


@pytest.mark.slow
def test_a_worker_without_simlab_that_comes_later_leaves_and_the_others_go_on(alone, experiment, tmp_path, monkeypatch):
    """It can't even read what it is to do."""
    monkeypatch.setattr("simlab.runner.cluster.AT_ONCE", LONG)
    alone.add_worker()
    (tmp_path / "meddle.py").write_text(WITHOUT)
    said: list[str] = []

    def come(done: int, _: int) -> None:
        if done and len(alone.workers) == 1:
            alone.add_worker("--preload", str(tmp_path / "meddle.py"))
            wait_for_workers(alone, 2)

    asked = {**experiment, "games": 400_000}
    folder = run(asked, tmp_path / "run", scheduler=alone.address, progress=come, say=said.append)
    assert alone.workers[1].wait(LONG) == 0
    told = [text for text in said if text.startswith("worker tcp://")]
    assert len(told) == 1, said
    assert f"came and left at once: is simlab {version('simlab')} installed there? The others go on" in told[0]
    assert parts(folder) == parts(run(asked, tmp_path / "other"))


LYING = """
import simlab.stats.evaluating as evaluating
def played(*args, honest=evaluating.played):
    batch = honest(*args)
    batch.rows["turns"][0, 0] += 1
    return batch
evaluating.played = played
"""


@pytest.mark.slow
@pytest.mark.parametrize("keep", ["games", "summary"])
def test_a_worker_that_counts_otherwise_is_found_out(alone, experiment, whole, tmp_path, keep):
    (tmp_path / "lying.py").write_text(LYING)
    liar = alone.add_worker("--preload", str(tmp_path / "lying.py"))
    alone.add_worker()
    alone.add_worker()
    wait_for_workers(alone, 3)
    asked = {**experiment, "keep": keep}
    with pytest.raises(Outage, match=rf"agrees with .*{os.uname().nodename}:{liar.pid} can't be trusted"):
        run(asked, tmp_path / "run", scheduler=alone.address)
    liar.kill()
    folder = run(asked, tmp_path / "run", scheduler=alone.address)
    assert f":{liar.pid}" not in {part["maker"] for part in manifest_in(folder)["parts"]}
    assert keep == "summary" or parts(folder) == whole
    assert (folder / "summary.parquet").read_bytes() == (run(asked, tmp_path / "alone") / "summary.parquet").read_bytes()


def test_a_failure_that_cannot_even_be_sent_is_told(alone, experiment, tmp_path):
    deep = "import simlab.stats.evaluating as e\ndef played(*a):\n    return played(*a)\ne.played = played\n"
    (tmp_path / "deep.py").write_text(deep)
    alone.add_worker("--preload", str(tmp_path / "deep.py"))
    with pytest.raises(RunFailure, match=f"a worker of {alone.address} failed"):
        run(experiment, tmp_path / "run", scheduler=alone.address)


def test_a_witness_that_has_gone_is_not_waited_for(alone, experiment, monkeypatch):
    """It dies after it was chosen to make a part again."""
    monkeypatch.setattr("simlab.runner.cluster.LOOKS", 0.2)
    alone.add_worker()
    alone.add_worker()
    wait_for_workers(alone, 2)
    with closing(Cluster(alone.address, 1, print)) as crew:
        makers = crew.client.run(maker)
        gone, there = alone.workers
        gone.kill()
        gone.wait()
        monkeypatch.setattr(crew.client, "run", lambda *_, **__: makers)
        plan = make_plan(load(experiment))
        wanted = [(next(plan.chunks()), {name for name in makers.values() if name.endswith(f":{there.pid}")})]
        assert crew.again(Job.of(plan, ""), wanted) == [None]


# Workers and schedulers that die


@pytest.mark.slow
def test_chunks_of_workers_that_die_are_played_by_others(alone, experiment, whole, tmp_path):
    """A worker dies at every third part; another takes its place."""
    for _ in range(3):
        alone.add_worker()
    dice, seen = random.Random(1), []

    def kill_one(done: int, _: int) -> None:
        seen.append(done)
        if len(seen) % 3 == 2 and len(alone.workers) < 7:
            dice.choice([worker for worker in alone.workers if worker.poll() is None]).kill()
            alone.add_worker()

    assert parts(run({**experiment, "games": 400_000}, tmp_path / "run", scheduler=alone.address, progress=kill_one)) == parts(
        run({**experiment, "games": 400_000}, tmp_path / "other")
    )
    assert len(alone.workers) == 7


@pytest.mark.slow
def test_without_any_worker_left_the_run_waits_and_says_so(alone, experiment, whole, tmp_path):
    alone.add_worker()
    said: list[str] = []

    def kill_all(done: int, _: int) -> None:
        if done and len(alone.workers) == 1:
            alone.workers[0].kill()
            alone.workers.append(alone.workers[0])

    def hear(text: str) -> None:
        said.append(text)
        if "no workers are left" in text:
            alone.add_worker()

    assert parts(run(experiment, tmp_path / "run", scheduler=alone.address, progress=kill_all, say=hear)) == whole
    assert any("no workers are left" in text for text in said)


@pytest.mark.slow
def test_a_chunk_that_kills_whoever_plays_it_is_given_up(tmp_path, monkeypatch):
    """Dask gives up a task at which workers died; we give it out again, and then no more."""
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    monkeypatch.setattr("simlab.runner.witness.PATIENCE", 5)  # who plays it once more finds no end either
    sooner, file = tmp_path / "sooner.py", tmp_path / "endless.py"
    sooner.write_text(SOONER)
    file.write_text(ENDLESS)
    said: list[str] = []
    with cluster(tmp_path / "cluster", workers=0) as own:

        def hear(text: str) -> None:
            said.append(text)
            if "play has not answered" in text:
                own.workers[-1].kill()
            if "given out again" in text:
                own.add_worker("--preload", str(sooner))

        own.add_worker("--preload", str(sooner))
        with pytest.raises(Outage, match="workers died while they played"):
            run({**EXPERIMENT, "games": 300, "lineup": [str(file), "random", "first"]}, tmp_path / "run", scheduler=own.address, say=hear)
    assert sum("given out again" in text for text in said) == 2


@pytest.mark.slow
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGTERM])
def test_where_the_scheduler_goes_finished_parts_are_kept(alone, experiment, whole, tmp_path, blow):
    alone.add_worker()
    yaml = tmp_path / "duel.yaml"
    yaml.write_text(json.dumps({**experiment, "games": 2_000_000}))
    process = simlab_run(yaml, tmp_path / "run", "--scheduler", alone.address)
    wait_until(lambda: len(list((tmp_path / "run").glob("games/part-*.parquet"))) > 3)
    alone.scheduler.send_signal(blow)
    _, errors = process.communicate(timeout=LONG)
    assert process.returncode == 3
    assert f"the scheduler at {alone.address} has gone" in errors
    assert "To go on: simlab run" in errors
    assert "Traceback" not in errors
    kept = list((tmp_path / "run" / "games").glob("part-*.parquet"))
    assert len(kept) > 3


@pytest.mark.slow
def test_little_is_kept_of_each_chunk(processes, tmp_path):
    """3,000 chunks of 40 games, in the process that runs the experiment and in the scheduler: less than 32 kB a chunk."""
    resident: dict[int, list[int]] = {}

    def look(done: int, _: int) -> None:
        chunks = done // 40
        if chunks in (1_000, 3_000):
            statms = [Path(f"/proc/{pid}/statm").read_text() for pid in ("self", processes.scheduler.pid)]
            resident[chunks] = [int(text.split()[1]) for text in statms]

    asked = {**EXPERIMENT, "lineup": ["random"] * 3, "games": 120_000, "scenarios": {"as printed": {}}, "keep": "summary"}
    run(asked, tmp_path / "run", scheduler=processes.address, chunk_games=40, progress=look)
    pages = [late - early for early, late in zip(resident[1_000], resident[3_000], strict=True)]
    assert max(pages) * 4_096 / 2_000 < 32_000


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "tcp://", "ftp://127.0.0.1:9"])
def test_an_address_where_no_scheduler_is(experiment, tmp_path, address, monkeypatch):
    monkeypatch.setattr("simlab.runner.cluster.CONNECTS", 1)
    with pytest.raises(BadInput, match="--scheduler"):
        run(experiment, tmp_path / "run", scheduler=address)


def test_a_scheduler_is_for_dask(experiment, tmp_path):
    with pytest.raises(BadInput, match="--scheduler: is for --backend dask"):
        run(experiment, tmp_path / "run", scheduler="local", backend="loky")


@pytest.mark.slow
def test_ctrl_c_ends_soon_and_leaves_nothing_running(experiment, tmp_path):
    yaml = tmp_path / "long.yaml"
    yaml.write_text(json.dumps({**experiment, "games": 50_000_000}))
    process = simlab_run(yaml, tmp_path / "run", "--scheduler", "local")
    wait_until(lambda: list((tmp_path / "run").glob("games/part-*.parquet")))
    errors = interrupt(process)
    assert "To go on: simlab run" in errors
    assert "Traceback" not in errors
