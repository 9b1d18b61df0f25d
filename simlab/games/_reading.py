"""A game of the user's own: from its text to a game, or to what is wrong with it, in the line where it is wrong."""

import ast
import linecache
import sys
import traceback
from collections.abc import Iterator
from dataclasses import replace
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from simlab.base.faults import BadInput, Fault, shortened
from simlab.base.parsing import parsed
from simlab.engine.game import Game
from simlab.engine.own import PACKAGE, SOURCE, Source, standing
from simlab.engine.records import BadLine
from simlab.engine.spelling import spelling_of
from simlab.engine.state import SEATS
from simlab.kit.game import NOT_COMPILED

IMPORTS = ("simlab", "numpy", "numba", "pydantic")  # besides what comes with Python
LONGEST = 500  # letters of what is wrong


def text_in(path: Path, said: str) -> str:
    """What a file says; BadInput where it can't be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput([Fault(f"{said}:1", f"cannot be read: {error.strerror or error}")]) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", errors="replace")
        where = f"{said}:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
        raise BadInput([Fault(where, f"the byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8")]) from None


def read(source: Source) -> Game:
    """The game in a text; BadInput where there is none."""
    module = ModuleType(source.module)
    module.__spec__ = ModuleSpec(source.module, None, origin=source.path)
    module.__package__, module.__file__ = PACKAGE, source.path
    vars(module)[SOURCE] = source
    linecache.cache[source.path] = (len(source.text), None, source.text.splitlines(keepends=True), source.path)
    try:
        code = compile(source.text, source.path, "exec", dont_inherit=True)
        if faults := list(_foreign(source)):
            raise BadInput(faults)
        with standing(module):
            exec(code, vars(module))  # a game's file is code that runs, as a strategy's is
        if not isinstance(vars(module).get("GAME"), Game):
            last = max(1, len(source.text.splitlines()))
            raise BadInput([Fault(f"{source.said}:{last}", "declares no game: its last line is GAME = ..., a simlab.engine.game.Game")])
        game: Game = replace(vars(module)["GAME"], source=source, module=module)
        vars(module)["GAME"] = game
        _look_over(game)
    except BadInput:
        raise
    except (Exception, SystemExit) as error:  # whatever the author's own code raises while it is read
        raise BadInput([_fault(error, source)]) from error
    return game


def _foreign(source: Source) -> Iterator[Fault]:
    """A game is one file, which is all that a worker is sent: it imports nothing that lies beside it."""
    from simlab.games import shipped

    for name, node in source.imported:
        parts = name.split(".")
        is_own = parts[:2] == ["simlab", "games"] and len(parts) > 2 and parts[2] not in shipped()
        if is_own or parts[0] not in (*IMPORTS, *sys.stdlib_module_names):
            allowed = f"{', '.join(IMPORTS)} and what comes with Python"
            what = f"imports {name.rpartition('.')[0] or name}; a game is one file, and may import from {allowed}"
            yield Fault(f"{source.said}:{node.lineno}:{node.col_offset + 1}", what)


def _look_over(game: Game) -> None:
    """What everybody asks of a game: its tables can be read, and it says what it is and how many play it; words have their names."""
    assert game.source is not None
    if not isinstance(game.about, str) or not game.about.strip():
        what = 'no docstring: begin with the game in a sentence, """Snap: the quickest wins."""'
        raise BadInput([Fault(f"{game.source.said}:1", what)])
    if not game.players or game.players[0] < 1 or game.players[-1] > SEATS:
        what = f"players={game.players}: a game has 1 to {SEATS} seats, as in players=range(2, 5) for 2-4"
        raise BadInput([Fault(f"{game.source.said}:{game.source.argument('players') or 1}", what)])
    functions = [node for node in parsed(game.source.text).body if isinstance(node, ast.FunctionDef) and node.name not in NOT_COMPILED]
    if slips := [slip for function in functions for slip in spelling_of(game).slips(function)]:
        raise BadInput(Fault(f"{game.source.said}:{getattr(node, 'lineno', 1)}", what) for node, what in slips)
    _ = (game.sights, game.measured, game.own_columns, game.row, game.seen)  # a line that can't be read is met here


def _fault(error: BaseException, source: Source) -> Fault:
    """What went wrong while a game's file was read: in its author's own line."""
    if isinstance(error, SyntaxError) and error.filename == source.path:
        return Fault(f"{source.said}:{error.lineno or 1}:{error.offset or 1}", f"not Python: {error.msg}")
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == source.path and frame.lineno]
    line = lines[-1] if lines else 1
    what = str(error).splitlines()[0] if str(error) else ""
    if isinstance(error, BadLine):
        return Fault(f"{source.said}:{_line_with(source, error.line) or line}", shortened(what, LONGEST))
    if not lines:
        return Fault(f"{source.said}:1", shortened(f"not Python: {what}", LONGEST))
    return Fault(f"{source.said}:{line}", shortened(f"raises {type(error).__name__} when it is read: {what}", LONGEST))


def _line_with(source: Source, wanted: str) -> int | None:
    """The line of a text that is this line of a table, or else the first that begins as it does: a table may have been computed."""
    lines = [line.strip() for line in source.text.splitlines()]
    first = wanted.split()[0] if wanted.split() else wanted
    word = first.partition("[")[0].partition(":")[0]
    for fits in (wanted.__eq__, lambda line: line.startswith(first), lambda line: line.startswith(word)):
        if found := next((number for number, line in enumerate(lines, 1) if fits(line)), None):
            return found
    return None
