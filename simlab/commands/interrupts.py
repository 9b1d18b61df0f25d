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


def soon_after_ctrl_c() -> None:
    """From now on."""
    readable, writable = os.pipe()
    os.set_blocking(writable, False)
    signal.set_wakeup_fd(writable, warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, _interrupt)
    threading.Thread(target=_wait_for_ctrl_c, args=(readable,), daemon=True).start()


def _interrupt(*_: object) -> None:
    _Told.is_interrupted = True
    raise KeyboardInterrupt


def _wait_for_ctrl_c(readable: int) -> None:
    while os.read(readable, 1) != bytes([signal.SIGINT]):
        pass
    time.sleep(PATIENCE)
    _end()


def _end() -> None:
    if _Told.text:
        sys.stderr.write(f"{_Told.text}\n")
    sys.stderr.flush()
    for process in multiprocessing.active_children():  # they may be in code that can't be interrupted, too
        process.kill()
    os._exit(INTERRUPTED)  # a thread that never ends would keep the process
