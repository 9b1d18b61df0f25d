"""What numba has no words for: call a strategy by its address, read its answer, write to the trace, find, copy, read and wipe
memory, expect a branch, or do without one.

Each is a plain function, used uncompiled; `instructions` and `noting` say what it becomes when compiled.
"""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

# Uncompiled strategies by the number that stands for their address.
PLAIN: dict[int, Callable[[Any], int]] = {}


def call(code, seen, my):
    """Ask the strategy at the address `code`, with the parameters at the address `my`."""
    return PLAIN[int(code)](seen)


def option(answer):
    """A strategy's answer: the number of an option."""
    return int(answer)


class Left(Exception):
    """An imagined game was left before its end."""


def leave(condition):
    """Leave an imagined game, from wherever it is, where this holds."""
    if condition:
        raise Left


def played(code, seen, part):
    """As `call`, of a whole game: was it played to its end?"""
    try:
        call(code, seen, part)
    except Left:
        return False
    return True


def survived(code, seen, part):
    """As `call`, of what may not be possible: was it gone through without an exception?"""
    try:
        call(code, seen, part)
    except Exception:  # whatever it is, a game in which it is raised is not one that was
        return False
    return True


def poke(address, index, value):
    """Write the whole number `value` at place `index` of the buffer at `address`."""
    ctypes.c_int64.from_address(int(address) + 8 * int(index)).value = int(value)


def peek(address, index):
    """The whole number at place `index` of the buffer at `address`."""
    return ctypes.c_int64.from_address(int(address) + 8 * int(index)).value


def word(numbers, at):
    """Eight bytes of a record, or of numbers that lie in a row, from byte `at` on, as one number."""
    return np.uint64(int.from_bytes(numbers.tobytes()[at : at + 8], "little"))


def words(record):
    """How many times eight bytes a record has."""
    return record.itemsize // 8


def byte(numbers, at):
    """Byte `at` of numbers that lie in a row."""
    return numbers.tobytes()[at]


def flagged(flags):
    """Which of sixty-four bytes are not 0, as bits. A flag is a byte: to write one nothing need be read."""
    return np.packbits(np.asarray(flags) != 0, bitorder="little").view(np.uint64)[0]


def flag(flags, bits):
    """Write 1 into those of sixty-four bytes whose bits are set; the others stay as they are."""
    flags[:] = np.asarray(flags) | np.unpackbits(np.array([bits], dtype=np.uint64).view(np.uint8), bitorder="little")


def wipe(record):
    """Set every field of a record to zero."""
    for name in record.dtype.names:
        record[name] = 0


def copy(target, source):
    """Make a record the same as another of its type."""
    for name in target.dtype.names:
        target[name] = source[name]


def copy_part(target, source, start, size):
    """So many bytes of a record, from that one on, the same as in another of its type."""
    to, of = (record.__array_interface__["data"][0] for record in (target, source))
    ctypes.memmove(to + int(start), of + int(start), int(size))


def same_part(one, other, start, size):
    """Are so many bytes of two records of a type the same, from that one on?"""
    at = (record.__array_interface__["data"][0] + int(start) for record in (one, other))
    return bytes(ctypes.string_at(next(at), int(size))) == ctypes.string_at(next(at), int(size))


def record_at(address, kind):
    """The record of that type at an address."""
    return np.frombuffer((ctypes.c_char * kind.itemsize).from_address(int(address)), dtype=kind).view(np.recarray)[0]


SOME = 128


def some_numbers():
    """Room for some whole numbers, which nobody has written yet, while a function works. Whether an index is within is not checked."""
    return np.empty(SOME, dtype=np.uint64)


def either(condition, one, other):
    """One of two whole numbers, taken without a branch: where nobody can foretell which, a branch costs more than both."""
    return one if condition else other


def rarely(condition):
    """A flag, of which the compiler learns that it hardly ever stands: what is done then is put out of the way."""
    return bool(condition)
