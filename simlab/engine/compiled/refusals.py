"""What the compiler says of a game of the user's own, or of a strategy, in a sentence: the line of its file, and what is wrong there."""

import ast
import os
import re
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from simlab.base.faults import BadInput, Fault
from simlab.base.parsing import parsed
from simlab.engine.compiled.wording import told, uncoloured
from simlab.engine.game import Game
from simlab.engine.own import Source
from simlab.engine.spelling import Spelling, WordCompared, spelling_of

_PLACE = re.compile(r'File "(?P<file>[^"]*)", line (?P<line>\d+)| at (?P<file_>/[^"\n]*) \((?P<line_>\d+)\)$', re.MULTILINE)
_NAME = re.compile(r"KeyError: '(\w+)'$|NameError: name '(\w+)' is not defined", re.MULTILINE)
_FUNCTION = re.compile(r"resolving callee type: .*<function (\w+) at")


@contextmanager
def refusals_told(game: Game) -> Iterator[None]:
    """While a game is compiled: what keeps one of the user's own from it is their fault to mend."""
    try:
        yield
    except (BadInput, OSError):
        raise
    except Exception as error:  # besides its own errors, numba raises whatever Python does when it meets something unforeseen
        if game.source is None:
            raise
        raise BadInput([_fault(game, game.source, error, _line(game.source, error))]) from error


def fault_in_game(game: Game, error: BaseException, caller: str, path: str) -> Fault | None:
    """What is wrong with a game of the user's own, where it is in one of its functions that a strategy can't be compiled; else None.
    `path`: the file of what is compiled.
    """
    place = place_in(error, path, *([game.source.path] if game.source else []))
    if game.source is None or place is None or place[0] != game.source.path:
        return None
    return _fault(game, game.source, error, place[1], f" as {caller} calls it")


def _fault(game: Game, source: Source, error: BaseException, line: int | None, called: str = "") -> Fault:
    where = f"{source.said}:{line}" if line else source.said
    if isinstance(error, WordCompared):
        return Fault(where, word_compared(spelling_of(game), source.text, line, error))
    return Fault(where, f"cannot be compiled{called}: {told(_message(error))}{f': {source.line(line)}' if line else ''}")


def word_compared(spelling: Spelling, text: str, line: int | None, error: WordCompared) -> str:
    """What is wrong in a line in which the compiler has met a word."""
    return next((what for _, what in spelling.slips(parsed(text), line)), f"{error}, and never equal; compare it with a number")


def _message(error: BaseException) -> str:
    return uncoloured(error) if type(error).__module__.startswith("numba") else f"{type(error).__name__}: {error}"


def place_in(error: BaseException, *paths: str) -> tuple[str, int] | None:
    """The line of one of these files that is meant: the deepest that the message names, or that numba was looking at."""
    return next((place for place in _places(_message(error)) if place[0] in paths), None) or _looked_at(error, paths)


def _places(message: str) -> Iterator[tuple[str, int]]:
    """The files and lines that a message names, the deepest first."""
    for match in _PLACE.finditer(message):
        yield os.path.abspath(match["file"] or match["file_"]), int(match["line"] or match["line_"])


def _looked_at(error: BaseException, paths: Sequence[str]) -> tuple[str, int] | None:
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        if str(frame.f_globals.get("__name__")).startswith("numba."):
            for value in frame.f_locals.values():
                loc = vars(value).get("loc") if hasattr(value, "__dict__") else None
                if loc is not None and getattr(loc, "filename", None) in paths:
                    return str(loc.filename), int(loc.line)
    return None


def _line(source: Source, error: BaseException) -> int | None:
    """The line of a game's file that is meant; or where a name stands that is named, or the function that was compiled."""
    place = place_in(error, source.path)
    if place:
        return place[1]
    name, function = _NAME.search(_message(error)), _FUNCTION.search(_message(error))
    wanted = (name[1] or name[2]) if name else None
    lines: list[int] = []
    for node in ast.walk(parsed(source.text)):
        if isinstance(node, ast.FunctionDef) and not wanted and function and node.name == function[1]:
            lines.append(node.lineno)
        if wanted and ((isinstance(node, ast.Name) and node.id == wanted) or (isinstance(node, ast.Attribute) and node.attr == wanted)):
            lines.append(node.lineno)
    return min(lines, default=None)
