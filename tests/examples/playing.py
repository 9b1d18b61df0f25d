"""Games of an example, played by its real engine: what the trace says of them, and what each player saw when it was asked.

Compiled, games leave their traces and rows; as plain Python, in a process of its own, also every decision. A referee (one for each game)
goes through a game by the rules alone, and asks for each decision, event and number in turn.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

from simlab import games
from simlab.base import paths
from simlab.engine.compiled import COMPILES
from simlab.engine.compiled.kernel import number_for
from simlab.engine.compiled.memory import PLAIN
from simlab.engine.compiled.play import below
from simlab.players import strategies
from simlab.table import Table

ROOT = Path(__file__).parents[2]


def make_workspace(folder: Path) -> Path:
    """A workspace with the examples and the starter."""
    for place in (paths.EXAMPLES, paths.STARTER):
        shutil.copytree(place, folder, dirs_exist_ok=True)
    return folder


def play(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """The deals asked for, at a table in the workspace."""
    with chdir(asked["workspace"]):
        game = games.find(asked["game"])
        seats = [(strategies.find(game.name, name), {}) for name in asked["lineup"]]
        table = Table(game, seats, game.resolve(game.Rules(**asked["rules"]), len(seats)), asked["seed"])
        decisions: list[dict[str, Any]] = []
        if not COMPILES:  # what is left to chance is asked for too
            table._g.to_chance[:] = 0
            table._g.code[table._g.code == 0] = number_for(lambda view: int(below(view, view.options)))
        PLAIN.update({code: _noting(answer, game, table, decisions) for code, answer in PLAIN.items()})
        played = []
        for deal in range(asked["deals"]):
            row = table.rows(deal, 1)[0]
            decisions.clear()
            events = table.trace(deal)
            numbers = {name: row[name].tolist() for name in row.dtype.names}
            played.append({"events": events, "row": numbers, "decisions": list(decisions)})
    return json.loads(json.dumps(played))


def play_uncompiled(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """The same in a process that compiles nothing."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", __name__]
    done = subprocess.run(command, input=json.dumps(asked), env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _noting(answer, game, table, decisions):
    """A strategy whose every question is noted."""

    def noted(view):
        seen = {name: view[name].tolist() for name in view.dtype.names if name != "rules"}
        decisions.append({"decision": game.decisions[view.kind].name, "asked": int(table._g.asked), **seen})
        return answer(view)

    return noted


class Referee:
    """What all referees do: the next event and the next decision must be what the rules say."""

    def __init__(self, played: dict[str, Any]) -> None:
        self.header, *told, self.end = played["events"]
        self.players, self.rules, self.row = self.header["players"], self.header["rules"], played["row"]
        self._told: Iterator[dict[str, Any]] = iter(told)
        self._decisions: Iterator[dict[str, Any]] = iter(played["decisions"])
        self.asked = 0

    def event(self, name: str, **fields: Any) -> dict[str, Any]:
        """The next event, which is of that name and has these fields."""
        event = next(self._told)
        assert event | {"event": name, **fields} == event, f"{event}, and not {name} {fields}"
        return event

    def decision(self, name: str, seat: int, options: list[int]) -> dict[str, Any]:
        """The next question to a player, who has these options; one that has only one is not asked. What it saw."""
        if len(options) < 2:
            return {}
        self.asked += 1
        seen = next(self._decisions)
        assert (seen["decision"], seen["asked"], seen["seat"], seen["options"]) == (name, seat, seat, len(options))
        return seen

    def close(self, ending: str, points: list[int], turns: int) -> None:
        """Nothing follows; the most points win, and equals share. Points that are only made up for this are no scores."""
        assert next(self._told, None) is None
        assert next(self._decisions, None) is None
        best = [seat for seat in range(self.players) if points[seat] == max(points)]
        places = [1 + sum(other > own for other in points) for own in points]
        assert self.end == {
            "event": "end",
            "ending": ending,
            "winners": best,
            "losers": [seat for seat in range(self.players) if seat not in best],
            "places": places,
            "scores": points if ending == "done" else [],
            "turns": turns,
        }
        assert self.row["decisions"] == self.asked


def others(seat: int, values: list[Any]) -> list[Any]:
    """The values of the other players, clockwise from the next: as a player sees them."""
    return values[seat + 1 :] + values[:seat]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(play(json.loads(sys.stdin.read()))))
