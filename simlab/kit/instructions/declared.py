"""Events, choices and endings, compiled: each is a type of its own."""

from numba import types
from numba.core.imputils import lower_constant
from numba.extending import models, overload, register_model, typeof_impl

from simlab.kit.declared import Declared, number_of


class DeclaredType(types.Opaque):
    """The type of one declared thing."""

    def __init__(self, what: Declared) -> None:
        self.what = what
        super().__init__(f"{what.name}{what.compiled_as}")


register_model(DeclaredType)(models.OpaqueModel)


@typeof_impl.register(Declared)
def _(what, context):
    return DeclaredType(what)


@lower_constant(DeclaredType)
def _(context, builder, kind, value):
    return context.get_dummy_value()


@overload(number_of)
def _(what):
    if isinstance(what, types.Integer):
        return lambda what: what
    number = what.what.number
    return lambda what: number
