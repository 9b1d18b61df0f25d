"""The engine and the plain twin play What the Heck? alike: event by event, column by column, over all house rules and their extremes."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from simlab.engine.compiled import COMPILES
from simlab.engine.events import fraction
from simlab.games.what_the_heck import GAME
from simlab.players import strategies
from simlab.table import Table
from tests.twin import what_the_heck as twin

ROOT = Path(__file__).parents[2]
LISTS = ("score", "won", "lost", "place")


def any_rules(dice):
    """House rules picked from all there are, their extremes as likely as everything between."""
    player_cards = dice.choice([1, 2, 3, dice.randint(1, 30), 15, 30])
    rounds = dice.choice([1, player_cards, dice.randint(1, player_cards)])
    low, high = dice.choice([(-50, 50), (-5, 10), (-1, 1), (1, 3), (-3, -1), (0, 0)])
    return GAME.Rules(
        player_cards=player_cards,
        point_cards=tuple(dice.randint(low, high) for _ in range(rounds)),
        order=dice.choice(["shuffled", "shuffled", "ascending", "descending"]),
        ties=dice.choice(["cancel", "cancel", "split", "discard"]),
        carry=dice.choice([True, True, False]),
    )


def table(lineup, rules, seed):
    """A table of strategies under these rules."""
    return Table(GAME, [(strategies.find("what_the_heck", name), {}) for name in lineup], rules, seed)


def columns(row, players):
    """A row of the engine as the twin writes it."""
    told = {name: int(row[name]) for name in (*GAME.measured, "turns", "decisions")}
    told |= {"ending": GAME.endings[row["ending"]], "margin": fraction(told["margin"]), "places": row["place"][:players].tolist()}
    told["scores"] = [fraction(units) for units in row["score"][:players].tolist()]
    told["winners"], told["losers"] = ([seat for seat in range(players) if row[name][seat]] for name in ("won", "lost"))
    return told


def compare(lineup, rules, seed, deals):
    """Replay every event of these deals, and work out their columns again."""
    played = table(lineup, rules, seed)
    rows = played.rows(deals.start, len(deals))
    for deal in deals:
        trace = played.trace(deal)
        assert twin.disagreement(trace) is None, played.replay_command(deal)
        _, row = twin.play(len(lineup), trace[0]["rules"], twin.follow(trace), seed, deal)
        assert columns(rows[deal - deals.start], len(lineup)) == row, played.replay_command(deal)
        assert not any(rows[name][:, len(lineup) :].any() for name in LISTS)


def sweep(tables, deals, seed):
    """Many tables, each under rules of its own."""
    dice = random.Random(seed)
    for _ in range(tables):
        compare(any_lineup(dice), any_rules(dice), dice.randint(0, 2**40), range(deals))


def any_lineup(dice):
    """Mostly players by chance, so that everything happens; and all the others."""
    others = strategies.names("what_the_heck")
    return [dice.choice(["random", "random", "first", dice.choice(others)]) for _ in range(dice.choice(GAME.players))]


@pytest.mark.parametrize("players", GAME.players)
def test_as_printed(players):
    compare(["random"] * players, GAME.Rules(), seed=players, deals=range(25))
    compare(["random", "first"][:players] + ["random"] * (players - 2), GAME.Rules(), seed=players, deals=range(5))


def test_house_rules():
    sweep(tables=150, deals=2, seed=1)


@pytest.mark.slow
def test_house_rules_at_length():
    sweep(tables=2500, deals=4, seed=2)


@pytest.mark.parametrize("players", GAME.players)
def test_the_yardsticks_are_exactly_those(players):
    """`random` and `first` of the engine and of the twin play the same games on their own."""
    for name, decide in (("random", lambda deal: twin.Random(players, 7, deal)), ("first", lambda deal: twin.first)):
        played = table([name] * players, GAME.Rules(), 7)
        for deal in range(10):
            events, _ = twin.play(players, played.rules.model_dump(mode="json"), decide(deal), 7, deal)
            assert events == played.trace(deal)[1:]


def test_a_disagreement_is_told():
    """The twin notices a wrong event, a card that is not in the hand, and what comes after the end."""
    trace = table(["random"] * 3, GAME.Rules(), 4).trace(0)
    assert twin.disagreement(trace) is None
    at = next(i for i, event in enumerate(trace) if event["event"] == "award")
    wrong = [*trace[:at], trace[at] | {"value": trace[at]["value"] + 1}, *trace[at + 1 :]]
    assert "expected" in twin.disagreement(wrong)
    at = [i for i, event in enumerate(trace) if event["event"] == "bids"][1]
    wrong = [*trace[:at], trace[at] | {"cards": trace[3]["cards"]}, *trace[at + 1 :]]
    assert "to decide (bid) among" in twin.disagreement(wrong)
    assert "after the end" in twin.disagreement([*trace, trace[-1]])


def some_games():
    """Rows and traces of some games of all strategies, as plain data."""
    dice, told = random.Random(6), []
    for _ in range(8):
        played = table(any_lineup(dice), any_rules(dice), dice.randint(0, 2**40))
        row = played.rows(0, 1)[0]
        told.append([{name: row[name].tolist() for name in row.dtype.names}, played.trace(0)])
    return told


@pytest.mark.skipif(not COMPILES, reason="this process is not compiled either")
def test_uncompiled_it_is_the_same_game():
    """With NUMBA_DISABLE_JIT=1 the same seeds give the same rows and traces."""
    code = "import json; from tests.twin.test_what_the_heck import some_games; print(json.dumps(some_games()))"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(json.dumps(some_games()))
