"""The games, found by looking: each module or package in this folder that is not private is a game."""

import importlib
import pkgutil
from functools import cache

from simlab.engine.game import Game


@cache
def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")))


@cache
def find(name: str) -> Game:
    """The game of that name; KeyError where there is none."""
    if name not in names():
        raise KeyError(name)
    game: Game = importlib.import_module(f"simlab.games.{name}").GAME
    return game
