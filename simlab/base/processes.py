"""Processes of our own: they find what this one finds, wherever they begin; and how many can work at once."""

import ctypes
import os
import sys

_ARENA_MAX = -8  # of mallopt, in glibc


def environment(**more: str) -> dict[str, str]:
    """What such a process is told: where this one finds its modules, and what is set."""
    found = os.pathsep.join(path or os.getcwd() for path in sys.path)
    return {**os.environ, "PYTHONPATH": found, **more}


def at_once(jobs: int = 0) -> int:
    """How many work at once: so many; 0: one for every core, as far as a container allows it."""
    if jobs:
        return jobs
    from joblib import cpu_count  # here, because it takes long to load, and who plays a single chunk needs nothing of it

    return int(cpu_count())


def share_heaps() -> None:
    """From now on threads share as many heaps as there are cores. In glibc there are eight times as many: threads that come and go find
    another one each time, and each keeps what it once needed.
    """
    if os.name == "posix" and "MALLOC_ARENA_MAX" not in os.environ:
        library = ctypes.CDLL(None)
        if hasattr(library, "mallopt"):
            library.mallopt(_ARENA_MAX, cores())


def cores() -> int:
    """How many of this machine's cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
