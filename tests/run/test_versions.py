"""What a part was made with is sealed into it: what is upgraded between a kill and the resume is proven or refused, and never mixed."""

import json
import shutil
from pathlib import Path

import pytest

from simlab import report
from simlab.base.faults import RunFailure
from simlab.runner import worker
from simlab.stats import evaluating
from simlab.storage.folder import manifest_in
from tests.run.harness import parts, run

ASKED = {"games": 900}
NEEDED = {"chunk_games": 600, "jobs": 1}  # three parts


class Stopped(Exception):
    pass


@pytest.fixture
def older(tmp_path, monkeypatch) -> Path:
    """A run of which two parts were made with another numpy, before it was stopped."""

    def stop(done: int, _: int) -> None:
        if done > 600:
            raise Stopped

    now = worker.versions()
    with monkeypatch.context() as patch:
        patch.setattr(worker, "versions", lambda: {**now, "numpy": "1.0.0"})
        with pytest.raises(Stopped):
            run(tmp_path / "run", ASKED, **NEEDED, progress=stop)
    return tmp_path / "run"


@pytest.fixture
def played(monkeypatch) -> list[str]:
    """The parts that are played, in order."""
    names: list[str] = []
    honest = worker.blocks

    def noted(plan, chunk, look_up):
        names.append(chunk.part)
        return honest(plan, chunk, look_up)

    monkeypatch.setattr(worker, "blocks", noted)
    return names


def otherwise(monkeypatch) -> None:
    """From now on games come out otherwise, as with a library that does something else."""
    honest = evaluating.played

    def changed(*arguments):
        batch = honest(*arguments)
        batch.rows["turns"][0, 0] += 1
        return batch

    monkeypatch.setattr(evaluating, "played", changed)


def test_what_another_version_made_is_added_to_once_it_is_proven(older, played, tmp_path):
    run(older, ASKED, **NEEDED)
    assert played == ["part-3p-000000", "part-3p-000002"], "one of theirs for a proof, and what was missing"
    assert parts(older) == parts(run(tmp_path / "whole", ASKED, **NEEDED).path)
    manifest = manifest_in(older)
    now = worker.versions()["numpy"]
    assert manifest["versions"]["numpy"] == f"1.0.0, {now}"
    assert [manifest["made with"][part["made_with"]]["numpy"] for part in manifest["parts"]] == ["1.0.0", "1.0.0", now]
    assert manifest["made with"][manifest["parts"][0]["made_with"]].keys() >= {"python", "numba", "polars", "compiled", "strategies"}


def test_where_it_comes_out_otherwise_nothing_is_mixed(older, monkeypatch, tmp_path):
    before, now = parts(older), worker.versions()["numpy"]
    otherwise(monkeypatch)
    said = f"numpy 1.0.0, and {now} here. Install what it was made with, or play everything anew, with --fresh or in another directory"
    with pytest.raises(RunFailure, match=f"part-3p-000000 was made again and is not the same: it was made with {said}"):
        run(older, ASKED, **NEEDED)
    assert parts(older) == before
    run(older, ASKED, **NEEDED, fresh=True)
    assert parts(older) == parts(run(tmp_path / "whole", ASKED, **NEEDED).path)
    assert manifest_in(older)["versions"]["numpy"] == now


def test_a_lost_part_of_another_version_is_replaced_by_its_rows_whatever_their_bytes(older, monkeypatch, tmp_path):
    """A newer library may write the same rows in other bytes."""
    (older / "games" / "part-3p-000001.parquet").unlink()
    honest = worker.parquet
    monkeypatch.setattr(worker, "parquet", lambda table: honest(table.with_columns(table["turns"].rename("more"))))
    run(older, ASKED, **NEEDED)
    whole = parts(run(tmp_path / "whole", ASKED, **NEEDED).path)
    assert [name for name, data in parts(older).items() if data == whole[name]] == ["part-3p-000001.parquet", "part-3p-000002.parquet"]


def test_who_looks_at_a_finished_run_with_another_version_proves_nothing(tmp_path, monkeypatch, played):
    """Nothing is added, and its manifest still says what it was made with."""
    path = run(tmp_path / "run", ASKED, **NEEDED).path
    before, _ = manifest_in(path)["versions"], played.clear()
    now = worker.versions()
    monkeypatch.setattr(worker, "versions", lambda: {**now, "numpy": "9.0.0"})
    run(path, ASKED, **NEEDED)
    assert played == []
    assert manifest_in(path)["versions"] == before


def test_a_tally_and_a_page_are_the_same_bytes_whoever_made_them_when_and_how(older, tmp_path):
    """Stopped and gone on with; by two processes; without copies. Seconds and makers stand in the manifest."""
    folders = [run(tmp_path / "one", ASKED, **NEEDED).path]
    folders.append(run(tmp_path / "two", ASKED, chunk_games=600, jobs=2, backend="loky").path)
    folders.append(run(tmp_path / "three", ASKED, **NEEDED, copies=False).path)
    shutil.copytree(folders[0], tmp_path / "four")
    (tmp_path / "four" / "games" / "part-3p-000001.parquet").unlink()
    folders.append(run(tmp_path / "four", ASKED, **NEEDED).path)
    for file in ("tally.json", "index.html"):
        if file == "index.html":
            for folder in folders:
                report.write(folder)
        assert len({(folder / file).read_bytes() for folder in folders[: 4 if file == "tally.json" else 2]}) == 1, file
    makers = [{part["maker"] for part in manifest_in(folder)["parts"]} for folder in folders]
    assert not makers[0] & makers[1]
    assert all(part["seconds"] > 0 for folder in folders for part in manifest_in(folder)["parts"])
    assert "seconds" not in (folders[0] / "tally.json").read_text()
    assert not json.loads((folders[2] / "manifest.json").read_text())["copied"]


def test_rows_are_told_apart_by_their_checksum(tmp_path, monkeypatch):
    sums = [part["rows"] for part in manifest_in(run(tmp_path / "a", ASKED, **NEEDED).path)["parts"]]
    assert len(set(sums)) == 3
    otherwise(monkeypatch)
    assert not set(sums) & {part["rows"] for part in manifest_in(run(tmp_path / "b", ASKED, **NEEDED).path)["parts"]}
