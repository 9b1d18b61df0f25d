"""What compiled code is made of: chance, asking and telling, lanes of counts; the kernel that plays, and the cache that keeps it.

From outside: `compiled`, `apart` and `aside` declare a function, `COMPILES` tells whether any is compiled; games use `chance`, `play` and
`lanes`, what plays them `kernel` and `cache`. Importing these imports no numba: `instructions` and generated code do, when compiling
begins.
"""

from simlab.engine.compiled.functions import COMPILES, Lazy, apart, aside, checked, checked_apart, compiled

__all__ = ["COMPILES", "Lazy", "apart", "aside", "checked", "checked_apart", "compiled"]
