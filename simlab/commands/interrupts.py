"""Ctrl-C ends whatever simlab is doing within two seconds, also while compiled code runs that Python can't interrupt.

The system's signal handler writes a byte into a pipe even then. A thread waits for it, gives the command time to end in good order, and
ends the process where it does not. That loses nothing: every file is there whole or not at all.
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

INTERRUPTED = 130
PATIENCE = 1.5  # seconds to end in good order


class _Told:
    """What happened, and what to say of it."""

    is_interrupted = False
    text = ""


def if_interrupted(text: str) -> None:
    """What to say when the user stops the command."""
    _Told.text = text


def end_if_interrupted() -> None:
    """End as one who was interrupted, if the user did."""
    if _Told.is_interrupted:
        _end()


@contextmanager
def soon_after_ctrl_c() -> Iterator[None]:
    """As long as a command works; whoever called it in a process of its own has its Ctrl-C back then."""
    readable, writable = os.pipe()
    os.set_blocking(writable, False)
    told = signal.set_wakeup_fd(writable, warn_on_full_buffer=False)
    handler = signal.signal(signal.SIGINT, _interrupt)
    threading.Thread(target=_wait_for_ctrl_c, args=(readable,), daemon=True).start()
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        signal.set_wakeup_fd(told)
        os.close(writable)


def _interrupt(*_: object) -> None:
    _Told.is_interrupted = True
    raise KeyboardInterrupt


def _wait_for_ctrl_c(readable: int) -> None:
    with open(readable, "rb", buffering=0) as signals:
        while (number := signals.read(1)) != bytes([signal.SIGINT]):
            if not number:  # the command has ended
                return
    time.sleep(PATIENCE)
    _end()


def _end() -> None:
    if _Told.text:
        sys.stderr.write(f"{_Told.text}\n")
    sys.stderr.flush()
    for process in multiprocessing.active_children():  # they may be in code that can't be interrupted, too
        process.kill()
    os._exit(INTERRUPTED)  # a thread that never ends would keep the process
