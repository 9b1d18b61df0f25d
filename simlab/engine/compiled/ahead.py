"""Compiling ahead: what is known to be needed is compiled at once, by processes that do nothing else, before anybody waits for it.

One process learns how to compile and then forks for each text that it is sent, several at once. A fork fills the cache with the entries
alone, for most functions of an engine are merged into their callers and called by nobody else (see `shortcuts`); whoever asked loads them
from there.
"""

import gc
import os
import pickle
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from signal import SIGKILL
from typing import Any, ClassVar

from simlab.base.processes import cores, environment
from simlab.engine.compiled import cache
from simlab.engine.compiled.functions import load_instructions
from simlab.engine.compiled.shortcuts import learn_now, only_entries, trust_indices
from simlab.engine.game import Game

ENGINE = "engine_"  # with which the name of a text begins that is a game's engine


def begin(texts: Mapping[str, str], game: Game) -> None:
    """Compile these texts, by name, where the cache doesn't have them, while something else is done."""
    with _Compiler.lock:
        _Compiler.asked_for(texts, game)


def make(texts: Mapping[str, str], game: Game) -> dict[str, int]:
    """Compile these texts, by name, where the cache doesn't have them, and wait for it. What can't be compiled is left to whoever needs it;
    but what ended the compiler is told, with the signal.
    """
    with _Compiler.lock:
        compiler, keys = _Compiler.asked_for(texts, game)
        if compiler is None:
            return {}
        try:
            ended = compiler.ended(set(keys.values()))
        finally:
            compiler.end()
        return {name: -ended[key] for name, key in keys.items() if ended.get(key, 0) < 0}


def leave() -> None:
    """What was begun is not needed after all."""
    with _Compiler.lock:
        _Compiler.leave()


class _Compiler:
    """The process that compiles for this one, from the first that it is asked for until that has been waited for."""

    lock: ClassVar = threading.RLock()
    _one: ClassVar["_Compiler | None"] = None

    def __init__(self) -> None:
        self.asking = os.getpid()
        self._asked: set[str] = set()
        self._ended: dict[str, int] = {}
        self._pipe, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", __name__, str(theirs.fileno())],
                env=environment(SIMLAB_CACHE=str(cache.folder()), OPENBLAS_NUM_THREADS="1"),  # only a process with one thread may be forked
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # so that it and its forks are ended together; Ctrl-C is ours to act upon
            )

    @classmethod
    def asked_for(cls, texts: Mapping[str, str], game: Game) -> "tuple[_Compiler | None, dict[str, str]]":
        """Who compiles these texts, and what each is called there; nobody where all that is needed is in the cache."""
        if cls._one and cls._one.asking != os.getpid():
            cls._one = None  # our parent's
        waiting = {name: text for name, text in texts.items() if not cache.is_cached(name, text, game)}
        if waiting and cls._one is None:
            cls._one = cls()
        keys = {name: cache.path_of(name, text, game).name for name, text in waiting.items()}
        for name, key in keys.items():
            if cls._one and key not in cls._one._asked:
                cls._one._ask(key, name, texts[name], game)
        return cls._one, keys

    def _ask(self, key: str, name: str, text: str, game: Game) -> None:
        self._asked.add(key)
        with suppress(OSError):  # it has gone: nobody will have compiled this
            self._pipe.send((key, pickle.dumps((name, text, game))))

    def ended(self, keys: set[str]) -> dict[str, int]:
        """How the forks ended that compiled these; as far as it is still there to tell."""
        with suppress(OSError, EOFError):
            while not keys <= self._ended.keys():
                key, code = self._pipe.recv()
                self._ended[key] = code
        return self._ended

    @classmethod
    def leave(cls) -> None:
        """End the one of this process, if there is one."""
        if cls._one and cls._one.asking == os.getpid():
            cls._one.end()

    def end(self) -> None:
        """It is needed no more, nor what it still compiles."""
        type(self)._one = None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, SIGKILL)
        self._process.wait()
        self._pipe.close()


# The process


def main() -> None:
    """Compile what is asked for through the pipe with this number, until nobody asks any more."""
    load_instructions()
    only_entries()
    learn_now()
    gc.disable()  # short lives with millions of small things, none of which goes before the end
    with Connection(int(sys.argv[1])) as asker, suppress(OSError, EOFError):
        _serve(asker, cores())


def _serve(asker: Connection, most: int) -> None:
    """Fork for each text that is asked for, at most so many at once; and tell how each ended."""
    forking, asked = get_context("fork"), deque[tuple[str, bytes]]()
    running: dict[Any, tuple[str, ForkProcess]] = {}  # by what tells that one has ended
    try:
        while True:
            while asked and len(running) < most:
                key, what = asked.popleft()
                process = forking.Process(target=_compile, args=(what, asker))
                process.start()
                running[process.sentinel] = key, process
            for ready in wait([asker, *running]):
                if ready is asker:
                    asked.append(asker.recv())
                else:
                    key, process = running.pop(ready)
                    process.join()
                    asker.send((key, process.exitcode))
    finally:
        for _, process in running.values():
            process.kill()


def _compile(what: bytes, asker: Connection) -> None:
    """In a fork: compile a text. It finds what whoever asked finds, and keeps it where that one does."""
    asker.close()
    name, text, game = pickle.loads(what)
    if comes_with_simlab(name, game):
        trust_indices()
    cache.generated(name, text, game)


def comes_with_simlab(name: str, game: Game) -> bool:
    """Is it the engine of a game of ours? In these no index is below 0, which the tests look for with NUMBA_BOUNDSCHECK=1."""
    return name.startswith(ENGINE) and not game.source


if __name__ == "__main__":
    main()
