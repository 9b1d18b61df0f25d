"""What numba has no words for, in its own: what the plain functions of `memory`, `bits` and `lanes` become when they are compiled.

Loaded when compiling begins; only `noting` names it, which adds to it. Of lanes and bits each is a few machine instructions.
"""

import itertools
import operator
import os
from functools import reduce, wraps

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import bytecode, cgutils
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.errors import TypingError
from numba.core.typed_passes import NativeLowering
from numba.extending import lower_builtin, models, overload, register_model, type_callable
from numba.np.arrayobj import populate_array

from simlab.engine.compiled import bits, lanes, memory, seats
from simlab.engine.compiled.lanes import WIDTH
from simlab.engine.spelling import WordCompared


# A function's name in compiled code has a number in it, which numba counts from 1 in every process. What several of them have compiled is
# loaded into one, where two functions of one name would be taken for the same: so each process counts from a place of its own.
def _count_from_somewhere():
    bytecode.FunctionIdentity._unique_ids = itertools.count(int.from_bytes(os.urandom(6), "big"))


_count_from_somewhere()
os.register_at_fork(after_in_child=_count_from_somewhere)


@register_pass(mutates_CFG=False, analysis_only=True)
class _NeverMerged(LoweringPass):
    """Tells LLVM not to merge a function into its callers."""

    _name = "never_merged"

    def __init__(self):
        super().__init__()

    def run_pass(self, state):
        state.library.get_function(state.cr.fndesc.llvm_func_name).add_function_attribute("noinline")
        return True


class Alone(CompilerBase):
    """How a function is compiled that stays one (see `functions`)."""

    def define_pipelines(self):
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_NeverMerged, NativeLowering)
        passes.finalize()
        return [passes]


BYTE, INT = ir.IntType(8), ir.IntType(64)
_VECTOR, _WIDE, _INDEX = (ir.VectorType(kind, WIDTH) for kind in (BYTE, INT, ir.IntType(32)))
_SHORTS = ir.VectorType(ir.IntType(16), 8)


class _LanesType(types.Type):
    def __init__(self):
        super().__init__(name="Lanes")


LANES = _LanesType()


@register_model(_LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, _VECTOR)


def lowered(plain, result, *takes):
    """Declares what a plain function becomes that takes values of these types, or of these classes of types."""

    def declare(build):
        @type_callable(plain)
        def _(context):
            @wraps(plain)
            def typed(*given):
                return result(*(take if isinstance(take, types.Type) else kind for take, kind in zip(takes, given, strict=True)))

            return typed

        lower_builtin(plain, *takes)(build)

    return declare


def _call(builder, name, result, *args):
    """Call an instruction of LLVM's, or a function of C's."""
    kind = ir.FunctionType(result, [arg.type for arg in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)


def _becomes(plain, result, *takes):
    """As `lowered`, of the values alone."""
    return lambda build: lowered(plain, result, *takes)(lambda context, builder, signature, args: build(builder, *args))


# Memory: calling a strategy by its address, reading its answer, writing to the trace, finding, copying and wiping a record, expecting a
# branch, or none


def _called(context, builder, signature, args):
    """Numba's own calling convention, so that an exception in a strategy arrives as one, with its file and line."""
    called = types.int64(signature.args[1], types.voidptr)
    kind = context.call_conv.get_function_type(called.return_type, called.args)
    function = builder.inttoptr(args[0], kind.as_pointer())
    parameters = builder.inttoptr(args[2], context.get_value_type(types.voidptr))
    return context.call_conv.call_function(builder, function, called.return_type, called.args, [args[1], parameters])


@lowered(memory.call, types.int64, types.uint64, types.Record, types.uint64)
def _(context, builder, signature, args):
    status, result = _called(context, builder, signature, args)
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return result


@lowered(memory.played, types.boolean, types.uint64, types.Record, types.uint64)
def _(context, builder, signature, args):
    """What leaves a game is no exception: nothing has to be made for it, and it costs no more than to return."""
    status, _ = _called(context, builder, signature, args)
    with cgutils.if_unlikely(builder, builder.and_(status.is_error, builder.not_(status.is_stop_iteration))):
        context.call_conv.return_status_propagate(builder, status)
    return builder.not_(status.is_stop_iteration)


@lowered(memory.survived, types.boolean, types.uint64, types.Record, types.uint64)
def _(context, builder, signature, args):
    status, _ = _called(context, builder, signature, args)
    return builder.not_(status.is_error)


@lowered(memory.leave, types.void, types.boolean)
def _(context, builder, signature, args):
    with cgutils.if_unlikely(builder, args[0]):
        context.call_conv.return_stop_iteration(builder)
    return context.get_dummy_value()


@overload(memory.option)
def _(answer):
    if isinstance(answer, types.Integer | types.Boolean):
        return lambda answer: np.int64(answer)
    raise TypingError(f"a decision returned {answer}; it must return the number of an option, a whole number, on every path")


def _refuse_words(one, other):
    one, other = types.unliteral(one), types.unliteral(other)
    for word, number in ((one, other), (other, one)):
        if isinstance(word, types.UnicodeType) and isinstance(number, types.Number | types.Boolean):
            raise WordCompared("a number is compared with a word")  # numba would go on after an error of its own, and call them unequal


for _compare in (operator.eq, operator.ne, operator.is_, operator.is_not):
    overload(_compare, target="cpu")(_refuse_words)  # said to be of this processor, it is asked before numba's own


@lowered(memory.poke, types.void, types.uint64, types.int64, types.int64)
def _(context, builder, signature, args):
    buffer = builder.inttoptr(args[0], INT.as_pointer())
    builder.store(args[2], builder.gep(buffer, [args[1]]))
    return context.get_dummy_value()


@lowered(memory.peek, types.int64, types.uint64, types.int64)
def _(context, builder, signature, args):
    buffer = builder.inttoptr(args[0], INT.as_pointer())
    return builder.load(builder.gep(buffer, [args[1]]))


def _byte_at(context, builder, signature, args):
    """Where a byte of a record stands, or of an array in a row."""
    kind, value = signature.args[0], args[0]
    start = value if isinstance(kind, types.Record) else context.make_array(kind)(context, builder, value).data
    return builder.gep(builder.bitcast(start, BYTE.as_pointer()), [args[1]])


def _word(context, builder, signature, args):
    loaded = builder.load(builder.bitcast(_byte_at(context, builder, signature, args), INT.as_pointer()))
    loaded.align = 1
    return loaded


for _of in (types.Record, types.Array):
    lowered(memory.word, types.uint64, _of, types.int64)(_word)


@lowered(memory.words, types.int64, types.Record)
def _(context, builder, signature, args):
    return ir.Constant(INT, signature.args[0].size // 8)


@lowered(memory.byte, types.int64, types.Array, types.int64)
def _(context, builder, signature, args):
    return builder.zext(builder.load(_byte_at(context, builder, signature, args)), INT)


@lowered(memory.wipe, types.void, types.Record)
def _(context, builder, signature, args):
    cgutils.memset(builder, args[0], ir.Constant(ir.IntType(64), signature.args[0].size), 0)
    return context.get_dummy_value()


@lowered(memory.copy, types.void, types.Record, types.Record)
def _(context, builder, signature, args):
    cgutils.raw_memcpy(builder, *args, ir.Constant(INT, signature.args[0].size), 1)
    return context.get_dummy_value()


@lowered(memory.copy_part, types.void, types.Record, types.Record, types.int64, types.int64)
def _(context, builder, signature, args):
    to, of = (builder.gep(builder.bitcast(record, cgutils.voidptr_t), [args[2]]) for record in args[:2])
    cgutils.raw_memcpy(builder, to, of, args[3], 1)
    return context.get_dummy_value()


@lowered(memory.same_part, types.boolean, types.Record, types.Record, types.int64, types.int64)
def _(context, builder, signature, args):
    one, other = (builder.gep(builder.bitcast(record, cgutils.voidptr_t), [args[2]]) for record in args[:2])
    compared = _call(builder, "memcmp", ir.IntType(32), one, other, args[3])
    return builder.icmp_signed("==", compared, ir.Constant(ir.IntType(32), 0))


@type_callable(memory.record_at)
def _(context):
    return lambda address, kind: kind.dtype(address, kind)


@lower_builtin(memory.record_at, types.uint64, types.DType)
def _(context, builder, signature, args):
    return builder.inttoptr(args[0], context.get_value_type(signature.return_type))


@lower_builtin(memory.record_at, types.voidptr, types.DType)
def _(context, builder, signature, args):
    return builder.bitcast(args[0], context.get_value_type(signature.return_type))


@_becomes(memory.rarely, types.boolean, types.int64)
def _(builder, flag):
    holds = builder.icmp_signed("!=", flag, ir.Constant(INT, 0))
    return _call(builder, "llvm.expect.i1", holds.type, holds, ir.Constant(holds.type, 0))


def _either(builder, condition, one, other):
    chosen = builder.select(condition, one, other)
    chosen.set_metadata("unpredictable", builder.module.add_metadata([]))
    return chosen


_becomes(memory.either, types.int64, types.boolean, types.int64, types.int64)(_either)


_NUMBERS = types.Array(types.uint64, 1, "C")


@lowered(memory.some_numbers, _NUMBERS)
def _(context, builder, signature, args):
    """Room on the stack, which costs nothing."""
    array = context.make_array(_NUMBERS)(context, builder)
    with builder.goto_entry_block():
        room = builder.alloca(ir.ArrayType(INT, memory.SOME))
    shape, strides = ([context.get_constant(types.intp, number)] for number in (memory.SOME, 8))
    size = context.get_constant(types.intp, 8)
    populate_array(array, builder.bitcast(room, INT.as_pointer()), shape, strides, size, meminfo=None)
    return array._getvalue()


# What only some machines have


def _has(context, feature):
    return f"+{feature}" in context.codegen().magic_tuple()[2].split(",")


# Bits


_becomes(bits.total, types.int64, types.int64)(ir.IRBuilder.ctpop)
_becomes(bits.lowest, types.int64, types.int64)(lambda builder, cards: builder.cttz(cards, ir.Constant(ir.IntType(1), 1)))


@_becomes(bits.highest, types.int64, types.int64)
def _(builder, cards):
    return builder.sub(ir.Constant(INT, 63), builder.ctlz(cards, ir.Constant(ir.IntType(1), 0)))


_NTH = types.int64(types.int64, types.int64)


def _nth(context, builder, _, args):
    """Where the machine can lay a bit to its place in a set, it does (PDEP); else the cards below are taken out one by one."""
    cards, n = args
    if not _has(context, "bmi2"):
        return context.compile_internal(builder, bits.nth, _NTH, args)
    laid = _call(builder, "llvm.x86.bmi.pdep.64", INT, builder.shl(ir.Constant(INT, 1), n), cards)
    return builder.cttz(laid, ir.Constant(ir.IntType(1), 1))


lowered(bits.nth, _NTH.return_type, *_NTH.args)(_nth)


@lowered(bits.list_in, types.int64, types.Array, types.int64)
def _(context, builder, signature, args):
    """Where the machine can move bytes up to one another (VPCOMPRESSB), it does: a loop would end nobody knows when. Mostly 16 suffice."""
    if not _has(context, "avx512vbmi2"):
        return context.compile_internal(builder, bits.list_in, signature, args)
    row, flags, wide = (ir.VectorType(kind, 64) for kind in (BYTE, ir.IntType(1), INT))
    every, number = ir.Constant(row, list(range(64))), builder.ctpop(args[1])
    listed = _call(builder, "llvm.x86.avx512.mask.compress.v64i8", row, every, every, builder.bitcast(args[1], flags))
    first = builder.shuffle_vector(listed, listed, ir.Constant(_INDEX, list(range(WIDTH))))
    builder.store(builder.zext(first, _WIDE), pointer(context, builder, signature, args, _WIDE)).align = 8
    with cgutils.if_unlikely(builder, builder.icmp_signed(">", number, INT(WIDTH))):
        builder.store(builder.zext(listed, wide), pointer(context, builder, signature, args, wide)).align = 8
    return number


# Seats


@lowered(seats.fewest, types.int64, types.Array, types.int64)
def _(context, builder, signature, args):
    held = builder.load(pointer(context, builder, signature, args, _SHORTS))
    held.align = 2
    are_meant = builder.bitcast(builder.trunc(args[1], BYTE), ir.VectorType(ir.IntType(1), 8))
    held = builder.select(are_meant, held, ir.Constant(_SHORTS, [(1 << 15) - 1] * 8))
    least = _call(builder, "llvm.vector.reduce.umin.v8i16", ir.IntType(16), held)
    first = builder.insert_element(ir.Constant(_SHORTS, ir.Undefined), least, ir.Constant(ir.IntType(32), 0))
    in_each = builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(ir.IntType(32), 8), [0] * 8))
    return builder.zext(builder.bitcast(builder.icmp_unsigned("==", held, in_each), BYTE), INT)


# Lanes: reading and writing a field of sixteen bytes


def pointer(context, builder, signature, args, vector):
    """Where the field stands that is the first argument."""
    field = context.make_array(signature.args[0])(context, builder, args[0])
    return builder.bitcast(field.data, vector.as_pointer())


@lowered(lanes.load, LANES, types.Array)
def _(context, builder, signature, args):
    vector = builder.load(pointer(context, builder, signature, args, _VECTOR))
    vector.align = 1
    return vector


@lowered(lanes.save, types.void, types.Array, LANES)
def _(context, builder, signature, args):
    builder.store(args[1], pointer(context, builder, signature, args, _VECTOR)).align = 1
    return context.get_dummy_value()


@lowered(lanes.save_at, types.void, types.Array, types.int64, LANES)
def _(context, builder, signature, args):
    field = context.make_array(signature.args[0])(context, builder, args[0])
    place = builder.bitcast(builder.gep(field.data, [args[1]]), _VECTOR.as_pointer())
    builder.store(args[2], place).align = 1
    return context.get_dummy_value()


@lowered(lanes.spread, types.void, types.Array, LANES)
def _(context, builder, signature, args):
    builder.store(builder.zext(args[1], _WIDE), pointer(context, builder, signature, args, _WIDE)).align = 8
    return context.get_dummy_value()


# Lanes from numbers


def _same(builder, number):
    """A vector with `number` in each lane."""
    one = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), builder.trunc(number, BYTE), ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, one, ir.Constant(_INDEX, [0] * WIDTH))


def _mask(builder, *conditions):
    """255 in the lanes whose number compares so with each of these numbers, else 0."""
    index = ir.Constant(_VECTOR, list(range(WIDTH)))
    held = [builder.icmp_signed(sign, index, _same(builder, number)) for sign, number in conditions]
    return builder.sext(reduce(builder.and_, held), _VECTOR)


_becomes(lanes.same, LANES, types.int64)(_same)
_becomes(lanes.only, LANES, types.int64)(lambda builder, lane: _mask(builder, ("==", lane)))
_becomes(lanes.between, LANES, types.int64, types.int64)(lambda builder, low, high: _mask(builder, (">=", low), ("<=", high)))


@_becomes(lanes.one, LANES, types.int64)
def _(builder, lane):
    return builder.and_(_mask(builder, ("==", lane)), ir.Constant(_VECTOR, [1] * WIDTH))


# Lanes of bits


_BITS = ir.Constant(_VECTOR, [(1 << min(count, 8)) - 1 for count in range(WIDTH)])


@lowered(lanes.as_bits, LANES, LANES)
def _(context, builder, signature, args):
    """Looked up in all lanes at once where the machine can (PSHUFB); else it is in twice the width the bit behind the last, less one."""
    counts, most = args[0], ir.Constant(_VECTOR, [8] * WIDTH)
    counts = builder.select(builder.icmp_unsigned("<", counts, most), counts, most)
    if _has(context, "ssse3"):
        return _call(builder, "llvm.x86.ssse3.pshuf.b.128", _VECTOR, _BITS, counts)
    wider = ir.VectorType(ir.IntType(16), WIDTH)
    one = ir.Constant(wider, [1] * WIDTH)
    return builder.trunc(builder.sub(builder.shl(one, builder.zext(counts, wider)), one), _VECTOR)


_becomes(lanes.bits_in_each, LANES, LANES)(lambda builder, a: _call(builder, "llvm.ctpop.v16i8", _VECTOR, a))


def _halves(builder, a):
    """The lower eight lanes, and the upper ones, each as a number."""
    halves = builder.bitcast(a, ir.VectorType(INT, 2))
    return [builder.extract_element(halves, ir.Constant(ir.IntType(32), half)) for half in range(2)]


@_becomes(lanes.total_bits, types.int64, LANES)
def _(builder, a):
    return builder.add(*map(builder.ctpop, _halves(builder, a)))


@lowered(lanes.nth_bit, types.int64, LANES, types.int64)
def _(context, builder, signature, args):
    (low, high), n = _halves(builder, args[0]), args[1]
    beyond = builder.sub(n, builder.ctpop(low))
    is_low = builder.icmp_signed("<", beyond, ir.Constant(INT, 0))
    place = _nth(context, builder, _NTH, [_either(builder, is_low, low, high), _either(builder, is_low, n, beyond)])
    return builder.add(place, builder.select(is_low, ir.Constant(INT, 0), ir.Constant(INT, 64)))


# Calculating with lanes


for symbol, instruction in ((operator.add, ir.IRBuilder.add), (operator.sub, ir.IRBuilder.sub), (operator.and_, ir.IRBuilder.and_)):
    _becomes(symbol, LANES, LANES, LANES)(instruction)
_becomes(lanes.smaller, LANES, LANES, LANES)(lambda builder, a, b: builder.select(builder.icmp_unsigned("<", a, b), a, b))


@_becomes(lanes.total, types.int64, LANES)
def _(builder, a):
    return builder.zext(_call(builder, "llvm.vector.reduce.add.v16i32", ir.IntType(32), builder.zext(a, _INDEX)), INT)


@_becomes(lanes.prefix_sums, LANES, LANES)
def _(builder, sums):
    nothing = ir.Constant(_VECTOR, [0] * WIDTH)
    for step in (1, 2, 4, 8):
        order = [WIDTH + i - step if i >= step else 0 for i in range(WIDTH)]
        sums = builder.add(sums, builder.shuffle_vector(nothing, sums, ir.Constant(_INDEX, order)))
    return sums


def _compared(builder, sign, a, number):
    return builder.icmp_unsigned(sign, a, _same(builder, number))


def _bits(builder, sign, a, number):
    """The lanes that compare so with a number, as bits."""
    return builder.zext(builder.bitcast(_compared(builder, sign, a, number), ir.IntType(WIDTH)), INT)


_becomes(lanes.up_to, LANES, LANES, types.int64)(lambda builder, a, limit: builder.sext(_compared(builder, "<=", a, limit), _VECTOR))
_becomes(lanes.filled, types.int64, LANES)(lambda builder, a: _bits(builder, "!=", a, ir.Constant(INT, 0)))
_becomes(lanes.count_up_to, types.int64, LANES, types.int64)(lambda builder, a, limit: builder.ctpop(_bits(builder, "<=", a, limit)))


@_becomes(lanes.at, types.int64, LANES, types.int64)
def _(builder, a, lane):
    return builder.zext(builder.extract_element(a, builder.trunc(lane, ir.IntType(32))), INT)
