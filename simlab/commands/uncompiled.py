"""Run by `simlab check` with NUMBA_DISABLE_JIT=1: a strategy as plain Python, its every answer looked over.

Writes one JSON object: how often it was asked, what is wrong (empty where nothing is), and the length of every game.
"""

import json
import sys
from pathlib import Path
from typing import Any

from simlab import games
from simlab.engine.compiled import COMPILES
from simlab.engine.compiled.memory import PLAIN
from simlab.players import strategies
from simlab.table import Table

LEFTOVER = 7  # what may stand in a list before it is made; no answer may depend on it


class Watched:
    """A strategy that is asked everything twice, with the table looked over before and after, and other leftovers in its lists."""

    def __init__(self, answer: Any, listed: set[str]) -> None:
        self.answer, self.listed = answer, listed
        self.asked = 0
        self.wrong = ""

    def __call__(self, view: Any) -> int:
        before = view.copy()
        first = self.answer(view)
        after_luck = view["_luck"]
        for name in view.dtype.names:
            if name != "_luck" and name not in self.listed and view[name].tobytes() != before[name].tobytes():
                self.wrong = self.wrong or f"it changed view.{name}"
        for name in view.dtype.names:
            view[name] = LEFTOVER if name in self.listed else before[name]
        if self.answer(view) != first or view["_luck"] != after_luck:
            self.wrong = self.wrong or "asked twice with the same view and the same luck, it answered differently"
        self.asked += 1
        return int(first)


def main(game_name: str, path: str, count: int) -> None:
    """Play `count` games with the strategy in every seat of the smallest table."""
    assert not COMPILES, "run with NUMBA_DISABLE_JIT=1"
    game = games.find(game_name)
    strategy = strategies.load(game, Path(path))
    players = game.players.start
    table = Table(game, [(strategy, {})] * players, game.resolve(game.Rules(), players), seed=2)
    listed = {name for decision in game.decisions for name in decision.fills}
    watched = {code: Watched(answer, listed) for code, answer in PLAIN.items()}
    PLAIN.update(watched)
    rows = table.rows(0, count)
    wrong = next((one.wrong for one in watched.values() if one.wrong), "")
    told = {"asked": sum(one.asked for one in watched.values()), "wrong": wrong, "turns": rows["turns"].tolist()}
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
