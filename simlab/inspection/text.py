"""A game's file as its author wrote it: where in it something stands."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from simlab.base.parsing import parsed
from simlab.engine.game import Game
from simlab.engine.sources import PACKAGE, sources


@dataclass(frozen=True)
class File:
    """One file. `said`: what its author calls it; `path`: in full."""

    said: str
    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """What Python makes of it."""
        return parsed(self.text)

    @property
    def functions(self) -> list[ast.FunctionDef]:
        """The functions that stand in it."""
        return [node for node in self.tree.body if isinstance(node, ast.FunctionDef)]

    @property
    def named(self) -> Iterator[tuple[str, ast.AST]]:
        """What the file gives a name to itself, at its top level."""
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield node.name, node
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    yield from ((one.id, one) for one in ast.walk(target) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))

    def at(self, place: ast.AST | int | None) -> str:
        """How its author finds a place."""
        line = getattr(place, "lineno", None) if isinstance(place, ast.AST) else place
        return f"{self.said}:{line}" if line else self.said


def files_of(game: Game) -> tuple[File, ...]:
    """The file of a user's own game; of one that comes with simlab all its files, the one that plays first."""
    if game.source:
        return (File(game.source.said, game.source.path, game.source.text),)
    own = [path for path in sources(game.name) if (PACKAGE / "games") in path.parents]
    own.sort(key=lambda path: path.name != "play.py")
    return tuple(File(path.relative_to(PACKAGE.parent).as_posix(), str(path), path.read_text(encoding="utf-8")) for path in own)


@dataclass(frozen=True)
class Text:
    """All that was written of a game."""

    files: tuple[File, ...]

    @property
    def main(self) -> File:
        """Its only file, or the one that plays."""
        return self.files[0]

    def function(self, *names: str) -> str:
        """Where the first of these functions stands that there is."""
        for name in names:
            for file in self.files:
                for function in file.functions:
                    if function.name == name:
                        return file.at(function)
        return self.main.said

    def call(self, *names: str) -> str | None:
        """Where one of these functions is called for the first time."""
        calls = [(file, node) for file in self.files for node in ast.walk(file.tree) if called(node) in names]
        calls.sort(key=lambda at: at[1].lineno)  # type: ignore[attr-defined]  # a call has a line
        return calls[0][0].at(calls[0][1]) if calls else None

    def written(self, *names: str) -> str | None:
        """Where one of these fields is written for the first time."""
        found = [(node.lineno, file.at(node)) for file in self.files for node in ast.walk(file.tree) if _writes(node) in names]  # type: ignore[attr-defined]
        return min(found)[1] if found else None

    def declared(self, name: str) -> str:
        """Where a name is given its value, at the top level of a file."""
        for file in self.files:
            for node in file.tree.body:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
                if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                    return file.at(node)
        return self.main.said

    def rule(self, name: str) -> str:
        """Where a house rule is declared."""
        for file in self.files:
            for node in ast.walk(file.tree):
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
                    return file.at(node)
        return self.main.said

    def field(self, name: str, *tables: str) -> str:
        """Where a field stands in a table of the file; in one of these tables where they are named."""
        for file in self.files:
            for table, value in _tables(file):
                if tables and table not in tables:
                    continue
                for number, line in enumerate(file.text.splitlines()[value.lineno - 1 : value.end_lineno], value.lineno):
                    if _begins_with(line, name):
                        return file.at(number)
        return self.main.said

    def counter(self, name: str) -> str:
        """Where a counter is declared: with its event, or in the table of counters."""
        for file in self.files:
            for node in ast.walk(file.tree):
                if called(node) == "event" and isinstance(node, ast.Call):
                    for keyword in node.keywords:
                        if keyword.arg == name:
                            return file.at(keyword.value)
        return self.field(name)

    def ends_with(self, name: str, or_else: str | None = None) -> str:
        """Where the game is given this ending (the name of its constant), or else where it is declared."""
        found = [
            (node.lineno, file)
            for file in self.files
            for function in file.functions
            for node in ast.walk(function)
            if isinstance(node, ast.Call | ast.Assign) and name in _names_in(node.args if isinstance(node, ast.Call) else [node.value])
        ]
        line, file = min(found, key=lambda one: one[0], default=(0, self.main))
        return file.at(line) if line else self.declared(name) if or_else is None else or_else


def called(node: ast.AST) -> str | None:
    """The name of the function that is called there: of kit.tell(...) it is tell."""
    if not isinstance(node, ast.Call):
        return None
    return node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else None


def _writes(node: ast.AST) -> str | None:
    """The name of the field that is written there: of g.row.won[seat] = 1 it is won."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Attribute):
        return node.value.attr
    return node.attr if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) else None


def mentioned(tree: ast.AST) -> set[str]:
    """All names that are read in a text, and all names of fields, however they are used."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
    return found


def _tables(file: File) -> Iterator[tuple[str, ast.expr]]:
    for node in file.tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value


def _begins_with(line: str, name: str) -> bool:
    rest = line.strip().removeprefix(name)
    return rest != line.strip() and (not rest or rest[0] in " :[")


def _names_in(nodes: Iterable[ast.AST]) -> set[str]:
    return {node.id for node in nodes if isinstance(node, ast.Name)}
