"""The ways in which functions of the engine are compiled.

`compiled` functions are merged into their caller: a turn is a few dozen tiny steps, and calling each would cost as much as doing it
(measured on MEAN!: 335,000 games/s with calls, 450,000 without). `apart` is for what happens rarely or is long: it stays one function
where nobody merges its caller. With NUMBA_DISABLE_JIT=1 all leave ordinary Python.

Declaring a function costs nothing: numba is imported when the first one is compiled.
"""

import functools
import importlib
import os
from collections.abc import Callable
from typing import Any

_ALONE = "alone"  # the option of a function that LLVM must not merge either
COMPILES = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


class Lazy:
    """A function that numba compiles when it is first needed: called from Python, or met in a function that is being compiled."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        self.py_func, self.targetoptions = function, options
        functools.update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        return self._dispatcher(*arguments)

    @property
    def _numba_type_(self) -> Any:
        """What numba asks of a value that it does not know."""
        return self._dispatcher._numba_type_

    @functools.cached_property
    def _dispatcher(self) -> Any:
        load_instructions()
        from numba import njit

        options = dict(self.targetoptions)
        if options.pop(_ALONE, False):
            options["pipeline_class"] = importlib.import_module(INSTRUCTIONS[0]).Alone
        return njit(**options)(self.py_func)


# Whoever has more for numba to learn puts a module's name here.
INSTRUCTIONS = ["simlab.engine.compiled.instructions", "simlab.engine.compiled.noting"]


def load_instructions() -> None:
    """Tell numba what it has no words for, before anything is compiled."""
    for module in INSTRUCTIONS:
        importlib.import_module(module)  # numba learns them when they are imported
    _foresee_nothing()


@functools.cache
def _foresee_nothing() -> None:
    """What can be chosen without a branch is. LLVM makes branches of choices in loops, for a processor may foresee them; how cards fall it
    cannot. It is an option of LLVM for x86 alone: where it is not known, naming it would end the process.
    """
    from llvmlite import binding

    if binding.get_default_triple().startswith("x86_64"):
        binding.set_option("simlab", "-x86-cmov-converter=false")


def _declared(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    return lambda function: Lazy(function, options) if COMPILES else function


compiled = _declared(nogil=True, error_model="numpy", forceinline=True)
apart = _declared(nogil=True, error_model="numpy")

# As `apart`, but never merged: what numba compiles on the way to a function that is merged it would merge as well. For what most games
# are played without.
aside = _declared(nogil=True, error_model="numpy", forceinline=False)

# As `aside`, and LLVM does not merge it either: what happens a few times in a game would keep registers from what happens in every turn.
alone = _declared(nogil=True, error_model="numpy", forceinline=False, **{_ALONE: True})

# As these, and an index out of range is noticed: for games that anybody writes.
checked = _declared(nogil=True, error_model="numpy", forceinline=True, boundscheck=True)
checked_apart = _declared(nogil=True, error_model="numpy", boundscheck=True)
