"""What every shipped strategy must keep: found by discovery, never listed."""

import ast
import re

import numpy as np
import pytest

from simlab import games
from simlab.commands.listing import found
from simlab.engine.compiled import COMPILES
from simlab.engine.metric import UNIT
from simlab.inspection.sample import rows_of
from simlab.players import strategies
from simlab.table import Table
from simlab.table.rows import win_shares

ALL = [(game, name) for game in games.names() for name in strategies.names(game)]
DEALS = 150


def table(game_name, name, players, params=None, seed=3):
    game = found(game_name)
    strategy, opponent = strategies.find(game_name, name), strategies.find(game_name, "random")
    seats = [(strategy, params or {}), *[(opponent, {})] * (players - 1)]
    return Table(game, seats, game.resolve(game.Rules(), players), seed)


@pytest.mark.parametrize(("game", "name"), ALL)
def test_it_says_its_idea_in_a_sentence(game, name):
    strategy = strategies.find(game, name)
    assert strategy.idea.endswith("."), "a sentence"
    assert len(strategy.idea) <= 160, "that fits on a line or two"
    apart_from_params = re.sub(r"^PARAMS = \{\n.*?^\}\n", "", strategy.source, flags=re.MULTILINE | re.DOTALL)
    assert apart_from_params.count("\n") <= 80, "a strategy fits on a screen"


@pytest.mark.parametrize(("game", "name"), ALL)
def test_it_plays_legally_at_every_table(game, name):
    deals = 2 if strategies.find(game, name).thinks else DEALS  # which takes its time
    for players in games.find(game).players:
        rows, again = (rows_of(table(game, name, players), 0, deals) for _ in range(2))  # one that never answers is told
        assert (rows == again).all()


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, name in ALL if strategies.described(game, name).params])
def test_its_parameters_are_data(game, name):
    """Changing one needs no compiling, and every one of them is read somewhere in the file."""
    strategy = strategies.find(game, name)
    read = {node.attr for node in ast.walk(ast.parse(strategy.source)) if isinstance(node, ast.Attribute)}
    assert set(strategy.params) <= read, "a parameter that nothing reads"
    for key, value in strategy.params.items():
        changed = strategy.parameters({key: value + 1})
        assert not COMPILES or strategy.address(changed) == strategy.address(strategy.parameters({}))
        table(game, name, games.find(game).players.start, {key: value + 1}).rows(0, 2 if strategy.thinks else 20)


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, name in ALL if strategies.described(game, name).params])
def test_each_of_its_parameters_says_its_range_and_what_it_means(game, name):
    for param in strategies.find(game, name).declared.values():
        assert param.meaning
        assert len(param.meaning) <= 80, "that fits on a line"
        assert -1000 <= param.low < param.high <= 1000


@pytest.mark.slow
@pytest.mark.parametrize("game", games.names())
def test_some_strategy_clearly_beats_random_at_every_table(game):
    """At every number of players some shipped strategy wins more than its share, by more than four standard errors."""
    for players in games.find(game).players:
        assert any(edge(game, name, players) > 4 for name in strategies.names(game)), f"{players} players"


def edge(game: str, name: str, players: int) -> float:
    """By how many standard errors a strategy wins more than its share."""
    shares = win_shares(table(game, name, players, seed=77).rows(0, 4000), players)[:, 0] / UNIT
    return (shares.mean() - 1 / players) / (shares.std(ddof=1) / np.sqrt(len(shares)) or 1)
