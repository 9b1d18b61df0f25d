"""Running an experiment: chunks of games through joblib into parts, resumed after any stop, then the answer."""

import hashlib
import json
import os
import shlex
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

import simlab
from simlab.engine.cache import source_digest
from simlab.engine.kernel import play_batch
from simlab.experiment import Experiment
from simlab.faults import BadInput, Fault, RunFailure
from simlab.folder import MERGE_AT, Folder, Part, State, changes, manifest_in
from simlab.plan import Chunk, Plan, make_plan
from simlab.results import frame, write_part, write_whole
from simlab.stats.tally import Measures, Tally
from simlab.table import Table

SLICE_GAMES = 4_000  # played before looking whether the user has had enough
BACKENDS = ("threading", "loky", "dask")

Progress = Callable[[int, int], None]  # games done, games in all

_stopping = threading.Event()


class Interrupted(Exception):
    """The user stopped the run; what was finished is kept."""


@dataclass(frozen=True)
class Settings:
    """How a run is carried out; none of it changes a number."""

    jobs: int = 0  # 0: one for every core
    backend: str = "threading"
    out: Path | None = None
    fresh: bool = False
    say: Callable[[str], None] = lambda text: None
    progress: Progress = lambda done, total: None


def run_experiment(experiment: Experiment, settings: Settings) -> Folder:
    """Play everything that is not finished yet; the folder with all parts, their tally and the manifest."""
    if settings.backend not in BACKENDS:
        raise BadInput([Fault("--backend", f'no backend "{settings.backend}"; there are: {", ".join(BACKENDS)}')])
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
            _play_the_rest(plan, folder, state, damaged, settings)
            folder.merge(state)
            write_manifest(folder, plan, identity, state, "finished", time.time() - started)
        except OSError as error:
            raise RunFailure(
                f"{folder.path}: {error.strerror or error}; finished parts are kept, the same command goes on from there"
            ) from error
    return folder


def choose_folder(plan: Plan, identity: dict[str, Any], settings: Settings) -> Folder:
    """The run's directory. What another experiment left in it is never mixed with this one."""
    key = hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()
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
    known = {"games", "progress", "tally.json", "manifest.json", ".lock", "index.html", "summary.parquet", "effects.parquet"}
    if path.is_dir() and (
        foreign := [entry.name for entry in path.iterdir() if entry.name not in known and not entry.name.endswith(".tmp")]
    ):
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
    }


def compile_everything(plan: Plan, settings: Settings) -> None:
    """Before the first batch: the engine and every strategy, from the cache where they were compiled before."""
    from simlab.engine.kernel import needs_compiling

    if needs_compiling(plan.game):
        settings.say(f"compiling the engine for {plan.game.title}, once on this machine (about 20 s) ...")
    play_batch(plan.game)
    for strategy in plan.strategies.values():
        strategy.address(strategy.parameters({}))


def _play_the_rest(plan: Plan, folder: Folder, state: State, damaged: set[str], settings: Settings) -> None:
    """Play the chunks whose parts are not finished, several at once, and keep count of each as it is done."""
    left = [chunk for chunk in plan.chunks() if chunk.part not in state.parts or chunk.part in damaged]
    done = plan.games - sum(chunk.deals * len(plan.groups[chunk.group].cells) for chunk in left)
    settings.progress(done, plan.games)
    for number, (part, tally) in enumerate(_results(plan, folder, left, settings), 1):
        if part.name in damaged and part.sha256 != state.parts[part.name].sha256:
            raise RunFailure(f"{part.name} was made again and is not the same: was it made by another version of a library?")
        state.add(part, tally)
        if number % MERGE_AT == 0:
            folder.merge(state)
        done += part.games
        settings.progress(done, plan.games)


def _results(plan: Plan, folder: Folder, chunks: list[Chunk], settings: Settings) -> Iterator[tuple[Part, Tally]]:
    """The finished chunks, in the order in which they get ready."""
    jobs = settings.jobs or len(os.sched_getaffinity(0))
    _stopping.clear()
    parallel = Parallel(n_jobs=jobs, backend=settings.backend, return_as="generator_unordered", batch_size=1)
    try:
        yield from parallel(delayed(play_chunk)(plan, chunk, folder) for chunk in chunks)
    except (KeyboardInterrupt, Interrupted) as error:
        raise Interrupted from error
    finally:
        _stopping.set()


def play_chunk(plan: Plan, chunk: Chunk, folder: Folder) -> tuple[Part, Tally]:
    """Play all games of a chunk, write its part and note it: in a thread, another process or on another machine."""
    started = time.perf_counter()
    group = plan.groups[chunk.group]
    rows = np.zeros((chunk.deals, len(group.cells)), dtype=plan.game.row)
    for column, cell in enumerate(group.cells):
        lineup = group.lineups[cell.lineup]
        seats = [(plan.strategies[lineup.seats[i].strategy], lineup.seats[i].params) for i in cell.seating]
        table = Table(plan.game, seats, group.rules[cell.scenario], plan.experiment.seed)
        for first in range(0, chunk.deals, SLICE_GAMES):
            if _stopping.is_set():
                raise Interrupted
            table.play(chunk.first + first, rows[first : first + SLICE_GAMES, column])
    tally = Tally.of(Measures(plan.game, group), rows)
    sha256 = None
    if plan.experiment.keep == "games":
        sha256 = write_part(frame(plan, chunk, rows), folder.part_file(chunk.part))
    maker = f"{socket.gethostname()}:{os.getpid()}"
    part = Part(chunk.part, chunk.group, rows.size, sha256, round(time.perf_counter() - started, 3), maker)
    folder.note(part, tally)
    return part, tally


def write_manifest(folder: Folder, plan: Plan, identity: dict[str, Any], state: State, status: str, seconds: float) -> None:
    """The experiment as resolved, what its rows depend on, versions, parts with their checksums, timings."""
    import numba
    import polars

    manifest = {
        "simlab": simlab.__version__,
        "status": status,
        "experiment": plan.experiment.as_dict(),
        "games": plan.games,
        "identity": identity,
        "versions": {"numba": numba.__version__, "numpy": np.__version__, "polars": polars.__version__},
        "seconds": round(seconds, 3),
        "parts": [vars(part) for part in sorted(state.parts.values(), key=lambda part: part.name)],
        "again": "simlab run " + shlex.quote(plan.experiment.source or plan.experiment.name),
    }
    write_whole(json.dumps(manifest, indent=1), folder.path / "manifest.json")
