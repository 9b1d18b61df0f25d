"""What keeps a strategy from being compiled: in its own line, or in that of a game of the user's own that it calls."""

import ast
import re

from simlab.base.faults import Fault
from simlab.base.parsing import parsed
from simlab.engine.compiled.refusals import fault_in_game, place_in, word_compared
from simlab.engine.compiled.wording import kind_of, told, uncoloured, without_records
from simlab.engine.game import Game
from simlab.engine.spelling import WordCompared, spelling_of
from simlab.players.answers import WANTED

_RETURNED = re.compile(r"a decision returned (.*?); it must")
_INSTEAD = {"a fraction": ": write // or int(...)", "nothing on some path": ": end it with return 0, say"}


def refused(game: Game, said: str, source: str, entry: str, file: str, error: Exception) -> Fault:
    """Tell it of the strategy in `source`; `entry` is what of it was compiled, in `file`."""
    if fault := fault_in_game(game, error, said, file):
        return fault
    place = place_in(error, file)
    line = place[1] if place else None
    if returned := _RETURNED.search(without_records(uncoloured(error))):
        name, line = _decision(entry, source, line)
        kind = kind_of(returned[1])
        what = f"{name} returns {kind}; {WANTED}{_INSTEAD.get(kind, '')}"
    else:
        line = line if line and line <= source.count("\n") + 1 else None
        what = f"cannot be compiled: {told(uncoloured(error))}{_shown(source, line)}"
    if isinstance(error, WordCompared):
        what = word_compared(spelling_of(game, by_import=True), source, line, error)
    return Fault(f"{said}:{line}" if line else said, what)


def _shown(source: str, line: int | None) -> str:
    return f": {source.splitlines()[line - 1].strip()}" if line else ""


def _decision(entry: str, source: str, line: int | None) -> tuple[str, int | None]:
    """The decision that is called in a line of the entry, and where its answer stands in the source, or else it itself."""
    called = re.search(r"_option\((\w+)\(", entry.splitlines()[line - 1]) if line else None
    for function in parsed(source).body:
        if called and isinstance(function, ast.FunctionDef) and function.name == called[1]:
            answers = [node.lineno for node in ast.walk(function) if isinstance(node, ast.Return)]
            return function.name, answers[0] if len(answers) == 1 else function.lineno
    return "a decision", None
