"""A run from its beginning to its end: what is not finished is played and written, then the tables and the manifest."""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

import simlab
from simlab import games
from simlab.base import paths
from simlab.base.clock import timed
from simlab.base.faults import BadInput, Fault, Outage, RunFailure
from simlab.base.processes import at_once
from simlab.engine.compiled import ahead
from simlab.engine.compiled.kernel import THINKING, begin_compiling, compile_ahead, needs_compiling, part_text, play_batch
from simlab.engine.game import Game
from simlab.experiment import Experiment
from simlab.experiment.plan import Chunk, Plan, make_plan
from simlab.experiment.who_plays import Met, met_nobody
from simlab.players.strategies import Strategy
from simlab.runner.crew import LocalCrew, Samples, WorkersLost
from simlab.runner.identity import changes_in, choose_folder, identity_of
from simlab.runner.interrupting import heeds_ctrl_c, stops_when_left
from simlab.runner.mending import as_planned, otherwise
from simlab.runner.witness import end_of
from simlab.runner.worker import Job, look_up, made_with, play_chunk, versions
from simlab.stats.analysis import Analysis
from simlab.stats.cutoffs import warning
from simlab.stats.stopping import Stopping, stages
from simlab.storage.folder import MANIFEST, TUNED, Folder, manifest_in
from simlab.storage.parts import Made, State, key_of
from simlab.storage.place import is_local, write_whole
from simlab.table.proving import prove
from simlab.table.rows import parquet

if TYPE_CHECKING:
    from simlab.runner.cluster import Cluster

BACKENDS = ("threading", "loky", "dask")
FIRST_LEG = 2  # parts for each worker that are played, checked and then merged: the first time,
LEG, LEG_EACH = 256, 32  # and afterwards: in all, or for each worker, whichever is more
TRIES = 3  # times that a chunk is given out again when workers died at it
DISPATCHED = 2  # chunks for each worker that are given out at first: those at which workers can have died
LOOK_EVERY = 2.0  # seconds between two times that the user is told how narrow the intervals are

Progress = Callable[[int, int], None]  # games done, games in all


def _quiet(*_: object) -> None:
    """Say nothing."""


@dataclass(frozen=True)
class Settings:
    """How a run is carried out; none of it changes a number."""

    jobs: int = 0  # 0: one for every core
    backend: str | None = None  # threads; dask where a scheduler is named
    scheduler: str | None = None  # its address, or "local"
    out: str | Path | None = None  # a folder, or an address in an object store
    fresh: bool = False
    copies: bool = True  # False: every game is played
    again: str | None = None  # the command that goes on with it
    chunk_games: int | None = None  # as suits the run's length
    say: Callable[[str], None] = _quiet
    progress: Progress = _quiet
    so_far: Callable[[str], None] = _quiet  # how narrow the headline's intervals are by now

    @property
    def carried_by(self) -> str:
        """The backend that is meant."""
        return self.backend or ("dask" if self.scheduler else "threading")


@heeds_ctrl_c()
def run_experiment(experiment: Experiment, settings: Settings) -> Folder:
    """Play everything that is not finished yet; the folder with all parts, their tally, the tables and the manifest."""
    _check_backend(settings)
    plan = make_plan(experiment, settings.chunk_games, copies=settings.copies)
    identity = identity_of(plan)
    chosen = choose_folder(plan, identity, settings.out, settings.say, fresh=settings.fresh)
    with games.held(plan.game), chosen.opened() as folder:  # a game's file may be edited meanwhile
        compile_everything(plan, settings)
        try:
            if changes_in(folder, identity):
                folder.empty()
            _carry_out(plan, identity, folder, settings)
        except OSError as error:
            raise Outage(f"{folder.path}: {error.strerror or error}") from error
    return replace(folder, token="")


def _carry_out(plan: Plan, identity: dict[str, Any], folder: Folder, settings: Settings) -> None:
    """Play it; where something is looked for, find it first, and play that."""
    errand = plan.experiment.tune or plan.experiment.adapt
    is_begun = manifest_in(folder.path).get("identity") == identity  # it tells of parts that this plan has not
    if (plan.experiment.over or errand) and not is_begun:
        Execution(plan, identity, folder, settings).write_manifest("running")
    if plan.experiment.over:
        from simlab.runner.searching import Searching  # which confirms what it finds by running it

        Searching(plan, identity, folder, settings).carry_out()
        return
    if errand:
        from simlab.runner.tuning import searched  # what searches takes long to load, and few runs do

        budget, told = errand.budget, settings.progress
        plan = searched(plan, folder, settings, budget)
        settings = replace(settings, progress=lambda done, games: told(done + budget, games + budget))
    execution = Execution(plan, identity, folder, settings)
    execution.write_down(execution.play())


def _check_backend(settings: Settings) -> None:
    backend = settings.carried_by
    if backend not in BACKENDS:
        raise BadInput([Fault("--backend", f'no backend "{backend}"; there are: {", ".join(BACKENDS)}')])
    if settings.scheduler and backend != "dask":
        raise BadInput([Fault("--scheduler", f"is for --backend dask, and not for {backend}")])
    if backend == "dask" and not find_spec("distributed"):
        raise BadInput([Fault("--backend", 'dask is not installed; install it with: pip install "simlab[cluster]"')])


@contextmanager
def compiles_what_is_met(settings: Settings) -> Iterator[Met]:
    """Who is told of a game and of strategies as they are read for a run, and has them compiled meanwhile."""

    def met(found: Game | Strategy) -> None:
        if isinstance(found, Game):
            begin_compiling(found, {})
        elif found.functions and not found.thinks:
            begin_compiling(found.game, {found.name: found.entry_text})

    try:
        yield met_nobody if settings.carried_by == "dask" else met
    except BaseException:
        ahead.leave()
        raise


@timed("loading compiled code")
def compile_everything(plan: Plan, settings: Settings) -> None:
    """Before the first batch: the engine and every strategy, from the cache where they were compiled before; what is new is proven. A
    cluster's workers compile the engine themselves, each machine once.
    """
    found = {strategy.name: strategy for strategy in (*plan.imagined, *plan.strategies.values())}
    deciding = [strategy for strategy in found.values() if strategy.functions]  # one that leaves all to chance is not asked
    if settings.carried_by != "dask":
        if needs_compiling(plan.game):
            settings.say(f"compiling the engine for {plan.game.title}, once on this machine (5 to 10 s) ...")
        thinking = {THINKING: part_text(plan.game, THINKING)} if any(strategy.thinks for strategy in deciding) else {}
        ended = compile_ahead(plan.game, {strategy.name: strategy.entry_text for strategy in deciding} | thinking)
        if faults := [
            Fault(paths.said(strategy.path), f"ends the compiler (signal {ended[strategy.name]}): what in it goes round and round?")
            for strategy in deciding
            if strategy.name in ended
        ]:
            raise BadInput(faults)
        play_batch(plan.game)
    for strategy in deciding:
        strategy.address(strategy.parameters({}))
        prove(plan.game, strategy)


class Execution:
    """A run in the directory that it has for itself."""

    def __init__(self, plan: Plan, identity: dict[str, Any], folder: Folder, settings: Settings) -> None:
        self.plan, self.identity, self.folder, self.settings = plan, identity, folder, settings
        self.state = as_planned(folder.state(), plan)
        self.damaged = folder.damaged(self.state)
        self.done = sum(part.games for part in self.state.parts.values() if part.name not in self.damaged)
        self.remade = 0  # parts that were made again, and came out the same

    def play(self) -> Stopping | None:
        """Play what is not finished; why it stopped early, if it did."""
        for name in sorted(self.damaged):
            self.settings.say(f"{self.folder.part_file(name)} is missing or damaged: it is made again")
        self.folder.tidy(self.state)
        if any(map(self._is_left, self.plan.chunks())):
            self._prove_what_others_made()
        self.write_manifest("running")
        stopped = self._play_the_rest()
        self.folder.merge(self.state, is_finished=True)
        self.folder.tidy(self.state)  # workers that died may have left something
        return stopped

    def analysis(self, made: Mapping[str, pl.DataFrame] | None = None) -> Analysis:
        """What came out; `made`: tables that are there already."""
        return Analysis(self.plan.experiment, self.state.tallies, plan=self.plan, made=made, looks=self.state.looks)

    def write_down(self, stopped: Stopping | None = None, made: Mapping[str, pl.DataFrame] | None = None) -> None:
        """Write the tables and the manifest."""
        analysis = self.analysis(made)
        for name, table in analysis.tables.items():
            write_whole(parquet(table), self.folder.table_file(name))
        if analysis.tuned:
            write_whole(json.dumps(analysis.tuned.entry, indent=1), self.folder.path / TUNED)
        self.write_manifest("finished", stopped, list(analysis.tables))
        if self._copied:
            self.settings.say(f"{self._copied:,} of {self.done:,} games were copied: they looked at nothing that differs")
        if told := warning(analysis):
            self.settings.say(f"warning: {told}")

    @property
    def _copied(self) -> int:
        return sum(part.copied for part in self.state.parts.values())

    def _is_left(self, chunk: Chunk) -> bool:
        return chunk.part not in self.state.parts or chunk.part in self.damaged

    def _play_the_rest(self) -> Stopping | None:
        """Play what is not finished, stage by stage; with `precision` until a look after a stage says that it is enough.

        A look sees exactly the parts of its stage and of those before. Where there are later parts, the run has gone on at this look. What
        is settled is not played on.
        """
        seen: set[str] = set()
        settled: set[int] = set()
        with stops_when_left(self.folder.token), ExitStack() as opened:
            samples = None
            for look, stage in enumerate(stages(self.plan)):
                chunks = [left for chunk in stage for left in chunk.without(settled)]
                seen.update(chunk.part for chunk in chunks)
                left = {chunk.part: chunk for chunk in chunks if self._is_left(chunk)}
                self.settings.progress(self.done, self.plan.games)
                if left:
                    if not samples:
                        crew = opened.enter_context(closing(_crew(self.settings)))
                        samples = Samples(self.plan, crew, Job.of(self.plan, self.folder.token), self.folder)
                    self._play(left, samples)
                if not self.plan.experiment.precision:
                    return None
                stopping = Analysis(self.plan.experiment, self.state.tallies).stopping
                if look == len(self.state.looks):  # else an earlier run has looked, at no more than there was
                    self.state.looks.append(stopping.glances)
                    self.folder.merge(self.state)
                later = {group for part in self.state.parts.values() if part.name not in seen for group in part.groups}
                if stopping.may_stop and not later:
                    break
                settled |= stopping.settled - later
        if not stopping.stopped_early:
            return None
        self.settings.say(str(stopping))
        return stopping

    def _prove_what_others_made(self) -> None:
        """Before parts are added to those of other versions: one of each kind is made again here. Where it comes out otherwise nothing is
        mixed: the run is played anew if that was asked for, and else refused.
        """
        job, here = Job.of(self.plan, self.folder.token), key_of(made_with(self.plan))[:16]
        kinds = {part.made_with: part for part in reversed(self.state.in_order()) if part.made_with != here}
        for part in kinds.values():
            made = play_chunk(job, self.plan.chunk(part.groups, part.number), None)
            if made.part.holds_the_same_as(part):
                continue
            if not self.settings.fresh:
                raise RunFailure(f"{self.folder.path}: {otherwise(self.state, made)}")
            self.folder.empty()
            self.state, self.damaged, self.done = State(), set(), 0
            return

    def _play(self, chunks: dict[str, Chunk], samples: Samples) -> None:
        """Play chunks leg by leg. After a leg its parts are checked and merged: so memory and the number of notes stay as they are."""
        for leg in _legs(chunks, samples.crew):
            damaged = {name: leg.pop(name) for name in self.damaged & leg.keys()}
            for some, folder in ((damaged, None), (leg, replace(self.folder, path=self._as_seen_from_workers()))):
                for made in self._results(some, samples, folder):
                    self._add(made)
            samples.check(self.state)
            self.remade = samples.remade
            self.folder.merge(self.state)

    def _results(self, chunks: dict[str, Chunk], samples: Samples, folder: Folder | None) -> Iterator[Made]:
        """What the chunks gave. Those at which workers died are given out again, but not for ever."""
        looked, without_any = time.monotonic(), 0
        while chunks:
            before = len(chunks)
            try:
                for made in samples.crew.results(samples.job, list(chunks.values()), folder):
                    del chunks[made.part.name]
                    yield made
                    if time.monotonic() - looked > LOOK_EVERY:
                        self.settings.so_far(Analysis(self.plan.experiment, self.state.tallies, is_running=True).so_far)
                        looked = time.monotonic()
            except WorkersLost as lost:
                without_any = without_any + 1 if len(chunks) == before else 0
                if without_any == TRIES:
                    if told := end_of(samples.job, list(chunks.values())[: DISPATCHED * samples.crew.size]):
                        raise RunFailure(told) from lost
                    raise Outage(f"{lost}; this has happened again and again: is their memory too small?") from lost
                self.settings.say(f"{lost}: {len(chunks)} parts are given out again")

    def _as_seen_from_workers(self) -> Path:
        """The run's directory for those who may have another working directory."""
        return self.folder.path.absolute() if is_local(self.folder.path) else self.folder.path

    def _add(self, made: Made) -> None:
        """One more finished part."""
        part = made.part
        if part.name in self.damaged and not part.holds_the_same_as(self.state.parts[part.name]):
            raise RunFailure(f"{self.folder.path}: {otherwise(self.state, made)}")
        if not made.is_stored:
            if not is_local(self.folder.path) and not self.folder.is_ours():
                raise Outage(f"{self.folder.path}: another run has taken over")
            self.folder.store(made)
        self.damaged.discard(part.name)
        self.state.add(made)
        self.done += part.games
        self.settings.progress(self.done, self.plan.games)
        look_up(self.folder.token)

    def write_manifest(self, status: str, stopped: Stopping | None = None, tables: Sequence[str] = ()) -> None:
        """The experiment as resolved, what its rows depend on, versions, parts with their checksums, timings, where and why it stopped."""
        manifest = {
            "simlab": simlab.__version__,
            "status": status,
            "experiment": self.plan.experiment.as_dict(),
            "games": sum(part.games for part in self.state.parts.values()),
            "copied": self._copied,
            "planned": self.plan.games,
            "stopped": stopped.as_dict() if stopped else None,
            "identity": self.identity,
            **({"game": {"name": source.name, "digest": source.digest}} if (source := self.plan.game.source) else {}),
            "strategies": {name: strategy.idea for name, strategy in self.plan.strategies.items()},
            "versions": self.state.versions() or versions(),
            "made with": self.state.made_with,
            "seconds": round(sum(part.seconds for part in self.state.parts.values()), 3),  # of all workers, on all occasions
            "made again, and the same": self.remade,
            "tables": list(tables),
            "parts": [asdict(part) for part in self.state.in_order()],
            "again": self.settings.again,
        }
        write_whole(json.dumps(manifest, indent=1), self.folder.path / MANIFEST)


def _legs(chunks: dict[str, Chunk], crew: "LocalCrew | Cluster") -> Iterator[dict[str, Chunk]]:
    """The first leg is short, so that who lies is found soon. For a single chunk nobody counts the workers, which takes long."""
    if len(chunks) == 1:
        yield dict(chunks)
        return
    waiting = iter(chunks.items())
    yield dict(islice(waiting, FIRST_LEG * crew.size))
    while leg := dict(islice(waiting, max(LEG, LEG_EACH * crew.size))):
        yield leg


def _crew(settings: Settings) -> "LocalCrew | Cluster":
    """Who plays."""
    if settings.carried_by != "dask":
        return LocalCrew(settings.carried_by, settings.jobs)
    from simlab.runner.cluster import Cluster

    return Cluster(settings.scheduler, at_once(settings.jobs), settings.say)
