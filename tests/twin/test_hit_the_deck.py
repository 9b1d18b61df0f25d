"""The engine and the plain twin play Hit the Deck alike: event by event, column by column, over all house rules and their extremes."""

from simlab.games.hit_the_deck import GAME
from simlab.players import strategies
from simlab.table import Table
from tests.twin import hit_the_deck as twin
from tests.twin.comparing import Alike, Comparison


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


class TestAlike(Alike):
    both = BOTH
    printed = 4
    house_rules, house_rules_at_length = (70, 1), (2000, 2)
    each_strategy, each_strategy_at_length = (6, 1), (120, 2)
    references, uncompiled = 20, (6, 2)


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
