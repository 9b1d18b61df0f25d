"""Sets of cards as bits, compiled."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from simlab.engine.compiled.bits import lowest, total


@intrinsic
def _total(typingctx, cards):
    return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])


@overload(total)
def _(cards):
    return lambda cards: _total(cards)


@intrinsic
def _lowest(typingctx, cards):
    return types.int64(types.int64), lambda context, builder, signature, args: builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))


@overload(lowest)
def _(cards):
    return lambda cards: _lowest(cards)
