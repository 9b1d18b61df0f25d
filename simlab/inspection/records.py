"""What the names in a function stand for: the game, the view, a zone; followed from function to function."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simlab.inspection.subject import Subject
from simlab.kit.game import NOT_COMPILED

ROUNDS = 4  # in which a record is followed from function to function
CALLED = {"row": "the row of results", "seen": "the view", "rules": "the house rules"}


@dataclass(frozen=True)
class Record:
    """What a name stands for, and what it is called; `of_each`: one for each seat, of which none is chosen."""

    kind: np.dtype
    called: str
    of_each: bool = False

    @property
    def is_zone(self) -> bool:
        """Do cards lie there?"""
        names = self.kind.names or ()
        return "held" in names or names[:2] == ("n", "card")

    def of(self, field: str) -> "Record | None":
        """The record in one of its fields."""
        if field not in (self.kind.names or ()):
            return None
        kind = self.kind[field]
        return Record(kind.base, CALLED.get(field, field), bool(kind.shape)) if kind.base.names else None


Known = dict[str, Record]  # by the name in a function


def functions_with(subject: Subject) -> Iterator[tuple[ast.FunctionDef, Known]]:
    """The functions of a game's file that are compiled, each with what stands for a record in it."""
    functions = {function.name: function for function in subject.text.main.functions if function.name not in NOT_COMPILED}
    known = _arguments(functions, subject)
    for name, function in functions.items():
        yield function, _inside(function, known[name])


def record_of(node: Any, known: Known) -> Record | None:
    """Which record an expression stands for."""
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Subscript):
        record = record_of(node.value, known)
        return replace(record, of_each=False) if record else None
    if isinstance(node, ast.Attribute):
        record = record_of(node.value, known)
        return record.of(node.attr) if record else None
    return None


def _arguments(functions: dict[str, ast.FunctionDef], subject: Subject) -> dict[str, Known]:
    """What the arguments of each function stand for: g and view always, others if all their callers say the same."""
    fixed = {"g": Record(subject.game.state, "the game"), "view": Record(subject.game.seen, "the view")}
    found: dict[str, Known] = {name: {one: fixed[one] for one in _names(function) if one in fixed} for name, function in functions.items()}
    for _ in range(ROUNDS):
        given: dict[tuple[str, str], list[Record | None]] = {}
        for name, function in functions.items():
            inside = _inside(function, found[name])
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
                    for argument, value in zip(_names(functions[node.func.id]), node.args, strict=False):
                        given.setdefault((node.func.id, argument), []).append(record_of(value, inside))
        for (name, argument), records in given.items():
            first = records[0]
            if argument not in fixed and first is not None and all(one is not None and _alike(one, first) for one in records):
                found[name][argument] = first
    return found


def _names(function: ast.FunctionDef) -> list[str]:
    return [argument.arg for argument in function.args.args]


def _alike(one: Record, other: Record) -> bool:
    return one.kind == other.kind and one.of_each == other.of_each


def _inside(function: ast.FunctionDef, arguments: Known) -> Known:
    """All names in a function that stand for a record: its arguments, and seen = g.seen; but not what stands for something else too."""
    found, spoiled = dict(arguments), set()
    for _ in range(2):
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                name, meant = node.targets[0].id, record_of(node.value, found)
                if meant is None or (name in found and not _alike(found[name], meant)):
                    spoiled.add(name)
                else:
                    found[name] = meant
    return {name: record for name, record in found.items() if name not in spoiled}
