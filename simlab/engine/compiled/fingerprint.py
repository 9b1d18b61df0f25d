"""One hash of all that a compiled text is made from: the same where compiling it again would make the same code.

What is looked at is what numba reads: the byte code of a function, its constants, the values of the names that it reads, and so through
every function that it reaches. Docstrings, comments and whatever else has a meaning for people only are not among it, and neither is the
rest of the files. The `instructions`, which nothing names, belong to every hash, and so do the versions of what compiles.
"""

import ast
import contextlib
import hashlib
import sys
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any
from uuid import uuid4

import numpy as np

from simlab.base.parsing import parsed
from simlab.engine.game import Game
from simlab.engine.own import SOURCE, Source
from simlab.engine.sources import changed_meanwhile

_BY_VERSION = frozenset({"numpy", "numba", "llvmlite", *sys.stdlib_module_names})  # what stands there is known by the version
_DOCUMENTED = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_HERE = Path(__file__).parent


@lru_cache(maxsize=1024)
def fingerprint(text: str, game: Game | None = None) -> str:  # noqa: ARG001  # what the text means depends on the game's version
    """The hash of a text, of what it imports and reaches, and of what compiles it. Its line numbers count: they are told in tracebacks."""
    tree = _undocumented(text)
    walk = _Walk()
    walk.tell(_compiler(), *_written(compile(tree, "", "exec"), walk, lines=True))
    walk.read(tree, _imported(tree))
    walk.go_on()
    return hashlib.sha256("\n".join(walk.told).encode()).hexdigest()


@lru_cache(maxsize=1)
def _compiler() -> str:
    """What makes other code from the same functions: versions, a setting that numba's own cache doesn't know, the engine's own part."""
    import llvmlite
    import numba
    from numba.core import config

    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    own = [_whole(str(_HERE / file)) for file in ("functions.py", "instructions.py", "noting.py", "shortcuts.py")]
    return "\n".join([*versions, f"NUMBA_BOUNDSCHECK={vars(config)['BOUNDSCHECK']}", *own])


@lru_cache(maxsize=256)
def _whole(file: str) -> str:
    """All of a file; of one that isn't there, nothing. One that was changed since this process began may have been imported as it was
    before: what is made of it is found by nobody else.
    """
    try:
        text = _whole_text(Path(file).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ""
    return f"{text} {uuid4()}" if changed_meanwhile([Path(file)]) else text


@lru_cache(maxsize=256)
def _whole_text(text: str) -> str:
    walk = _Walk()
    walk.tell(*_written(compile(_undocumented(text), "", "exec"), walk))
    return "\n".join(walk.told)


def _around(function: FunctionType) -> str:
    """All of the file in which a function stands, and of the one beside it that says what functions become when compiled; of a game of the
    user's own the text that was read, whatever its file says by now.
    """
    source, file = function.__globals__.get(SOURCE), function.__code__.co_filename
    return _whole_text(source.text) if isinstance(source, Source) else _whole(file) + _whole(str(Path(file).parent / "instructions.py"))


def _undocumented(text: str) -> ast.Module:
    """A text without its docstrings; every other line stays where it is."""
    tree = parsed(text)
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
    return tree


def _imported(tree: ast.Module) -> dict[str, Any]:
    """The names that a text imports, and their values."""
    found: dict[str, Any] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            with contextlib.suppress(ImportError):  # what isn't there can't be compiled
                exec(compile(ast.Module([node], []), "", "exec"), found)
    return found


def _written(code: CodeType, walk: "_Walk", *, documented: bool = False, lines: bool = False) -> Iterable[str]:
    """A function's code as numba reads it; `documented`: its first constant is its docstring."""
    constants = (None, *code.co_consts[1:]) if documented else code.co_consts
    yield code.co_code.hex()
    yield f"{code.co_names} {code.co_varnames} {code.co_freevars} {code.co_cellvars} {code.co_exceptiontable!r} {code.co_flags}"
    yield f"{code.co_argcount} {code.co_posonlyargcount} {code.co_kwonlyargcount}"
    if lines:
        yield f"{[line for _, _, line in code.co_lines()]}"
    for constant in constants:
        if isinstance(constant, CodeType):
            yield from _written(constant, walk, lines=lines)
        else:
            yield walk.value(constant)


def _read_by(code: CodeType) -> set[str]:
    """The names that a code reads, of globals and of attributes."""
    return set(code.co_names).union(*(_read_by(constant) for constant in code.co_consts if isinstance(constant, CodeType)))


class _Walk:
    """What was reached so far, told in the order in which it was met."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self._waiting: list[FunctionType] = []
        self._met: set[int] = set()

    def tell(self, *words: str) -> None:
        """Something that the code depends on."""
        self.told.extend(words)

    def go_on(self) -> None:
        """Through every function that was met, and those that they meet."""
        while self._waiting:
            function = self._waiting.pop()
            code, closure = function.__code__, function.__closure__ or ()
            self.tell(self._function(function), *_written(code, self, documented=function.__doc__ is not None))
            self.tell(self.value(function.__defaults__), self.value(function.__kwdefaults__))
            self.tell(*(self.value(cell.cell_contents) for cell in closure))
            self.names(function.__globals__, _read_by(code))

    def read(self, tree: ast.Module, imported: Mapping[str, Any]) -> None:
        """The names that a text reads of those that it imports; of a game only what it reads of it."""
        used = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                used.add(node.id)
            elif isinstance(node, ast.Attribute):
                used.add(node.attr)
                game = imported.get(node.value.id) if isinstance(node.value, ast.Name) else None
                if isinstance(game, Game):
                    self.tell(node.attr, self.value(getattr(game, node.attr)))
        self.names(imported, used)

    def names(self, given: Mapping[str, Any], used: set[str]) -> None:
        """The values of names, and of a module's attributes among them."""
        modules, looked_into = [given], set()
        while modules:
            space = modules.pop()
            for name in sorted(used & space.keys()):
                value = space[name]
                self.tell(name, self.value(value))
                if isinstance(value, ModuleType) and not _is_known_by_version(value.__name__) and value.__name__ not in looked_into:
                    looked_into.add(value.__name__)
                    modules.append(vars(value))

    def value(self, value: Any) -> str:
        """A value in words that are the same in every process; a function is put down to be looked at."""
        if callable(value) and isinstance(getattr(value, "py_func", None), FunctionType):  # by `compiled`, `apart` or numba itself
            return f"{value.targetoptions} {self._function(value.py_func)}"
        match value:
            case FunctionType():  # compiled only as what somebody says elsewhere, most likely in its file
                return f"{self._function(value)} {'' if _is_known_by_version(value.__module__) else _around(value)}"
            case type():
                members = {name: member.value for name, member in getattr(value, "__members__", {}).items()}  # of an enumeration
                return f"{value.__module__}.{value.__qualname__} {members}"
            case ModuleType():
                return value.__name__
            case Game():
                return value.name
            case _ if hasattr(value, "compiled_as"):
                return f"{value.compiled_as}"
            case np.ndarray():
                return f"{value.dtype!r} {value.shape} {value.strides} {value.tobytes().hex()}"
            case dict():
                return f"{{{', '.join(f'{self.value(key)}: {self.value(item)}' for key, item in value.items())}}}"
            case tuple() | list():
                return f"{type(value).__name__}({', '.join(map(self.value, value))})"
            case set() | frozenset():
                return f"{type(value).__name__}({', '.join(sorted(map(self.value, value)))})"
        words = "" if " at 0x" in repr(value) else f"{value!r}"
        return f"{type(value).__name__} {words}"

    def _function(self, function: FunctionType) -> str:
        if not _is_known_by_version(function.__module__) and id(function) not in self._met:
            self._met.add(id(function))
            self._waiting.append(function)
        return f"{function.__module__}.{function.__qualname__}"


def _is_known_by_version(module: str | None) -> bool:
    return (module or "").partition(".")[0] in _BY_VERSION
