"""House rules at the very ends of what they may be: every game still ends, and ends the same again, whoever plays it.

What a house rule may be is declared by its `Kind`, and from that its extremes follow; no game is known here. NUMBA_BOUNDSCHECK=1 turns
an index beyond its array, which compiled code takes silently, into an IndexError; `make test-slow` runs this file that way too.
"""

import math
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache
from itertools import cycle, islice
from typing import Any

import numba
import numpy as np
import pytest
from pydantic import ValidationError

from simlab import games
from simlab.base.kinds import ByPlayers, Choice, Either, Flag, Kind, Real, Several, Whole
from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.kernel import play_batch
from simlab.engine.game import Game
from simlab.engine.records import blank, record
from simlab.engine.rules import kinds
from simlab.engine.state import SEATS
from simlab.players import strategies
from simlab.players.imagining import unthinking
from simlab.table import Table
from simlab.table.rows import win_shares
from tests.compiling import checked_only

GAMES = [games.find(name) for name in games.names()]
RULES = [(game, rule) for game in GAMES for rule in kinds(game.Rules)]
RANGES = [(game, rule) for game, rule in RULES if isinstance(kinds(game.Rules)[rule], Whole | Real)]
DEALS = 3
PATIENCE = 120  # seconds for the few deals of a table; the longest take a few
MOST_TRIES = 500  # at combinations, until one fits together

Values = dict[str, Any]


# What is extreme


def extremes(kind: Kind, players: int) -> list[Any]:
    """The values at the ends of what is allowed, each once."""
    found: list[Any] = []
    for value in candidates(kind, players):
        wrong: list[Any] = []
        kind.read(value, wrong)
        if not wrong and value not in found:
            found.append(value)
    return found


def candidates(kind: Kind, players: int) -> Iterator[Any]:
    """Values at the ends; lists among them may repeat what they must not."""
    match kind:
        case Whole():
            yield from (kind.low, kind.high)
        case Real():
            above = kind.low + kind.step if kind.step else math.nextafter(kind.low, math.inf)
            yield from (above if kind.positive else kind.low, kind.high)
        case Flag():
            yield from (False, True)
        case Choice():
            yield from kind.options
        case Several():
            items = extremes(kind.item, players)
            for length in {kind.low, players, kind.high}:  # some lists have a value for each player
                for order in (*([item] for item in items), items, items[::-1]):
                    yield list(islice(cycle(order), length))
        case ByPlayers():
            yield {}
            yield from ({1: item, players: item, 99: item} for item in extremes(kind.item, players))
        case Either():
            yield from extremes(kind.first, players)
            yield from extremes(kind.second, players)
        case _:
            raise TypeError(f"what are the extremes of {kind}?")


def ends(value: Any) -> set[Any]:
    """What is extreme about a value: itself, or a list's length and what is in it."""
    if isinstance(value, dict):
        return {"a table"}.union(*map(ends, value.values()))
    if isinstance(value, list):
        return {f"{len(value)} values"}.union(*map(ends, value))
    return {value}


def combination(game: Game, players: int, dice: random.Random) -> Values:
    """Every house rule at an extreme; half of the time only some, and the others as printed."""
    share = dice.choice([1, dice.random()])
    return {rule: dice.choice(extremes(kind, players)) for rule, kind in kinds(game.Rules).items() if dice.random() < share}


def resolved(game: Game, values: Values, players: int) -> Any:
    """The house rules with these values; None where they don't fit together."""
    rules = game.Rules(**values)
    return None if game.refusal(rules, players) else game.resolve(rules, players)


# Playing under it


@cache
def strategy(game: str, name: str) -> strategies.Strategy:
    return strategies.find(game, name)


def lineups(game: Game, players: int) -> list[list[str]]:
    """As many line-ups as it takes for every strategy to sit at the table."""
    names = [strategy.name for strategy in unthinking(game)]
    return [list(islice(cycle(names), start, start + players)) for start in range(0, len(names), players)]


def played(table: Table, first: int, count: int) -> np.ndarray:
    """The rows of these deals. A game that never ends can't be interrupted: it is left alone, and named."""
    play_batch(table.game)  # what is compiled first takes its time
    done: list[Any] = []

    def play() -> None:
        try:
            done.append(table.rows(first, count))
        except BaseException as error:  # of whatever kind: it is raised again where the test sees it
            done.append(error)

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    if not done:
        pytest.fail(f"no end after {PATIENCE} s: {table.replay_command(table.progress[0])}")
    if isinstance(done[0], BaseException):
        raise done[0]
    return done[0]


def check(game: Game, rules: Any, lineup: list[str], seed: int) -> None:
    """Some games under these rules end, as a game can end, and end the same again at a table that was never played at."""
    players = len(lineup)
    seats = [(strategy(game.name, name), {}) for name in lineup]
    table = Table(game, seats, rules, seed)
    rows = played(table, 0, DEALS)
    told = table.replay_command(0)
    assert (rows["turns"] > 0).all(), told
    assert (rows["decisions"] >= 0).all(), told
    assert ((rows["ending"] >= 0) & (rows["ending"] < len(game.endings))).all(), told
    assert not (rows["won"] & rows["lost"]).any(), told
    assert not any(rows[name][:, players:].any() for name in game.row.names if game.row[name].shape), told
    assert ((rows["place"] >= 0) & (rows["place"] <= players)).all(), told
    shares = win_shares(rows, players).sum(axis=1)
    assert (shares == np.where(rows["won"].any(axis=1), 840, 0)).all(), told
    backwards = Table(game, seats, rules, seed)
    again = [played(backwards, deal, 1) for deal in reversed(range(DEALS))]
    assert (np.concatenate(again[::-1]) == rows).all(), told


# Extremes


@pytest.mark.parametrize(("game", "rule"), RULES, ids=lambda of: getattr(of, "name", of))
def test_a_house_rule_at_its_extremes(game, rule):
    """By itself, at the smallest and the largest table, with every strategy; where it does not fit the printed rules, with others."""
    kind, dice = kinds(game.Rules)[rule], random.Random(rule)
    possible, met = set(), set()
    for players in (game.players[0], game.players[-1]):
        for value in extremes(kind, players):
            possible |= ends(value)
            tries = ({**(combination(game, players, dice) if others else {}), rule: value} for others in range(MOST_TRIES))
            rules = next(filter(None, (resolved(game, values, players) for values in tries)), None)
            if rules is not None:
                met |= ends(value)
                for seed, lineup in enumerate(lineups(game, players)):
                    check(game, rules, lineup, seed)
    assert met == possible, "each of them was played"


@pytest.mark.parametrize(("game", "rule"), RANGES, ids=lambda of: getattr(of, "name", of))
def test_beyond_its_extremes_a_house_rule_is_refused(game, rule):
    kind = kinds(game.Rules)[rule]
    for allowed in (kind.low, kind.high):
        assert getattr(game.Rules(**{rule: allowed}), rule) == allowed
    for refused in (kind.low - 1, kind.high + 1, True, "4", [1], *([2.5] if isinstance(kind, Whole) else [])):
        with pytest.raises(ValidationError, match=rule):
            game.Rules(**{rule: refused})


def sweep(game: Game, seed: int, tables: int) -> None:
    """Tables of any size, each under a combination of extremes and with any strategies."""
    dice, tries = random.Random(seed), 0
    names = [strategy.name for strategy in unthinking(game)]
    for _ in range(tables):
        rules = None
        while rules is None:
            tries += 1
            players = dice.choice(game.players)
            rules = resolved(game, combination(game, players, dice), players)
        check(game, rules, [dice.choice(names) for _ in range(players)], dice.randrange(2**62))
    assert tries < 3 * tables, "most combinations fit together"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_extremes_together(game):
    sweep(game, seed=1, tables=60)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_extremes_together_at_length(game):
    sweep(game, seed=2, tables=1500)


# What the checks of NUMBA_BOUNDSCHECK=1 notice. An index from -1 down to minus the length is none of it: that counts from the end.


@checked_only
@pytest.mark.parametrize("how", [compiled, apart], ids=["compiled", "apart"])
@pytest.mark.parametrize("index", [4, 2**40, -5])
def test_an_index_beyond_a_field_is_noticed(how, index):
    """Also where another field of the same record lies there."""

    @how
    def read(g, i):
        return g.shelf[i]

    @how
    def write(g, i):
        g.board[1, i] = 1

    g = blank(record("before[9]\nshelf[4]\nboard: u1[2, 4]\nbehind[9]"))[0]
    for touch in (numba.njit(lambda g, i: read(g, i)), numba.njit(lambda g, i: write(g, i))):
        touch(g, 3)
        with pytest.raises(IndexError):
            touch(g, index)


@checked_only
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_engine_of_every_game_is_checked(game):
    """With more players than seats it stops at the first seat that is not there; unchecked it would write over what lies behind."""
    players = game.players[0]
    table = Table(game, [(strategy(game.name, "random"), {})] * players, game.resolve(game.Rules(), players), 1)
    table._g.seen.players = SEATS + 1
    with pytest.raises(IndexError):
        play_batch(game)(table._state, np.zeros(1, dtype=game.row), 0, np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.uint64))


def test_checked_code_never_stands_in_for_unchecked_code():
    """Numba's cache can't tell one from the other; the name of our file does."""
    code = "from simlab.engine.compiled.fingerprint import fingerprint; print(fingerprint(''))"
    found = {
        subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"NUMBA_BOUNDSCHECK": setting}, capture_output=True, check=True
        ).stdout
        for setting in ("0", "1")
    }
    assert len(found) == 2
