"""What numba has no words for, in its own: loaded when compiling begins, and named by nothing else.

Each module says what the plain functions of the module beside this package, which has the same name, become.
"""

from simlab.engine.compiled.instructions import bits, lanes, memory

__all__ = ["bits", "lanes", "memory"]
