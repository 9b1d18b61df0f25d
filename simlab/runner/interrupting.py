"""Ctrl-C while a run is carried out: nothing swallows it, and whoever plays for the run hears of it at once.

Python raises KeyboardInterrupt in whatever the main thread does just then. In a destructor, or in what other code calls back, it is printed
and forgotten; so it is remembered as well.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from simlab.runner.worker import Interrupted, stopped


class _Heard:
    """What Ctrl-C calls: what is to be done at once, then what it called before."""

    def __init__(self, then: Callable[[], None] | None) -> None:
        self._then, self.before, self.is_pressed = then, signal.getsignal(signal.SIGINT), False

    def __call__(self, number: int, at: FrameType | None) -> None:
        self.is_pressed = True
        if self._then:
            self._then()
        if callable(self.before):
            self.before(number, at)

    def look_up(self) -> None:
        """Interrupted where it was pressed, here or further out."""
        if self.is_pressed:
            raise Interrupted
        if isinstance(self.before, _Heard):
            self.before.look_up()


@contextmanager
def heeds_ctrl_c(then: Callable[[], None] | None = None) -> Iterator[None]:
    """Do this at once when the user presses Ctrl-C; and where that was swallowed it is Interrupted, at the beginning and at the end."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals come to the main thread alone
        return
    heard = _Heard(then)
    heard.look_up()
    try:
        signal.signal(signal.SIGINT, heard)
        yield
    finally:
        signal.signal(signal.SIGINT, heard.before)
    heard.look_up()


@contextmanager
def stops_when_left(token: str) -> Iterator[None]:
    """However playing ends, threads that still play for this run stop. Ctrl-C tells them at once: a batch that is being played can't be
    interrupted, but it is the last one.
    """
    stopped.discard(token)  # of what was played for this run before
    try:
        with heeds_ctrl_c(lambda: stopped.add(token)):
            yield
    finally:
        stopped.add(token)
