"""Which house rules a game has looked at.

The course of a game depends on its deal, on who sits where, and on those of the house rules that were read in it, by the engine or by a
strategy: under other rules that agree in these it is the same game. So wherever compiled code reads a field of the record of house rules,
it also sets that field's flag in the record; neither games nor strategies need know of it. Uncompiled nothing is noted, and every
field counts as read.

What a game keeps for the next one must not hide a read: what is made of the rules is made in `prepare`, and that counts for all games.
"""

import sys

import numpy as np

LOOKED = "_looked"
FLAGS = f"{LOOKED}: u1[64]    1 for each field that was read"
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
KINDS: list[np.dtype] = []  # the records that are watched

_COMPILER = "simlab.engine.compiled.noting"
_LAST = 63  # the flag of all fields from that one on


def watch(kind: np.dtype) -> np.dtype:
    """From now on compiled code that reads a field of such a record notes it in its field `LOOKED`."""
    KINDS.append(kind)
    if _COMPILER in sys.modules:
        sys.modules[_COMPILER].note_reads(kind)
    return kind


def flags(kind: np.dtype) -> dict[str, int]:
    """The number of the flag of each field that is watched."""
    names = [name for name in kind.names or () if name != LOOKED]
    return {name: min(i, _LAST) for i, name in enumerate(names)}


def bits(kind: np.dtype) -> dict[str, int]:
    """The same where flags are told as bits."""
    return {name: 1 << number for name, number in flags(kind).items()}


def differing(one: np.void, other: np.void) -> np.uint64:
    """The fields in which two watched records differ, as bits."""
    found = 0
    for name, bit in bits(one.dtype).items():
        if np.asarray(one[name]).tobytes() != np.asarray(other[name]).tobytes():
            found |= bit
    return np.uint64(found)
