"""The engine and the plain twin play What the Heck? alike: event by event, column by column, over all house rules and their extremes."""

from simlab.games.what_the_heck import GAME
from simlab.table import Table
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


BOTH = Comparison(GAME, twin, any_rules)


class TestAlike(Alike):
    both = BOTH
    printed = 25
    house_rules, house_rules_at_length = (150, 2), (2500, 4)
    each_strategy, each_strategy_at_length = (6, 2), (120, 2)
    references, uncompiled = 40, (8, 1)


def test_a_disagreement_is_told():
    """The twin notices a wrong event, a card that is not in the hand, and what comes after the end."""
    trace = Table(GAME, BOTH.seats(["random"] * 3), GAME.Rules(), 4).trace(0)
    assert twin.disagreement(trace) is None
    at = next(i for i, event in enumerate(trace) if event["event"] == "award")
    wrong = [*trace[:at], trace[at] | {"value": trace[at]["value"] + 1}, *trace[at + 1 :]]
    assert "expected" in twin.disagreement(wrong)
    at = [i for i, event in enumerate(trace) if event["event"] == "bids"][1]
    wrong = [*trace[:at], trace[at] | {"cards": trace[3]["cards"]}, *trace[at + 1 :]]
    assert "to decide (bid) among" in twin.disagreement(wrong)
    assert "after the end" in twin.disagreement([*trace, trace[-1]])
