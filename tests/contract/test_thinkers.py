"""What holds of those who think, in every game that is found: they cannot peek, touch nothing, and say the same everywhere.

Cheating wins nearly every game, so that any leak looks like brilliance: what a thinker knows is tested to the bit.
"""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simlab import games
from simlab.engine.compiled import COMPILES
from simlab.players import strategies
from simlab.players.imagining import unthinking
from simlab.table import Table

GAMES = games.names()
ROLLOUTS, DEALS = 16, 10


def table_of(name, *seats, seed=5):
    """A table in this game: strategies by name; one that thinks is told what to imagine, as in thinker:first."""
    game, found = games.find(name), []
    for seat in seats:
        strategy, _, imagined = seat.partition(":")
        one = strategies.find(name, strategy)
        others = tuple(strategies.find(name, other) for other in imagined.split("+") if other)
        found.append((replace(one, imagined=others), {"rollouts": ROLLOUTS} if one.thinks else {}))
    return Table(game, found, game.resolve(game.Rules(), len(found)), seed)


def lineup(name, *first):
    """As many seats as a game has at least, but three where that is possible."""
    players = max(3, games.find(name).players[0]) if 3 in games.find(name).players else games.find(name).players[0]
    return [*first, *["first", "random"] * players][:players]


@pytest.mark.parametrize("name", GAMES)
def test_there_is_one_that_thinks(name):
    assert "thinker" in strategies.names(name)
    assert strategies.find(name, "thinker").thinks
    assert "thinker" not in {strategy.name for strategy in unthinking(games.find(name))}


def thoughts(table):
    """The row of each deal, and all that was made of each option of each thinker's last decision in it."""
    told = []
    for deal in range(DEALS):
        told.append(str(table.rows(deal, 1)))
        for mind in table.minds.minds.values():
            told += [mind[what][: mind.options].tolist() for what in ("order", "times", "gain", "square")]
    return told


@pytest.mark.parametrize("name", GAMES)
def test_with_all_that_is_hidden_dealt_anew_the_answers_are_the_same(name):
    """What lies where in the real game has no say in what is imagined: not in a single win of a single option."""
    table = table_of(name, *lineup(name, "thinker:random+first", "thinker:random"))
    told = []
    for permuted in (0, 1, 3):
        for mind in table.minds.minds.values():
            mind.permuted = permuted
        told.append(thoughts(table))
    assert told[0] == told[1] == told[2]
    assert table.minds.thoughts > 3 * 50 * DEALS


@pytest.mark.parametrize("name", GAMES)
def test_a_thinker_whose_answers_are_ignored_plays_the_same_game_as_without(name):
    players = lineup(name, "random", "first")
    table = table_of(name, *(f"thinker:{player}" for player in players))
    for mind in table.minds.minds.values():
        mind.ignored = 1
    assert (table.rows(0, DEALS) == table_of(name, *players).rows(0, DEALS)).all()
    assert all(mind.thoughts > 0 for mind in table.minds.minds.values())


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_comes_out_the_same_whatever_was_played_before(name):
    players = lineup(name, "thinker", "thinker:first")
    rows, table = table_of(name, *players).rows(0, DEALS), table_of(name, *players)
    backwards = [table.rows(deal, 1) for deal in reversed(range(DEALS))]
    assert (np.concatenate(backwards[::-1]) == rows).all()


@pytest.mark.parametrize("name", GAMES)
def test_a_trace_is_the_same_game(name):
    table = table_of(name, *lineup(name, "thinker"))
    row = table.rows(3, 1)[0]
    told, again = table.traced(3)
    assert list(told)
    assert again == row


def some_rows():
    """A game of one that thinks in each of two games, as text without blanks."""
    rows = [table_of(name, *lineup(name, "thinker:first", "random")).rows(1, 1) for name in ("what_the_heck", "mean")]
    return ["".join(str(row).split()) for row in rows]


@pytest.mark.skipif(not COMPILES, reason="this process is not compiled either")
def test_uncompiled_the_answers_are_the_same():
    code = "from tests.contract import test_thinkers; test_thinkers.ROLLOUTS = 3; print(*test_thinkers.some_rows())"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], env=environment, capture_output=True, text=True, check=True
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(globals(), "ROLLOUTS", 3)
        assert done.stdout.split() == some_rows()
