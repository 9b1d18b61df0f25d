"""What holds of every game's redeal: positions in which strategies were asked, dealt anew as what the asked seat cannot know.

That it deals exactly what a seat cannot know, and all of it equally often, each game shows in tests/rules/<game>/test_redeal.py.
"""

import hashlib
import importlib
import os
import subprocess
import sys
from collections import Counter
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from simlab import games
from simlab.players import strategies
from tests.compiling import compiled_only
from tests.rules.harness import watch
from tests.rules.redealing import redealt

GAMES = [name for name in games.names() if games.find(name).redeal]
WAYS = 6


def positions(game):
    """Positions of tables of all sizes."""
    found = []
    for players in sorted({game.players[0], game.players[len(game.players) // 2], game.players[-1]}):
        seats = [strategies.find(game.name, "random")] * players
        watched = watch(game, seats, game.Rules(), seed=players, deals=range(12), room=4000).positions
        found += [position.copy() for position in watched[:: len(watched) // 40 + 1]]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_redealing_changes_nothing_that_the_seat_sees_and_makes_or_loses_no_card(name):
    game, table = games.find(name), importlib.import_module(f"tests.rules.{name}.hidden").table
    changed = set()
    for position in positions(game):
        seat, before = int(position.asked), table(position)
        for number in range(WAYS):
            state = redealt(game, position, seat, number)
            after = table(state)
            assert np.array(state.seen).tobytes() == np.array(position.seen).tobytes()
            assert {place: len(cards) for place, cards in after.items()} == {place: len(cards) for place, cards in before.items()}
            assert Counter(chain(*after.values())) == Counter(chain(*before.values()))
            changed |= {place for place in after if after[place] != before[place]}
    assert changed, "nothing is ever dealt anew"


@pytest.mark.parametrize("name", GAMES)
def test_a_redeal_follows_from_the_game_the_seat_and_its_number_alone(name):
    """Where hidden cards lay before has no say: whatever other redeals came before, it is the same, bit for bit."""
    game = games.find(name)
    for position in positions(game):
        seat = int(position.asked)
        for number in range(WAYS):
            alone = redealt(game, position, seat, number)
            assert redealt(game, position, seat, number).tobytes() == alone.tobytes()
            assert redealt(game, position, seat, 1000 + number, number).tobytes() == alone.tobytes()


def some_redeals(name):
    """A hash of some positions dealt anew, as bytes."""
    game, told = games.find(name), hashlib.sha256()
    seats = [strategies.find(name, "random")] * game.players[1]
    positions = watch(game, seats, game.Rules(), seed=3, deals=range(2), room=120).positions
    for position in positions[::8]:
        state = redealt(game, position.copy(), int(position.asked), 5)
        told.update(repr(sorted(importlib.import_module(f"tests.rules.{name}.hidden").table(state).items())).encode())
    return told.hexdigest()


@compiled_only  # this process is not compiled either
def test_uncompiled_redeals_are_the_same():
    code = f"from tests.contract.test_redeal import some_redeals; print(*map(some_redeals, {GAMES!r}))"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == list(map(some_redeals, GAMES))
