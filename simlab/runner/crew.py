"""Who plays a run's chunks: threads or processes of this machine here, a cluster in `cluster`."""

import os
from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from joblib import Parallel, delayed
from joblib.externals.loky.process_executor import BrokenProcessPool

from simlab.plan import Chunk
from simlab.runner.worker import Interrupted, Job, enough, play_chunk
from simlab.storage.folder import Folder, Made


class WorkersLost(Exception):
    """Workers died while they played; what they were playing has to be played again."""


class Crew(Protocol):
    """Whoever plays chunks, several at once."""

    @property
    def size(self) -> int:
        """How many chunks are played at once."""

    def results(self, job: Job, chunks: Sequence[Chunk], folder: Folder) -> Iterator[Made]:
        """Play the chunks; what each gave, in the order in which they get ready. WorkersLost where some have to be played again."""

    def again(self, job: Job, chunk: Chunk, not_by: Collection[str]) -> Made | None:
        """A chunk once more, and by another worker than these; None where there is no other."""

    def close(self) -> None:
        """The run is over."""


class LocalCrew:
    """Threads or processes of this machine."""

    def __init__(self, backend: str, jobs: int) -> None:
        self._backend = backend
        self.size = jobs or len(os.sched_getaffinity(0))

    def results(self, job: Job, chunks: Sequence[Chunk], folder: Folder) -> Iterator[Made]:
        """See Crew."""
        enough.clear()
        parallel = Parallel(n_jobs=self.size, backend=self._backend, return_as="generator_unordered", batch_size=1)
        try:
            yield from parallel(delayed(play_chunk)(job, chunk, folder) for chunk in chunks)
        except KeyboardInterrupt as error:
            raise Interrupted from error
        except BrokenProcessPool as error:
            raise WorkersLost(str(error).splitlines()[0]) from error
        finally:
            enough.set()

    def again(self, job: Job, chunk: Chunk, not_by: Collection[str]) -> Made | None:  # noqa: ARG002  # a crew's method
        """The workers of one machine run the same code on the same processor: none is another's witness."""
        return None

    def close(self) -> None:
        """Nothing is left open."""
