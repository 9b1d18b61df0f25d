"""The engine and the plain twin play Hit the Deck alike: event by event, column by column, over all house rules and their extremes."""

import json

import pytest

from simlab.engine.compiled import COMPILES
from simlab.games.hit_the_deck import GAME
from simlab.players import strategies
from simlab.table import Table
from tests.twin import hit_the_deck as twin
from tests.twin.comparing import Comparison


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


BOTH = Comparison(GAME, twin, any_rules)


@pytest.mark.parametrize("players", GAME.players)
def test_as_printed(players):
    BOTH.as_printed(players, deals=4)


def test_house_rules():
    BOTH.sweep(1, tables=70, deals=1)


@pytest.mark.slow
def test_house_rules_at_length():
    BOTH.sweep(2, tables=2000, deals=2)


@pytest.mark.parametrize("name", strategies.names("hit_the_deck"))
def test_every_strategy_plays_by_the_rules(name):
    """Its games are replayed too: at tables with `random`, `first` and itself."""
    BOTH.sweep(3, tables=6, deals=1, names=(name, name, "random", "first"))


@pytest.mark.slow
@pytest.mark.parametrize("name", strategies.names("hit_the_deck"))
def test_every_strategy_plays_by_the_rules_at_length(name):
    BOTH.sweep(4, tables=120, deals=2, names=(name, name, "random", "first"))


def test_the_references_are_exactly_those():
    BOTH.references(5, tables=20)


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


@pytest.mark.skipif(not COMPILES, reason="this process is not compiled either")
def test_uncompiled_it_is_the_same_game():
    """With NUMBA_DISABLE_JIT=1 the same seeds give the same rows and traces."""
    assert BOTH.uncompiled(6, 2) == json.loads(json.dumps(BOTH.some_games(6, 2)))
