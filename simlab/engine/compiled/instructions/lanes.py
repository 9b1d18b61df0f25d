"""Sixteen small counts at once, compiled: what the functions of `compiled.lanes` become, each a few machine instructions."""

import operator

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, overload, register_model

from simlab.engine.compiled.lanes import WIDTH, at, between, count_up_to, load, one, only, prefix_sums, same, save, smaller, spread, total

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


@intrinsic
def _same_(typingctx, number):
    return LANES(types.int64), lambda context, builder, signature, args: _same(builder, args[0])


@overload(same)
def _(number):
    return lambda number: _same_(number)


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


@intrinsic
def _only(typingctx, lane):
    def codegen(context, builder, signature, args):
        return _mask(builder, builder.icmp_signed("==", _constant(range(WIDTH)), _same(builder, args[0])))

    return LANES(types.int64), codegen


@overload(only)
def _(lane):
    return lambda lane: _only(lane)


@overload(one)
def _(lane):
    return lambda lane: only(lane) & same(1)


# Calculating with lanes


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


@intrinsic
def _total(typingctx, a):
    def codegen(context, builder, signature, args):
        reduce = cgutils.get_or_insert_function(builder.module, ir.FunctionType(_BYTE, [_VECTOR]), "llvm.vector.reduce.add.v16i8")
        return builder.zext(builder.call(reduce, [args[0]]), _INT)

    return types.int64(LANES), codegen


@overload(total)
def _(a):
    return lambda a: _total(a)


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


@intrinsic
def _count_up_to(typingctx, a, limit):
    def codegen(context, builder, signature, args):
        bits = builder.bitcast(builder.icmp_unsigned("<=", args[0], _same(builder, args[1])), ir.IntType(WIDTH))
        return builder.zext(builder.ctpop(bits), _INT)

    return types.int64(LANES, types.int64), codegen


@overload(count_up_to)
def _(a, limit):
    return lambda a, limit: _count_up_to(a, limit)


@intrinsic
def _at(typingctx, a, lane):
    def codegen(context, builder, signature, args):
        return builder.zext(builder.extract_element(args[0], builder.trunc(args[1], ir.IntType(32))), _INT)

    return types.int64(LANES, types.int64), codegen


@overload(at)
def _(a, lane):
    return lambda a, lane: _at(a, lane)
