"""What the functions of `compiled.memory` become when compiled."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from simlab.engine.compiled.memory import call, option, poke, wipe


@intrinsic
def _call(typingctx, code, seen, my):
    """Numba's own calling convention, so that an exception in a strategy arrives as one, with its file and line."""
    called = types.int64(seen, types.voidptr)

    def codegen(context, builder, signature, args):
        convention = context.call_conv
        kind = convention.get_function_type(called.return_type, called.args)
        function = builder.inttoptr(args[0], kind.as_pointer())
        parameters = builder.inttoptr(args[2], context.get_value_type(types.voidptr))
        status, result = convention.call_function(builder, function, called.return_type, called.args, [args[1], parameters])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return result

    return types.int64(types.uint64, seen, types.uint64), codegen


@overload(call)
def _(code, seen, my):
    return lambda code, seen, my: _call(code, seen, my)


@overload(option)
def _(answer):
    if isinstance(answer, types.Integer | types.Boolean):
        return lambda answer: np.int64(answer)
    raise TypingError(f"a decision returned {answer}; it must return the number of an option, a whole number, on every path")


@intrinsic
def _poke(typingctx, address, index, value):
    def codegen(context, builder, signature, args):
        buffer = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        builder.store(args[2], builder.gep(buffer, [args[1]]))
        return context.get_dummy_value()

    return types.void(types.uint64, types.int64, types.int64), codegen


@overload(poke)
def _(address, index, value):
    return lambda address, index, value: _poke(address, index, value)


@intrinsic
def _wipe(typingctx, record):
    def codegen(context, builder, signature, args):
        cgutils.memset(builder, args[0], ir.Constant(ir.IntType(64), record.size), 0)
        return context.get_dummy_value()

    return types.void(record), codegen


@overload(wipe)
def _(record):
    return lambda record: _wipe(record)
