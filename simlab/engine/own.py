"""A game of the user's own: one file, known by its text.

A process may hold several versions of it: where the file is edited in a session, on a worker that plays for two runs. Each version is a
module of its own, and all are called simlab.games.<name>; what imports that name is read or compiled while its version stands there.
"""

import ast
import hashlib
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType

from simlab.base.parsing import parsed

LOCK = threading.RLock()  # held by whoever reads or compiles something that imports a game by its name
PACKAGE = "simlab.games"
SOURCE = "__game__"  # the name under which a game's module holds its source


@dataclass(frozen=True)
class Source:
    """A game's file as it was read."""

    name: str
    path: str  # in full; on another machine there is no such file
    text: str

    @property
    def module(self) -> str:
        """What its module is called."""
        return f"{PACKAGE}.{self.name}"

    @property
    def said(self) -> str:
        """What its author calls it."""
        return f"games/{self.name}.py"

    @cached_property
    def digest(self) -> str:
        """A hash of the text; a changed game is another game."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def imported(self) -> tuple[tuple[str, ast.stmt], ...]:
        """What it imports, in full (simlab.engine.game.Game), and where."""
        found: list[tuple[str, ast.stmt]] = []
        for node in ast.walk(parsed(self.text)):
            if isinstance(node, ast.Import):
                found += [(alias.name, node) for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                found += [(f"{'.' * node.level}{node.module or ''}.{alias.name}", node) for alias in node.names]
        return tuple(found)

    def argument(self, name: str) -> int | None:
        """The last line in which a function is given an argument of that name."""
        given = [node.value.lineno for node in ast.walk(parsed(self.text)) if isinstance(node, ast.keyword) and node.arg == name]
        return max(given, default=None)

    def line(self, number: int) -> str:
        """One of its lines; nothing where there is no such line."""
        lines = self.text.splitlines()
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""


@contextmanager
def standing(module: ModuleType) -> Iterator[None]:
    """Meanwhile this module is what is imported by its name; what stood there comes back."""
    package, _, name = module.__name__.rpartition(".")
    with LOCK:
        spaces = ((sys.modules, module.__name__), (vars(sys.modules[package]), name))
        before = [space.get(key) for space, key in spaces]
        for space, key in spaces:
            space[key] = module
        try:
            yield
        finally:
            for (space, key), stood in zip(spaces, before, strict=True):
                if stood is None:
                    space.pop(key, None)
                else:
                    space[key] = stood
