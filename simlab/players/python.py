"""What Python allows and a strategy can't have: what compiled code lacks, what would make one game depend on another, what hides a slip."""

import ast
from collections.abc import Iterator

from simlab import kit
from simlab.base.faults import suggestion
from simlab.base.names import given_in, of_nothing
from simlab.engine.compiled import COMPILES
from simlab.engine.game import Game
from simlab.players.params import Slip

_LOOK_ON = "to look on, run NUMBA_DISABLE_JIT=1 simlab trace ..., where print and breakpoint work"
_WATCHES = {  # fine as plain Python, for whoever looks for an error
    "print": f"a strategy is asked millions of times and can't print; leave it out; {_LOOK_ON}",
    "breakpoint": f"breakpoint() is for plain Python; leave it out; {_LOOK_ON}",
}
_READS = ("input", "open")
_RUNS = ("eval", "exec", "compile", "globals", "locals", "vars", "dir", "setattr", "delattr", "id", "exit", "quit", "super")
_GROWS = (
    "append",
    "extend",
    "insert",
    "remove",
    "pop",
    "clear",
    "update",
    "add",
    "discard",
    "setdefault",
    "reverse",
    "fill",
    "sort",
    "put",
    "resize",
)
_NO_MEMORY = "a strategy has no memory of its own; what was publicly played is in the view"
_STATEMENTS: dict[type[ast.AST], str] = {
    ast.Yield: "yield makes several answers, and a decision has one; write return",
    ast.YieldFrom: "yield makes several answers, and a decision has one; write return",
    ast.Await: "nothing is waited for in a strategy; leave await out",
    ast.AsyncFunctionDef: "a strategy is made of plain functions",
    ast.ClassDef: "a strategy is made of plain functions; keep what belongs together in several names",
    ast.With: "a strategy opens nothing; leave `with` out",
    ast.Delete: "del can't be compiled; give the name another value, or leave it alone",
    ast.Starred: "* can't be compiled here; write out each value",
}
_OUTSIDE = (ast.For, ast.While, ast.With, ast.Try, ast.Raise, ast.Assert, ast.Delete, ast.Expr, ast.AugAssign)


def slips_in(game: Game, tree: ast.Module) -> Iterator[Slip]:
    """Everything of that kind, with its place."""
    known = _of_the_file(tree)
    yield from _outside(tree)
    yield from _no_functions(game, known)
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        yield from _unknown(game, function, known)
        yield from _not_compiled(function)
        own = {name for name, node in known.items() if not isinstance(node, ast.Import)}  # np.add is no list that grows
        yield from _kept(function, own - given_in(function))
        yield from _of_the_view(game, function)


def _of_the_file(tree: ast.Module) -> dict[str, ast.AST]:
    """The names of the file itself: its functions, its constants, its imports."""
    found: dict[str, ast.AST] = {}
    for node in tree.body:
        for inner in ast.walk(node) if not isinstance(node, ast.FunctionDef | ast.ClassDef) else [node]:
            match inner:
                case ast.Name(ctx=ast.Store()):
                    found[inner.id] = node
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    found[name] = node
                case ast.alias():
                    found[(inner.asname or inner.name).partition(".")[0]] = node
    return found


def _outside(tree: ast.Module) -> Iterator[Slip]:
    """What stands outside the functions: constants, and nothing that is done."""
    for node in tree.body:
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, _OUTSIDE) and not is_text:
            yield node, "stands in no function and is done once, when the file is read; move it into a decision, or leave it out"
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            name = ast.unparse(node.targets[0])
            yield node, f"{name} is a lambda; write a function with a name: def {name}({ast.unparse(node.value.args)}):"


def _no_functions(game: Game, known: dict[str, ast.AST]) -> Iterator[Slip]:
    """A decision that is a number, say, would be left to chance in silence."""
    for name in (decision.name for decision in game.decisions):
        node = known.get(name)
        if node and not isinstance(node, ast.FunctionDef) and not isinstance(getattr(node, "value", None), ast.Lambda):
            yield node, f"{name} is a decision: write it as a function, def {name}(view):, or call this something else"


def _unknown(game: Game, function: ast.FunctionDef, known: dict[str, ast.AST]) -> Iterator[Slip]:
    """Names that nothing stands for."""
    if "*" in known:  # from a module with all its names
        return
    for node in of_nothing(function, known):
        places = {f"simlab.games.{game.name}": game.names, "simlab.kit": kit.__all__}
        place = next((place for place, names in places.items() if node.id in names), "")
        options = [*given_in(function), *known, *(name for name in game.names if not name.startswith("_"))]
        offered = f"; from {place} import {node.id}" if place else suggestion(node.id, options)
        yield node, f'nothing is called "{node.id}"{offered}'


def _not_compiled(function: ast.FunctionDef) -> Iterator[Slip]:
    """What compiled code lacks."""
    for node in ast.walk(function):
        if type(node) in _STATEMENTS:
            yield node, _STATEMENTS[type(node)]
        match node:
            case ast.Call(ast.Name(name)) if name in _WATCHES:
                if COMPILES:
                    yield node, _WATCHES[name]
            case ast.Call(ast.Name(name)) if name in _READS:
                yield node, f"{name}() reads from outside, and a strategy answers by its view alone; leave it out"
            case ast.Call(ast.Name(name)) if name in _RUNS:
                yield node, f"{name}() can't be compiled; a strategy computes with numbers alone"
            case ast.Call(ast.Name("max" | "min" as name), keywords=[_, *_]):
                yield node, f"{name}() takes numbers alone here; write a loop that keeps the best so far"
            case ast.Lambda():
                yield node, "a lambda can't be compiled; write a loop, or a function with a name, and call it"
            case ast.Import() | ast.ImportFrom():
                yield node, "imports stand at the top of the file, below its docstring"
            case ast.arguments(vararg=ast.arg()) | ast.arguments(kwarg=ast.arg()):
                yield function, f"{function.name} takes * arguments; write out each of them"


def _kept(function: ast.FunctionDef, of_the_file: set[str]) -> Iterator[Slip]:
    """What is written into a list of the file would go from one game into the next."""
    for node in ast.walk(function):
        match node:
            case ast.Subscript(ast.Name(name), ctx=ast.Store() | ast.Del()) | ast.Attribute(ast.Name(name), ctx=ast.Store()) if (
                name in of_the_file
            ):
                yield node, _NO_MEMORY
            case ast.Call(ast.Attribute(ast.Name(name), method)) if name in of_the_file and method in _GROWS:
                yield node, _NO_MEMORY


def _of_the_view(game: Game, function: ast.FunctionDef) -> Iterator[Slip]:
    """The view has fields, which are read as view.name: they are no functions."""
    for node in ast.walk(function):
        match node:
            case ast.Call(ast.Attribute(ast.Name("view"), name)) if name in game.sights:
                yield node, f"view.{name} is a value and no function; write view.{name} without brackets"
            case ast.Call(ast.Attribute(ast.Name("view"), name)):
                yield node, f"the view has no functions; is it {name}(view), or {name}(view, ...)?"
            case ast.Subscript(ast.Name("view"), ast.Constant(str(name))):
                yield node, f"write view.{name}"
