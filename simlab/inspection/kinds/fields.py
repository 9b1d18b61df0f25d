"""Every field that a function reads or writes is declared: of the game, the view, the row of results, a zone, the house rules."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from simlab.base.faults import suggestion, unknown
from simlab.engine.state import ENGINE
from simlab.inspection.finding import TEXT, Check, Finding
from simlab.inspection.subject import Subject
from simlab.kit.game import NOT_COMPILED

ROUNDS = 4  # in which a record is followed from function to function
OF_NO_USE = {field.name for field in ENGINE} | {"shuffles", "pack", "pack_n", "heap", "heap_n", "tally", "kind"}
CALLED = {"row": "the row of results", "seen": "the view", "rules": "the house rules"}
OF_A_ZONE = "; a zone is asked with size(), top(), held(), count(), holds()"


@dataclass(frozen=True)
class Record:
    """What a name stands for, and what it is called."""

    kind: np.dtype
    called: str

    def of(self, field: str) -> "Record | None":
        """The record in one of its fields."""
        names = self.kind.names or ()
        kind = self.kind[field].base if field in names else None
        return Record(kind, CALLED.get(field, field)) if kind is not None and kind.names else None


Known = dict[str, Record]  # by the name in a function


def find(subject: Subject) -> Iterator[Finding]:
    file = subject.text.main
    functions = {function.name: function for function in file.functions if function.name not in NOT_COMPILED}
    known = _arguments(functions, subject)
    seen = set()
    for name, function in functions.items():
        inside = _inside(function, known[name])
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute):
                record = _record(node.value, inside)
                if record and node.attr not in (record.kind.names or ()) and (node.lineno, node.attr) not in seen:
                    seen.add((node.lineno, node.attr))
                    yield Finding(file.at(node), _unknown(record, node.attr), about=f"name {node.attr} {node.lineno}")
    for function in file.functions:
        if function.name in NOT_COMPILED:
            yield from _of_rules(subject, function)


def _unknown(record: Record, field: str) -> str:
    names = [name for name in reversed(record.kind.names or ()) if name not in OF_NO_USE and not name.startswith(("_", "layout_"))]
    if {"held", "loose"} & set(record.kind.names or ()):
        return f'no field of {record.called} "{field}"{suggestion(field, names)}{OF_A_ZONE}'
    return unknown(f"field of {record.called}", field, names)


def _of_rules(subject: Subject, function: ast.FunctionDef) -> Iterator[Finding]:
    """What is called before a game gets the house rules as they were written."""
    rules, first = subject.game.Rules, function.args.args[0].arg if function.args.args else ""
    for node in ast.walk(function):
        if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == first):
            continue
        if node.attr not in rules.model_fields and not hasattr(rules, node.attr):
            yield Finding(subject.text.main.at(node), unknown("house rule", node.attr, tuple(rules.model_fields)))


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
                        given.setdefault((node.func.id, argument), []).append(_record(value, inside))
        for (name, argument), records in given.items():
            first = records[0]
            if argument not in fixed and first is not None and all(one is not None and one.kind == first.kind for one in records):
                found[name][argument] = first
    return found


def _names(function: ast.FunctionDef) -> list[str]:
    return [argument.arg for argument in function.args.args]


def _inside(function: ast.FunctionDef, arguments: Known) -> Known:
    """All names in a function that stand for a record: its arguments, and seen = g.seen; but not what stands for something else too."""
    found, spoiled = dict(arguments), set()
    for _ in range(2):
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                name, meant = node.targets[0].id, _record(node.value, found)
                if meant is None or (name in found and found[name].kind != meant.kind):
                    spoiled.add(name)
                else:
                    found[name] = meant
    return {name: record for name, record in found.items() if name not in spoiled}


def _record(node: Any, known: Known) -> Record | None:
    """Which record an expression stands for."""
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Subscript):
        return _record(node.value, known)
    if isinstance(node, ast.Attribute):
        record = _record(node.value, known)
        return record.of(node.attr) if record else None
    return None


CHECK = Check(1, "fields that are not declared", TEXT, find, of_kits=True)
