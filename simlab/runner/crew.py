"""Who plays a run's chunks: threads or processes of this machine here, a cluster in `cluster`; and whether they agree."""

import os
import random
import threading
import time
import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

from simlab.base.faults import Outage
from simlab.base.processes import at_once
from simlab.experiment.plan import Chunk, Plan
from simlab.runner.worker import Interrupted, Job, play_chunk
from simlab.storage.folder import Folder
from simlab.storage.parts import Made, Part, State

if TYPE_CHECKING:
    from simlab.runner.cluster import Cluster

ONE_IN = 200  # parts that are made again in a cluster, besides the first of each worker
ONE_IN_HERE = 50  # on one machine
LOOKS = 1.0  # seconds between two looks whether the process that started this one is still there

# A run that is stopped leaves tasks behind. That is meant: neither joblib need warn of it, nor the process that clears up after the others.
warnings.filterwarnings("ignore", message=r"\d+ tasks (have been successfully executed|which were still being processed)")
_NO_LEAK = "ignore:resource_tracker"


class WorkersLost(Exception):
    """Workers died while they played; what they were playing has to be played again."""


Again = tuple[Chunk, Collection[str]]  # a chunk that is played again, and by whom not


class LocalCrew:
    """Threads or processes of this machine."""

    is_one_machine = True

    def __init__(self, backend: str, jobs: int) -> None:
        self._backend, self._jobs = backend, jobs
        self._warnings = os.environ.get("PYTHONWARNINGS")
        if backend == "loky":
            os.environ["PYTHONWARNINGS"] = f"{self._warnings},{_NO_LEAK}" if self._warnings else _NO_LEAK

    @cached_property
    def size(self) -> int:
        """How many chunks are played at once."""
        return at_once(self._jobs)

    def results(self, job: Job, chunks: Sequence[Chunk], folder: Folder | None) -> Iterator[Made]:
        """Play the chunks; what each gave, in the order in which they get ready. WorkersLost where some have to be played again."""
        try:
            if len(chunks) == 1:
                yield play_chunk(job, chunks[0], folder)
            else:
                yield from self._at_once(job, chunks, folder)
        except KeyboardInterrupt as error:
            raise Interrupted from error

    def _at_once(self, job: Job, chunks: Sequence[Chunk], folder: Folder | None) -> Iterator[Made]:
        from joblib import Parallel, delayed
        from joblib.externals.loky.process_executor import BrokenProcessPool

        workers = min(self.size, len(chunks))
        parallel = Parallel(n_jobs=workers, backend=self._backend, return_as="generator_unordered", batch_size=1)
        play = play_chunk if self._backend == "threading" else partial(_play_in_child, os.getpid())
        try:
            yield from parallel(delayed(play)(job, chunk, folder) for chunk in chunks)
        except BrokenProcessPool as error:
            raise WorkersLost(str(error).splitlines()[0]) from error

    def again(self, job: Job, wanted: Sequence[Again]) -> list[Made | None]:
        """Chunks once more, all at once, and each by another worker than these; None where there is no other.

        The workers of one machine are all the same: what they can find is that it does not come to the same twice.
        """
        made: dict[str, Made] = {}
        with suppress(WorkersLost):
            made = {one.part.name: one for one in self.results(job, [chunk for chunk, _ in wanted], None)} if wanted else {}
        return [made.get(chunk.part) for chunk, _ in wanted]

    def close(self) -> None:
        """Nothing is left open."""
        if self._warnings is None:
            os.environ.pop("PYTHONWARNINGS", None)
        else:
            os.environ["PYTHONWARNINGS"] = self._warnings


def _play_in_child(parent: int, job: Job, chunk: Chunk, folder: Folder | None) -> Made:
    if os.getpid() != parent:  # for a single process joblib starts none
        _ends_with(parent)
    return play_chunk(job, chunk, folder)


@cache
def _ends_with(parent: int) -> None:
    """Processes that joblib started would wait for ever for one that was killed."""

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(LOOKS)
        os._exit(1)

    threading.Thread(target=look, daemon=True).start()


@dataclass
class Samples:
    """Whether workers agree: a few chunks are made again, in a cluster by another worker, and must come out the same.

    A machine with a broken core or a meddled library is found after its first chunks, or else after a leg of the run. What was checked is
    merged; what one worker made since the last check is forgotten when it is found to be wrong, and made again by the next run.
    """

    plan: Plan
    crew: "LocalCrew | Cluster"
    job: Job
    folder: Folder
    remade: int = 0  # so far
    _makers: set[str] = field(default_factory=set)  # of whom a part was made again
    _chance: random.Random = field(default_factory=random.Random)

    def check(self, state: State) -> None:
        """Make again some of the parts that were noted since the last check, all at once."""
        parts = self._some_of(list(state.noted.values()))
        chunks = [self.plan.chunk(part.groups, part.number) for part in parts]
        others = self.crew.again(self.job, [(chunk, {part.maker}) for chunk, part in zip(chunks, parts, strict=True)])
        for part, chunk, other in zip(parts, chunks, others, strict=True):
            if other is None:
                continue  # nobody else was there
            if not part.holds_the_same_as(other.part):
                self._stop(state, part, other.part, chunk)
            self.remade += 1
            self._makers.add(part.maker)

    def _some_of(self, parts: list[Part]) -> list[Part]:
        """In a cluster the first part of each worker that is new; and a few of the others."""
        if self.crew.is_one_machine:
            return self._chance.sample(parts, len(parts) // ONE_IN_HERE)
        first = {part.maker: part for part in reversed(parts) if part.maker not in self._makers}
        return [*first.values(), *self._chance.sample(parts, len(parts) // ONE_IN)]

    def _stop(self, state: State, one: Part, two: Part, chunk: Chunk) -> None:
        """They differ: a third worker decides, where there is one."""
        if self.crew.is_one_machine:
            self.folder.forget(list(state.noted))
            raise Outage(
                f"{one.name}: this machine has played it twice and did not get the same: is its memory broken, or a core? "
                f"{len(state.noted)} parts made since the last check are forgotten"
            )
        third = self.crew.again(self.job, [(chunk, {one.maker, two.maker})])[0]
        wrong = {one.maker, two.maker}
        said = f"{one.name}: {one.maker} and {two.maker} played the same chunk and did not get the same"
        for part, other in ((one, two), (two, one)):
            if third and part.holds_the_same_as(third.part):
                wrong = {other.maker}
                said += f"; {third.part.maker} agrees with {part.maker}"
        theirs = [part.name for part in state.noted.values() if part.maker in wrong]
        self.folder.forget(theirs)
        raise Outage(
            f"{said}. {' and '.join(sorted(wrong))} can't be trusted: {len(theirs)} parts made there since the last check are forgotten. "
            "Take it out of the cluster before you go on"
        )
