"""The engine and the plain twin play Hit the Deck alike: event by event, column by column, over all house rules and their extremes."""

from simlab.games.hit_the_deck import GAME
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


class TestAlike(Alike):
    both = Comparison(GAME, twin, any_rules)
    printed, references, at_length = 4, 20, 58
    house_rules, each_strategy, uncompiled = (70, 1), (6, 1), (6, 2)
    slips = (("draw", {"cards": [99]}, "expected"), ("play", {"card": 99}, "to decide"))
