"""What a redeal does to a position, for the tests of every game that has one.

A game's tests/rules/<game>/hidden.py says with `table(g)` what lies where: the name of each place where cards lie, open or hidden, and its
cards, each as a whole number; sorted, where nothing depends on their order.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from functools import cache
from typing import Any

import numpy as np
from scipy.stats import chisquare

from simlab.engine.compiled import COMPILES
from simlab.engine.game import Game
from simlab.engine.records import blank
from tests.rules.harness import State, entries

_WAYS_IN = '''"""Generated: deal anew, and look."""
from numba import from_dtype, njit, types
from simlab.games.{game} import GAME

again, see = GAME.redeal, GAME.look


@njit(types.void(from_dtype(GAME.state), types.int64, types.int64), nogil=True, cache=True)
def redeal(g, seat, number):
    again(g, seat, number)


@njit(types.void(from_dtype(GAME.state), types.int64), nogil=True, cache=True)
def look(g, seat):
    see(g, seat)
'''


@cache
def ways_in(game: Game) -> Any:
    """The game's `redeal` and `look`, compiled once on each machine."""
    return entries(game, "redealing", _WAYS_IN.format(game=game.name)) if COMPILES else game


def redealt(game: Game, position: State, seat: int, *numbers: int) -> State:
    """The position after what `seat` cannot know was dealt anew, in each of these ways in turn, and the seat has looked."""
    state = blank(game.state)  # where nothing stands between two fields, so that states can be compared as bytes
    state[0] = position
    with np.errstate(over="ignore"):
        for number in numbers:
            ways_in(game).redeal(state[0], seat, number)
        ways_in(game).look(state[0], seat)
    state[0].seen.rules._looked = position.seen.rules._looked  # what was read so far is no card
    return state[0]


def found(game: Game, position: State, seat: int, told: Callable[[State], Hashable], times: int) -> Counter[Any]:
    """How often redeals come out in each way, as `told` tells it."""
    return Counter(told(redealt(game, position, seat, number)) for number in range(times))


def enough(ways: Mapping[Any, int]) -> int:
    """How many redeals are enough for a chi-square test: each way comes up ten times."""
    return 10 * sum(ways.values()) // min(ways.values())


def agree(counted: Counter[Any], ways: Mapping[Any, int]) -> None:
    """What was found is what there is, each as often as there are `ways` to it: nothing else, nothing missing, and a chi-square test."""
    assert set(counted) == set(ways), f"too much: {set(counted) - set(ways)}; never: {set(ways) - set(counted)}"
    if len(ways) > 1:
        expected = [sum(counted.values()) * ways[way] / sum(ways.values()) for way in ways]
        assert chisquare([counted[way] for way in ways], expected).pvalue > 1e-4
