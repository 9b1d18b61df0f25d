"""Which paragraph of docs/rules/<game>.md a test is about: by its name (test_5_2_...), or said with @rule("5.2", "R7").

A paragraph begins a line with its number in bold, or is a table's row that begins with its number. Rulings (R7) and assumptions (A1)
are marked in the text. A test that fails quotes its paragraphs (see conftest.py): they are not copied into docstrings, which would rot.
"""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from simlab import games

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "rules"
TESTS = ROOT / "tests" / "rules"

_PARAGRAPH = re.compile(r"^(?:\*\*(\d+\.\d+)\*\*|\| (\d+\.\d+) \|)", re.MULTILINE)
_RULING = re.compile(r"\b[RA]\d+\b")
_NAME = re.compile(r"test_(\d+)_(\d+)_")

Test = TypeVar("Test", bound=Callable[..., None])


def rule(*marks: str) -> Callable[[Test], Test]:
    """Marks a test as one of these paragraphs, rulings or assumptions."""
    assert all(re.fullmatch(r"\d+\.\d+|[RA]\d+", mark) for mark in marks), marks

    def mark(test: Test) -> Test:
        vars(test)["rules"] = marks
        return test

    return mark


def pages() -> list[str]:
    """The games that have a page of rules."""
    return sorted(path.stem for path in DOCS.glob("*.md") if path.stem != "README")


def page(game: str) -> str:
    """The page of a game."""
    return (DOCS / f"{game}.md").read_text(encoding="utf-8")


def paragraphs(game: str) -> list[str]:
    """The numbers of a page's paragraphs, in order."""
    return [bold or row for bold, row in _PARAGRAPH.findall(page(game))]


def text(game: str, mark: str) -> str:
    """What a paragraph or a ruling says."""
    if not mark[0].isdigit():
        return f"{mark}: {games.find(game).rulings.get(mark)}"
    found = re.search(rf"^(\*\*{re.escape(mark)}\*\*.*?)\n\n|^(\| {re.escape(mark)} \|.*?)$", page(game) + "\n\n", re.MULTILINE | re.DOTALL)
    return found[1] or found[2] if found else f"{mark}: not on the page"


def rulings(game: str) -> set[str]:
    """The rulings and assumptions that a page marks in its numbered paragraphs."""
    text = page(game)
    return set(_RULING.findall(text[text.index("\n## ") :]))


def about(test: Callable[..., None]) -> list[str]:
    """What one test is about."""
    name = _NAME.match(test.__name__)
    return [*([f"{name[1]}.{name[2]}"] if name else []), *vars(test).get("rules", ())]


def tested(game: str) -> dict[str, list[str]]:
    """What the tests of a game are about: paragraphs and rulings, each with the names of its tests."""
    found: dict[str, list[str]] = {}
    for path in sorted((TESTS / game).glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in _marks(node):
                    found.setdefault(mark, []).append(f"{path.name}::{node.name}")
    return found


def _marks(test: ast.FunctionDef) -> Iterator[str]:
    if name := _NAME.match(test.name):
        yield f"{name[1]}.{name[2]}"
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "rule":
            yield from (str(ast.literal_eval(mark)) for mark in decorator.args)
