"""Every name in a function stands for something; and none for something else than its author thinks."""

import ast
from collections.abc import Iterator

from simlab import kit
from simlab.base.faults import suggestion
from simlab.base.names import given_in, of_nothing
from simlab.engine.compiled import Lazy
from simlab.inspection.finding import TEXT, Check, Finding
from simlab.inspection.subject import Subject
from simlab.inspection.text import File, called
from simlab.kit.declared import Choice


def find(subject: Subject) -> Iterator[Finding]:
    if not subject.game.source:
        return
    file = subject.text.main
    for function in file.functions:
        yield from _unknown(subject, file, function)
        yield from _hidden(subject, file, function)
    yield from _shadowed(subject, file)


def _unknown(subject: Subject, file: File, function: ast.FunctionDef) -> Iterator[Finding]:
    """Names that nothing stands for."""
    options = [name for name in (*given_in(function), *subject.names) if not name.startswith("_")]
    for node in of_nothing(function, subject.names):
        offered = f"; from simlab.kit import {node.id}" if node.id in kit.__all__ else suggestion(node.id, options)
        yield Finding(file.at(node), f'nothing is called "{node.id}"{offered}', about=f"name {node.id} {node.lineno}")


def _hidden(subject: Subject, file: File, function: ast.FunctionDef) -> Iterator[Finding]:
    """In a function that gives a name to something, the name never means the function of the file or the kit."""
    own = given_in(function)
    for node in ast.walk(function):
        name = called(node)
        if name in own and isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and callable(subject.names.get(name)):
            what = f'"{name}" is called here, and is a name of {function.name}\'s own too; call what is kept in it something else'
            yield Finding(file.at(node), what)
            return


def _shadowed(subject: Subject, file: File) -> Iterator[Finding]:
    """Functions of the file with a name that means something else as well."""
    imported = {
        alias.asname or alias.name: node.lineno for node in file.tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    given = {f"{one.name}s" for one in subject.names.values() if isinstance(one, Choice) and one.of_set} | {"below", "uniform"}
    uses = {name for node in ast.walk(file.tree) if (name := called(node))}
    for function in file.functions:
        name = function.name
        if name in imported and (name in uses or isinstance(getattr(kit, name, None), Lazy)):
            what = f'"{name}" is imported in line {imported[name]} and defined here: from here on it is this one; choose another name'
            yield Finding(file.at(function), what)
        elif name in given and subject.layout:
            what = f'"{name}" is what strategies call to list their options or to draw numbers; choose another name'
            yield Finding(file.at(function), what)


CHECK = Check(2, "names", TEXT, find)
