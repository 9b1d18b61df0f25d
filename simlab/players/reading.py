"""Reading a strategy file before it is compiled: every slip named with its line, in the author's words."""

import ast
from collections.abc import Iterator

from simlab.base.faults import Fault, unknown
from simlab.base.parsing import parsed
from simlab.engine.compiled.kernel import TAKEN
from simlab.engine.game import DECIDE, Game
from simlab.engine.spelling import spelling_of
from simlab.players import answers, python, untouched
from simlab.players.params import Slip, declared_in

_IMPORTS = ("simlab", "math", "numpy", "__future__")
_OF_SIMLAB = ("simlab.kit", "simlab.players.imagining", "simlab.players.params")
_NO_CHANCE = "random numbers come from below(view, n) or uniform(view), so that every game can be played again"
_READS = "that reads from outside, and a strategy answers by its view alone"
_NOT_OF_NUMPY = {"random": _NO_CHANCE, **dict.fromkeys(("load", "fromfile", "memmap", "loadtxt", "genfromtxt", "ctypeslib"), _READS)}
_DEEP = "is nested too deeply to be read; write what is inside as lines of its own"
_NO_CLOCK = "; it answers by its view alone, whatever the time"
_INSTEAD = {"random": "; random numbers come from below(view, n) or uniform(view)", "time": _NO_CLOCK, "datetime": _NO_CLOCK}


def faults_in(game: Game, source: str, where: str) -> list[Fault]:
    """Everything that keeps a text from being a strategy for this game."""
    try:
        tree = parsed(source)
    except (SyntaxError, ValueError) as error:
        line, column = getattr(error, "lineno", None), getattr(error, "offset", None)  # of null bytes there is neither
        return [Fault(f"{where}:{line}:{column}" if line else where, f"not Python: {getattr(error, 'msg', error)}")]
    except (RecursionError, MemoryError):
        return [Fault(where, _DEEP)]
    try:
        found = _slips_in(game, tree)
    except RecursionError:
        return [Fault(where, _DEEP)]
    places = sorted({(getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1, what) for node, what in found})
    return [Fault(f"{where}:{line}:{column}", what) for line, column, what in places]


def imagines(tree: ast.Module) -> bool:
    """Does a strategy take from simlab what thinks?"""
    return any(alias.name == "imagine" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names)


def _slips_in(game: Game, tree: ast.Module) -> list[Slip]:
    declared, found = declared_in(tree)
    found += _of_its_functions(game, tree, None if found else tuple(declared))
    found += [*_of_the_file(game, tree), *_of_its_lists(game, tree), *_of_its_code(tree), *_of_its_calls(tree)]
    for kind in (python, untouched, answers):
        found += kind.slips_in(game, tree)
    return [*found, *spelling_of(game, by_import=True).slips(tree)]


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def _of_the_file(game: Game, tree: ast.Module) -> Iterator[Slip]:
    """A docstring, only functions, constants and known imports; at least one decision; no function that nothing uses."""
    if not ast.get_docstring(tree):
        yield tree, 'no docstring: begin with the idea in a sentence, """Sheds the most cards."""'
    decisions = [*(decision.name for decision in game.decisions), DECIDE]
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    defined = [function.name for function in _functions(tree)]
    if defined and not set(defined) & set(decisions):
        yield tree, f"decides nothing: define at least one of {', '.join(decisions[:-1])}"
    for function in _functions(tree):
        if function.name not in decisions and function.name not in named:
            yield function, f"nothing calls this function; {unknown('decision', function.name, decisions)}"
    for node in tree.body:
        if taken := TAKEN.intersection(_names_of(node)):
            yield node, f"{min(taken)} is a name that simlab itself uses beside a strategy; choose another"
        if isinstance(node, ast.ClassDef | ast.AsyncFunctionDef):
            yield node, "a strategy is made of plain functions"
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((node, what) for what in _imported(game, node))


def _names_of(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of the file itself gives to something."""
    if isinstance(node, ast.FunctionDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)
    else:
        yield from (inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store))


def _imported(game: Game, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """What of an import is not for a strategy."""
    module = f"{'.' * node.level}{node.module or ''}" if isinstance(node, ast.ImportFrom) else ""
    for alias in node.names:
        name = f"{module}.{alias.name}" if module else alias.name
        top, _, inner = name.partition(".")
        if top not in _IMPORTS:
            imported = (node.module or "") if isinstance(node, ast.ImportFrom) else name
            yield f"imports {imported}; a strategy may import from {', '.join(_IMPORTS[:-1])}{_INSTEAD.get(imported, '')}"
        elif top == "numpy" and inner.partition(".")[0] in _NOT_OF_NUMPY:
            yield f"imports {name}; {_NOT_OF_NUMPY[inner.partition('.')[0]]}"
        elif top == "simlab" and not f"{name}.".startswith(tuple(f"{own}." for own in (f"simlab.games.{game.name}", *_OF_SIMLAB))):
            yield f"imports {name}; of simlab a strategy may import from simlab.games.{game.name} and {' and '.join(_OF_SIMLAB)}"


def _of_its_functions(game: Game, tree: ast.Module, parameters: tuple[str, ...] | None) -> Iterator[Slip]:
    """Decisions take (view) or (view, my) and read only fields and parameters that there are."""
    known = {
        "view": ("view field", tuple(game.sights)),
        "my": ("parameter in PARAMS", parameters),
        "view.rules": ("house rule", tuple(game.Rules.model_fields)),
    }
    for function in _functions(tree):
        arguments = [argument.arg for argument in function.args.args]
        if function.name in (DECIDE, *(decision.name for decision in game.decisions)) and arguments not in (["view"], ["view", "my"]):
            yield function, f"{function.name} must take (view) or (view, my), not ({', '.join(arguments)})"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            kind, names = known.get(ast.unparse(node.value), ("", None))
            if names is not None and node.attr not in names:
                yield node, unknown(kind, node.attr, names)


def _of_its_lists(game: Game, tree: ast.Module) -> Iterator[Slip]:
    """Listed actions are read in the decision that lists them, and after listing them: before, another player's may still stand there."""
    functions = {function.name: function for function in _functions(tree)}
    calls = {name: tuple(_calls(function)) for name, function in functions.items()}
    for decision in game.decisions:
        if decision.name not in functions:
            continue
        for name in _reached_from(decision.name, calls):
            for node in ast.walk(functions[name]):
                if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "view"):
                    continue
                owners = [other.name for other in game.decisions if node.attr in other.fills]
                if owners and decision.name not in owners:
                    yield node, f"view.{node.attr} belongs to {' and '.join(owners)} and means nothing in {decision.name}"
                elif owners and name == decision.name and node.lineno < _first_call(calls, decision.lists, name):
                    yield node, f"view.{node.attr} is filled in by {decision.lists}(view); call it first"


def _calls(function: ast.FunctionDef) -> Iterator[tuple[str, int]]:
    """The names that a function calls, and in which line."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, node.lineno


_Calls = dict[str, tuple[tuple[str, int], ...]]  # of each function of a file


def _reached_from(name: str, calls: _Calls) -> set[str]:
    """A function and all those of the file that it calls, directly or not."""
    reached, waiting = set(), {name}
    while waiting:
        one = waiting.pop()
        reached.add(one)
        waiting |= {called for called, _ in calls[one] if called in calls} - reached
    return reached


def _of_its_calls(tree: ast.Module) -> Iterator[Slip]:
    """No function comes back to itself: compiled code has no limit for that, and ends the process."""
    calls = {function.name: tuple(_calls(function)) for function in _functions(tree)}
    for function in _functions(tree):
        through = [called for called, _ in calls[function.name] if called in calls and function.name in _reached_from(called, calls)]
        if through:
            way = "" if function.name in through else f" (through {through[0]})"
            yield function, f"{function.name} calls itself{way}, and compiled code has no limit for how deep; write a loop"


def _first_call(calls: _Calls, wanted: str, name: str) -> float:
    """The first line of a function in which `wanted` is called, by itself or by a helper."""

    def leads(called: str) -> bool:
        helpers = _reached_from(called, calls) if called in calls else ()
        return called == wanted or any(deeper == wanted for one in helpers for deeper, _ in calls[one])

    return min((line for called, line in calls[name] if leads(called)), default=float("inf"))


def _of_its_code(tree: ast.Module) -> Iterator[Slip]:
    """It changes nothing at the table, looks at nothing private, and draws only from the engine's random streams."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            if isinstance(node.ctx, ast.Store):
                yield node, untouched.UNCHANGED
            if node.attr.startswith("_"):
                yield node, f"{node.attr} is private"
            if node.attr in _NOT_OF_NUMPY and not (isinstance(node.value, ast.Name) and node.value.id in ("view", "my")):
                yield node, _NOT_OF_NUMPY[node.attr]
        if isinstance(node, ast.Global | ast.Nonlocal):
            yield node, "a strategy has no memory of its own; what was publicly played is in the view"
