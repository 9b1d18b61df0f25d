"""Up to eight small numbers in one whole number, a byte each, the first the lowest: a short list that changes without a loop."""

from simlab.engine.compiled.functions import compiled

FIRST_EIGHT = 0x0706050403020100  # 0, 1, 2 ... 7


@compiled
def at(numbers, i):
    """Number i; none is above 127."""
    return numbers >> 8 * i & 127


@compiled
def without(numbers, i):
    """The list without number i: those behind it move up."""
    before = (1 << 8 * i) - 1
    return numbers & before | numbers >> 8 & ~before
