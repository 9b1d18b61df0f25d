"""What a process that only compiles spares itself of what numba does: none of it changes what is compiled, which takes a third of the time.

All of it is private to numba, and pinned by tests and by the version range in pyproject.toml.
"""

import functools
from typing import Any

ENTRIES = ("play_batch", "_entry")  # what is called in a generated module


def only_entries() -> None:
    """From now on only the entries become callable."""
    _wrap_no_others()
    _link_once()
    _compile_for_any_number()
    _spell_records_once()
    _tell_nobody()
    _pass_over_words()
    _look_up_flags()


def _wrap_no_others() -> None:
    """What is merged into an entry is called neither from Python nor from C, and has no environment of its own to be set."""
    from numba.core import dispatcher
    from numba.core.codegen import JITCPUCodegen

    compiler: Any = vars(dispatcher)["_FunctionCompiler"]
    codegen: Any = JITCPUCodegen
    set_env = codegen.set_env

    def without_wrappers(self: Any, flags: Any) -> Any:
        if self.py_func.__name__ not in ENTRIES:
            flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return flags

    def set_env_of_entry(self: Any, name: str, env: Any) -> None:
        if self._engine.get_global_value_address(name):
            set_env(self, name, env)

    compiler._customize_flags, codegen.set_env = without_wrappers, set_env_of_entry


def _link_once() -> None:
    """Each function would be linked into its callers, these with it into theirs, and so on; the entries link all that they reach. LLVM
    leaves out what nothing has named so far: so callers come before what they call.
    """
    from numba.core.codegen import CPUCodeLibrary

    library: Any = CPUCodeLibrary
    finalize = library.finalize

    def finalize_entry(self: Any) -> None:
        if self.name in ENTRIES:
            self._linking_libraries = _reached_from(self)
            finalize(self)
        else:
            self._finalize_dynamic_globals()
            self._finalized = True

    library.finalize = finalize_entry


def _reached_from(library: Any) -> list[Any]:
    """All libraries that it links, and that these would link, callers first."""
    met, reached = {library}, []

    def walk(caller: Any) -> None:
        for called in caller._linking_libraries:
            if called not in met:
                met.add(called)
                walk(called)
        reached.append(caller)

    walk(library)
    return reached[-2::-1]


def _compile_for_any_number() -> None:
    """A function that is called with a number that stands there would be compiled for this number alone, and once more for the next one."""
    from numba.core import types
    from numba.core.dispatcher import Dispatcher
    from numba.core.errors import ForceLiteralArg, TypingError

    dispatcher: Any = Dispatcher
    of_these = dispatcher.get_call_template

    def any_number(kind: Any) -> Any:
        return kind.literal_type if isinstance(kind, types.IntegerLiteral) else kind

    def of_any(self: Any, args: Any, kws: Any) -> Any:
        any_args, any_kws = tuple(map(any_number, args)), {name: any_number(kind) for name, kind in kws.items()}
        if (any_args, any_kws) != (tuple(args), kws) and not str(self.py_func.__module__).startswith("numba."):
            try:
                return of_these(self, any_args, any_kws)
            except (TypingError, ForceLiteralArg):
                pass  # one that must know the number, such as which of the things in a tuple
        return of_these(self, args, kws)

    dispatcher.get_call_template = of_any


def _spell_records_once() -> None:
    """The name of a function has all fields of its records in it, which are many: a tenth of the time."""
    from numba.core.types import Record

    record: Any = Record
    spell, spelled = record.__repr__, {}

    def known(self: Any) -> str:
        if id(self) not in spelled:
            spelled[id(self)] = self, spell(self)  # kept, so that no other gets its number
        return str(spelled[id(self)][1])

    record.__repr__ = known


def _tell_nobody() -> None:
    """Each call of LLVM would be told to whoever times one of the functions around it, at its beginning and its end."""
    from numba.core import event

    vars(event).update(start_event=_nothing, end_event=_nothing)


def _nothing(*_: Any, **__: Any) -> None:
    """What is done instead."""


def _pass_over_words() -> None:
    """Numba asks each statement again and again for the variables in it, and asks its words and line numbers, too."""
    from numba.core import ir

    inst: Any = ir.Inst
    ask, words = inst._rec_list_vars, {str, int, bool, type(None), ir.Loc}

    def variables(self: Any, value: Any) -> list[Any]:
        if isinstance(value, dict):
            value = list(value.values())
        if not isinstance(value, list | tuple):
            return [] if type(value) in words else list(ask(self, value))
        found: list[Any] = []
        for part in value:
            if type(part) is ir.Var:
                found.append(part)
            elif type(part) not in words:
                found += variables(self, part)
        return found

    inst._rec_list_vars = variables


def _look_up_flags() -> None:
    """Functions are looked for by how they are compiled; all of that is read off anew, one by one, whenever two are compared."""
    from numba.core.targetconfig import TargetConfig

    config: Any = TargetConfig
    usual: Any = functools.cache(lambda kind: {name: option.default for name, option in kind.options.items()})
    config.values = lambda self: usual(type(self)) | self._values


def trust_indices() -> None:
    """From now on no index below 0 counts from the end, which is not looked for at each any more: for code that has no such index. Where
    parts of arrays do not fit no sizes are told: words take a tenth of the time to compile. Private to numba, too.
    """
    from numba import njit
    from numba.core import types
    from numba.np import arrayobj

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    def refuse(_there: Any, _here: Any) -> None:
        raise ValueError("cannot assign a part of another size")

    vars(arrayobj).update(fix_integer_index=as_it_is, raise_with_shape_context=njit(refuse))


def learn_now() -> None:
    """What numba would learn before it compiles anything, once for all forks; and would look for again at each function."""
    from numba.core.registry import cpu_target
    from numba.np import linalg

    asks, ensure_blas = vars(linalg), linalg.ensure_blas
    asks["ensure_blas"] = _nothing  # which would import scipy to see whether it is there
    _know_where_to_look(cpu_target.typing_context)
    _know_where_to_look(cpu_target.target_context)
    asks["ensure_blas"] = ensure_blas


def _know_where_to_look(context: Any) -> None:
    """What is new is looked for in the same places each time; they need be found only once."""
    install, places = context.install_registry, []

    def note(registry: Any) -> None:
        places.append(registry)
        install(registry)

    context.install_registry = note
    context.load_additional_registries()
    del context.install_registry
    context.refresh()
    context.load_additional_registries = lambda: [install(registry) for registry in places]
