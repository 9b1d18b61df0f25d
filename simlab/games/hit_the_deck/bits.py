"""Sets of cards as the bits of a whole number: bit c is card c. A hand has no card above 60, so the sign is never used."""

# ruff: noqa: ARG001, ARG005  # numba's hooks prescribe the arguments

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from simlab.engine.compiled import compiled


def total(cards):
    """How many cards are in the set."""
    return int(cards).bit_count()


@intrinsic
def _total(typingctx, cards):
    return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])


@overload(total)
def _(cards):
    return lambda cards: _total(cards)


def lowest(cards):
    """The lowest card of a set that is not empty."""
    cards = int(cards)
    return (cards & -cards).bit_length() - 1


@intrinsic
def _lowest(typingctx, cards):
    return types.int64(types.int64), lambda context, builder, signature, args: builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))


@overload(lowest)
def _(cards):
    return lambda cards: _lowest(cards)


@compiled
def nth(cards, n):
    """The card of the set that has `n` cards below it."""
    for _ in range(n):
        cards &= cards - 1
    return lowest(cards)
