"""Noticing that plain Python goes round and round, and in which loop: it is interrupted, and followed line by line for a while."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

FOLLOWED = 5_000  # lines
GRACE = 2.0  # seconds of computing for them


class Over(BaseException):
    """It has taken too long. `loop`: the function that went round and round meanwhile, and its first line."""

    loop: tuple[str, int] | None = None


@contextmanager
def limited(seconds: float, paths: set[str], progress: Callable[[], object]) -> Iterator[None]:
    """Meanwhile no more than so many seconds of computing. A loop is looked for in these files, and is none where there is progress."""
    before = signal.signal(signal.SIGPROF, lambda _, frame: _Following(paths, progress).begin(frame))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        sys.settrace(None)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class _Following:
    """What is done after the interruption, line by line."""

    def __init__(self, paths: set[str], progress: Callable[[], object]) -> None:
        self.paths, self.progress = paths, progress
        self.left = FOLLOWED
        self.lines: dict[FrameType, set[int]] = {}  # of each function that was being done, the outermost first

    def begin(self, frame: FrameType | None) -> None:
        """Follow whatever is being done."""
        self.before = self.progress()
        signal.signal(signal.SIGPROF, self._stop)
        signal.setitimer(signal.ITIMER_PROF, GRACE)
        while frame:
            if frame.f_code.co_filename in self.paths:
                self.lines = {frame: set(), **self.lines}
                frame.f_trace = self._look
            frame = frame.f_back
        sys.settrace(self._look)

    def _look(self, frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename not in self.paths:
            return None
        if event == "return":
            self.lines.pop(frame, None)
        elif event == "line":
            self.left -= 1
            if frame in self.lines:
                self.lines[frame].add(frame.f_lineno)
            if self.left == 0:
                self._stop()
        return self._look

    def _stop(self, *_: Any) -> None:
        sys.settrace(None)
        over = Over()
        goes_on = [(frame, lines) for frame, lines in self.lines.items() if lines]
        if goes_on and self.progress() == self.before:
            frame, lines = goes_on[-1]
            over.loop = (frame.f_code.co_name, min(lines))
        raise over
