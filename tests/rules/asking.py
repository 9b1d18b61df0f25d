"""What a strategy may ask of a game, and what it answers, asked by a test at a decision."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from simlab.engine.game import Game
from simlab.players import strategies
from tests.rules.harness import Asked, State, entries

_HELPERS = '''"""Generated: what a strategy may ask, for tests."""
from numba import njit
from simlab.games import {game} as game
'''

_HELPER = """

@njit(nogil=True, cache=True)
def {name}({state}):
    return game.{name}({view})
"""

_ASK = '''"""Generated: ask a strategy."""
from numba import from_dtype, njit, types
from simlab.engine.compiled.memory import call
from simlab.games.{game} import GAME


@njit(types.int64(from_dtype(GAME.state), types.uint64, types.uint64), nogil=True, cache=True)
def ask(g, code, my):
    return call(code, g.seen, my)
'''


class Helpers:
    """The helpers that a game offers its strategies, each written as its rules have it: "clears(view, i)".

    With `ask = Helpers(...)`, `ask("clears", asked, 3)` is what a strategy gets that asks this in that decision.
    """

    def __init__(self, game: Game, *helpers: str) -> None:
        self.game, self.text = game, _HELPERS.format(game=game.name)
        for helper in helpers:
            name, arguments = re.fullmatch(r"(\w+)\((.*)\)", helper).groups()
            self.text += _HELPER.format(name=name, state=arguments.replace("view", "g"), view=arguments.replace("view", "g.seen"))

    def __call__(self, name: str, asked: Asked, *numbers: float) -> Any:
        return self.named(name)(asked.position, *numbers)

    def named(self, name: str) -> Callable[..., Any]:
        """A helper by itself: it takes the state in place of the view."""
        return getattr(entries(self.game, "helpers", self.text), name)

    def listed(self, name: str, g: State) -> tuple[int, Any]:
        """How many options a strategy is listed that asks this, and the view in which they are filled in; `g` stays as it was."""
        state = np.array([g], dtype=self.game.state).view(np.recarray)
        return int(self.named(name)(state[0])), state[0].seen


def player(game: Game, name: str, params: Mapping[str, float]) -> Callable[[State], int]:
    """A strategy with these parameters, to be asked at any position for the number of an option."""
    strategy = strategies.find(game.name, name)
    my = strategy.parameters(dict(params))
    code, ask = strategy.address(my), entries(game, "ask", _ASK.format(game=game.name)).ask

    def answer(g: State) -> int:
        with np.errstate(over="ignore"):
            return int(ask(g, code, my.ctypes.data))

    return answer


def chosen(game: Game, name: str, asked: Asked, params: Mapping[str, float]) -> str:
    """The option that a strategy chooses at a decision."""
    return asked.options[player(game, name, params)(asked.position)]
