"""What a decision comes to, read off its text: a number on every path, and in the end."""

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from simlab.base.names import given_in
from simlab.engine.game import DECIDE, Game
from simlab.players.params import Slip

WANTED = "it must return the number of an option, a whole number, on every path"
_Loop = ast.While | ast.For


def slips_in(game: Game, tree: ast.Module) -> Iterator[Slip]:
    """Paths without an answer, answers that are none, loops without an end."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    listed = {decision.name: bool(decision.lists) for decision in game.decisions} | {DECIDE: True}
    callables = {*functions, *(name for name, value in game.names.items() if callable(value))}
    for name, function in functions.items():
        for loop in _inner(function, ast.While):
            if _is_always(loop.test) and not any(_leaves(loop.body)):
                yield loop, f"{name} never leaves this loop; count in it, and stop with break or return"
        if name not in listed:
            continue
        if not _ends(function.body):
            yield function, f"{name} may come to its end without a return; {WANTED}: end it with return 0, say"
        for answer in _inner(function, ast.Return):
            if what := _no_number(answer.value, callables - given_in(function), is_listed=listed[name]):
                yield answer, f"{name} returns {what}"


def _inner(function: ast.AST, kind: Any) -> Iterator[Any]:
    """All nodes of a kind, but those of functions within."""
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            continue
        if isinstance(node, kind):
            yield node
        yield from _inner(node, kind)


def _is_always(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and bool(test.value)


def _leaves(block: Iterable[ast.AST]) -> Iterator[bool]:
    """Whatever leaves a loop with this body."""
    for node in block:
        if isinstance(node, ast.Break | ast.Return | ast.Raise | ast.Assert):
            yield True
        elif isinstance(node, _Loop):
            yield from (True for _ in _inner(node, ast.Return | ast.Raise))
        else:
            yield from _leaves(ast.iter_child_nodes(node))


def _ends(block: list[ast.stmt]) -> bool:
    """Does every path through these lines end in a return?"""
    return any(map(_is_end, block))


def _is_end(statement: ast.stmt) -> bool:
    match statement:
        case ast.Return() | ast.Raise():
            return True
        case ast.If(_, then, otherwise):
            return _ends(then) and _ends(otherwise)
        case ast.While(test, body):
            return _is_always(test) and not any(_breaks(body))
        case ast.For(body=body, orelse=otherwise):
            return _ends(otherwise) and not any(_breaks(body))
        case ast.Try(body, handlers, otherwise, at_last):
            return _ends(at_last) or (_ends(otherwise or body) and all(_ends(handler.body) for handler in handlers))
        case ast.Match(_, cases):
            last = cases[-1]
            is_any = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
            return is_any and all(_ends(case.body) for case in cases)
    return False


def _breaks(block: Iterable[ast.AST]) -> Iterator[bool]:
    for node in block:
        if isinstance(node, ast.Break):
            yield True
        elif not isinstance(node, _Loop | ast.FunctionDef):
            yield from _breaks(ast.iter_child_nodes(node))


def _no_number(value: ast.expr | None, functions: set[str], *, is_listed: bool) -> str:
    """What is returned instead of the number of an option, and what to write; empty where it may be one."""
    match value:
        case None | ast.Constant(None):
            return f"nothing here; {WANTED}"
        case ast.IfExp(_, then, otherwise):
            return _no_number(then, functions, is_listed=is_listed) or _no_number(otherwise, functions, is_listed=is_listed)
        case ast.Constant(bool()) | ast.Compare() | ast.UnaryOp(ast.Not()) if is_listed:
            return "true or false; it must return the number of an option in the list, such as i"
        case ast.Constant(float()) | ast.BinOp(op=ast.Div()):
            return f"a fraction; {WANTED}: write // or int(...)"
        case ast.UnaryOp(ast.USub(), ast.Constant(int(number))) if number:
            return f"{-number}; options are numbered from 0 to view.options - 1"
        case ast.Constant(str()) | ast.JoinedStr():
            return f"a text; {WANTED}"
        case ast.Tuple() | ast.List() | ast.Dict() | ast.Set() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return f"several values; {WANTED}"
        case ast.Name(name) if name in functions:
            return f"the function {name} itself; call it: {name}(view)"
    return ""
