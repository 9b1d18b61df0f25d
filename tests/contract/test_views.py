"""A strategy sees what a player at the table could know, and nothing else: for every game and every strategy that is found.

Strategies play some games, and every position in which one was asked is looked at again:

- All cards that the player cannot see are permuted, and the view is made again. It has to be the same to the byte.
- The strategy is asked again with that view, and once more with nonsense wherever the view tells nothing in this decision. It has to
  answer the same. (Its random stream is where it was, so that chance is no excuse.)

What is hidden only the game knows. It says so in tests/rules/<game>/hidden.py:

    permute(g, seat, chance)   shuffles in the state what `seat` cannot see, with a numpy generator
    look(g, seat)              makes the view again, as the engine does before it asks
    spoil(view, chance)        overwrites what the view does not tell in this decision
"""

import importlib
from functools import cache

import numpy as np
import pytest

from simlab import games, strategies
from simlab.engine.memory import call
from tests.rules.harness import entries, watch

GAMES = games.names()
EVERY_STRATEGY = [(game, name) for game in GAMES for name in strategies.names(game)]
POSITIONS = 300  # for each strategy

_ASK = '''"""Generated: ask a strategy once more."""
from numba import from_dtype, njit, types
from simlab.engine.memory import call
from simlab.games.{game} import GAME


@njit(types.int64(from_dtype(GAME.state), types.uint64, types.uint64), nogil=True, cache=True)
def ask(g, code, my):
    return call(code, g.seen, my)
'''


def hidden(game):
    """The game's module that says what is hidden."""
    return importlib.import_module(f"tests.rules.{game}.hidden")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_is_hidden(game):
    module = hidden(game)
    assert all(callable(getattr(module, name)) for name in ("permute", "look", "spoil"))


@cache
def watched(game, name):
    """Positions in which a strategy was asked, at tables with others; one of each kind of house rules is left as printed."""
    declared = games.find(game)
    strategy, other = strategies.find(game, name), strategies.find(game, "random")
    found = []
    for number, players in enumerate([declared.players[0], declared.players[len(declared.players) // 2], declared.players[-1]]):
        seats = [strategy, *[other] * (players - 1)]
        found.append(watch(declared, seats, declared.Rules(), seed=number, deals=range(30), room=10_000))
    mine = [(watch_, i) for watch_ in found for i in range(len(watch_.answers)) if watch_.positions[i].asked == 0]
    step = max(1, len(mine) // POSITIONS)
    return strategy, mine[::step][:POSITIONS]


def blank_view(declared, position):
    """The state with its whole view set to zero, but for what every decision has."""
    kept = {name: np.array(position.seen[name]) for name in ("rules", "players", "kind", "options", "_luck")}
    del declared
    return kept


@pytest.mark.parametrize(("game", "name"), EVERY_STRATEGY)
def test_permuting_what_is_hidden_changes_no_decision(game, name):
    declared, module = games.find(game), hidden(game)
    ask = entries(declared, "ask", _ASK.format(game=game)).ask
    strategy, positions = watched(game, name)
    my = strategy.parameters({})
    code = strategy.address(my)
    chance = np.random.default_rng(1)
    assert positions
    permuted_something = False

    def answer(state):
        with np.errstate(over="ignore"):
            return ask(state[0], code, my.ctypes.data)

    for watching, i in positions:
        before, expected = watching.positions[i : i + 1], watching.answers[i]
        state = before.copy().view(np.recarray)
        module.permute(state[0], 0, chance)
        permuted_something |= state.tobytes() != before.tobytes()
        module.look(state[0], 0)
        assert state["seen"].tobytes() == before["seen"].tobytes(), "the view depends on what is hidden"
        assert answer(state) == expected
        state = before.copy().view(np.recarray)
        module.spoil(state[0].seen, chance)
        assert answer(state) == expected, "the strategy reads what the view does not tell in this decision"
    assert permuted_something
    assert call is not None
