"""Running an experiment: chunks of games through joblib into parts, resumed after any stop, then the tables of what came out."""

import json
import os
import shlex
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from joblib import Parallel, delayed

import simlab
from simlab.engine.cache import source_digest
from simlab.engine.kernel import needs_compiling, play_batch
from simlab.experiment import Experiment
from simlab.faults import BadInput, Fault, RunFailure
from simlab.folder import MERGE_AT, Folder, Part, State, changes, is_ours, key_of, manifest_in
from simlab.plan import Chunk, Plan, make_plan
from simlab.playing import rows_of
from simlab.results import frame, write_table, write_whole
from simlab.stats.analysis import Analysis
from simlab.stats.stopping import Stopping, stages
from simlab.stats.tally import LAYOUT, Measures, Tally

BACKENDS = ("threading", "loky", "dask")
LOOK_EVERY = 2.0  # seconds between two times that the user is told how narrow the intervals are

Progress = Callable[[int, int], None]  # games done, games in all

_stopping = threading.Event()


def _quiet(*_: object) -> None:
    """Say nothing."""


class Interrupted(Exception):
    """The user stopped the run; what was finished is kept."""


@dataclass(frozen=True)
class Settings:
    """How a run is carried out; none of it changes a number."""

    jobs: int = 0  # 0: one for every core
    backend: str = "threading"
    out: Path | None = None
    fresh: bool = False
    say: Callable[[str], None] = _quiet
    progress: Progress = _quiet
    so_far: Callable[[str], None] = _quiet  # how narrow the headline's intervals are by now


def run_experiment(experiment: Experiment, settings: Settings) -> Folder:
    """Play everything that is not finished yet; the folder with all parts, their tally, the tables and the manifest."""
    _check_backend(settings.backend)
    started = time.time()
    plan = make_plan(experiment)
    identity = identity_of(plan)
    folder = choose_folder(plan, identity, settings)
    with folder.opened():
        compile_everything(plan, settings)
        state = folder.state()
        damaged = folder.damaged(state)
        for name in damaged:
            settings.say(f"{folder.part_file(name)} is missing or damaged: it is made again")
        try:
            folder.tidy(state)
            write_manifest(folder, plan, identity, state, "running", 0.0)
            with _stopped_by_ctrl_c():
                stopped = _play_the_rest(plan, folder, state, damaged, settings)
            folder.merge(state)
            write_tables(folder, Analysis(experiment, state))
            write_manifest(folder, plan, identity, state, "finished", time.time() - started, stopped)
        except OSError as error:
            raise RunFailure(
                f"{folder.path}: {error.strerror or error}; finished parts are kept, the same command goes on from there"
            ) from error
    return folder


def _check_backend(backend: str) -> None:
    if backend not in BACKENDS:
        raise BadInput([Fault("--backend", f'no backend "{backend}"; there are: {", ".join(BACKENDS)}')])
    if backend == "dask" and not find_spec("distributed"):
        raise BadInput([Fault("--backend", 'dask is not installed; install it with: pip install "dask[distributed]"')])


def choose_folder(plan: Plan, identity: dict[str, Any], settings: Settings) -> Folder:
    """The run's directory. What another experiment left in it is never mixed with this one."""
    key = key_of(identity)
    wanted = path = settings.out or Path("reports") / plan.experiment.name
    for number in range(2, 1000):
        before = manifest_in(path)
        folder = Folder(path, key)
        if not before:
            _refuse_foreign(path)
            return folder
        if before.get("identity") == identity:
            return folder
        if settings.fresh:
            folder.empty()
            return folder
        changed = changes(before.get("identity", {}), identity)
        other = wanted.with_name(f"{wanted.name}-{number}")
        settings.say(f"{path} holds another run ({'; '.join(changed[:5])}); starting anew in {other} (--fresh would replace it)")
        path = other
    raise BadInput([Fault(str(path), "too many runs of this name; remove some")])


def _refuse_foreign(path: Path) -> None:
    """A directory with somebody's files in it is not a place for a run."""
    if path.is_dir() and (foreign := [entry.name for entry in path.iterdir() if not is_ours(entry)]):
        raise BadInput([Fault(str(path), f"is not empty ({foreign[0]}) and holds no run of simlab; choose another directory with --out")])
    if path.exists() and not path.is_dir():
        raise BadInput([Fault(str(path), "is a file; choose a directory with --out")])


def identity_of(plan: Plan) -> dict[str, Any]:
    """All that the rows depend on: two runs with the same identity have the same rows."""
    experiment = plan.experiment
    return {
        "game": plan.game.name,
        "game version": plan.game.version,
        "engine": source_digest(plan.game.name),
        "strategies": {name: strategy.digest for name, strategy in plan.strategies.items()},
        "seed": experiment.seed,
        "seating": experiment.seating,
        "keep": experiment.keep,
        "deals": {str(group.players): group.deals for group in plan.groups},
        "chunk": plan.chunk_games,
        "line-ups": {lineup: [seat.label for seat in seats] for lineup, seats in experiment.lineups.items()},
        "rules": {
            scenario: experiment.rules_of(scenario, experiment.players[0]).model_dump(mode="json") for scenario in experiment.scenarios
        },
        "statistics": LAYOUT,
        **({"stops when": _stops_when(experiment)} if experiment.precision else {}),
    }


def _stops_when(experiment: Experiment) -> dict[str, Any]:
    """What decides after how many deals a run with `precision` stops."""
    return {
        "precision": experiment.precision,
        "matters": {name: margin.written for name, margin in experiment.matters.items()},
        "metrics": list(experiment.metrics or ()),
    }


def compile_everything(plan: Plan, settings: Settings) -> None:
    """Before the first batch: the engine and every strategy, from the cache where they were compiled before."""
    if needs_compiling(plan.game):
        settings.say(f"compiling the engine for {plan.game.title}, once on this machine (about 20 s) ...")
    play_batch(plan.game)
    for strategy in plan.strategies.values():
        strategy.address(strategy.parameters({}))


@contextmanager
def _stopped_by_ctrl_c() -> Iterator[None]:
    """Ctrl-C also tells the threads that play: a batch that is being played can't be interrupted, but it is the last one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        _stopping.set()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _play_the_rest(plan: Plan, folder: Folder, state: State, damaged: set[str], settings: Settings) -> Stopping | None:
    """Play what is not finished, stage by stage; with `precision` until a look after a stage says that it is enough.

    A look sees exactly the parts of its stage and of those before. Where there are later parts, the run has gone on at this look.
    """
    seen: set[str] = set()
    for chunks in stages(plan):
        seen.update(chunk.part for chunk in chunks)
        _play_chunks(plan, folder, state, damaged, chunks, settings)
        if plan.experiment.precision and state.parts.keys() <= seen:
            stopping = Analysis(plan.experiment, state).stopping
            if stopping.stopped_early:
                settings.say(str(stopping))
                return stopping
    return None


def _play_chunks(plan: Plan, folder: Folder, state: State, damaged: set[str], chunks: list[Chunk], settings: Settings) -> None:
    """Play those of some chunks that are not finished, several at once, and keep count of each as it is done."""
    left = [chunk for chunk in chunks if chunk.part not in state.parts or chunk.part in damaged]
    done = sum(part.games for part in state.parts.values() if part.name not in damaged)
    settings.progress(done, plan.games)
    looked = time.monotonic()
    for number, (part, tally) in enumerate(_results(plan, folder, left, settings), 1):
        if part.name in damaged and part.sha256 != state.parts[part.name].sha256:
            raise RunFailure(f"{part.name} was made again and is not the same: was it made by another version of a library?")
        damaged.discard(part.name)
        state.add(part, tally)
        if number % MERGE_AT == 0:
            folder.merge(state)
        done += part.games
        settings.progress(done, plan.games)
        if time.monotonic() - looked > LOOK_EVERY:
            settings.so_far(Analysis(plan.experiment, state, is_running=True).so_far)
            looked = time.monotonic()


def _results(plan: Plan, folder: Folder, chunks: list[Chunk], settings: Settings) -> Iterator[tuple[Part, Tally]]:
    """The finished chunks, in the order in which they get ready."""
    jobs = settings.jobs or len(os.sched_getaffinity(0))
    _stopping.clear()
    parallel = Parallel(n_jobs=jobs, backend=settings.backend, return_as="generator_unordered", batch_size=1)
    try:
        with _cluster(settings.backend, jobs):
            yield from parallel(delayed(play_chunk)(plan, chunk, folder) for chunk in chunks)
    except (KeyboardInterrupt, Interrupted) as error:
        raise Interrupted from error
    finally:
        _stopping.set()


@contextmanager
def _cluster(backend: str, jobs: int) -> Iterator[None]:
    """With dask: the cluster that the user's own program or DASK_SCHEDULER_ADDRESS names, else one on this machine."""
    if backend != "dask":
        yield
        return
    dask, distributed = import_module("dask"), import_module("distributed")
    try:
        distributed.default_client()
    except ValueError:  # there is none yet
        is_named = dask.config.get("scheduler-address", None)
        with distributed.Client() if is_named else distributed.Client(n_workers=jobs, threads_per_worker=1):
            yield
    else:
        yield


def play_chunk(plan: Plan, chunk: Chunk, folder: Folder) -> tuple[Part, Tally]:
    """Play all games of a chunk, write its part and note it: in a thread, another process or on another machine."""
    started = time.perf_counter()
    rows = rows_of(plan, chunk, _look_up)
    tally = Tally.of(Measures(plan.game, plan.groups[chunk.group], plan.experiment.vary), rows, chunk.first)
    sha256 = None
    if plan.experiment.keep == "games":
        sha256 = write_table(frame(plan, chunk, rows), folder.part_file(chunk.part))
    maker = f"{socket.gethostname()}:{os.getpid()}"
    part = Part(chunk.part, chunk.group, rows.size, sha256, round(time.perf_counter() - started, 3), maker)
    folder.note(part, tally)
    return part, tally


def _look_up() -> None:
    """Between two batches of games: whether the user has had enough."""
    if _stopping.is_set():
        raise Interrupted


def write_tables(folder: Folder, analysis: Analysis) -> None:
    """The means and the effects, for other programs."""
    write_table(analysis.summary, folder.path / "summary.parquet")
    write_table(analysis.effects, folder.path / "effects.parquet")


def write_manifest(
    folder: Folder, plan: Plan, identity: dict[str, Any], state: State, status: str, seconds: float, stopped: Stopping | None = None
) -> None:
    """The experiment as resolved, what its rows depend on, versions, parts with their checksums, timings, where and why it stopped."""
    import numba

    manifest = {
        "simlab": simlab.__version__,
        "status": status,
        "experiment": plan.experiment.as_dict(),
        "games": sum(part.games for part in state.parts.values()),
        "planned": plan.games,
        "stopped": stopped.as_dict() if stopped else None,
        "identity": identity,
        "versions": {"numba": numba.__version__, "numpy": np.__version__, "polars": pl.__version__},
        "seconds": round(seconds, 3),
        "parts": [vars(part) for part in sorted(state.parts.values(), key=lambda part: part.name)],
        "again": "simlab run " + shlex.quote(plan.experiment.source or plan.experiment.name),
    }
    write_whole(json.dumps(manifest, indent=1), folder.path / "manifest.json")
