"""What the compiler says of a game of the user's own, in a sentence: the line of its file, and what is wrong there."""

import ast
import os
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from simlab.base.faults import BadInput, Fault, shortened
from simlab.engine.game import Game
from simlab.engine.own import Source

LONGEST = 300  # letters of what is wrong
_PLACE = re.compile(r'File "(?P<file>[^"]*)", line (?P<line>\d+)| at (?P<file_>/[^"\n]*) \((?P<line_>\d+)\)$', re.MULTILINE)
_COLOUR = re.compile("\x1b\\[[0-9;]*m")
_NAME = re.compile(r"KeyError: '(\w+)'$|NameError: name '(\w+)' is not defined", re.MULTILINE)
_FUNCTION = re.compile(r"resolving callee type: .*<function (\w+) at")
_OF_NO_USE = ("Failed in", "Overload", "There are", "During", "File ", "- ")
_GENERAL = "No implementation of function"  # behind which stands what it is called with


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
        message = without_colours(error) if type(error).__module__.startswith("numba") else f"{type(error).__name__}: {error}"
        raise BadInput([_fault(game.source, message, _line_of(game.source, message, error))]) from error


def without_colours(error: Exception) -> str:
    """What numba says: where colorama is installed it paints its messages."""
    return _COLOUR.sub("", str(error))


def fault_in_game(game: Game, message: str, caller: str) -> Fault | None:
    """What is wrong with a game of the user's own, where it is in one of its functions that a strategy can't be compiled; else None."""
    places = list(_places(message))
    if game.source is None or not places or places[0][0] != game.source.path:
        return None
    return _fault(game.source, message, places[0][1], f" as {caller} calls it")


def _fault(source: Source, message: str, line: int | None, called: str = "") -> Fault:
    shown = f": {source.line(line)}" if line else ""
    return Fault(f"{source.said}:{line}" if line else source.said, f"cannot be compiled{called}: {_told(message)}{shown}")


def _places(message: str) -> Iterator[tuple[str, int]]:
    """The files and lines that a message names, the deepest first."""
    for match in _PLACE.finditer(message):
        yield os.path.abspath(match["file"] or match["file_"]), int(match["line"] or match["line_"])


def _line_of(source: Source, message: str, error: BaseException) -> int | None:
    """The line of a game's file that is meant: the deepest that is named, or that numba was looking at; or where a name stands that is
    named, or the function that was compiled.
    """
    named = next((line for file, line in _places(message) if file == source.path), None)
    return named or _looked_at(source, error) or _line_with(source, message)


def _looked_at(source: Source, error: BaseException) -> int | None:
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        if str(frame.f_globals.get("__name__")).startswith("numba."):
            for value in frame.f_locals.values():
                loc = vars(value).get("loc") if hasattr(value, "__dict__") else None
                if loc is not None and getattr(loc, "filename", None) == source.path:
                    return int(loc.line)
    return None


def _line_with(source: Source, message: str) -> int | None:
    name, function = _NAME.search(message), _FUNCTION.search(message)
    wanted = (name[1] or name[2]) if name else None
    lines: list[int] = []
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.FunctionDef) and not wanted and function and node.name == function[1]:
            lines.append(node.lineno)
        if wanted and ((isinstance(node, ast.Name) and node.id == wanted) or (isinstance(node, ast.Attribute) and node.attr == wanted)):
            lines.append(node.lineno)
    return min(lines, default=None)


def _told(message: str) -> str:
    """What matters of a message that may have hundreds of lines."""
    lines = [line.strip() for line in message.splitlines()]
    told = [line for line in lines if line and not line.startswith(_OF_NO_USE)] or [message]
    what = f"{told[0]} {told[1].removeprefix('>>> ')}" if told[0].startswith(_GENERAL) and len(told) > 1 else told[0]
    what = re.sub(r"^KeyError: ('\w+')$", r"there is no field \1", what).removesuffix(". Raised from None")
    return shortened(_without_records(what), LONGEST)


def _without_records(text: str) -> str:
    """A record's type is as long as its table."""
    while (start := text.find("Record(")) >= 0:
        depth, end = 1, start + len("Record(")
        while end < len(text) and depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = f"{text[:start]}a record{text[end:]}"
    return text
