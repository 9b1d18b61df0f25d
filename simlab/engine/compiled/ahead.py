"""Compiling ahead, in processes that do nothing else: several at once, and each in a third of the time.

Most functions of an engine are merged into their callers and then called by nobody. To be callable each of them would be optimised and
made into machine code by itself, and twice more in wrappers for Python and C: two thirds of the time. A process that only fills the cache
does that for the entries alone, and this one loads them from there.
"""

import functools
import gc
import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from simlab.base.processes import environment
from simlab.engine.compiled import cache
from simlab.engine.compiled.functions import Lazy, load_instructions
from simlab.engine.game import Game

ENTRIES = ("play_batch", "_entry")  # what is called in a generated module
ENGINE = "engine_"  # with which the name of a text begins that is a game's engine


def make(texts: Mapping[str, str], game: Game) -> dict[str, int]:
    """Compile these texts, by name, where the cache doesn't have them. What can't be compiled is left to whoever needs it; but what ended
    the compiler is told, with the signal.
    """
    waiting = {name: text for name, text in texts.items() if not cache.is_cached(name, text, game)}
    started: dict[str, subprocess.Popen[bytes]] = {}
    running: list[subprocess.Popen[bytes]] = []
    try:
        for name, text in waiting.items():
            if len(running) >= len(os.sched_getaffinity(0)):
                running.pop(0).wait()
            running.append(started.setdefault(name, _started(name, text, game)))
        for process in running:
            process.wait()
    finally:
        for process in running:
            process.kill()  # of one that has ended nothing is left to kill
            process.wait()
    return {name: -process.returncode for name, process in started.items() if process.returncode < 0}


def _started(name: str, text: str, game: Game) -> subprocess.Popen[bytes]:
    """A process that compiles a text. It finds what this one finds, and keeps it where this one does."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", __name__],
        env=environment(SIMLAB_CACHE=str(cache.folder())),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    process.stdin.write(pickle.dumps((name, text, game)))
    process.stdin.close()
    return process


def only_entries() -> None:
    """From now on only the entries become callable. Private to numba, and pinned by a test and by the version range in pyproject.toml."""
    from numba.core.codegen import CPUCodeLibrary, JITCPUCodegen

    library: Any = CPUCodeLibrary
    codegen: Any = JITCPUCodegen
    optimize, finalize, set_env = library._optimize_final_module, library._finalize_final_module, codegen.set_env

    def optimize_entry(self: Any) -> None:
        if self.name in ENTRIES:
            optimize(self)

    def finalize_entry(self: Any) -> None:
        if self.name in ENTRIES:
            finalize(self)
        else:
            self._finalize_dynamic_globals()
            self._finalized = True

    def set_env_of_entry(self: Any, name: str, env: Any) -> None:
        if self._engine.get_global_value_address(name):
            set_env(self, name, env)

    library._optimize_final_module, library._finalize_final_module = optimize_entry, finalize_entry
    codegen.set_env = set_env_of_entry
    _spell_records_once()
    _tell_nobody()
    _pass_over_words()
    _look_up_flags()
    Lazy.more = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _spell_records_once() -> None:
    """The name of a function has all fields of its records in it, which are many: a tenth of the time."""
    from numba.core.types import Record

    record: Any = Record
    spell, spelled = record.__repr__, {}

    def known(self: Any) -> str:
        if id(self) not in spelled:
            spelled[id(self)] = self, spell(self)  # kept, so that no other gets its number
        return str(spelled[id(self)][1])

    record.__repr__ = known


def _tell_nobody() -> None:
    """Each call of LLVM would be told to whoever times one of the functions around it, at its beginning and its end."""
    from numba.core import event

    vars(event).update(start_event=_nothing, end_event=_nothing)


def _nothing(*_: Any, **__: Any) -> None:
    """What is done instead."""


def _pass_over_words() -> None:
    """Numba asks each statement again and again for the variables in it, and asks its words and line numbers, too."""
    from numba.core import ir

    inst: Any = ir.Inst
    ask, words = inst._rec_list_vars, {str, int, bool, type(None), ir.Loc}

    def variables(self: Any, value: Any) -> list[Any]:
        if isinstance(value, dict):
            value = list(value.values())
        if not isinstance(value, list | tuple):
            return [] if type(value) in words else list(ask(self, value))
        found: list[Any] = []
        for part in value:
            if type(part) is ir.Var:
                found.append(part)
            elif type(part) not in words:
                found += variables(self, part)
        return found

    inst._rec_list_vars = variables


def _look_up_flags() -> None:
    """Functions are looked for by how they are compiled; all of that is read off anew, one by one, whenever two are compared."""
    from numba.core.targetconfig import TargetConfig

    config: Any = TargetConfig
    usual: Any = functools.cache(lambda kind: {name: option.default for name, option in kind.options.items()})
    config.values = lambda self: usual(type(self)) | self._values


def comes_with_simlab(name: str, game: Game) -> bool:
    """Is it the engine of a game of ours? In these no index is below 0, which the tests look for with NUMBA_BOUNDSCHECK=1."""
    return name.startswith(ENGINE) and not game.source


def trust_indices() -> None:
    """From now on no index below 0 counts from the end, which is not looked for at each any more: for code that has no such index. Where
    parts of arrays do not fit no sizes are told: words take a tenth of the time to compile. Private to numba, too.
    """
    from numba import njit
    from numba.core import types
    from numba.np import arrayobj

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    def refuse(_there: Any, _here: Any) -> None:
        raise ValueError("cannot assign a part of another size")

    vars(arrayobj).update(fix_integer_index=as_it_is, raise_with_shape_context=njit(refuse))


def main() -> None:
    """Compile the text that is given as input."""
    load_instructions()
    only_entries()
    gc.disable()  # a short life with millions of small things, none of which goes before the end
    name, text, game = pickle.load(sys.stdin.buffer)
    if comes_with_simlab(name, game):
        trust_indices()
    cache.generated(name, text, game)


if __name__ == "__main__":
    main()
