"""The engine and the plain twin play Meow alike: event by event, column by column, over all house rules and their extremes."""

import json
import os
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from simlab import strategies
from simlab.engine.compiled import COMPILES
from simlab.engine.play import UNIT
from simlab.games.meow import GAME
from simlab.table import Table
from tests.twin import meow as twin

ROOT = Path(__file__).parents[2]
REFERENCES = ("random", "first")  # the twin knows them itself


def any_bonus(dice, players):
    """As printed, a list, or a table that may leave this number of players out."""

    def several(places):
        return [dice.choice([-2000, 2000, 1, 0, dice.randint(-30, 30)]) / 2 for _ in range(places)]

    form = dice.random()
    if form < 0.4:
        return GAME.Rules().bonus
    return several(players) if form < 0.8 else {places: several(places) for places in range(2, 6) if dice.random() < 0.6}


def any_rules(dice, players):
    """House rules picked from all there are: mostly as printed, else anything, extremes as likely as what lies between."""

    def whole(printed, *values):
        return printed if dice.random() < 0.4 else dice.choice(values)

    numbers = whole(10, 2, 3, 6, 15, 20)
    faces = min(20, numbers + dice.choice([0, 0, 4]))
    specials = [[dice.randint(1, faces) for _ in range(dice.randint(1, 5))] for _ in range(dice.choice([0, 1, 4, 12, 12]))]
    return GAME.Rules(
        numbers=numbers,
        copies=whole(5, 1, 2, 4, 12),
        specials=GAME.Rules().specials if dice.random() < 0.4 else specials,
        deal_size=whole(0, 1, 2, 3, 7, 10),
        coins=whole(25, 0, 1, 2, 4, 1000),
        debt=dice.random() < 0.5,
        meow_hand=whole(4, 0, 1, 2, 7, 20),
        meow_win=whole(3, 0, 1, 50),
        meow_fail=whole(6, 0, 1, 2, 3, 5, 50),
        meow_fail_to=dice.choice(["each", "shared"]),
        copy_out=whole(3, 0, 1, 50),
        lead_out=whole(3, 0, 1, 50),
        deck_out=whole(1, 0, 2, 50),
        rounds=whole(0, 1, 2, 3, 5, 9),
        reverse_half=dice.random() < 0.5,
        sets=dice.choice([1, 1, 2, 3, 9]) if dice.random() < 0.5 else 1,
        bonus=any_bonus(dice, players),
        set_score=dice.choice(["bonus", "coins_and_bonus"]),
        turn_limit=whole(1000, 10, 11, 12, 20, 40),
    )


def any_table(dice, names):
    """A table of these strategies under such rules."""
    while True:
        players = dice.choice(GAME.players)
        rules = any_rules(dice, players)
        if GAME.refusal(rules, players) is None:
            seats = [(strategies.find("meow", dice.choice(names)), {}) for _ in range(players)]
            return Table(GAME, seats, GAME.resolve(rules, players), dice.randrange(2**62))


def columns(row, players):
    """A row of the engine as the twin writes it."""
    told = {name: int(row[name]) for name in (*GAME.counted, *GAME.own_columns, "turns", "decisions")}
    told |= {"ending": GAME.endings[row["ending"]], "places": row["place"][:players].tolist()}
    told["scores"] = [Fraction(score, UNIT) for score in row["score"][:players].tolist()]
    for name, flag in (("winners", "won"), ("losers", "lost")):
        told[name] = np.flatnonzero(row[flag]).tolist()
    return told


def compare(table, deals):
    """Replay every event of these deals, and work out their columns again."""
    players = len(table.seats)
    rows = table.rows(deals.start, len(deals))
    for deal, row in zip(deals, rows, strict=True):
        trace, replay = table.trace(deal), table.replay_command(deal)
        assert twin.disagreement(trace) is None, replay
        _, told = twin.play(players, trace[0]["rules"], twin.follow(trace), table.seed, deal)
        assert columns(row, players) == told, replay
        assert not any(row[name][players:].any() for name in ("won", "lost", "place", "score")), replay


def sweep(seed, tables, deals, names=REFERENCES):
    """Many tables, each under rules of its own."""
    dice = random.Random(seed)
    for _ in range(tables):
        first = dice.randrange(10**9)
        compare(any_table(dice, names), range(first, first + deals))


@pytest.mark.parametrize("players", GAME.players)
def test_as_printed(players):
    for lineup in (["random"] * players, (["first", "random"] * players)[:players]):
        seats = [(strategies.find("meow", name), {}) for name in lineup]
        compare(Table(GAME, seats, GAME.resolve(GAME.Rules(), players), players), range(4))


def test_house_rules():
    sweep(1, tables=60, deals=1)


@pytest.mark.slow
def test_house_rules_at_length():
    sweep(2, tables=1500, deals=2)


@pytest.mark.parametrize("name", strategies.names("meow"))
def test_every_strategy_plays_by_the_rules(name):
    """Its games are replayed too: at tables with `random`, `first` and itself."""
    sweep(3, tables=4, deals=1, names=(name, name, "random", "first"))


@pytest.mark.slow
@pytest.mark.parametrize("name", strategies.names("meow"))
def test_every_strategy_plays_by_the_rules_at_length(name):
    sweep(4, tables=100, deals=2, names=(name, name, "random", "first"))


def test_the_references_are_exactly_those():
    """`random` and `first`, mixed: the twin plays the same games by itself, with the same random streams."""
    dice = random.Random(5)
    for _ in range(15):
        table = any_table(dice, REFERENCES)
        players, deal = len(table.seats), dice.randrange(10**9)
        names = [strategy.name for strategy, _ in table.seats]
        at_random = twin.Random(players, table.seed, deal)

        def decide(seat, kind, options, names=names, at_random=at_random):
            return at_random(seat, kind, options) if names[seat] == "random" else twin.first(seat, kind, options)

        header, *events = table.trace(deal)
        assert twin.play(players, header["rules"], decide, table.seed, deal)[0] == events, table.replay_command(deal)


def test_a_disagreement_is_told():
    """The twin notices a wrong card, a play that is not legal, an event that is missing, and what comes after the end."""
    table = Table(GAME, [(strategies.find("meow", "random"), {})] * 3, GAME.resolve(GAME.Rules(), 3), 7)
    trace = table.trace(0)
    assert twin.disagreement(trace) is None
    draw, lead = (next(i for i, event in enumerate(trace) if event["event"] == name) for name in ("draw", "lead"))
    assert "expected" in twin.disagreement([*trace[:draw], trace[draw] | {"card": 99}, *trace[draw + 1 :]])
    assert "to decide" in twin.disagreement([*trace[:lead], trace[lead] | {"number": 99}, *trace[lead + 1 :]])
    assert twin.disagreement(trace[:draw] + trace[draw + 1 :])
    assert "after the end" in twin.disagreement([*trace, trace[-1]])


# Compiled and uncompiled


def some_games():
    """Rows and traces of some games of all strategies, as plain data."""
    dice, told = random.Random(6), []
    for _ in range(8):
        table = any_table(dice, strategies.names("meow"))
        row = table.rows(0, 1)[0]
        told.append([{name: row[name].tolist() for name in row.dtype.names}, table.trace(0)])
    return told


@pytest.mark.skipif(not COMPILES, reason="this process is not compiled either")
def test_uncompiled_it_is_the_same_game():
    """With NUMBA_DISABLE_JIT=1 the same seeds give the same rows and traces."""
    code = "import json; from tests.twin.test_meow import some_games; print(json.dumps(some_games()))"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(json.dumps(some_games()))
