"""Where in a game's or a strategy's file something goes wrong, when compiled code could not tell: the same deal once more, as plain Python.

Compiled code knows that an index was out of bounds, but not in which line. The deal is played again in a process of its own, with
NUMBA_DISABLE_JIT=1; the games are the same, so the same thing goes wrong. Games and strategies come as text: a cluster's worker has no
files.
"""

import json
import os
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from simlab.engine.game import Game
from simlab.engine.sources import PACKAGE

PATIENCE = 120  # seconds
LOOKS_AFTER = 3.0  # seconds in which a deal that does not end is where it will stay


@dataclass(frozen=True)
class Where:
    """A line of a game's file, or of a strategy's; the function it is in; and the strategy's line that has called a game's function."""

    said: str
    line: int
    function: str
    is_game: bool
    caller: str = ""

    def __str__(self) -> str:
        return f"{self.said}:{self.line}"


def where_in(stack: Iterable[traceback.FrameSummary], game: Game, strategies: Iterable[str]) -> Where | None:
    """Where a stack ends: in the innermost function of the user's own. A function of a game that comes with simlab is not to blame for what
    a strategy calls it with.
    """
    strategies, found = set(strategies), []
    for frame in stack:
        said = frame.filename if frame.filename in strategies else _said(frame.filename, game)
        if said:
            found.append(Where(said, frame.lineno or 0, frame.name, frame.filename not in strategies))
    asked = [where for where in found if not where.is_game]
    if not found or (asked and not game.source):
        return asked[-1] if asked else None
    last = found[-1]
    return replace(last, caller=str(asked[-1])) if last.is_game and asked else last


def _said(file: str, game: Game) -> str:
    """What the author of a game calls one of its files; empty for any other file."""
    if game.source:
        return game.source.said if file == game.source.path else ""
    path, place = Path(file), PACKAGE / "games" / game.name
    return path.relative_to(PACKAGE.parent).as_posix() if place in path.parents or path == place.with_suffix(".py") else ""


def where(table: dict[str, Any], *, is_endless: bool = False) -> Where | None:
    """Where playing the deal raises, or where it stays for ever; None where that can't be told."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    told = json.dumps({**table, "looks after": LOOKS_AFTER if is_endless else None})
    try:
        done = subprocess.run(
            [sys.executable, "-m", __name__], input=told, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return Where(**json.loads(done.stdout)) if done.returncode == 0 and done.stdout else None
    except (OSError, subprocess.TimeoutExpired, ValueError, TypeError):
        return None


def main() -> None:
    """Read the table from standard input, play its deal, and write where it raises, or where it is after a time."""
    from simlab import games
    from simlab.base.faults import RunFailure
    from simlab.engine.compiled.memory import PLAIN
    from simlab.engine.own import Source
    from simlab.players import strategies
    from simlab.table import Table

    told = json.load(sys.stdin)
    game = games.received(Source(*told["source"])) if told["source"] else games.find(told["game"])
    files = [file for (_, _, file), _, imagined, _ in told["seats"] for file in (file, *(file for _, _, file in imagined))]

    def read(name: str, source: str, file: str) -> strategies.Strategy:
        return strategies.from_source(game, name, source, Path(file))

    seats = [
        (replace(read(*one), imagined=tuple(read(*other) for other in others), at_random=tuple(at_random)), changed)
        for one, changed, others, at_random in told["seats"]
    ]
    table = Table(game, seats, game.Rules(**told["rules"]), told["seed"])
    for seat, choices in told["given"]:
        table.give(seat, choices)
    PLAIN.update({number: np.errstate(divide="raise", invalid="raise")(answer) for number, answer in PLAIN.items()})
    if told["looks after"]:
        threading.Timer(told["looks after"], _look, (threading.get_ident(), game, files)).start()
    try:
        table.rows(told["deal"], 1)
    except RunFailure as failure:
        cause = failure.__cause__
        _tell(where_in(traceback.extract_tb(cause.__traceback__ if cause else None), game, files))


def _look(thread: int, game: Game, files: list[str]) -> None:
    try:
        _tell(where_in(traceback.extract_stack(sys._current_frames()[thread]), game, files))
        sys.stdout.flush()
    finally:
        os._exit(0)  # also where nobody listens any more


def _tell(found: Where | None) -> None:
    if found:
        sys.stdout.write(json.dumps(asdict(found)))


if __name__ == "__main__":
    main()
