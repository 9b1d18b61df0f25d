"""Where a run's CPU time goes: what of it is spent in which part, as long as somebody measures; else a part costs nothing.

Each second counts for the innermost part. CPU time is that of the whole process, so measure where one thread works at a time.
"""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

REST = "the rest"


class Clock:
    """The CPU seconds of each part so far; what is in no part is `REST`."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._entered = [REST]
        self._since = time.process_time()

    def enter(self, part: str) -> None:
        """What follows is this part."""
        self._add()
        self._entered.append(part)

    def leave(self) -> None:
        """What follows is again the part around it."""
        self._add()
        self._entered.pop()

    def _add(self) -> None:
        now = time.process_time()
        self.seconds[self._entered[-1]] += now - self._since
        self._since = now


_clock: Clock | None = None  # while somebody measures


@contextmanager
def timed(part: str) -> Iterator[None]:
    """A part of a run, as long as it lasts: as a statement, or around every call of a function."""
    clock = _clock
    if clock is None:
        yield
        return
    clock.enter(part)
    try:
        yield
    finally:
        clock.leave()


@contextmanager
def measured() -> Iterator[dict[str, float]]:
    """The CPU seconds of each part of what is done in here; complete at the end."""
    global _clock  # a part deep inside a run has nobody to ask
    before, _clock = _clock, Clock()
    try:
        yield _clock.seconds
    finally:
        _clock.leave()
        _clock = before
