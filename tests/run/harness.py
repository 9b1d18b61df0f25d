"""A small experiment, runs of it in this process and in one of their own, and how to wait for them on a machine that others use too."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from simlab.experiment import load
from simlab.runner import Settings, run_experiment
from simlab.storage.folder import Folder

ROOT = Path(__file__).parents[2]
LONG = 300  # seconds: more than anything here takes, on however busy a machine, all that it needs still to be compiled
EXPERIMENT: dict[str, Any] = {
    "name": "duel",
    "question": "Does the Eight matter between two?",
    "game": "mean",
    "players": 3,
    "games": 60_000,
    "seed": 5,
    "lineup": ["random", "first", "random"],
    "scenarios": {"as printed": {}, "an Eight wins": {"eight_last": "wins"}},
}

# A strategy that never answers, in the second scenario: by the printed rules it is found out before the run.
ENDLESS = '"""Thinks for ever."""\n\n\ndef play(view):\n    n = 0\n    while view.rules.eight_last == 1:\n        n += 1\n    return n\n'


def run(out: Path | str, changed: dict | None = None, **settings) -> Folder:
    return run_experiment(load({**EXPERIMENT, **(changed or {})}), Settings(out=out, **settings))


def runs_of(folder: Path, asked: dict[str, Any], changed: dict[str, dict[str, Any]]) -> Path:
    """A folder with a run of each change of what is asked, by its name; what is None is left out."""
    for name, more in changed.items():
        given = {key: value for key, value in {**asked, **more}.items() if value is not None}
        run_experiment(load(given), Settings(jobs=1, out=folder / name))
    return folder


def parts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "games").iterdir())}


def environment(**more: str) -> dict[str, str]:
    """What a process needs to find this simlab."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def started(*arguments: str, **more) -> subprocess.Popen:
    """Python with these arguments; where a test waits for it in vain, it dies."""
    command = [sys.executable, *arguments]
    settings = {"env": environment(), "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **more}
    process = subprocess.Popen(command, **settings)
    end = threading.Timer(2 * LONG, process.kill)
    end.daemon = True
    end.start()
    return process


def simlab_run(file: Path | str, out: Path | str, *options: str, **more) -> subprocess.Popen:
    return started("-m", "simlab", "run", str(file), "--out", str(out), *options, **more)


def wait_until(holds: Callable[[], object], seconds: float = LONG) -> None:
    """Wait until something holds, and fail where it does not."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it has not come about"
        time.sleep(0.02)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started and that are still there."""
    found = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        try:
            found += map(int, (thread / "children").read_text().split())
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended meanwhile
    return found


def is_alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def heard(process: subprocess.Popen, text: str) -> str:
    """What a process says on stderr, up to the line with this text."""
    said = ""
    while text not in said:
        line = process.stderr.readline()
        assert line, said
        said += line
    return said


def interrupt(process: subprocess.Popen) -> str:
    """Ctrl-C: it ends soon, with 130. Gives what it still said on stderr.

    Soon is before we, who do nothing else meanwhile, have worked for four seconds: where others work as well, both of us wait for them.
    """
    process.send_signal(signal.SIGINT)
    work = time.process_time()
    while process.poll() is None:
        assert time.process_time() - work < 4, "it works on"
    _, said = process.communicate(timeout=LONG)
    assert process.returncode == 130, said
    return said
