"""What a run does with whoever plays its chunks: gives out again what was lost, and stops where two do not agree."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from simlab.base.faults import BadInput, Outage
from simlab.experiment.plan import Chunk
from simlab.runner import crew as crews
from simlab.runner.crew import LocalCrew, WorkersLost
from simlab.runner.worker import Job, play_chunk
from simlab.stats import evaluating
from simlab.storage.folder import Folder, Made, manifest_in
from tests.run.harness import parts, run, started

ASKED = {"games": 600}
SMALL: dict[str, Any] = {"chunk_games": 120, "jobs": 1}


def test_a_single_process_is_this_one(tmp_path):
    """For which joblib starts none: nobody's parent is watched, and it goes on living."""
    code = "import sys, time; from tests.run.harness import run; run(sys.argv[1], {'games': 600}, backend='loky', jobs=1); time.sleep(1.5)"
    done = started("-c", code, str(tmp_path / "run"))
    assert (done.communicate(), done.returncode) == (("", ""), 0)
    assert parts(tmp_path / "run") == parts(run(tmp_path / "other", ASKED, jobs=1).path)


@pytest.mark.parametrize(("chunks", "workers"), [(3, 3), (9, 8)])
def test_no_more_workers_are_started_than_have_something_to_do(monkeypatch, chunks, workers):
    asked = []
    monkeypatch.setattr("joblib.Parallel", lambda **settings: asked.append(settings["n_jobs"]) or (lambda jobs: jobs))
    list(LocalCrew("threading", 8).results(None, [Chunk((0,), 2, i, 0, 1) for i in range(chunks)], None))
    assert asked == [workers]


def test_a_single_chunk_is_played_by_who_asks_for_it(monkeypatch):
    monkeypatch.setattr("joblib.Parallel", None)
    monkeypatch.setattr(crews, "play_chunk", lambda job, chunk, folder: chunk)
    only = Chunk((0,), 2, 0, 0, 1)
    assert list(LocalCrew("loky", 8).results(None, [only], None)) == [only]


class Dying(LocalCrew):
    """A crew whose workers die after so many chunks each time, as often as it is told."""

    def __init__(self, after: int, times: int) -> None:
        super().__init__("threading", 1)
        self.after, self.times = after, times

    def results(self, job: Job, chunks: Sequence[Chunk], folder: Folder | None) -> Iterator[Made]:
        for number, made in enumerate(super().results(job, chunks, folder)):
            if self.times and number == self.after:
                self.times -= 1
                raise WorkersLost("a worker died")
            yield made


@pytest.mark.parametrize(("after", "times", "lost"), [(0, 2, [2, 2]), (1, 1, [1]), (0, 3, None), (0, 9, None)])
def test_chunks_of_workers_that_die_are_given_out_again_but_not_for_ever(tmp_path, monkeypatch, after, times, lost):
    whole, told = run(tmp_path / "whole", ASKED, **SMALL), []
    monkeypatch.setattr("simlab.runner.running._crew", lambda settings: Dying(after, times))
    if lost is None:
        with pytest.raises(Outage, match="a worker died; this has happened again and again: is their memory too small"):
            run(tmp_path / "run", ASKED, **SMALL)
        return
    found = run(tmp_path / "run", ASKED, say=told.append, **SMALL)
    assert parts(found.path) == parts(whole.path)
    assert [text for text in told if "worker" in text] == [f"a worker died: {count} parts are given out again" for count in lost]


class Doubting(LocalCrew):
    """A crew of several machines: who plays first is `one`; who is asked to make a part again are the others, each with its own result."""

    is_one_machine = False

    def __init__(self, wrong: dict[str, bool]) -> None:
        super().__init__("threading", 1)
        self.wrong, self.asked = wrong, []

    def results(self, job: Job, chunks: Sequence[Chunk], folder: Folder | None) -> Iterator[Made]:
        for chunk in chunks:
            made = self._by("one", play_chunk(job, chunk, None))
            assert folder is not None
            folder.store(made)
            yield replace(made, is_stored=True)

    def again(self, job: Job, wanted: Sequence[crews.Again]) -> list[Made | None]:
        found = []
        for chunk, not_by in wanted:
            self.asked.append(chunk.part)
            other = next((name for name in self.wrong if name not in not_by), None)
            found.append(self._by(other, play_chunk(job, chunk, None)) if other else None)
        return found

    def _by(self, name: str, made: Made) -> Made:
        return replace(made, part=replace(made.part, maker=name, tally="wrong" if self.wrong[name] else made.part.tally))


FIRST = "part-3p-000000: one and two played the same chunk and did not get the same"
STOPS = "made there since the last check are forgotten. Take it out of the cluster before you go on"


@pytest.mark.parametrize(
    ("wrong", "said", "kept"),
    [
        ({"one": True, "two": False}, f"{FIRST}. one and two can't be trusted: 2 parts {STOPS}", 0),
        ({"one": True, "two": False, "three": False}, f"{FIRST}; three agrees with two. one can't be trusted: 2 parts {STOPS}", 0),
        ({"one": False, "two": True, "three": False}, f"{FIRST}; three agrees with one. two can't be trusted: 0 parts {STOPS}", 2),
    ],
    ids=["nobody decides", "the first is wrong", "the second is wrong"],
)
def test_where_two_do_not_agree_a_third_decides_and_the_run_stops(tmp_path, monkeypatch, wrong, said, kept):
    monkeypatch.setattr("simlab.runner.running._crew", lambda settings: Doubting(wrong))
    with pytest.raises(Outage) as outage:
        run(tmp_path / "run", ASKED, **SMALL)
    assert str(outage.value) == said
    assert len(list((tmp_path / "run" / "progress").iterdir())) == kept


@pytest.mark.parametrize(("wrong", "remade"), [({"one": False, "two": False}, 1), ({"one": False}, 0)])
def test_of_each_worker_the_first_part_is_made_again_where_there_is_another(tmp_path, monkeypatch, wrong, remade):
    crew = Doubting(wrong)
    monkeypatch.setattr("simlab.runner.running._crew", lambda settings: crew)
    folder = run(tmp_path / "run", {"games": 900}, **SMALL)
    assert crew.asked == ["part-3p-000000", "part-3p-000002"][: 2 - remade], "a part of each leg, until there was a witness"
    assert manifest_in(folder.path)["made again, and the same"] == remade


@pytest.mark.parametrize("backend", ["threading", pytest.param("loky", marks=pytest.mark.slow)])
def test_a_machine_makes_some_parts_again_by_itself(tmp_path, monkeypatch, backend):
    monkeypatch.setattr(crews, "ONE_IN_HERE", 2)
    folder = run(tmp_path / "run", ASKED, chunk_games=120, jobs=2, backend=backend)
    assert manifest_in(folder.path)["made again, and the same"] == len(parts(folder.path)) // 2 == 5
    assert parts(folder.path) == parts(run(tmp_path / "other", ASKED, **SMALL).path)


def test_a_machine_that_does_not_come_to_the_same_twice_is_found_out(tmp_path, monkeypatch):
    """As with broken memory: a game is another one, once."""
    monkeypatch.setattr(crews, "ONE_IN_HERE", 2)
    honest, played = evaluating.played, []

    def errs(*arguments):
        batch = honest(*arguments)
        played.append("")
        batch.rows["turns"][0, 0] += len(played) == 3  # after the first two, which are looked at first
        return batch

    monkeypatch.setattr(evaluating, "played", errs)
    said = "part-3p-000000: this machine has played it twice and did not get the same: is its memory broken, or a core? "
    monkeypatch.setattr(random.Random, "sample", lambda _, some, count: some[:count])
    with pytest.raises(Outage) as outage:
        run(tmp_path / "run", ASKED, **SMALL)
    assert str(outage.value) == f"{said}2 parts made since the last check are forgotten"
    assert not list((tmp_path / "run" / "progress").iterdir())
    assert parts(run(tmp_path / "run", ASKED, **SMALL).path) == parts(run(tmp_path / "other", ASKED, **SMALL).path)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"backend": "mpi"}, '--backend: no backend "mpi"; there are: threading, loky, dask'),
        ({"backend": "loky", "scheduler": "local"}, "--scheduler: is for --backend dask, and not for loky"),
    ],
)
def test_a_backend_that_is_none(tmp_path, settings, said):
    with pytest.raises(BadInput, match=said):
        run(tmp_path / "run", **settings)


def test_a_strategy_that_ends_the_compiler_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("simlab.runner.running.compile_ahead", lambda *_: {"first": 11})
    with pytest.raises(BadInput, match=r"^strategies/mean/first\.py: ends the compiler \(signal 11\): what in it goes round and round\?$"):
        run(tmp_path / "run", ASKED)
