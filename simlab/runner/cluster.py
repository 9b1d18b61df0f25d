"""A Dask cluster as a run's crew: workers on many machines, through joblib's Dask backend.

What travels to a worker is the text of strategies, never a function of the user's own; what comes back is a tally, and the rows only
where the worker can't write them itself. Workers may come, go and die at any time.
"""

import asyncio
import concurrent.futures
import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any, TypeVar

import dask
from distributed import Client, LocalCluster, as_completed, default_client, get_worker
from distributed.comm import CommClosedError, resolve_address
from distributed.scheduler import KilledWorker
from joblib import Parallel, delayed
from joblib._dask import DaskDistributedBackend

from simlab.base.faults import BadInput, Fault, Outage, RunFailure
from simlab.experiment.plan import Chunk
from simlab.runner.crew import Again, WorkersLost
from simlab.runner.worker import MATTERING, Interrupted, Job, differences, play_chunk, versions
from simlab.storage.folder import Folder
from simlab.storage.lock import maker
from simlab.storage.parts import Made
from simlab.table.watch import TOPIC

CONNECTS = 10  # seconds that a scheduler has to answer
JOINS = 60  # seconds that the first worker has to come
LOOKS = 5.0  # seconds between two looks whether there are workers left
AT_ONCE = 10.0  # seconds after which a worker that came late and leaves again has done something
PASSES = 1.0  # seconds that a worker that is refused waits before it passes something on, so that others take the rest
CLOSES = 1  # seconds to say good-bye in

WITHOUT_CTRL_C = (
    "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)"  # it reaches all processes of a terminal, and is ours to act upon
)

CANCELLED = (asyncio.CancelledError, concurrent.futures.CancelledError)  # what is raised where the scheduler has gone: either

_passed_on: set[str] = set()  # in a worker: the runs for which it is refused, and has said so

_logs = [logging.getLogger(name) for name in ("distributed", "distributed.client", "tornado.application")]

Say = Callable[[str], None]
T = TypeVar("T")


class Cluster:
    """The workers of a Dask scheduler."""

    is_one_machine = False  # and where it is one, it tries out many

    def __init__(self, scheduler: str | None, jobs: int, say: Say) -> None:
        self._say = say
        self._own: list[Any] = []  # what we opened, and close again
        self._loud = [log.level for log in _logs]
        for log in _logs:
            log.setLevel(logging.CRITICAL)  # what goes wrong is told in our own words
        self._over, self._listens = threading.Event(), list[str]()
        self._came: dict[str, float] = {}  # when workers came that were not there at the beginning
        try:
            self.client = self._connected(scheduler, jobs)
            self._await_workers()
            self._refuse_other_versions()
            self._listen(TOPIC, lambda event: say(event[1]))
            if self._own:  # on a client of the user's own somebody else may listen
                self._listen("all", self._hear_of_workers)
        except BaseException:
            self.close()
            raise
        threading.Thread(target=self._look_on, daemon=True).start()

    @property
    def address(self) -> str:
        """Where the scheduler is."""
        return str(self.client.scheduler.address) if self.client.scheduler else "?"

    @property
    def size(self) -> int:
        """How many chunks are played at once: by all threads of all workers."""
        threads: dict[str, int] = self._asked(self.client.ncores)
        return max(1, sum(threads.values()))

    def _connected(self, scheduler: str | None, jobs: int) -> Client:
        """The scheduler that is named; else the one of the user's own program, or of dask's configuration; else one on this machine."""
        if scheduler is None:
            try:
                return default_client()
            except ValueError:
                scheduler = dask.config.get("scheduler-address", None) or "local"
        if scheduler == "local":
            cluster = LocalCluster(n_workers=jobs, threads_per_worker=1, silence_logs="CRITICAL", preload=[WITHOUT_CTRL_C])
            self._own.append(cluster)
            return self._opened(cluster)
        try:
            resolve_address(scheduler)  # of something that is none a client would keep us waiting
            return self._opened(scheduler)
        except (OSError, ValueError, TypeError) as error:
            what = f"no scheduler answers at {scheduler} ({error}); start one with: dask scheduler, or write local"
            raise BadInput([Fault("--scheduler", what)]) from error

    def _opened(self, where: Any) -> Client:
        client = Client(where, timeout=CONNECTS, set_as_default=False, name="simlab")
        self._own.insert(0, client)
        return client

    def _asked(self, question: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """What the scheduler says; an outage where it is there no more."""
        try:
            return question(*args, **kwargs)
        except (OSError, *CANCELLED) as error:
            raise self._gone() from error

    def _gone(self) -> Outage:
        return Outage(f"the scheduler at {self.address} has gone, or can't be reached any more")

    def _await_workers(self) -> None:
        if self._asked(self.client.ncores):
            return
        self._say(f"no workers yet at {self.address}: waiting for the first (dask worker {self.address})")
        try:
            self.client.wait_for_workers(1, timeout=JOINS)
        except TimeoutError:
            what = f"no worker has come to {self.address} in {JOINS} s; start one with: dask worker {self.address}"
            raise Outage(what) from None
        except (OSError, *CANCELLED) as error:
            raise self._gone() from error

    def _refuse_other_versions(self) -> None:
        """Rows must not depend on who plays them, so all play with the same versions of everything."""
        refused = []
        installed = {name: self._asked(self.client.run, version, name, on_error="return") for name in MATTERING}
        sources = self._asked(self.client.run, versions, on_error="return")
        for worker in sorted(sources):
            theirs = {name: found[worker] for name, found in installed.items() if isinstance(found.get(worker), str)}
            source = sources[worker]
            if isinstance(source, OSError):
                continue  # it has gone meanwhile
            if isinstance(source, dict):
                theirs.update(source)
            elif theirs.keys() == installed.keys() and theirs["simlab"] == version("simlab"):
                theirs["source of simlab"] = f"cannot be used ({type(source).__name__}: {source})"
            if different := differences(theirs, versions()):
                refused.append(f"worker {worker} has {'; '.join(different)}")
        if refused:
            raise RunFailure("\n".join([*refused, "install the same versions on all workers: rows must not depend on who plays them"]))

    def _look_on(self) -> None:
        """Say it when no worker is left: the run waits for new ones."""
        waits = False
        while not self._over.wait(LOOKS):
            try:
                there = bool(self.client.ncores())
            except Exception:  # whatever it is: whoever waits for results will meet it as well, and tell
                return
            if not there and not waits:
                self._say(f"no workers are left at {self.address}: waiting for new ones; Ctrl-C stops, and finished parts are kept")
            waits = not there

    def _listen(self, topic: str, told: Callable[[tuple[float, Any]], None]) -> None:
        self.client.subscribe_topic(topic, told)
        self._listens.append(topic)

    def _hear_of_workers(self, event: tuple[float, Any]) -> None:
        """Say who came late and left at once: one without simlab can't even read what it is given."""
        at, what = event
        match what:
            case {"action": "add-worker", "worker": worker}:
                self._came[worker] = at
            case {"action": "remove-worker", "worker": worker}:
                if worker in self._came and at - self._came.pop(worker) < AT_ONCE and not self._over.is_set():
                    simlab = f"simlab {version('simlab')}"
                    self._say(f"worker {worker} came and left at once: is {simlab} installed there? The others go on")

    def results(self, job: Job, chunks: Sequence[Chunk], folder: Folder | None) -> Iterator[Made]:
        """See LocalCrew. Chunks of workers that die are played by others; Dask gives up on one at which several died. Nothing comes of
        chunks that a worker has passed on: they are given out again with what is left.
        """
        parallel = Parallel(n_jobs=-1, backend=_Backend(client=self.client), return_as="generator_unordered", batch_size=1)
        with self._failures_told():
            yield from filter(None, parallel(delayed(_play_or_pass_on)(job, chunk, folder) for chunk in chunks))

    @contextmanager
    def _failures_told(self) -> Iterator[None]:
        """What goes wrong with a task, as we call it."""
        try:
            yield
        except KeyboardInterrupt as error:
            raise Interrupted from error
        except KilledWorker as error:
            raise WorkersLost(f"workers died while they played, at last {error.last_worker.address}") from error
        except (*CANCELLED, CommClosedError) as error:
            raise self._gone() from error
        except OSError as error:
            raise Outage(f"a worker of {self.address} could not write: {error}") from error
        except (BadInput, RunFailure):
            raise
        except Exception as error:
            what = f"{error}\n".splitlines()[0]
            raise RunFailure(f"a worker of {self.address} failed: {type(error).__name__}: {what}") from error

    def again(self, job: Job, wanted: Sequence[Again]) -> list[Made | None]:
        """See LocalCrew."""
        makers = self._asked(self.client.run, _maker_for, job, on_error="ignore")
        given = []
        for chunk, not_by in wanted:
            others = {address for address, name in makers.items() if name and name not in not_by}
            given.append((self.client.submit(play_chunk, job, chunk, None, workers=list(others), pure=False) if others else None, others))
        return [self._witness(future, others) if future else None for future, others in given]

    def _witness(self, future: Any, others: Collection[str]) -> Made | None:
        """What one of these workers made; None where all of them have gone, for whom the task would wait for ever."""
        with self._failures_told():
            while True:
                try:
                    made: Made = future.result(timeout=LOOKS)
                    return made
                except TimeoutError:
                    if self.client.ncores().keys().isdisjoint(others):
                        return None
                except KilledWorker:
                    return None

    def close(self) -> None:
        """Take leave of the scheduler; what we started ends."""
        self._over.set()
        for topic in self._listens:
            self.client.unsubscribe_topic(topic)  # a client of the user's own goes on
        for opened in self._own:
            try:
                opened.close(timeout=CLOSES)
            except Exception as error:  # we go anyway
                self._say(f"closing the connection to the cluster: {error}")
        for log, level in zip(_logs, self._loud, strict=True):
            log.setLevel(level)


def _play_or_pass_on(job: Job, chunk: Chunk, folder: Folder | None) -> Made | None:
    """Play a chunk. A worker of other versions, which joined late, leaves it to others; that it is refused is said once."""
    refusal = job.refusal()
    if not refusal:
        return play_chunk(job, chunk, folder)
    if job.token not in _passed_on:
        _passed_on.add(job.token)
        get_worker().log_event(TOPIC, f"refused: {refusal}; the others go on")
    time.sleep(PASSES)
    return None


def _maker_for(job: Job) -> str:
    """Who this worker is, if it may play."""
    return "" if job.refusal() else maker()


class _Lost:
    """What joblib gets for a task that gave nothing."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


class _Backend(DaskDistributedBackend):  # type: ignore[misc]  # joblib has no types
    """joblib's own, which waits for ever for a task that Dask gave up: at which workers died, or whose scheduler has gone. And with a
    single worker it would play here instead.
    """

    def effective_n_jobs(self, n_jobs: int) -> int:
        return max(2, int(super().effective_n_jobs(n_jobs)))

    def __init__(self, client: Client, **more: Any) -> None:
        super().__init__(client=client, **more)
        self.waiting_futures = as_completed([], loop=client.loop)

    async def _collect(self) -> None:
        while self._continue:
            async for future in self.waiting_futures:
                waiting, callback = self._results.pop(future), self._callbacks.pop(future)
                try:
                    result = await future._result()
                except (Exception, *CANCELLED) as error:  # also one that can't be sent as it is
                    result = _Lost(error)
                waiting.set_result(result)
                callback(result)
            await asyncio.sleep(0.01)

    def retrieve_result_callback(self, out: Any) -> Any:
        if isinstance(out, _Lost):
            raise out.error
        return super().retrieve_result_callback(out)
