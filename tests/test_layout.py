"""The layout shows the architecture: imports point one way, and no file or function is longer than a reader holds at once."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(file for folder in ("simlab", "strategies", "tests") for file in (ROOT / folder).rglob("*.py"))
# Everything in a layer may import its own layer and those before it.
LAYERS = [
    {"base"},
    {"engine"},
    {"kit"},
    {"games"},
    {"players"},
    {"starter", "examples"},
    {"solver"},  # of a game: beside its rulebook, and for its strategies
    {"words"},
    {"metrics"},
    {"experiment"},
    {"table"},
    {"stats"},
    {"lab"},
    {"storage"},
    {"runner"},
    {"report"},
    {"inspection"},
    {"sitting"},
    {"api"},
    {"commands", "cli"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_reader_holds_it_at_once(file):
    text = file.read_text(encoding="utf-8")
    assert text.count("\n") <= 500, "split it: would two names be clearer than one?"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno - node.lineno < 60, f"{node.name} is long"


@pytest.mark.parametrize("file", sorted((ROOT / "simlab").rglob("*.py")), ids=lambda file: str(file.relative_to(ROOT)))
def test_imports_point_one_way(file):
    own = room_of(file.relative_to(ROOT / "simlab").with_suffix("").parts)
    if own in ("__init__", "__main__"):
        return
    assert own in LEVEL, "say in LAYERS where it stands"
    for imported in imports_of(file):
        assert LEVEL[imported] <= LEVEL[own], f"{own} imports {imported}"


def imports_of(file: Path) -> set[str]:
    """The parts of simlab that a file imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "simlab":
            names |= {f"simlab.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return {room_of(tuple(name.split(".")[1:])) for name in names if name.startswith("simlab.")} & LEVEL.keys()


def room_of(parts: tuple[str, ...]) -> str:
    """Where a module stands; a game's solver is a room of its own."""
    return "solver" if parts[0] == "games" and "solver" in parts else parts[0]
