"""A run whose directory is an address in an object store: tried on a server that speaks S3, on loopback."""

import logging
import os
import time
from pathlib import Path

import polars as pl
import pytest

import simlab
from simlab import report
from simlab.api import Run
from simlab.base.faults import BadInput, Outage, RunFailure
from simlab.experiment import load
from simlab.runner import Settings, run_experiment
from simlab.storage import lock
from simlab.storage.folder import Folder, manifest_in
from simlab.storage.place import files, place, read, remove, write_whole
from tests.cluster.processes import cluster
from tests.run.harness import EXPERIMENT, environment, simlab_run, started, wait_until

ASKED = {**EXPERIMENT, "games": 20_000}
SEVERAL = 8_000  # games a part


@pytest.fixture(scope="module")
def bucket():
    """A bucket on a server of our own; whoever is started now finds it there."""
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    settings = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings.items():
            patch.setenv(name, value)
        fs = place("s3://bucket/x").fs
        fs.mkdir("bucket")
        yield "s3://bucket"
        fs.rm("bucket", recursive=True)  # tests are dealt out one by one: this process may make itself another bucket later,
        fs.clear_instance_cache()  # on another server
    server.stop()


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """The same run on a disk."""
    return run(tmp_path_factory.mktemp("whole") / "run")


def run(out, changed: dict | None = None, **settings) -> Path:
    return run_experiment(load({**ASKED, **(changed or {})}), Settings(out=out, chunk_games=SEVERAL, **settings)).path


def parts(folder: Path) -> dict[str, bytes | None]:
    return {path.name: read(path) for path in files(folder / "games", "")}


def test_what_a_run_leaves_is_the_same_as_on_a_disk(bucket, whole):
    there = run(f"{bucket}/plain/run")
    assert parts(there) == parts(whole)
    for name in ("summary.parquet", "effects.parquet", "tally.json"):
        assert name == "tally.json" or read(there / name) == read(whole / name)
    assert [path.name for path in files(there / "progress", "")] == []
    assert read(there / ".lock") is None


def test_it_is_read_like_any_other(bucket, tmp_path):
    made = simlab.run(ASKED, out=f"{bucket}/api/run")
    assert made.games.select(pl.len()).collect().item() == 40_002
    assert made.summary.height > 0
    assert made.manifest["status"] == "finished"
    assert report.write(place(f"{bucket}/api/run")).read_text().lower().startswith("<!doctype html>")
    assert Run(place(f"{bucket}/api/run")).effects.equals(made.effects)


@pytest.mark.slow
def test_a_killed_run_goes_on_where_it_was(bucket, tmp_path):
    out, longer = f"{bucket}/killed/run", {"games": 200_000}

    def made() -> int:
        return len(files(place(out) / "games", ""))

    for _ in range(2):
        before = made()
        process = started("-c", f"from tests.run.test_object_store import run; run({out!r}, {longer}, jobs=1)")
        wait_until(lambda before=before: made() > before)
        assert process.poll() is None, "it is killed in the middle"
        process.kill()
        process.wait()
    played = []
    run(out, longer, progress=lambda done, total: played.append(done))
    assert played[0] > 0, "not everything was played again"
    assert parts(place(out)) == parts(run(tmp_path / "whole", longer))


def test_a_damaged_a_missing_and_a_foreign_part(bucket, whole):
    there = run(f"{bucket}/damaged/run")
    damaged, missing, *_ = files(there / "games", "")
    write_whole(read(damaged)[:-9], damaged)
    remove([missing])
    write_whole(b"dear aunt", there / "games" / "part-3p-000099.parquet")
    write_whole(b"{ not json", there / "manifest.json")
    said: list[str] = []
    run(str(there), say=said.append)
    assert parts(there) == parts(whole)
    assert [damaged.name in text for text in said][:2] == [True, False]
    assert manifest_in(there)["status"] == "finished"


def test_only_one_run_at_a_time(bucket):
    out = place(f"{bucket}/twice/run")
    with Folder(out, "identity").opened(), pytest.raises(RunFailure, match=r"another run is working .*\(by .*wait for it"):
        run(str(out))
    assert run(str(out)), "afterwards it may"


@pytest.mark.slow
def test_a_run_that_died_elsewhere_keeps_others_off_for_a_minute(bucket, monkeypatch):
    out = place(f"{bucket}/dead/run")
    write_whole("elsewhere:17:0123456789abcdef", out / ".lock")
    with pytest.raises(RunFailure, match=r"by elsewhere:17\); wait for it; if it was killed, try again in"):
        run(str(out))
    monkeypatch.setattr(lock, "LASTS", 0.5)
    time.sleep(1)
    assert run(str(out))


@pytest.mark.slow
def test_a_run_renews_its_token(bucket, monkeypatch):
    monkeypatch.setattr(lock, "LASTS", 8.0)
    out = place(f"{bucket}/long/run")
    token = out / ".lock"
    with Folder(out, "identity").opened():
        taken = token.fs.modified(token.path)
        wait_until(lambda: (token.fs.modified(token.path) - taken).total_seconds() > 2)
        with pytest.raises(RunFailure, match="another run"):
            run(str(out))


def test_a_run_that_another_has_taken_over_stops(bucket, monkeypatch):
    out = place(f"{bucket}/taken/run")
    monkeypatch.setattr("simlab.runner.running.LEG", 1)
    monkeypatch.setattr("simlab.runner.running.LEG_EACH", 1)
    with pytest.raises(Outage, match="another run has taken over"):
        run(str(out), progress=lambda done, total: done and write_whole("elsewhere:17:0123456789abcdef", out / ".lock"))
    assert read(out / ".lock") == b"elsewhere:17:0123456789abcdef", "what belongs to the other is left alone"


def test_another_experiment_in_the_same_place_is_never_mixed(bucket):
    out = f"{bucket}/other/run"
    first = run(out, {"games": 900})
    assert run(out, {"games": 900, "seed": 6}).name == "run-2"
    before = parts(first)
    assert str(run(out, {"games": 900, "seed": 6}, fresh=True)) == str(first)
    assert parts(first) != before


@pytest.mark.slow
def test_the_workers_of_a_cluster_write_the_parts(bucket, whole, tmp_path):
    with cluster(tmp_path / "cluster", workers=2) as processes:
        there = run(f"{bucket}/cluster/run", scheduler=processes.address)
    assert parts(there) == parts(whole)
    assert str(os.getpid()) not in {part["maker"].rpartition(":")[2] for part in manifest_in(there)["parts"]}


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ("s3://nobucket/run", "bucket does not exist"),
        ("s3://", "names no bucket"),
        ("elsewhere://bucket/run", "Unsupported filesystem|Protocol not known"),
    ],
)
def test_a_place_that_is_none(bucket, out, said):
    with pytest.raises(BadInput, match=said):
        run(out)


def test_a_store_that_does_not_answer(bucket, tmp_path):
    yaml = tmp_path / "duel.yaml"
    yaml.write_text(str(ASKED).replace("'", '"'))
    process = simlab_run(yaml, f"{bucket}/run", env=environment(AWS_ENDPOINT_URL="http://127.0.0.1:1", AWS_MAX_ATTEMPTS="1"))
    _, errors = process.communicate()
    assert process.returncode == 2
    assert "Could not connect" in errors
    assert "Traceback" not in errors
