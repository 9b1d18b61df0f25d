"""A strategy sees what a player at the table could know, and nothing else: for every game and every strategy that is found.

Strategies play some games, and positions in which one was asked are looked at again:

- All cards that the player cannot know are dealt anew, and the view is made again. It has to be the same to the byte.
- The strategy is asked again with that view, and once more with nonsense wherever the view tells nothing in this decision. It has to
  answer the same. (Its random stream is where it was, so that chance is no excuse.)

What is hidden only the game knows: its `redeal`. And in tests/rules/<game>/hidden.py stands `spoil(view, chance)`, which overwrites what
the view does not tell in this decision.

What those know who think test_thinkers.py tests.

What a game keeps up to date in the view without looking anew (what is public) is compared with the twin by the game's own tests.
"""

import importlib

import numpy as np
import pytest

from simlab import games
from simlab.players import strategies
from tests.rules import asking
from tests.rules.harness import watch
from tests.rules.redealing import ways_in

GAMES = games.names()
EVERY_STRATEGY = [(game, name) for game in GAMES for name in strategies.names(game) if not strategies.find(game, name).thinks]
POSITIONS = 80  # of each strategy


def hidden(game):
    """The game's module that says what is hidden."""
    return importlib.import_module(f"tests.rules.{game}.hidden")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_is_hidden(game):
    assert callable(hidden(game).spoil)
    assert callable(games.find(game).look)
    assert callable(games.find(game).redeal)


def positions_of(declared, strategy):
    """Positions in which seat 0 was asked, and its answers: from tables of all sizes, the others playing at random."""
    other, found = strategies.find(declared.name, "random"), []
    for players in sorted({declared.players[0], declared.players[len(declared.players) // 2], declared.players[-1]}):
        watched = watch(declared, [strategy, *[other] * (players - 1)], declared.Rules(), seed=players, deals=range(20), room=10_000)
        own = np.flatnonzero(watched.positions["asked"] == 0)
        found += [(watched.positions[i : i + 1].copy(), watched.answers[i]) for i in own]
    return found[:: len(found) // POSITIONS + 1]


def forget_what_was_read(state):
    """Which house rules were looked at so far is nothing that anybody sees."""
    state["seen"]["rules"]["_looked"] = 0


@pytest.mark.parametrize(("game", "name"), EVERY_STRATEGY)
def test_dealing_anew_what_is_hidden_changes_no_decision(game, name):
    declared, module = games.find(game), hidden(game)
    strategy = strategies.find(game, name)
    answer = asking.player(declared, name, {})
    chance, changed = np.random.default_rng(1), 0

    positions = positions_of(declared, strategy)
    for before, answered in positions:
        forget_what_was_read(before)
        state = before.copy().view(np.recarray)
        with np.errstate(over="ignore"):
            ways_in(declared).redeal(state[0], 0, changed)
        forget_what_was_read(state)
        changed += state.tobytes() != before.tobytes()
        ways_in(declared).look(state[0], 0)
        forget_what_was_read(state)
        assert state["seen"].tobytes() == before["seen"].tobytes(), "the view depends on what is hidden"
        assert answer(state[0]) == answered
        state = before.copy().view(np.recarray)
        module.spoil(state[0].seen, chance)
        assert answer(state[0]) == answered, "the strategy reads what the view does not tell in this decision"
    assert changed > len(positions) / 2
