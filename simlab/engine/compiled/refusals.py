"""What the compiler says of a game of the user's own, in a sentence: the line of its file, and what is wrong there."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

from simlab.base.faults import BadInput, Fault, shortened
from simlab.engine.game import Game
from simlab.engine.own import Source

LONGEST = 300  # letters of what is wrong
_PLACE = re.compile(r'File "([^"]*)", line (\d+)')
_OF_NO_USE = ("Failed in", "Overload", "There are", "During", "File ", "- ")
_GENERAL = "No implementation of function"  # behind which stands what it is called with


@contextmanager
def refusals_told(game: Game) -> Iterator[None]:
    """While a game is compiled: what keeps one of the user's own from it is their fault to mend."""
    from numba.core.errors import NumbaError  # not before something is compiled

    try:
        yield
    except (NumbaError, LookupError, TypeError, ValueError, AttributeError, AssertionError, NotImplementedError) as error:
        if game.source is None:
            raise
        message = str(error) if isinstance(error, NumbaError) else f"{type(error).__name__}: {error}"
        raise BadInput([_fault(game.source, message, _line_in(game.source, message))]) from error


def fault_in_game(game: Game, message: str, caller: str) -> Fault | None:
    """What is wrong with a game of the user's own, where it is in one of its functions that a strategy can't be compiled; else None."""
    line = _line_in(game.source, message, innermost=True) if game.source else None
    return _fault(game.source, message, line, f" as {caller} calls it") if game.source and line else None


def _fault(source: Source, message: str, line: int | None, called: str = "") -> Fault:
    shown = f": {source.line(line)}" if line else ""
    return Fault(f"{source.said}:{line}" if line else source.said, f"cannot be compiled{called}: {_told(message)}{shown}")


def _line_in(source: Source, message: str, *, innermost: bool = False) -> int | None:
    """The line of a game's file that a message means, the deepest first; `innermost`: only where nothing is deeper."""
    places = [(os.path.abspath(file), int(line)) for file, line in _PLACE.findall(message)]
    lines = [line for file, line in (places[:1] if innermost else places) if file == source.path]
    return lines[0] if lines else None


def _told(message: str) -> str:
    """What matters of a message that may have hundreds of lines."""
    lines = [line.strip() for line in message.splitlines()]
    told = [line for line in lines if line and not line.startswith(_OF_NO_USE)] or [message]
    what = f"{told[0]} {told[1].removeprefix('>>> ')}" if told[0].startswith(_GENERAL) and len(told) > 1 else told[0]
    return shortened(_without_records(what), LONGEST)


def _without_records(text: str) -> str:
    """A record's type is as long as its table; it has a name."""
    while (start := text.find("Record(")) >= 0:
        depth, end = 1, start + len("Record(")
        while end < len(text) and depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = f"{text[:start]}a record{text[end:]}"
    return text
