"""A strategy tried out before it may do anything here: as plain Python, in a process of its own, with limits of time and memory."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from simlab.base.faults import BadInput, Fault


@dataclass(frozen=True)
class Tried:
    """What came of it. `failed`: why its games could not be played; `wrong`: what was wrong with an answer; `turns`: of each game."""

    asked: int = 0
    wrong: str = ""
    failed: str = ""
    turns: tuple[int, ...] = ()


def try_out(game_name: str, path: Path, games: int) -> Tried:
    """Play some games with the strategy in this file in every seat; BadInput where it can't be read."""
    command = [sys.executable, "-m", "simlab.inspection.trying", game_name, str(path), str(games)]
    done = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout:
        return Tried(failed=f"{path}: {_ended(done)}")
    told = json.loads(done.stdout)
    if faults := told.get("faults"):
        raise BadInput(Fault(where, what) for where, what in faults)
    return Tried(**{**told, "turns": tuple(told.get("turns", ()))})


def _ended(done: subprocess.CompletedProcess[str]) -> str:
    """How a process came to a bad end."""
    if -done.returncode in (signal.SIGXCPU, signal.SIGKILL):
        return "takes too long: a call in it does not come back"
    last = done.stderr.strip().splitlines()[-1:]
    return f"ends the whole process{f': {last[0]}' if last else ''}"
