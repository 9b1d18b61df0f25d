"""Whether a strategy writes into what it sees: its view is followed through names, helpers and whatever of numpy copies nothing."""

import ast
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from simlab.engine.game import Game
from simlab.players.params import Slip

UNCHANGED = "a strategy sees the table and must not change it"
_VIEW = 99  # in place of a number of dimensions: a record, of whose fields some have dimensions
_SAME = {  # what gives the same numbers again, and no copy
    *("T", "real", "imag", "flat"),
    *("asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "atleast_1d", "atleast_2d", "ravel", "reshape", "view"),
    *("transpose", "squeeze", "swapaxes", "broadcast_to", "flip", "fliplr", "flipud", "expand_dims", "diagonal", "moveaxis", "rollaxis"),
}
_CHANGES = {"fill", "sort", "put", "itemset", "partition", "resize", "setfield", "setflags", "byteswap"}  # of numbers in a row
_WRITES = {"copyto", "put", "place", "putmask", "fill_diagonal", "put_along_axis"}  # into what they are given first


def slips_in(game: Game, tree: ast.Module) -> Iterator[Slip]:
    """Each place where it does."""
    follow = _Following(game, [node for node in tree.body if isinstance(node, ast.FunctionDef)])
    for function in follow.functions.values():
        follow.now = function.name
        for node in ast.walk(function):
            if follow.is_changed_by(node):
                yield node, UNCHANGED


class _Following:
    """How many dimensions of the view's own numbers a name may have, in each function; 0 where they are its own, or a copy."""

    def __init__(self, game: Game, functions: list[ast.FunctionDef]) -> None:
        self.functions = {function.name: function for function in functions}
        seen: Mapping[str, tuple[Any, ...]] = game.seen.fields or {}
        self.shapes = {name: _VIEW if field[0].names else len(field[0].shape) for name, field in seen.items()}
        self.names: dict[tuple[str, str], int] = {}  # by the function and the name
        self.given: dict[str, int] = {}  # back, by each function
        self.now = ""
        for decision in game.decisions:
            if decision.name in self.functions and self.functions[decision.name].args.args:
                self.names[decision.name, self.functions[decision.name].args.args[0].arg] = _VIEW
        before: tuple[dict[tuple[str, str], int], dict[str, int]] | None = None
        while before != (self.names, self.given):
            before = (dict(self.names), dict(self.given))
            for function in functions:
                self.now = function.name
                for node in ast.walk(function):
                    self._learn(node)

    def _learn(self, node: ast.AST) -> None:
        """What names may stand for after this."""
        match node:
            case ast.Assign(targets, value):
                for target in targets:
                    self._bind(target, value)
            case ast.AnnAssign(target, _, ast.expr() as value) | ast.NamedExpr(target, value):
                self._bind(target, value)
            case ast.For(target, over) | ast.comprehension(target, over):
                self._each(target, over)
            case ast.Return(ast.expr() as value):
                self.given[self.now] = max(self.given.get(self.now, 0), self.of(value))
            case ast.Call(ast.Name(name), arguments) if name in self.functions:
                takes = self.functions[name].args.args
                for taken, value in zip(takes, arguments, strict=False):
                    self._note((name, taken.arg), self.of(value))
                for keyword in node.keywords:
                    self._note((name, keyword.arg or ""), self.of(keyword.value))

    def _note(self, name: tuple[str, str], dimensions: int) -> None:
        if dimensions > self.names.get(name, 0):
            self.names[name] = dimensions

    def _bind(self, target: ast.expr, value: ast.expr) -> None:
        match target, value:
            case ast.Tuple(targets) | ast.List(targets), ast.Tuple(values) | ast.List(values) if len(targets) == len(values):
                for one, other in zip(targets, values, strict=True):
                    self._bind(one, other)
            case ast.Tuple(targets) | ast.List(targets), _:
                for one in targets:
                    self._note((self.now, getattr(one, "id", "")), _less(self.of(value)))
            case ast.Name(name), _:
                self._note((self.now, name), self.of(value))

    def _each(self, target: ast.expr, over: ast.expr) -> None:
        """A loop over rows has each of them."""
        sources = over.args if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) else [over]  # enumerate, zip, reversed
        for name in ast.walk(target):
            if isinstance(name, ast.Name):
                self._note((self.now, name.id), max(_less(self.of(source)) for source in sources) if sources else 0)

    def of(self, node: ast.expr | None) -> int:
        """How many dimensions of the view's own an expression may have."""
        match node:
            case ast.Name(name):
                return self.names.get((self.now, name), 0)
            case ast.Attribute(value, name):
                whole = self.of(value)
                return self.shapes.get(name, 0) if whole == _VIEW else whole if name in _SAME else 0
            case ast.Subscript(value, index):
                taken = index.elts if isinstance(index, ast.Tuple) else [index]
                return max(0, self.of(value) - sum(not isinstance(one, ast.Slice) for one in taken))
            case ast.IfExp(_, one, other):
                return max(self.of(one), self.of(other))
            case ast.BoolOp(_, values):
                return max(map(self.of, values))
            case ast.NamedExpr(_, value):
                return self.of(value)
            case ast.Call(ast.Name(name), arguments):
                return self.given.get(name, max(map(self.of, arguments), default=0) if name in _SAME else 0)
            case ast.Call(ast.Attribute(value, name), arguments) if name in _SAME:
                return max(self.of(value), *map(self.of, arguments), 0)
        return 0

    def is_changed_by(self, node: ast.AST) -> bool:
        """Does this write into the view?"""
        match node:
            case ast.Subscript(value, ctx=ast.Store() | ast.Del()):
                return isinstance(value, ast.Attribute) or self.of(value) > 0
            case ast.AugAssign(ast.Name() as target):
                return self.of(target) > 0
            case ast.Call(ast.Attribute(value, name), arguments):
                return (name in _CHANGES and self.of(value) > 0) or self._is_written_by(name, arguments, node.keywords)
            case ast.Call(ast.Name(name), arguments):
                return name not in self.functions and self._is_written_by(name, arguments, node.keywords)
        return False

    def _is_written_by(self, name: str, arguments: list[ast.expr], keywords: list[ast.keyword]) -> bool:
        """Does a function of numpy write into what it is given?"""
        function = getattr(np, name, None)
        written = [keyword.value for keyword in keywords if keyword.arg == "out"]
        if name in _WRITES:
            written += arguments[:1]
        elif isinstance(function, np.ufunc):
            written += arguments[function.nin :]
        return any(self.of(one) > 0 for one in written)


def _less(dimensions: int) -> int:
    return max(0, dimensions - 1) if dimensions != _VIEW else 0
