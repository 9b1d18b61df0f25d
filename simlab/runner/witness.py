"""What ended the processes that played: the chunks at which they died, once more in a process that leaves behind how far it was.

A signal ends a process without a word. This one has its table in a file, which stays: the deal, who was asked, and what.
"""

import json
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simlab.base.processes import environment
from simlab.experiment.plan import Chunk
from simlab.runner.worker import Job, play_chunk
from simlab.table.locate import where
from simlab.table.table import Table

PATIENCE = 180  # seconds
STATE, TABLE = "state", "table.json"


def end_of(job: Job, chunks: Sequence[Chunk]) -> str:
    """Which strategy ended a process, in which deal and seat; empty where it does not happen again."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-P", "-m", __name__, folder]
        try:
            done = subprocess.run(
                command, input=pickle.dumps((job, list(chunks))), env=environment(), capture_output=True, timeout=PATIENCE, check=False
            )
            table = json.loads((Path(folder) / TABLE).read_bytes())
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return ""
        if done.returncode >= 0:
            return ""
        state = np.fromfile(Path(folder) / STATE, dtype=job.open().game.state)[0]
    return _told(job, table, state, -done.returncode)


def _told(job: Job, table: dict[str, Any], state: Any, number: int) -> str:
    game, deal, seat = job.open().game, int(state["deal"]), int(state["asked"])
    (name, _, path), *_ = table["seats"][seat]
    found = where({**table, "deal": deal})  # as plain Python it may only raise
    lack = " (by the system: too little memory?)" if number == signal.SIGKILL else ""
    return (
        f"{found or path}: {game.decisions[state['seen']['kind']].name} ended the process that played it, "
        f"signal {number}, {signal.Signals(number).name}{lack}\n"
        f"  game {game.name}, deal {deal}, seat {seat} ({name}), seed {table['seed']}\n"
        f"  replay: NUMBA_DISABLE_JIT=1 {table['replay'].replace('--deals -1', f'--deals {deal}')}"
    )


def main(folder: Path) -> None:
    """Play the chunks; before each batch it is noted at which table."""
    job, chunks = pickle.load(sys.stdin.buffer)
    play = Table.play

    def noting(table: Table, first: int, rows: np.ndarray, *more: Any) -> None:
        note = {**table.and_deal, "replay": table.replay_command(-1)}
        (folder / TABLE).write_text(json.dumps(note))
        play(table, first, rows, *more)

    def mapped(kind: np.dtype) -> np.ndarray:
        (folder / STATE).unlink(missing_ok=True)  # an earlier table keeps what it had
        return np.memmap(folder / STATE, np.uint8, "w+", shape=kind.itemsize).view(kind).view(np.recarray)

    Table.room = staticmethod(mapped)
    Table.play = noting  # type: ignore[method-assign, assignment]  # this process does nothing else
    for chunk in chunks:
        play_chunk(job, chunk, None)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
