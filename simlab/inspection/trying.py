"""Run by `tried` in a process of its own, with NUMBA_DISABLE_JIT=1: a strategy as plain Python, its every answer looked over.

Writes one JSON object (see `tried.Tried`). Nothing that the strategy does can last longer, or take more memory, than is allowed here.
"""

import json
import os
import resource
import sys
import traceback
from pathlib import Path
from types import FrameType
from typing import Any

from simlab import games
from simlab.base.faults import BadInput, RunFailure
from simlab.engine.compiled import COMPILES
from simlab.engine.compiled.memory import PLAIN
from simlab.engine.game import Game
from simlab.inspection.loops import Over, limited
from simlab.players import strategies
from simlab.table import Table

LEFTOVER = 7  # what may stand in a list before it is made; no answer may depend on it
PATIENCE = 2.0  # seconds of computing for one decision, or for reading the file
MEMORY = 4 << 30  # bytes of addresses
SECONDS = 60  # of computing for all; what goes round inside a function of Python itself is only stopped by this


class Watched:
    """A strategy that is asked everything twice, with the table looked over before and after, and other leftovers in its lists."""

    def __init__(self, answer: Any, listed: set[str], path: str = "") -> None:
        self.answer, self.listed, self.path = answer, listed, path
        self.asked = 0
        self.wrong = ""

    def __call__(self, view: Any) -> int:
        before = view.copy()
        with limited(PATIENCE, {self.path}, lambda: None):
            first = self.answer(view)
        after_luck = view["_luck"]
        for name in view.dtype.names:
            if name != "_luck" and name not in self.listed and view[name].tobytes() != before[name].tobytes():
                self.wrong = self.wrong or f"it changed view.{name}"
        self._restore(view, before)
        if self.answer(view) != first or view["_luck"] != after_luck:
            self.wrong = self.wrong or "asked twice with the same view and the same luck, it answered differently"
        if not 0 <= first < view["options"]:
            self._restore(view, before)
            self.line = self._answered_in(view)
        self.asked += 1
        return int(first)

    def _restore(self, view: Any, before: Any) -> None:
        for name in view.dtype.names:
            view[name] = LEFTOVER if name in self.listed else before[name]

    line = 0  # of an answer that is no option

    def _answered_in(self, view: Any) -> int:
        """The line from which an answer is returned."""
        lines = []

        def look(frame: FrameType, event: str, _: Any) -> Any:
            if frame.f_code.co_filename != self.path:
                return None
            if event == "return":
                lines.append(frame.f_lineno)
            return look

        sys.settrace(look)
        try:
            self.answer(view)
        finally:
            sys.settrace(None)
        return lines[-1]


def main(game_name: str, path: str, count: int) -> None:
    """Play `count` games with the strategy in every seat of the smallest table."""
    assert not COMPILES, "run with NUMBA_DISABLE_JIT=1"
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    out, sys.stdout = sys.stdout, sys.stderr  # whatever the strategy prints
    try:
        told = _played(games.find(game_name), Path(path), count)
    except BadInput as error:
        told = {"faults": [[fault.where, fault.what] for fault in error.faults]}
    except Over as over:
        told = {"failed": _endless(path, over)}
    out.write(json.dumps(told))
    out.flush()


def _played(game: Game, path: Path, count: int) -> dict[str, Any]:
    with limited(PATIENCE, {str(path)}, lambda: None):
        strategy = strategies.load(game, path)
    players = game.players.start
    table = Table(game, [(strategy, {})] * players, game.resolve(game.Rules(), players), seed=2)
    listed = {name for decision in game.decisions for name in decision.fills}
    watched = {code: Watched(answer, listed, str(path)) for code, answer in PLAIN.items()}
    PLAIN.update(watched)
    try:
        turns, failed = table.rows(0, count)["turns"].tolist(), ""
    except RunFailure as failure:
        line = next((one.line for one in watched.values() if one.line), 0)
        turns, failed = [], str(failure).replace(f"{path}: ", f"{path}:{line}: ", 1) if line else str(failure)
    wrong = next((one.wrong for one in watched.values() if one.wrong), "")
    return {"asked": sum(one.asked for one in watched.values()), "wrong": wrong, "failed": failed, "turns": turns}


def _endless(path: str, over: Over) -> str:
    """Where it has stayed: in a loop, or in a call that takes its time."""
    if over.loop:
        function, line = over.loop
        said = "the file" if function == "<module>" else function
        return f"{path}:{line}: {said} goes round and round from here, for {PATIENCE:.0f} s by now; what is counted, and when does it stop?"
    lines = [frame.lineno for frame in traceback.extract_tb(over.__traceback__) if frame.filename == path]
    return f"{f'{path}:{lines[-1]}' if lines else path}: this takes more than {PATIENCE:.0f} s"


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    os._exit(0)
