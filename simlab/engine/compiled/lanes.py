"""Sixteen small counts at once: how many cards of each value, handled as one.

Going through a hand value by value costs a branch each; a processor handles sixteen bytes in one instruction. A `Lanes` value is such
a vector of sixteen bytes (0 to 255), held in a register. It is read from and written to a record's field of sixteen bytes as a whole:
a byte written by itself makes the next wide read wait. Compiled, each function is a few machine instructions (see `instructions`);
uncompiled, these functions, and the operators + - &, work on a numpy array of sixteen bytes.
"""

import numpy as np

WIDTH = 16

# Reading and writing a field of sixteen bytes


def load(field):
    """The sixteen bytes of a record's field."""
    return np.array(field, dtype=np.uint8)


def save(field, a):
    """Write all sixteen bytes of a record's field."""
    field[:] = a


def save_at(field, start, a):
    """Write sixteen bytes of a longer field, from `start` on."""
    field[start : start + WIDTH] = a


def spread(field, a):
    """Write the lanes to a field of sixteen whole numbers: for a strategy to read."""
    field[:] = a


# Making lanes from numbers


def same(number):
    """`number` in every lane."""
    return np.full(WIDTH, number, dtype=np.uint8)


def between(lowest, highest):
    """A mask: 255 in the lanes from `lowest` to `highest`, else 0."""
    index = np.arange(WIDTH)
    return np.where((index >= lowest) & (index <= highest), 255, 0).astype(np.uint8)


def only(lane):
    """A mask: 255 in `lane`, else 0."""
    return between(lane, lane)


def one(lane):
    """1 in `lane`, else 0: a single card of that value."""
    return only(lane) & same(1)


# Lanes of bits


def as_bits(a):
    """In each lane as many bits as it counts, from the lowest on; eight at most."""
    return ((1 << np.minimum(a, 8).astype(np.uint16)) - 1).astype(np.uint8)


def total_bits(a):
    """How many bits are set in all lanes."""
    return int(np.unpackbits(a).sum())


def bits_in_each(a):
    """In each lane how many bits are set in it."""
    return np.unpackbits(a).reshape(WIDTH, 8).sum(axis=1, dtype=np.uint8)


def nth_bit(a, n):
    """The set bit that has `n` set bits below it: eight times its lane, and its place there."""
    return int(np.flatnonzero(np.unpackbits(a, bitorder="little"))[n])


# Calculating with lanes


def smaller(a, b):
    """Lane by lane the smaller of two."""
    return np.minimum(a, b)


def total(a):
    """The sum over all lanes."""
    return int(a.sum())


def prefix_sums(a):
    """In each lane the sum of all lanes up to it; the total must be below 256."""
    return np.cumsum(a, dtype=np.uint8)


def up_to(a, limit):
    """A mask: 255 in the lanes that hold at most `limit`, else 0."""
    return np.where(a <= limit, 255, 0).astype(np.uint8)


def filled(a):
    """The lanes that are not 0, as bits."""
    return int(np.packbits(a > 0, bitorder="little").view(np.uint16)[0])


def count_up_to(a, limit):
    """How many lanes hold at most `limit`."""
    return int((a <= limit).sum())


def at(a, lane):
    """The number in one lane."""
    return int(a[lane])
