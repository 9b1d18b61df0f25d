"""The functions that were made for one game's layout, compiled: the game's record settles which is meant."""

import numpy as np
from numba.extending import overload
from numba.np.numpy_support import as_dtype

from simlab.engine.compiled import compiled
from simlab.kit.layouts import MADE, Made, census, clear, copies_of, look, note_turn, redeal, start


def _of(g) -> Made:
    """What was made for a record of this type."""
    return MADE[as_dtype(g)]


def _declare(function, *, merged):
    def one(g):
        made = _of(g).functions[function.__name__]
        return lambda g: made(g)

    def two(g, seat):
        made = _of(g).functions[function.__name__]
        return lambda g, seat: made(g, seat)

    def three(g, seat, number):
        made = _of(g).functions[function.__name__]
        return lambda g, seat, number: made(g, seat, number)

    overload(function, jit_options={"forceinline": merged, "nogil": True, "error_model": "numpy"})(
        (one, two, three)[function.__code__.co_argcount - 1]
    )


for _name, _function in {"start": start, "clear": clear, "census": census, "redeal": redeal, "look": look, "note_turn": note_turn}.items():
    _declare(_function, merged=_name in ("look", "note_turn"))


@overload(copies_of)
def _(g, card):
    copies = _of(g).layout.pack.copies
    if isinstance(copies, np.ndarray):
        return lambda g, card: copies[card]
    counted = compiled(copies)
    return lambda g, card: counted(g.seen.rules, card)
