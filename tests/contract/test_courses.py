"""A game's course is one number for all that happened in it: two games have the same if and only if their traces and rows are the same.

The failures to fear are both quiet: a difference that is told and not noted, and a note that differs where nothing happened otherwise.
"""

import random
from typing import Any

import numpy as np
import pytest

from simlab import games
from simlab.engine.game import Game
from simlab.engine.rules import kinds
from simlab.table import Table
from tests.contract.test_extreme_rules import combination, extremes, resolved, strategy
from tests.contract.test_watched import table_for

GAMES = [games.find(name) for name in games.names()]
DEALS = 12


def told(table: Table, deal: int) -> tuple[bytes, np.void]:
    """All that happened in a game: its trace as the engine writes it; and its row."""
    words, row = table._written(deal, "tracing")
    return words.tobytes(), row


def without(row: np.void, *names: str) -> bytes:
    """A row but for these columns."""
    kept = row.copy()
    for name in names:
        kept[name] = 0
    return bytes(kept.tobytes())


def check(game: Game, one: Any, other: Any, names: list[str], deals: int = DEALS) -> tuple[int, int]:
    """How many games have the same course under both sets of rules, and how many have not."""
    tables = [Table(game, [(strategy(game.name, name), {}) for name in names], rules, seed=5) for rules in (one, other)]
    rows = [table.rows(0, deals) for table in tables]
    for deal in range(deals):
        (first, row), (second, other_row) = (told(table, deal) for table in tables)
        assert row["course"] == rows[0]["course"][deal], "tracing changes nothing"
        alike = first == second and without(row, "course", "decisions") == without(other_row, "course", "decisions")
        assert (row["course"] == other_row["course"]) == alike, (deal, names, one, other)
    same = int((rows[0]["course"] == rows[1]["course"]).sum())
    return same, deals - same


def nearby(game: Game, rules: Any, players: int, dice: random.Random) -> Any:
    """These rules but for one of them."""
    while True:
        rule = dice.choice(list(kinds(game.Rules)))
        value = dice.choice(extremes(kinds(game.Rules)[rule], players))
        if (found := resolved(game, {**rules.model_dump(), rule: value}, players)) and found != rules:
            return found


def sweep(game: Game, seed: int, pairs: int) -> tuple[int, int]:
    """Pairs of rule sets that differ in one rule: the printed rules, or any; at tables of any strategies."""
    dice, found = random.Random(f"{game.name} {seed}"), (0, 0)
    for i in range(pairs):
        players, names = table_for(game, dice)
        rules = game.resolve(game.Rules(), players)
        if i % 2 and (any_rules := resolved(game, combination(game, players, dice), players)):
            rules = any_rules
        counted = check(game, rules, nearby(game, rules, players, dice), names)
        found = found[0] + counted[0], found[1] + counted[1]
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_two_games_have_one_course_if_and_only_if_nothing_differs(game):
    same, others = sweep(game, 1, 24)
    assert min(same, others) > 20, "both are seen"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_any_two_games(game):
    assert min(sweep(game, 2, 600)) > 500
