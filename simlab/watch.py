"""Noticing a strategy that never answers. Compiled code can't be interrupted, but what it is doing can be read from beside it."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from simlab.engine.compiled import COMPILES

PATIENCE = 10.0  # seconds for one decision; they take microseconds
LOOKS = 1.0  # seconds between two looks


class Table(Protocol):
    """What can be watched."""

    @property
    def progress(self) -> tuple[int, int]:
        """Something that changes whenever a strategy has answered."""

    def unanswered(self, seconds: float) -> str:
        """What to say when it has not changed for so long."""


class _Watch:
    """The tables at which games are being played in this process, and since when each has been where it is."""

    def __init__(self) -> None:
        self._since: dict[Table, tuple[tuple[int, int], float]] = {}
        self._told: set[Table] = set()
        self._starting = threading.Lock()
        self._runs = False

    def add(self, table: Table) -> None:
        """Games are being played at this table."""
        self._since[table] = (table.progress, time.monotonic())
        with self._starting:
            if not self._runs:
                threading.Thread(target=self._look_on, daemon=True).start()
                self._runs = True

    def remove(self, table: Table) -> None:
        """They have been played."""
        self._since.pop(table, None)
        self._told.discard(table)

    def _look_on(self) -> None:
        while True:
            time.sleep(LOOKS)
            for table, (before, since) in list(self._since.items()):
                if table.progress != before:
                    self._since.update({table: (table.progress, time.monotonic())} if table in self._since else {})
                elif time.monotonic() - since > PATIENCE and table not in self._told:
                    self._told.add(table)
                    tell(f"{table.unanswered(PATIENCE)}\n  Ctrl-C stops it; what was finished is kept")


_watch = _Watch()


@contextmanager
def watched(table: Table) -> Iterator[None]:
    """While games are played at the table: say so if a strategy does not answer. Uncompiled it may be waiting in a debugger."""
    if not COMPILES:
        yield
        return
    _watch.add(table)
    try:
        yield
    finally:
        _watch.remove(table)


def tell(text: str) -> None:
    """Tell the user, who may sit at another machine: a worker of a cluster passes it on."""
    distributed = sys.modules.get("distributed")
    try:
        worker = distributed.get_worker() if distributed else None
    except ValueError:  # dask is there, and this process is no worker
        worker = None
    if worker is None:
        sys.stderr.write(f"{text}\n")
    else:
        worker.log_event("simlab", f"{text}\n  on worker {worker.address}")
