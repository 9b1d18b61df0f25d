"""The engine and the plain twin play Hit the Deck alike: event by event, column by column, over all house rules and their extremes."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from simlab import strategies
from simlab.engine.compiled import COMPILES
from simlab.engine.play import UNIT
from simlab.games.hit_the_deck import GAME
from simlab.table import Table
from tests.twin import hit_the_deck as twin

ROOT = Path(__file__).parents[2]
REFERENCES = ("random", "first")  # the twin knows them itself


def any_rules(dice, players):
    """House rules picked from all there are: mostly as printed, else anything, extremes as likely as what lies between."""

    def whole(printed, *values):
        return printed if dice.random() < 0.5 else dice.choice(values)

    turn_limit = dice.choice([10, 11, 40, 100, 300])  # some rule sets never end a hand
    return GAME.Rules(
        copies=whole(4, 1, 1, 2, 12),
        cuts=whole(2, 0, 1, 4, 8),
        flips=whole(1, 0, 2, 4, 8),
        hit_numbers=whole(2, 0, 1, 8),
        hit_colours=whole(1, 0, 2, 8),
        hit_hands=whole(4, 0, 1, 16),
        deal_size=whole(7, 1, 2, 15),
        target=whole(100, 10, 30, 1000),
        draw_when_stuck=whole(1, 2, 3, 5),
        play_drawn=dice.random() < 0.7,
        hand_penalty=whole(4, 0, 1, 10),
        forget_chance=whole(0, 0.3, 1),
        fake_out_chance=whole(0, 0.1, 0.5, 1),
        fake_penalty=whole(2, 0, 1, 10),
        reflexes=whole((), tuple(dice.choice([1e-300, 0.5, 1, 3, 1e300]) for _ in range(players))),
        turn_limit=turn_limit,
        hand_limit=dice.choice([1, 2, 5, 8]),
        stall_limit=whole(20, 0, 1, 2, 3),
    )


def any_table(dice, names):
    """A table of these strategies under such rules."""
    while True:
        players = dice.choice(GAME.players)
        rules = any_rules(dice, players)
        if GAME.refusal(rules, players) is None:
            seats = [(strategies.find("hit_the_deck", dice.choice(names)), {}) for _ in range(players)]
            return Table(GAME, seats, GAME.resolve(rules, players), dice.randrange(2**62))


def columns(row, players):
    """A row of the engine as the twin writes it."""
    told = {name: int(row[name]) for name in (*GAME.counted, *GAME.own_columns, "turns", "decisions")}
    told |= {"ending": GAME.endings[row["ending"]], "places": row["place"][:players].tolist()}
    told["scores"] = [score // UNIT for score in row["score"][:players].tolist()]
    assert not any(score % UNIT for score in row["score"].tolist())
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
        seats = [(strategies.find("hit_the_deck", name), {}) for name in lineup]
        compare(Table(GAME, seats, GAME.resolve(GAME.Rules(), players), players), range(4))


def test_house_rules():
    sweep(1, tables=70, deals=1)


@pytest.mark.slow
def test_house_rules_at_length():
    sweep(2, tables=2000, deals=2)


@pytest.mark.parametrize("name", strategies.names("hit_the_deck"))
def test_every_strategy_plays_by_the_rules(name):
    """Its games are replayed too: at tables with `random`, `first` and itself."""
    sweep(3, tables=6, deals=1, names=(name, name, "random", "first"))


@pytest.mark.slow
@pytest.mark.parametrize("name", strategies.names("hit_the_deck"))
def test_every_strategy_plays_by_the_rules_at_length(name):
    sweep(4, tables=120, deals=2, names=(name, name, "random", "first"))


def test_the_references_are_exactly_those():
    """`random` and `first`, mixed: the twin plays the same games by itself, with the same random streams."""
    dice = random.Random(5)
    for _ in range(20):
        table = any_table(dice, REFERENCES)
        players, deal = len(table.seats), dice.randrange(10**9)
        names = [strategy.name for strategy, _ in table.seats]
        at_random = twin.Random(players, table.seed, deal)

        def decide(seat, kind, options, names=names, at_random=at_random):
            return at_random(seat, kind, options) if names[seat] == "random" else twin.first(seat, kind, options)

        header, *events = table.trace(deal)
        told = twin.play(players, header["rules"], decide, table.seed, deal)[0]
        assert list(map(_plain, told)) == list(map(_plain, events)), table.replay_command(deal)


def _plain(event):
    """A deal's hands may be listed in any order."""
    return event | {"hands": [sorted(hand) for hand in event["hands"]]} if event["event"] == "deal" else event


def test_a_disagreement_is_told():
    """The twin notices a wrong card, a play that is not legal, an event that is missing, and what comes after the end."""
    table = Table(GAME, [(strategies.find("hit_the_deck", "random"), {})] * 3, GAME.resolve(GAME.Rules(), 3), 7)
    trace = table.trace(0)
    assert twin.disagreement(trace) is None
    draw, play = (next(i for i, event in enumerate(trace) if event["event"] == name) for name in ("draw", "play"))
    assert "expected" in twin.disagreement([*trace[:draw], trace[draw] | {"cards": [99]}, *trace[draw + 1 :]])
    assert twin.disagreement([*trace[:play], trace[play] | {"card": 99}, *trace[play + 1 :]])
    assert twin.disagreement(trace[:draw] + trace[draw + 1 :])
    assert "after the end" in twin.disagreement([*trace, trace[-1]])


# Compiled and uncompiled


def some_games():
    """Rows and traces of some games of all strategies, as plain data."""
    dice, told = random.Random(6), []
    for _ in range(6):
        table = any_table(dice, strategies.names("hit_the_deck"))
        for deal in range(2):
            row = table.rows(deal, 1)[0]
            told.append([{name: row[name].tolist() for name in row.dtype.names}, table.trace(deal)])
    return told


@pytest.mark.skipif(not COMPILES, reason="this process is not compiled either")
def test_uncompiled_it_is_the_same_game():
    """With NUMBA_DISABLE_JIT=1 the same seeds give the same rows and traces."""
    code = "import json; from tests.twin.test_hit_the_deck import some_games; print(json.dumps(some_games()))"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(json.dumps(some_games()))
