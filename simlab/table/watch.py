"""Noticing a strategy that never answers, and a game that never ends. Compiled code can't be interrupted, but what it is doing can be read
from beside it.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab.engine.compiled import COMPILES

if TYPE_CHECKING:
    from simlab.table.table import Table

PATIENCE = 10.0  # seconds for one decision; they take microseconds
TOPIC = "simlab"  # under which a worker's messages travel
LOOKS = 1.0  # seconds between two looks
MANY = 1_000_000  # decisions: no game has so many


@dataclass
class _Played:
    """A table at which games are being played: how far it was, since when, and whom to tell."""

    progress: tuple[int, int, int]
    since: float
    tell: Callable[[str], None]
    began: float  # the deal that is being played
    is_told: bool = False

    def wrong(self, table: "Table", now: float) -> str:
        """What is wrong with how far the table is by now; empty where it goes on."""
        progress = table.progress
        if progress[0] != self.progress[0]:
            self.began = now
        if progress != self.progress:
            self.progress, self.since = progress, now
        elif now - self.since > PATIENCE:
            return table.unanswered(PATIENCE)
        return table.unended(PATIENCE) if now - self.began > PATIENCE and progress[1] > MANY else ""


def _look_on() -> None:
    while True:
        time.sleep(LOOKS)
        for table, played in list(_tables.items()):
            what = "" if played.is_told else played.wrong(table, time.monotonic())
            if what:
                played.is_told = True
                played.tell(f"{what}\n  Ctrl-C stops it; what was finished is kept")


_tables: dict["Table", _Played] = {}  # at which games are being played in this process
_watch, _starting = threading.Thread(target=_look_on, daemon=True), threading.Lock()


@contextmanager
def watched(table: "Table") -> Iterator[None]:
    """While games are played at the table: say so if a strategy does not answer. Uncompiled it may be waiting in a debugger."""
    if not COMPILES:
        yield
        return
    now = time.monotonic()
    _tables[table] = _Played(table.progress, now, _teller(), now)
    with _starting:
        if _watch.ident is None:
            _watch.start()
    try:
        yield
    finally:
        del _tables[table]


def _teller() -> Callable[[str], None]:
    """How to tell the user, who may sit at another machine: a worker of a cluster passes it on."""
    distributed = sys.modules.get("distributed")
    try:
        worker = distributed.get_worker() if distributed else None
    except ValueError:  # dask is there, and this process is no worker
        worker = None
    if worker is None:
        return lambda text: print(text, file=sys.stderr)
    return lambda text: worker.log_event(TOPIC, f"{text}\n  on worker {worker.address}, which has to be started again afterwards")
