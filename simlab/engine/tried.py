"""What somebody wrote is looked at before it may do anything here: in a process of its own, with limits of time and memory, and once.

A game's file is read there; a strategy plays some games there as plain Python, so that whatever goes wrong has its line. That process is
`simlab.inspection.trying`. What holds is noted where compiled code is kept, by a hash of the text and of all that looked at it, with its
checksum; what does not hold is looked at again. Under a debugger, uncompiled, the user looks on, and nothing is tried.
"""

import hashlib
import json
import os
import subprocess
import sys
import threading
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import IO, Any

import simlab
from simlab.base import paths
from simlab.base.faults import BadInput, Fault, RunFailure
from simlab.base.processes import environment
from simlab.engine.compiled import COMPILES
from simlab.engine.compiled.cache import folder, write_whole
from simlab.engine.game import Game
from simlab.engine.own import Source
from simlab.engine.sources import PACKAGE, digest_of, source_digest

_LOOKS = ("base", "players", "table", "inspection")  # the rooms on which, besides the game's own sources, a verdict depends
_KEY = 24  # letters of a hash


@dataclass(frozen=True)
class Tried:
    """What came of it: how often it was asked, and the turns of each whole game at the smallest table."""

    asked: int = 0
    turns: tuple[int, ...] = ()


def game_tried(source: Source) -> None:
    """The file of a game, read apart; BadInput where it is broken, or does not come back."""
    if COMPILES:
        _tried(key_of("game", source.digest, source.name), {"game": asdict(source)}, source.said, source.path)


def strategy_tried(game: Game, name: str, text: str, path: Path) -> Tried:
    """A strategy that can be read, played apart; BadInput where it must not be played."""
    if not COMPILES:
        return Tried()
    about = {"game": asdict(game.source) if game.source else game.name, "strategy": [name, text]}
    return _tried(key_of("strategy", source_digest(game), text), about, paths.said(path), str(path))


def key_of(*parts: str) -> str:
    """What something that was looked at is known by."""
    return hashlib.sha256(json.dumps([*parts, _looker()]).encode()).hexdigest()[:_KEY]


@cache
def _looker() -> str:
    """Who looks: simlab's version, Python's, and the text of what does it."""
    files = [file for room in _LOOKS for file in sorted((PACKAGE / room).rglob("*.py"))]
    return f"{simlab.__version__} {sys.version} {digest_of(files)}"


# What holds


_held: dict[str, dict[str, Any]] = {}  # in this process


def known(key: str) -> dict[str, Any] | None:
    """What was noted of something that holds; None where nothing was, or it is not there as it was written."""
    if key not in _held:
        try:
            noted = json.loads(_note(key).read_bytes())
            if noted["sha256"] != _checksum(key, noted["held"]):
                return None
            _held[key] = noted["held"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
    return _held[key]


def note(key: str, held: dict[str, Any]) -> None:
    """From now on it need not be looked at again."""
    _held[key] = held
    write_whole(_note(key), json.dumps({"sha256": _checksum(key, held), "held": held}))


def _note(key: str) -> Path:
    return folder() / f"held_{key}.json"


def _checksum(key: str, held: Any) -> str:
    return hashlib.sha256(json.dumps([key, held]).encode()).hexdigest()


def _tried(key: str, about: dict[str, Any], said: str, path: str) -> Tried:
    held = known(key)
    if held is None:
        told = _Process.of_this().ask({**about, "said": said, "path": path, "cwd": os.getcwd()})
        if told is None:
            raise RunFailure(f"{said}: it was to be tried out in a process of its own, and that has gone; is there memory enough?")
        if "faults" in told:
            raise BadInput(Fault(where, what) for where, what in told["faults"])
        note(key, held := told)
    return Tried(held.get("asked", 0), tuple(held.get("turns", ())))


# The process


class _Process:
    """The process in which things are tried: it begins with the first, and ends with this one."""

    _one: "_Process | None" = None
    _beginning = threading.Lock()

    def __init__(self) -> None:
        self.parent, self._asking = os.getpid(), threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "simlab.inspection.trying"],
            env=environment(NUMBA_DISABLE_JIT="1", OPENBLAS_NUM_THREADS="1"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # Ctrl-C is ours to act upon: it ends when we do
        )

    @classmethod
    def of_this(cls) -> "_Process":
        """The one of this process; another where it has gone, or is our parent's."""
        with cls._beginning:
            if cls._one is None or cls._one.parent != os.getpid() or cls._one._process.poll() is not None:
                cls._one = cls()
            return cls._one

    def ask(self, question: dict[str, Any]) -> dict[str, Any] | None:
        """What it has found; None where it can't say."""
        asked, answers = self._pipe(self._process.stdin), self._pipe(self._process.stdout)
        with self._asking:
            try:
                asked.write(json.dumps(question) + "\n")
                asked.flush()
                told: dict[str, Any] | None = json.loads(answers.readline())
            except (OSError, ValueError):
                return None
        return told

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        assert pipe is not None
        return pipe
