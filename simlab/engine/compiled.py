"""The two ways in which functions of the engine are compiled.

`compiled` functions are merged into their caller: a turn is a few dozen tiny steps, and calling each would cost as much as doing it
(measured on MEAN!: 335,000 games/s with calls, 450,000 without). `apart` is for what happens rarely or is long: it stays one function.
With NUMBA_DISABLE_JIT=1 both leave ordinary Python.
"""

from numba import njit
from numba.core import config

COMPILES = not vars(config)["DISABLE_JIT"]

compiled = njit(nogil=True, error_model="numpy", forceinline=True)
apart = njit(nogil=True, error_model="numpy")
