"""The engine and the plain twin play What the Heck? alike: event by event, column by column, over all house rules and their extremes."""

from simlab.games.what_the_heck import GAME
from tests.twin import what_the_heck as twin
from tests.twin.comparing import Alike, Comparison


def any_rules(dice, players):
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


class TestAlike(Alike):
    both = Comparison(GAME, twin, any_rules)
    printed, references, at_length = 25, 40, 34
    house_rules, each_strategy, uncompiled = (150, 2), (6, 2), (8, 1)
    slips = (("award", {"value": 99}, "expected"), ("bids", {"cards": [99, 99, 99]}, "to decide (bid) among"))
