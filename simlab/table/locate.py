"""Where in its file a strategy went wrong, when compiled code could not tell: the same deal once more, as plain Python.

Compiled code knows that an index was out of bounds, but not in which line. The deal is played again in a process of its own, with
NUMBA_DISABLE_JIT=1; the games are the same, so the same thing goes wrong. Strategies come as text: a cluster's worker has no files.
"""

import json
import os
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import numpy as np

PATIENCE = 120  # seconds


def line_of(path: Path, table: dict[str, Any]) -> int | None:
    """The line of the file in which playing the deal raises; None where that can't be told."""
    command = [sys.executable, "-m", "simlab.table.locate", str(path)]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    try:
        done = subprocess.run(
            command, input=json.dumps(table), env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip().isdecimal() else None


def main(path: str) -> None:
    """Read the table from standard input, play its deal, and print the line that raises."""
    from simlab import games
    from simlab.base.faults import RunFailure
    from simlab.players import strategies
    from simlab.table import Table

    told = json.load(sys.stdin)
    game = games.find(told["game"])
    seats = [(strategies.from_source(game, name, source, Path(file)), params) for name, source, file, params in told["seats"]]
    try:
        with np.errstate(divide="raise", invalid="raise"):
            Table(game, seats, game.Rules(**told["rules"]), told["seed"]).rows(told["deal"], 1)
    except RunFailure as failure:
        cause = failure.__cause__
        lines = [frame.lineno for frame in traceback.extract_tb(cause.__traceback__ if cause else None) if frame.filename == path]
        sys.stdout.write(f"{lines[-1]}" if lines else "")


if __name__ == "__main__":
    main(sys.argv[1])
