"""The names in a function of somebody else's: which it gives to something itself, and which it only reads."""

import ast
import builtins
from collections.abc import Collection, Iterator


def given_in(function: ast.FunctionDef) -> set[str]:
    """The names that a function gives to something itself."""
    found = set()
    for node in ast.walk(function):
        match node:
            case ast.Name(ctx=ast.Store() | ast.Del()):
                found.add(node.id)
            case ast.arg():
                found.add(node.arg)
            case ast.ExceptHandler(name=str(name)) | ast.FunctionDef(name=name):
                found.add(name)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                found.add(name)
            case ast.Import() | ast.ImportFrom():
                found |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    return found - {function.name}


def of_nothing(function: ast.FunctionDef, known: Collection[str]) -> Iterator[ast.Name]:
    """The names in a function that nothing stands for, each once."""
    told = given_in(function)
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id not in told and node.id not in known and not hasattr(builtins, node.id):
            told.add(node.id)
            yield node
