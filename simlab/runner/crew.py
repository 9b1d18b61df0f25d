"""Who plays a run's chunks: threads or processes of this machine here, a cluster in `cluster`."""

from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from joblib import Parallel, cpu_count, delayed
from joblib.externals.loky.process_executor import BrokenProcessPool

from simlab.plan import Chunk
from simlab.runner.worker import Interrupted, Job, play_chunk
from simlab.storage.folder import Folder, Made


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
        self.size = jobs or cpu_count()

    def results(self, job: Job, chunks: Sequence[Chunk], folder: Folder | None) -> Iterator[Made]:
        """See Crew."""
        parallel = Parallel(n_jobs=self.size, backend=self._backend, return_as="generator_unordered", batch_size=1)
        try:
            yield from parallel(delayed(play_chunk)(job, chunk, folder) for chunk in chunks)
        except KeyboardInterrupt as error:
            raise Interrupted from error
        except BrokenProcessPool as error:
            raise WorkersLost(str(error).splitlines()[0]) from error

    def again(self, job: Job, wanted: Sequence[Again]) -> list[Made | None]:  # noqa: ARG002  # a crew's method
        """The workers of one machine run the same code on the same processor: none is another's witness."""
        return [None for _ in wanted]

    def close(self) -> None:
        """Nothing is left open."""
