"""Sixteen small counts at once: how many cards of each value, handled as one.

Going through a hand value by value costs a branch each; a processor handles sixteen bytes in one instruction. A `Lanes` value is such
a vector of sixteen bytes (0 to 255), held in a register. It is read from and written to a record's field of sixteen bytes as a whole:
a byte written by itself makes the next wide read wait. Compiled, each function is a few machine instructions; uncompiled, the same
functions, and the operators + - &, work on a numpy array of sixteen bytes.
"""

import operator

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, overload, register_model

WIDTH = 16

_BYTE, _INT = ir.IntType(8), ir.IntType(64)
_VECTOR = ir.VectorType(_BYTE, WIDTH)
_INDEX = ir.VectorType(ir.IntType(32), WIDTH)


class _LanesType(types.Type):
    def __init__(self):
        super().__init__(name="Lanes")


LANES = _LanesType()


@register_model(_LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, _VECTOR)


def _constant(values):
    return ir.Constant(_VECTOR, list(values))


def _same(builder, number):
    """A vector with `number` in each lane."""
    one = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), builder.trunc(number, _BYTE), ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, one, ir.Constant(_INDEX, [0] * WIDTH))


def _mask(builder, condition):
    """255 in the lanes where `condition` holds, else 0."""
    return builder.sext(condition, _VECTOR)


# Reading and writing a field of sixteen bytes


def load(field):
    """The sixteen bytes of a record's field."""
    return np.array(field, dtype=np.uint8)


@intrinsic
def _load(typingctx, field):
    def codegen(context, builder, signature, args):
        data = context.make_array(field)(context, builder, args[0]).data
        vector = builder.load(builder.bitcast(data, _VECTOR.as_pointer()))
        vector.align = 1
        return vector

    return LANES(field), codegen


@overload(load)
def _(field):
    return lambda field: _load(field)


def save(field, a):
    """Write all sixteen bytes of a record's field."""
    field[:] = a


@intrinsic
def _save(typingctx, field, a):
    def codegen(context, builder, signature, args):
        data = context.make_array(field)(context, builder, args[0]).data
        builder.store(args[1], builder.bitcast(data, _VECTOR.as_pointer())).align = 1
        return context.get_dummy_value()

    return types.void(field, a), codegen


@overload(save)
def _(field, a):
    return lambda field, a: _save(field, a)


def spread(field, a):
    """Write the lanes to a field of sixteen whole numbers: for a strategy to read."""
    field[:] = a


@intrinsic
def _spread(typingctx, field, a):
    def codegen(context, builder, signature, args):
        data = context.make_array(field)(context, builder, args[0]).data
        wide = ir.VectorType(_INT, WIDTH)
        builder.store(builder.zext(args[1], wide), builder.bitcast(data, wide.as_pointer())).align = 8
        return context.get_dummy_value()

    return types.void(field, a), codegen


@overload(spread)
def _(field, a):
    return lambda field, a: _spread(field, a)


# Making lanes from numbers


def same(number):
    """`number` in every lane."""
    return np.full(WIDTH, number, dtype=np.uint8)


@intrinsic
def _same_(typingctx, number):
    return LANES(types.int64), lambda context, builder, signature, args: _same(builder, args[0])


@overload(same)
def _(number):
    return lambda number: _same_(number)


def between(lowest, highest):
    """A mask: 255 in the lanes from `lowest` to `highest`, else 0."""
    index = np.arange(WIDTH)
    return np.where((index >= lowest) & (index <= highest), 255, 0).astype(np.uint8)


@intrinsic
def _between(typingctx, lowest, highest):
    def codegen(context, builder, signature, args):
        index = _constant(range(WIDTH))
        above = builder.icmp_signed(">=", index, _same(builder, args[0]))
        below = builder.icmp_signed("<=", index, _same(builder, args[1]))
        return _mask(builder, builder.and_(above, below))

    return LANES(types.int64, types.int64), codegen


@overload(between)
def _(lowest, highest):
    return lambda lowest, highest: _between(lowest, highest)


def only(lane):
    """A mask: 255 in `lane`, else 0."""
    return between(lane, lane)


@intrinsic
def _only(typingctx, lane):
    def codegen(context, builder, signature, args):
        return _mask(builder, builder.icmp_signed("==", _constant(range(WIDTH)), _same(builder, args[0])))

    return LANES(types.int64), codegen


@overload(only)
def _(lane):
    return lambda lane: _only(lane)


def one(lane):
    """1 in `lane`, else 0: a single card of that value."""
    return only(lane) & same(1)


@overload(one)
def _(lane):
    return lambda lane: only(lane) & same(1)


# Calculating with lanes


def smaller(a, b):
    """Lane by lane the smaller of two."""
    return np.minimum(a, b)


@intrinsic
def _smaller(typingctx, a, b):
    def codegen(context, builder, signature, args):
        return builder.select(builder.icmp_unsigned("<", *args), *args)

    return LANES(LANES, LANES), codegen


@overload(smaller)
def _(a, b):
    return lambda a, b: _smaller(a, b)


def _operator(symbol, instruction):
    @intrinsic
    def operation(typingctx, a, b):
        return LANES(LANES, LANES), lambda context, builder, signature, args: getattr(builder, instruction)(*args)

    @overload(symbol)
    def _(a, b):
        if a is LANES and b is LANES:
            return lambda a, b: operation(a, b)


_operator(operator.add, "add")
_operator(operator.sub, "sub")
_operator(operator.and_, "and_")


def total(a):
    """The sum over all lanes, which must be below 256."""
    return int(a.sum())


@intrinsic
def _total(typingctx, a):
    def codegen(context, builder, signature, args):
        reduce = cgutils.get_or_insert_function(builder.module, ir.FunctionType(_BYTE, [_VECTOR]), "llvm.vector.reduce.add.v16i8")
        return builder.zext(builder.call(reduce, [args[0]]), _INT)

    return types.int64(LANES), codegen


@overload(total)
def _(a):
    return lambda a: _total(a)


def prefix_sums(a):
    """In each lane the sum of all lanes up to it; the total must be below 256."""
    return np.cumsum(a, dtype=np.uint8)


@intrinsic
def _prefix_sums(typingctx, a):
    def codegen(context, builder, signature, args):
        nothing, sums = _constant([0] * WIDTH), args[0]
        for step in (1, 2, 4, 8):
            order = [WIDTH + i - step if i >= step else 0 for i in range(WIDTH)]
            sums = builder.add(sums, builder.shuffle_vector(nothing, sums, ir.Constant(_INDEX, order)))
        return sums

    return LANES(LANES), codegen


@overload(prefix_sums)
def _(a):
    return lambda a: _prefix_sums(a)


def count_up_to(a, limit):
    """How many lanes hold at most `limit`."""
    return int((a <= limit).sum())


@intrinsic
def _count_up_to(typingctx, a, limit):
    def codegen(context, builder, signature, args):
        bits = builder.bitcast(builder.icmp_unsigned("<=", args[0], _same(builder, args[1])), ir.IntType(WIDTH))
        return builder.zext(builder.ctpop(bits), _INT)

    return types.int64(LANES, types.int64), codegen


@overload(count_up_to)
def _(a, limit):
    return lambda a, limit: _count_up_to(a, limit)


def at(a, lane):
    """The number in one lane."""
    return int(a[lane])


@intrinsic
def _at(typingctx, a, lane):
    def codegen(context, builder, signature, args):
        return builder.zext(builder.extract_element(args[0], builder.trunc(args[1], ir.IntType(32))), _INT)

    return types.int64(LANES, types.int64), codegen


@overload(at)
def _(a, lane):
    return lambda a, lane: _at(a, lane)
