"""The engine and the plain twin play MEAN! alike: event by event, column by column, over all house rules and their extremes."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from simlab import strategies
from simlab.engine import chance
from simlab.engine.compiled import COMPILES
from simlab.engine.play import uniform
from simlab.engine.records import blank
from simlab.games.mean import GAME
from simlab.table import Table
from tests.twin import chance as plain
from tests.twin import mean as twin

ROOT = Path(__file__).parents[2]
REFERENCES = ("random", "first")  # the twin knows them itself


def any_rules(dice):
    """House rules picked from all there are: mostly as printed, else anything, extremes as likely as what lies between."""

    def whole(printed, *values):
        return printed if dice.random() < 0.4 else dice.choice(values)

    return GAME.Rules(
        decks=whole(0, 0, 1, 2, 3, 4),
        sixes=whole(6, 0, 1, 3, 9, 12),
        wilds=whole(4, 0, 1, 9, 12),
        deal_size=whole(4, 1, 2, 7, 12),
        hand_size=whole(5, 1, 2, 3, 12),
        piles=whole(4, 1, 2, 8),
        pile_size=whole(3, 1, 2, 6),
        clear_at=whole(4, 2, 3, 5, 8),
        eight_last=dice.choice(["loses", "wins", "swaps"]),
        eight_swap=dice.choice(["must", "may", "never"]),
        going_out_on_mean=dice.choice(["pending", "immediate"]),
        must_play=dice.random() < 0.6,
        must_pass_mean=dice.random() < 0.6,
        play_on=dice.random() < 0.5,
        turn_limit=dice.choice([10, 50, 300, 1000]),
    )


def any_table(dice, names):
    """A table of these strategies under such rules."""
    while True:
        players, rules = dice.choice(GAME.players), any_rules(dice)
        if GAME.refusal(rules, players) is None:
            seats = [(strategies.find("mean", dice.choice(names)), {}) for _ in range(players)]
            return Table(GAME, seats, GAME.resolve(rules, players), dice.randrange(2**62))


def columns(row, players):
    """A row of the engine as the twin writes it."""
    told = {name: int(row[name]) for name in (*GAME.counted, *GAME.own_columns, "turns", "decisions")}
    told |= {"ending": GAME.endings[row["ending"]], "places": row["place"][:players].tolist()}
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
        assert not any(row[name][players:].any() for name in ("won", "lost", "place")), replay


def sweep(seed, tables, deals, names=REFERENCES):
    """Many tables, each under rules of its own."""
    dice = random.Random(seed)
    for _ in range(tables):
        first = dice.randrange(10**9)
        compare(any_table(dice, names), range(first, first + deals))


@pytest.mark.parametrize("players", GAME.players)
def test_as_printed(players):
    for lineup in (["random"] * players, (["first", "random"] * players)[:players]):
        seats = [(strategies.find("mean", name), {}) for name in lineup]
        compare(Table(GAME, seats, GAME.resolve(GAME.Rules(), players), players), range(15))


def test_house_rules():
    sweep(1, tables=250, deals=3)


@pytest.mark.slow
def test_house_rules_at_length():
    sweep(2, tables=1500, deals=4)


@pytest.mark.parametrize("name", strategies.names("mean"))
def test_every_strategy_plays_by_the_rules(name):
    """Its games are replayed too: at tables with `random`, `first` and itself."""
    sweep(3, tables=12, deals=2, names=(name, name, "random", "first"))


@pytest.mark.slow
@pytest.mark.parametrize("name", strategies.names("mean"))
def test_every_strategy_plays_by_the_rules_at_length(name):
    sweep(4, tables=40, deals=3, names=(name, name, "random", "first"))


def test_the_references_are_exactly_those():
    """`random` and `first`, mixed: the twin plays the same games by itself, with the same random streams."""
    dice = random.Random(5)
    for _ in range(60):
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
    table = Table(GAME, [(strategies.find("mean", "random"), {})] * 3, GAME.resolve(GAME.Rules(), 3), 7)
    trace = table.trace(0)
    assert twin.disagreement(trace) is None
    draw, play = (next(i for i, event in enumerate(trace) if event["event"] == name) for name in ("draw", "play"))
    assert "expected" in twin.disagreement([*trace[:draw], trace[draw] | {"cards": [13]}, *trace[draw + 1 :]])
    assert "to decide" in twin.disagreement([*trace[:play], trace[play] | {"count": 9}, *trace[play + 1 :]])
    assert twin.disagreement(trace[:draw] + trace[draw + 1 :])
    assert "after the end" in twin.disagreement([*trace, trace[-1]])


# Chance


@pytest.mark.parametrize(("seed", "players", "deal"), [(0, 2, 0), (7, 4, 17), (2**40 + 5, 8, 123456), (2**62 + 11, 5, 2**33)])
def test_the_twins_draw_the_engines_words(seed, players, deal):
    """tests/twin/chance.py and simlab/engine/chance.py say the same in other words."""
    with np.errstate(over="ignore"):
        key = plain.game_key(seed, players, deal)
        assert int(chance.game_key(np.uint64(seed), players, np.uint64(deal))) & plain.WORD == key
        for kind, number in [(0, 0), (0, 3), (1, 0), (1, 7), (2, 1), (2, 70_000)]:
            start = plain.stream(key, kind, number)
            assert int(chance.stream(np.uint64(key), kind, number)) & plain.WORD == start
            word = plain.mix(start + 3 * plain.STEP)
            assert int(chance.mix(np.uint64((start + 3 * plain.STEP) & plain.WORD))) & plain.WORD == word
            assert [int(chance.scaled(np.uint64(word), n)) for n in (1, 2, 7, 108)] == [plain.scaled(word, n) for n in (1, 2, 7, 108)]
            assert float(chance.unit(np.uint64(word))) == plain.unit(word)
            view = blank(GAME.seen)
            view[0]._luck = start
            drawn = [float(uniform(view[0])) for _ in range(3)]
            assert drawn == [plain.unit(plain.mix(start + i * plain.STEP)) for i in range(3)]
        for number, count in [(0, 54), (1, 1), (2, 13)]:
            for kind in (np.int64, np.uint8):
                cards = np.arange(count, dtype=kind)
                chance.shuffle(cards, count, np.uint64(key), number)
                assert cards.tolist() == plain.shuffled(range(count), key, number)


# Compiled and uncompiled


def some_games():
    """Rows and traces of some games of all strategies, as plain data."""
    dice, told = random.Random(6), []
    for _ in range(15):
        table = any_table(dice, strategies.names("mean"))
        for deal in range(2):
            row = table.rows(deal, 1)[0]
            told.append([{name: row[name].tolist() for name in row.dtype.names}, table.trace(deal)])
    return told


@pytest.mark.skipif(not COMPILES, reason="this process is not compiled either")
def test_uncompiled_it_is_the_same_game():
    """With NUMBA_DISABLE_JIT=1 the same seeds give the same rows and traces."""
    code = "import json; from tests.twin.test_mean import some_games; print(json.dumps(some_games()))"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(json.dumps(some_games()))
