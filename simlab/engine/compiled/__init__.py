"""What compiled code is made of: chance, asking and telling, lanes of counts; the kernel that plays, and the cache that keeps it.

From outside: `compiled`, `apart`, `aside` and `alone` declare a function, `COMPILES` tells whether any is compiled; games use `chance`,
`play` and `lanes`, what plays them `kernel` and `cache`. Importing these imports no numba: `instructions`, `noting` and generated
code do, when compiling begins.
"""

from simlab.engine.compiled.functions import COMPILES, Lazy, alone, apart, aside, checked, checked_apart, compiled

__all__ = ["COMPILES", "Lazy", "alone", "apart", "aside", "checked", "checked_apart", "compiled"]
