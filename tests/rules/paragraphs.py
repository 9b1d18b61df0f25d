"""Which paragraph of docs/rules/<game>.md a test is about: by its name (test_5_2_...), or said with @rule("5.2", "R7").

A paragraph begins a line with its number in bold, or is a table's row that begins with its number. Rulings (R7) and assumptions (A1)
are marked in the text.
"""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "rules"
TESTS = ROOT / "tests" / "rules"

_PARAGRAPH = re.compile(r"^(?:\*\*(\d+\.\d+)\*\*|\| (\d+\.\d+) \|)", re.MULTILINE)
_RULING = re.compile(r"\b[RA]\d+\b")
_NAME = re.compile(r"test_(\d+)_(\d+)_")

Test = TypeVar("Test", bound=Callable[..., None])


def rule(*marks: str) -> Callable[[Test], Test]:
    """Marks a test as one of these paragraphs, rulings or assumptions. It only has to be read: see `tested`."""
    assert all(re.fullmatch(r"\d+\.\d+|[RA]\d+", mark) for mark in marks), marks
    return lambda test: test


def pages() -> list[str]:
    """The games that have a page of rules."""
    return sorted(path.stem for path in DOCS.glob("*.md") if path.stem != "README")


def page(game: str) -> str:
    """The page of a game."""
    return (DOCS / f"{game}.md").read_text(encoding="utf-8")


def paragraphs(game: str) -> list[str]:
    """The numbers of a page's paragraphs, in order."""
    return [bold or row for bold, row in _PARAGRAPH.findall(page(game))]


def rulings(game: str) -> set[str]:
    """The rulings and assumptions that a page marks in its numbered paragraphs."""
    text = page(game)
    return set(_RULING.findall(text[text.index("\n## ") :]))


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
