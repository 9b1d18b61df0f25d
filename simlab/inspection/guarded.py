"""A game's functions as plain Python that minds what compiled code would take silently: an index below 0, a number that does not fit.

An index below 0 counts from the end, to Python as to the compiler, and a number that is too large for its field loses its upper bits. Both
are hardly ever meant in a game. Here each function is read again from its text, with a question asked of each index and each number that
is written; lines stay where they are.
"""

import ast
import copy
from collections.abc import Mapping
from types import CodeType
from typing import Any

import numpy as np

from simlab.base.parsing import parsed
from simlab.kit.game import NOT_COMPILED

_VALUE = "_simlab_value"
_GROW = ast.Add | ast.Sub | ast.Mult | ast.LShift | ast.Pow
_BITS = 64


class NegativeIndex(IndexError):
    """An index below 0."""


class DoesNotFit(OverflowError):
    """A number too large, or below 0, for where it is written."""


def guard(names: Mapping[str, Any], text: str, path: str) -> None:
    """Give the functions of a module other code: that of its text, with the questions in it."""
    tree = ast.fix_missing_locations(_Guarded().visit(parsed(text)))
    module = compile(tree, path, "exec", dont_inherit=True)
    codes = {code.co_name: code for code in module.co_consts if isinstance(code, CodeType)}
    for name, function in list(names.items()):
        code = getattr(function, "__code__", None)
        if name in codes and name not in NOT_COMPILED and code is not None and code.co_filename == path and not code.co_freevars:
            function.__code__ = codes[name]
            function.__globals__.update(_QUESTIONS)


class _Guarded(ast.NodeTransformer):
    """Puts the questions into a text."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        self.generic_visit(node)
        # A place that is written as -1, or cut out as [1:], is meant.
        asked = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        found: list[ast.expr] = [
            one if isinstance(one, ast.Slice | ast.Constant | ast.UnaryOp) else _call("_simlab_index", one) for one in asked
        ]
        node.slice = ast.copy_location(ast.Tuple(found, ast.Load()), node.slice) if isinstance(node.slice, ast.Tuple) else found[0]
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return _call("_simlab_whole", node) if isinstance(node.op, _GROW) else node

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt] | ast.Assign:
        target, value = node.targets[0], node.value
        self.generic_visit(node)
        if len(node.targets) > 1 or not _is_plain(target):
            return node
        return _written(target, value, node)

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt] | ast.AugAssign:
        self.generic_visit(node)
        if not _is_plain(node.target):
            return node
        before, by = (_call("_simlab_exact", one) for one in (_read(node.target), node.value))
        return _written(node.target, ast.copy_location(ast.BinOp(before, node.op, by), node), node)


def _written(target: ast.expr, value: ast.expr, node: ast.stmt) -> list[ast.stmt]:
    """A number is written, and looked at where it lies then."""
    kept = ast.Assign([ast.Name(_VALUE, ast.Store())], value)
    write = ast.Assign([target], ast.Name(_VALUE, ast.Load()))
    look = ast.Expr(_call("_simlab_kept", ast.copy_location(_read(target), node), ast.copy_location(ast.Name(_VALUE, ast.Load()), node)))
    return [ast.copy_location(one, node) for one in (kept, write, look)]


def _is_plain(target: ast.expr) -> bool:
    """Is it a field, or a place of one, that can be looked at without doing anything?"""
    calls = [node for node in ast.walk(target) if isinstance(node, ast.Call)]
    asked = all(isinstance(call.func, ast.Name) and call.func.id == "_simlab_index" for call in calls)
    slices = any(isinstance(node, ast.Slice) for node in ast.walk(target))
    return isinstance(target, ast.Attribute | ast.Subscript) and asked and not slices


def _read(target: ast.expr) -> ast.expr:
    found = copy.deepcopy(target)
    found.ctx = ast.Load()  # type: ignore[attr-defined]  # what can be written has a context
    return found


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.copy_location(ast.Call(ast.copy_location(ast.Name(name, ast.Load()), arguments[0]), list(arguments), []), arguments[0])


def _index(index: Any) -> Any:
    if isinstance(index, int | np.integer) and index < 0:
        raise NegativeIndex(f"{index}")
    return index


def _whole(value: Any) -> Any:
    """A whole number as compiled code can have it, with a sign or without."""
    if isinstance(value, int) and (value >= 1 << _BITS or value < -(1 << (_BITS - 1))):
        raise DoesNotFit(f"a number of {value.bit_length()} bits, of which compiled code keeps {_BITS}")
    return value


def _exact(value: Any) -> Any:
    """A whole number as one that never overflows; but what has no sign is meant to go around."""
    return int(value) if isinstance(value, np.signedinteger | np.uint8 | np.uint16 | np.uint32) else value


def _kept(there: Any, meant: Any) -> None:
    if isinstance(there, np.integer) and isinstance(meant, int | float | np.number) and meant == meant and int(there) != int(meant):
        raise DoesNotFit(f"{int(meant)} where only {np.iinfo(there.dtype).min} to {np.iinfo(there.dtype).max} fits ({there.dtype})")


_QUESTIONS = {"_simlab_index": _index, "_simlab_exact": _exact, "_simlab_whole": _whole, "_simlab_kept": _kept}
