"""What a strategy sees in whole games, against what the twin knows at the same decisions."""

from collections.abc import Callable
from typing import Any

import numpy as np

from simlab.engine.game import Game
from simlab.engine.records import blank
from simlab.engine.state import write_rules
from simlab.players import strategies
from tests.rules.harness import watch


def play_along(game: Game, rules: Any, players: int, watcher: type, number: int, compare: Callable[..., None]) -> None:
    """In every decision of a game of strategies that choose at random, `compare(table, position, kind, options)` the engine's with the
    twin's, which is a `watcher`.
    """
    watched = watch(game, [strategies.find(game.name, "random")] * players, rules, seed=number, deals=range(7, 8), room=3000)
    told = iter(zip(watched.positions, watched.answers, strict=True))

    def decide(seat, kind, options):
        position, answer = next(told)
        assert position.asked == seat
        assert game.decisions[position.seen.kind].name == kind
        compare(table, position, kind, options)
        return answer

    table = watcher(players, game.resolve(rules, players).model_dump(), decide, number, 7)
    table.play_game()
    assert next(told, None) is None


def the_view_is_what_the_twin_knows(game: Game, rules: Any, players: int, watcher: type, number: int) -> None:
    """In every decision of such a game. `watcher` is the twin, with `view(seat, kind, options)`."""
    written = blank(game.seen["rules"])
    write_rules(written[0], game.resolve(rules, players))

    def compare(table, position, kind, options):
        seat, view = int(position.asked), position.seen
        for name, value in table.view(seat, kind, options).items():
            field = view[name].tolist()
            field = field[: len(value)] if isinstance(value, list) else field
            assert field == value, (
                f"{name} in decision {table.decisions} ({kind}) of seat {seat}: the strategy sees {field}, and there is {value}"
            )
        view.rules._looked = 0  # what was read so far is no rule
        assert np.array([view.rules], dtype=written.dtype).tobytes() == written.tobytes()

    play_along(game, rules, players, watcher, number, compare)
