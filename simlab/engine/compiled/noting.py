"""To read a house rule is to note it: what compiled code does where it reads a field of a record that is watched.

Loaded when compiling begins (see `watched`).
"""

from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import lower_getattr_generic
from numba.np.arrayobj import record_getattr

from simlab.engine import watched
from simlab.engine.compiled import memory
from simlab.engine.compiled.instructions import BYTE, INT, lowered, pointer

_FLAGS = ir.VectorType(BYTE, 64)


def _flags(context, builder, signature, args):
    place = pointer(context, builder, signature, args, _FLAGS)
    flags = builder.load(place)
    flags.align = 1
    return place, flags


@lowered(memory.flagged, types.uint64, types.Array)
def _(context, builder, signature, args):
    _, flags = _flags(context, builder, signature, args)
    return builder.bitcast(builder.icmp_unsigned("!=", flags, ir.Constant(_FLAGS, [0] * 64)), INT)


@lowered(memory.flag, types.void, types.Array, types.uint64)
def _(context, builder, signature, args):
    place, flags = _flags(context, builder, signature, args)
    more = builder.zext(builder.bitcast(args[1], ir.VectorType(ir.IntType(1), 64)), _FLAGS)
    builder.store(builder.or_(flags, more), place).align = 1
    return context.get_dummy_value()


def note_reads(kind):
    """Whoever reads a field of such a record sets its flag in the record (see `watched`)."""
    noted, at = watched.flags(kind), kind.fields[watched.LOOKED][1]

    @lower_getattr_generic(from_dtype(kind))  # of this very type, and so chosen before numba's own, of any record
    def _(context, builder, typ, value, name):
        if name in noted:
            builder.store(BYTE(1), cgutils.get_record_member(builder, value, at + noted[name], BYTE))
        return record_getattr(context, builder, typ, value, name)


for _kind in watched.KINDS:
    note_reads(_kind)
