"""What is noted of a run, in whose directory it lies, and what is said of what is not the same; of texts and files written by hand."""

import json
import os
import socket
from dataclasses import asdict

import numpy as np
import pytest

from simlab.base.faults import BadInput, RunFailure
from simlab.runner.worker import differences
from simlab.stats.tally import Tally
from simlab.storage import lock
from simlab.storage.folder import MANIFEST_BEGINS, Folder, changes, foreign_in, manifest_in
from simlab.storage.parts import Made, Part, digest_of_tallies, key_of, note_of, sealed, unsealed
from simlab.storage.place import checksum, files, place, read, remove, write_whole
from tests.run.harness import run

DIGEST, OTHER = "0" * 64, "1" * 64


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        ({"seed": 1}, {"seed": 1}, []),
        ({"seed": 1}, {"seed": 2}, ["seed: 1 is now 2"]),
        ({"seed": 1}, {}, ["seed is gone"]),
        ({}, {"seed": 1}, ["seed is new"]),
        ({"rules": {"a": {"piles": 4}}}, {"rules": {"a": {"piles": 5}, "b": {}}}, ["rules.a.piles: 4 is now 5", "rules.b is new"]),
        ({"players": [2, 3]}, {"players": [3, 2]}, ["players has changed"]),
        ({"engine": DIGEST}, {"engine": OTHER}, ["engine has changed"]),
        ({"game": "mean", "x": 1}, {"y": 2, "game": "meow"}, ["game: mean is now meow", "x is gone", "y is new"]),
    ],
)
def test_what_is_not_the_same_in_words(before, now, said):
    assert changes(before, now) == said


def test_versions_that_are_not_the_same_in_words():
    theirs = {"numpy": "1.26", "numba": "0.60"}
    assert differences(theirs, {"numpy": "2.1", "numba": "0.60", "polars": "1.9"}) == [
        "numpy 1.26, and 2.1 here",
        "polars is missing, and 1.9 here",
    ]


def test_a_record_is_read_only_as_it_was_written():
    text = sealed({"identity": "x", "deals": 12}).encode()
    assert unsealed(text) == {"identity": "x", "deals": 12}
    assert unsealed(text.replace(b"12", b"13")) == {}
    assert unsealed(None) == unsealed(b"[]") == unsealed(b"{") == unsealed(b'{"record": 3, "sha256": ""}') == {}


def test_what_was_counted_of_a_part_is_noted_as_its_checksum_says():
    tallies = {2: Tally(3, {"a": {"b": np.arange(3)}}), 10: Tally(4, {"a": {"b": np.array([[0, 0, 7]])}})}
    as_data = {str(group): tally.as_dict() for group, tally in tallies.items()}
    assert digest_of_tallies(tallies) == checksum(json.dumps(as_data).encode())[:16]
    part = Part("part-3p-000012", (2, 10), 60, "file", "tally", "rows", "these", 1.5, "here:1")
    noted = unsealed(note_of("x", Made(part, tallies, {"python": "3"}, is_stored=False)).encode())
    assert noted == {"identity": "x", "part": {**asdict(part), "groups": [2, 10]}, "made with": {"python": "3"}, "tallies": as_data}


def test_a_key_depends_on_what_stands_in_it_and_not_on_the_order():
    assert key_of({"a": 1, "b": 2}) == key_of({"b": 2, "a": 1}) != key_of({"a": 2, "b": 1})


def test_two_parts_hold_the_same_whoever_made_them_when_and_with_what():
    part = Part("part-3p-000012", (0,), 60, "file", "tally", "rows", "these", 1.5, "here:1")
    assert part.number == 12
    assert part.holds_the_same_as(Part("part-3p-000012", (0,), 60, "other bytes", "tally", "rows", "those", 9.0, "there:2"))
    for games, tally, rows in ((61, "tally", "rows"), (60, "other", "rows"), (60, "tally", "other")):
        assert not part.holds_the_same_as(Part("part-3p-000012", (0,), games, "file", tally, rows, "these", 1.5, "here:1"))


@pytest.mark.parametrize(
    ("names", "foreign"),
    [
        ([], None),
        (["games/.part-3p-000001.parquet.host.12.34.tmp", ".tally.json.host.1.2.tmp", "progress/.part-3p-000001.json.host.1.2.tmp"], None),
        (["index.html"], "index.html"),
        (["games/part-3p-000000.parquet"], "games/part-3p-000000.parquet"),
        ([".tally.json.tmp"], ".tally.json.tmp"),
        ([".part-3p-1.json.host.1.2.tmp"], ".part-3p-1.json.host.1.2.tmp"),
    ],
)
def test_what_no_run_has_left(tmp_path, names, foreign):
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert foreign_in(tmp_path) == foreign


@pytest.mark.parametrize(
    ("text", "is_ours"), [('{\n "simlab": "0.1', True), ("", True), ("\0\0", True), ('{"name": "mine"}', False), ("{}", False)]
)
def test_a_manifest_that_was_only_half_written_is_a_runs(tmp_path, text, is_ours):
    (tmp_path / "manifest.json").write_text(text)
    assert foreign_in(tmp_path) == (None if is_ours else "manifest.json")
    if is_ours:
        assert run(tmp_path, {"games": 60}).path == tmp_path
        assert (tmp_path / "manifest.json").read_bytes().startswith(MANIFEST_BEGINS)


HOST = socket.gethostname()
TOKENS = ["", f"{HOST}:12:0123456789abcdef", "host:12:0123456789abcdef", "host:12:0123", "host:", HOST[:1], "\0" * 9]
NONE = ["mine", "host:x", "host:1:2:", "a b:1:0123456789abcdef"]


@pytest.mark.parametrize(("text", "is_one"), [*((text, True) for text in TOKENS), *((text, False) for text in NONE)])
def test_what_a_run_may_have_written_into_its_lock(tmp_path, text, is_one):
    (tmp_path / ".lock").write_text(text)
    assert lock.is_token(text.encode()) is is_one
    assert foreign_in(tmp_path) == (None if is_one else ".lock")


def test_while_a_run_works_in_a_directory_no_other_does(tmp_path):
    with lock.held(tmp_path) as token:
        assert read(tmp_path / ".lock") == token.encode()
        assert lock.holds(tmp_path, token)
        assert not lock.holds(tmp_path, token + "0")
        with pytest.raises(RunFailure) as refusal, lock.held(tmp_path):
            pass
    by = f"{socket.gethostname()}:{os.getpid()}"
    assert str(refusal.value) == (
        f"{tmp_path}: another run is working in this directory (by {by}); wait for it, or choose another with --out"
    )
    assert read(tmp_path / ".lock") == b"", "and afterwards it is free"
    with lock.held(tmp_path) as again:
        assert again != token


def test_a_file_is_there_whole_or_not_at_all(tmp_path, monkeypatch):
    write_whole("one", tmp_path / "a.json")
    write_whole(b"two", tmp_path / "a.json")
    assert (tmp_path / "a.json").read_bytes() == b"two"

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole("three", tmp_path / "a.json")
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]
    assert read(tmp_path / "a.json") == b"two"


def test_files_are_found_in_order_and_missing_ones_are_no_fault(tmp_path):
    for name in ("b.json", "a.json", "c.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in files(tmp_path, ".json")] == ["a.json", "b.json"]
    assert files(tmp_path / "none", "") == files(tmp_path / "c.txt", "") == []
    assert read(tmp_path / "none") is read(tmp_path) is read(tmp_path / "c.txt" / "x") is None
    remove([tmp_path / "a.json", tmp_path / "none"])
    assert [path.name for path in files(tmp_path, "")] == ["b.json", "c.txt"]


def test_an_address_of_a_folder_is_a_folder(tmp_path):
    assert place(f"file://{tmp_path}") == place(tmp_path) == place(str(tmp_path)) == tmp_path
    assert place("file:///a/b://c") == place("/a/b:/c"), "of which only the beginning counts"
    with pytest.raises(BadInput, match=r'^"s3:///" names no bucket; write s3://bucket/folder'):
        place("s3:///")


def test_another_run_is_kept_and_told_of(tmp_path):
    told: list[str] = []
    wanted = tmp_path / "run"
    run(wanted, {"games": 60})
    again = run(wanted, {"games": 60, "seed": 6}, say=told.append)
    assert again.path == tmp_path / "run-2"
    assert told[0] == f"{wanted} holds another run (seed: 5 is now 6); starting anew in {again.path} (--fresh would replace it)"
    with pytest.raises(BadInput, match="--out: names no directory"):
        run("")
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="file: is a file; choose a directory with --out"):
        run(tmp_path / "file")


def test_a_manifest_says_how_a_run_was_made(tmp_path):
    folder = run(tmp_path / "run", {"games": 60, "keep": "summary"}, again="simlab run duel.yaml")
    told = manifest_in(folder.path)
    assert (told["status"], told["again"], told["stopped"]) == ("finished", "simlab run duel.yaml", None)
    assert told["games"] == told["planned"] == sum(part["games"] for part in told["parts"]) == 120
    assert [part["sha256"] for part in told["parts"]] == [None]
    assert told["made again, and the same"] == 0
    assert sorted(f"{name}.parquet" for name in told["tables"]) == [path.name for path in files(folder.path, ".parquet")]
    assert json.loads((folder.path / "tally.json").read_text())["record"]["identity"] == folder.identity
    assert Folder(folder.path, "another").state().parts == {}
