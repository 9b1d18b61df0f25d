"""A game's course is one number for all that happened in it: two games have the same if and only if their traces and rows are the same.

The failures to fear are both quiet: a difference that is told and not noted, and a note that differs where nothing happened otherwise.
"""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simlab import games
from simlab.engine.compiled.course import close_course
from simlab.engine.game import Game
from simlab.engine.records import blank, fields, record
from simlab.engine.rules import ENDING, describe, kinds
from simlab.engine.state import BY, NO_SCORES, RESULT, SCORES
from simlab.table import Table
from tests.contract.test_extreme_rules import combination, extremes, resolved, strategy
from tests.contract.test_watched import table_for
from tests.examples.playing import make_workspace

GAMES = [games.find(name) for name in games.names()]
RULES = [(game, rule) for game in GAMES for rule in kinds(game.Rules)]
OF_ONE_FILE = ("go_fish", "oh_hell", "sevens")  # of the examples and the starter, made with the kit
DEALS = 12
NOBODYS = ("hands", "stalls", "hands_at_turn_limit", "rounds", "stalled", "deck_outs", "piles_capped", "cancels", "carries")  # of all


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


@pytest.fixture(scope="module")
def workspace(tmp_path_factory) -> Path:
    return make_workspace(tmp_path_factory.mktemp("examples"))


@pytest.mark.parametrize("name", OF_ONE_FILE)
def test_in_games_of_one_file_too(name, workspace, monkeypatch):
    monkeypatch.chdir(workspace)
    same, others = sweep(games.find(name), 1, 12)
    assert min(same, others) > 10, "both are seen"


@pytest.mark.parametrize(("game", "rule"), RULES, ids=lambda one: getattr(one, "name", one))
def test_what_touches_games_is_shown_by_something(game, rule):
    """By what its rule names, which happens in some of the games; and whose doing it was is kept just where it happened."""
    shown_by = next(one.shown_by for one in describe(game.Rules) if one.name == rule)
    assert not shown_by or shown_by in game.shows
    dice, touched, happened = random.Random(rule), 0, False
    for players, names in (table_for(game, dice) for _ in range(4)):
        printed = game.resolve(game.Rules(), players)
        rows = [rows_at(game, printed, names)]
        for value in extremes(kinds(game.Rules)[rule], players):
            if (other := resolved(game, {rule: value}, players)) and other != printed:
                rows.append(rows_at(game, other, names))
                touched += int((rows[-1]["course"] != rows[0]["course"]).sum())
        happened |= any(shows(game, shown_by, each) for each in rows)
    assert not touched or happened, f"{touched} games are touched, and nothing shows it"


def rows_at(game: Game, rules: Any, names: list[str]) -> np.ndarray:
    return Table(game, [(strategy(game.name, name), {}) for name in names], rules, seed=6).rows(0, 40)


def shows(game: Game, shown_by: str, rows: np.ndarray) -> bool:
    """Does it happen in any of these games? Nobody has set off what did not happen."""
    if not shown_by:
        return False
    if shown_by.startswith(ENDING):
        return bool((rows["ending"] == game.endings.index(shown_by.removeprefix(ENDING))).any())
    by = rows[f"{BY}{shown_by}"]
    if shown_by not in game.measured:
        return bool(by.any())
    assert not by[rows[shown_by] == 0].any()
    assert shown_by in NOBODYS or (by[rows[shown_by] > 0] > 0).all(), "somebody has"
    return bool(rows[shown_by].any())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_any_two_games(game):
    assert min(sweep(game, 2, 600)) > 500


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_ONE_FILE)
def test_any_two_games_of_one_file(name, workspace, monkeypatch):
    monkeypatch.chdir(workspace)
    assert min(sweep(games.find(name), 2, 300)) > 100


def test_scores_that_a_row_leaves_out_count_as_zeros():
    """So that a game may do without them, and have the same courses as with them."""
    own, courses = fields("one: i4\nother: i4\nthird: u1"), []
    for scores in (SCORES, NO_SCORES):
        row = blank(record(RESULT, scores, own))[0]
        row.course, row.turns, row.ending, row.won[1], row.place[:2] = 5, 43, 1, 1, (2, 1)
        row.one, row.other, row.third = 7, -1, 9
        with np.errstate(over="ignore"):
            close_course(row, "score" in row.dtype.names)
        courses.append(int(row.course))
    assert courses[0] == courses[1]
    assert [game.name for game in GAMES if game.name in games.shipped() and not game.has_scores] == ["mean"]
    with pytest.raises(ValueError, match="the rows of its results have no scores"):
        replace(games.find("mean"), scored=True)
