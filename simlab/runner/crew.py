"""Who plays a run's chunks: threads or processes of this machine here, a cluster in `cluster`."""

import os
import threading
import time
import warnings
from collections.abc import Collection, Iterator, Sequence
from functools import cache, partial
from typing import Protocol

from joblib import Parallel, cpu_count, delayed
from joblib.externals.loky.process_executor import BrokenProcessPool

from simlab.experiment.plan import Chunk
from simlab.runner.worker import Interrupted, Job, play_chunk
from simlab.storage.folder import Folder, Made

LOOKS = 1.0  # seconds between two looks whether the process that started this one is still there

# A run that is stopped leaves tasks behind. That is meant: neither joblib need warn of it, nor the process that clears up after the others.
warnings.filterwarnings("ignore", message=r"\d+ tasks (have been successfully executed|which were still being processed)")
_NO_LEAK = "ignore:resource_tracker"


class WorkersLost(Exception):
    """Workers died while they played; what they were playing has to be played again."""


Again = tuple[Chunk, Collection[str]]  # a chunk that is played again, and by whom not


class Crew(Protocol):
    """Whoever plays chunks, several at once."""

    @property
    def size(self) -> int:
        """How many chunks are played at once."""

    def results(self, job: Job, chunks: Sequence[Chunk], folder: Folder | None) -> Iterator[Made]:
        """Play the chunks; what each gave, in the order in which they get ready. WorkersLost where some have to be played again."""

    def again(self, job: Job, wanted: Sequence[Again]) -> list[Made | None]:
        """Chunks once more, all at once, and each by another worker than these; None where there is no other."""

    def close(self) -> None:
        """The run is over."""


class LocalCrew:
    """Threads or processes of this machine."""

    def __init__(self, backend: str, jobs: int) -> None:
        self._backend = backend
        self._warnings = os.environ.get("PYTHONWARNINGS")
        if backend == "loky":
            os.environ["PYTHONWARNINGS"] = f"{self._warnings},{_NO_LEAK}" if self._warnings else _NO_LEAK
        self.size = jobs or cpu_count()

    def results(self, job: Job, chunks: Sequence[Chunk], folder: Folder | None) -> Iterator[Made]:
        """See Crew."""
        parallel = Parallel(n_jobs=self.size, backend=self._backend, return_as="generator_unordered", batch_size=1)
        play = play_chunk if self._backend == "threading" else partial(_play_in_child, os.getpid())
        try:
            yield from parallel(delayed(play)(job, chunk, folder) for chunk in chunks)
        except KeyboardInterrupt as error:
            raise Interrupted from error
        except BrokenProcessPool as error:
            raise WorkersLost(str(error).splitlines()[0]) from error

    def again(self, job: Job, wanted: Sequence[Again]) -> list[Made | None]:  # noqa: ARG002  # a crew's method
        """The workers of one machine run the same code on the same processor: none is another's witness."""
        return [None for _ in wanted]

    def close(self) -> None:
        """Nothing is left open."""
        if self._warnings is None:
            os.environ.pop("PYTHONWARNINGS", None)
        else:
            os.environ["PYTHONWARNINGS"] = self._warnings


def _play_in_child(parent: int, job: Job, chunk: Chunk, folder: Folder | None) -> Made:
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
