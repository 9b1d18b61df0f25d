"""`simlab verify`: what is wrong with a run's folder is found and named; nothing is said of one that is as it was left."""

import json
import shutil
from pathlib import Path

import pytest

import simlab
from simlab.base.faults import BadInput, RunFailure
from simlab.commands.verifying import verify
from simlab.storage.folder import manifest_in
from simlab.storage.parts import key_of, sealed, unsealed
from tests.run.harness import EXPERIMENT

ASKED = {**EXPERIMENT, "games": 600}


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    return simlab.run(ASKED, out=tmp_path_factory.mktemp("whole") / "run", jobs=1).path


@pytest.fixture
def copied(whole, tmp_path) -> Path:
    return shutil.copytree(whole, tmp_path / "run")


def said(folder: Path, capsys, sample: int = 1) -> list[str]:
    """What verify finds, without the folder's name."""
    capsys.readouterr()
    assert verify(str(folder), sample) == 3
    out, errors = capsys.readouterr()
    assert out == ""
    return [line.removeprefix(f"{folder}: ") for line in errors.splitlines()]


def resealed(file: Path, change) -> None:
    record = unsealed(file.read_bytes())
    change(record)
    file.write_text(sealed(record))


def test_a_run_as_it_was_left(whole, capsys):
    assert verify(str(whole), 1) == 0
    assert capsys.readouterr() == (f"{whole}: 1 part as written, 1 of them played again and the same\n", "")


def test_files_that_are_missing_changed_or_not_the_runs(copied, capsys):
    part = copied / "games" / "part-3p-000000.parquet"
    part.write_bytes(part.read_bytes()[:-1])
    (copied / "games" / "part-3p-000000 (conflicted copy).parquet").touch()
    (copied / "games" / ".part-3p-000000.parquet.host.1.2.tmp").touch()
    (copied / "notes.txt").touch()
    (copied / "examples.json").write_text("{}")
    (copied / "index.html").unlink()
    (copied / "summary.parquet").write_bytes(b"PAR1")
    (copied / "lengths.parquet").unlink()
    (copied / "effects.parquet").write_bytes((copied / "shares.parquet").read_bytes())
    assert sorted(said(copied, capsys)) == sorted(
        [
            "games/part-3p-000000.parquet is missing, or is not what was written",
            "games/part-3p-000000 (conflicted copy).parquet is no file of this run",
            "games/.part-3p-000000.parquet.host.1.2.tmp is no file of this run",
            "notes.txt is no file of this run",
            "examples.json is not what was written",
            "index.html is missing; simlab report makes it",
            *(f"{name}.parquet is missing, or does not say what tally.json says" for name in ("summary", "lengths", "effects")),
        ]
    )


def test_sums_that_are_not_those_of_the_games_whatever_their_seal(copied, capsys):
    """Found where all parts are played again; the tables no longer agree either."""

    def change(record) -> None:
        record["tallies"]["0"]["means"]["sums"][1][0] += 840

    resealed(copied / "tally.json", change)
    found = said(copied, capsys)
    assert "tally.json: the sums for 3 players are not those of the games" in found
    assert "summary.parquet is missing, or does not say what tally.json says" in found


@pytest.mark.parametrize(("what", "value"), [("rows", "00000000"), ("tally", "0" * 16)])
def test_a_part_whose_games_come_out_otherwise(copied, capsys, what, value):
    def change(record) -> None:
        record["parts"][0][what] = value

    resealed(copied / "tally.json", change)
    first, second = said(copied, capsys)
    assert first == "part-3p-000000: manifest.json and tally.json do not tell the same of it"
    assert second.startswith("part-3p-000000 was made again and is not the same: is the machine sound?")


def test_what_played_may_not_be_here_any_more(copied, capsys):
    """Then nothing is executed, and it is said; the rest is looked at all the same."""
    manifest = manifest_in(copied)
    manifest["identity"]["strategies"]["first"] = "0" * 64
    (copied / "manifest.json").write_text(json.dumps(manifest))
    for name in ("tally.json", "examples.json"):
        resealed(copied / name, lambda record: record.update({"identity": key_of(manifest["identity"])}))
    resealed(copied / "examples.json", lambda record: record["belongs to"].update({"identity": key_of(manifest["identity"])}))
    assert verify(str(copied), 1) == 0
    out, errors = capsys.readouterr()
    assert out == f"{copied}: 1 part as written, 0 of them played again and the same\n"
    assert errors == (
        f"{copied}: nothing was played again: what played is not here, has changed since, or is a file that only this run names\n"
    )


@pytest.mark.parametrize(
    ("file", "failure", "told"),
    [("tally.json", RunFailure, "tally.json is missing or damaged"), ("manifest.json", BadInput, "holds no run of simlab")],
)
def test_a_file_that_is_cut_off(copied, file, failure, told):
    (copied / file).write_text((copied / file).read_text()[:-9])
    with pytest.raises(failure, match=told):
        verify(str(copied), 1)


def test_no_run_at_all(tmp_path):
    for folder, told in ((tmp_path, "holds no run of simlab"), (tmp_path / "none", "there is no such directory")):
        with pytest.raises(BadInput, match=told):
            verify(str(folder), 1)
