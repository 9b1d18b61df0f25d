"""The engine and the plain twin play Meow alike: event by event, column by column, over all house rules and their extremes."""

from simlab.games.meow import GAME
from tests.twin import meow as twin
from tests.twin.comparing import Alike, Comparison


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


class TestAlike(Alike):
    both = Comparison(GAME, twin, any_rules)
    printed, references, at_length = 4, 15, 50
    house_rules, each_strategy, uncompiled = (60, 1), (4, 1), (8, 1)
    slips = (("draw", {"card": 99}, "expected"), ("lead", {"number": 99}, "to decide"))
