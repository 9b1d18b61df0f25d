"""Sets of small numbers as the bits of a whole number."""

from simlab.engine.compiled import compiled


@compiled
def size(bits):
    """How many are in the set; numbers below 32."""
    bits = bits - ((bits >> 1) & 0x55555555)
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return ((bits * 0x01010101) & 0xFFFFFFFF) >> 24


@compiled
def pick(bits, number):
    """The member with that number, in ascending order from 0."""
    for _ in range(number):
        bits &= bits - 1
    return size((bits & -bits) - 1)
