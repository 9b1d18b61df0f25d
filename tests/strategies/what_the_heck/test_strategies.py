"""What each strategy for What the Heck? says that it does, in positions written by hand; and how they fare."""

from collections import Counter

import numpy as np
import pytest

from simlab.engine.metric import UNIT
from simlab.games.what_the_heck import GAME
from simlab.players import strategies
from simlab.table import Table
from simlab.table.rows import win_shares
from tests.compiling import compiled_only
from tests.rules import asking
from tests.rules.what_the_heck.position import decision


def bids(name, text, *script, times=1, rules=None, **changed):
    """The cards that a strategy bids in a position, each time with other luck."""
    asked = decision(text, *script, **(rules or {}))
    answer, found = asking.player(GAME, name, changed), []
    for luck in range(times):
        asked.position.seen._luck = np.uint64(luck * 0x9E3779B97F4A7C15 % 2**64)
        found.append(int(asked.options[answer(asked.position)]))
    return found


def bid(name, text, *script, **more):
    """The card that it bids."""
    return bids(name, text, *script, **more)[0]


def equal(hand, others=1):
    """Everybody holds the same."""
    return "hands: " + " | ".join([hand] * (others + 1)) + "\npoints: "


FIVE = equal("1 2 3 4 5")


def test_random_bids_every_card_alike():
    found = Counter(bids("random", "hands: 1 4 7 9 | 2 4 9 10\npoints: 5 1 1", times=4000))
    assert set(found) == {1, 4, 7, 9}
    assert all(abs(times - 1000) < 4 * 27.4 for times in found.values())


def test_first_bids_its_lowest_card():
    assert bid("first", "hands: 7 3 9 | 2 4 10\npoints: 5 1 1") == 3


@pytest.mark.parametrize(
    ("points", "card"),
    [("5 1 2 3 4", 5), ("1 5 2 3 4", 1), ("3 1 2 4 5", 3), ("-3 1 2 4 5", 3), ("-50 1 2 4 5", 5), ("2 2 2 2 2", 5), ("1 2", 4), ("2 1", 5)],
)
def test_proportional_ranks_the_pot_among_what_is_to_come(points, card):
    """The largest is worth the best card; cards that are never needed are the lowest."""
    assert bid("proportional", FIVE + points) == card


def test_proportional_can_mind_points_below_zero_less():
    assert bid("proportional", FIVE + "-3 1 2 4 5", suffer=0.5) == 2
    assert bid("proportional", FIVE + "3 1 -4 -2 5", suffer=0.5) == 4


def test_matches_bids_the_card_of_the_prize():
    for prize in range(1, 6):
        to_come = " ".join(str(other) for other in range(1, 6) if other != prize)
        assert bid("matches", FIVE + f"{prize} {to_come}") == prize
    assert bid("matches", FIVE + "-4 1 2 3 5") == 4
    assert bid("matches", "hands: 1 2 6 | 1 2 3\npoints: 3 5 6") == 6, "the next higher one, if it does not hold that"
    assert bid("matches", "hands: 1 2 | 1 6\npoints: 5 6") == 2, "or its highest"
    assert bid("matches", equal("1 2 3 4 5 6") + "1 3 2") == 2, "the largest prize is worth the highest card"
    assert bid("matches", FIVE + "2 1 3 4 5", factor=2) == 4


def test_saver_bids_all_or_nothing():
    assert bid("saver", FIVE + "5 1 2 3 4") == 5
    assert bid("saver", FIVE + "2 1 3 4 5") == 1
    assert bid("saver", FIVE + "3 1 2 4 5") == 1, "the average is not enough"
    assert bid("saver", FIVE + "3 1 2 4 5", greed=1) == 5
    assert bid("saver", FIVE + "-5 1 2 3 4") == 5


def test_undercutter_bids_just_above_the_plan_of_others():
    assert bid("undercutter", "hands: 1 4 6 7 | 2 3 5 8\npoints: 3 1 2 5") == 6, "the other would bid 5"
    assert bid("undercutter", "hands: 1 4 6 7 | 2 3 5 8\npoints: 5 1 2 3") == 1, "8 cannot be beaten"
    assert bid("undercutter", "hands: 1 4 6 9 | 2 3 5 8\npoints: 5 1 2 3") == 9
    assert bid("undercutter", "hands: 1 4 6 9 | 2 3 5 8\npoints: 1 2 3 5") == 1, "not worth it"
    assert bid("undercutter", "hands: 1 4 6 9 | 2 3 5 8\npoints: 1 2 3 5", worth=0) == 4
    assert bid("undercutter", "hands: 1 4 6 9 | 2 3 5 8 | 2 4 7 8\npoints: 3 1 2 5") == 9, "above all of them"


def test_mixer_moves_around_the_plan():
    found = Counter(bids("mixer", equal("1 2 3 4 5 6 7 8 9") + "5 1 2 3 4 6 7 8 9", times=2000))
    assert set(found) == {3, 4, 5, 6, 7}
    assert found[5] > found[4] > found[3]
    assert set(bids("mixer", equal("1 2 3 4 5 6 7 8 9") + "5 1 2 3 4 6 7 8 9", times=50, spread=0)) == {5}
    assert set(bids("mixer", equal("1 2 3 4 5 6 7 8 9") + "9 1 2 3 4 5 6 7 8", times=500)) == {7, 8, 9}


def test_reader_goes_around_cards_that_others_hold():
    plain = "hands: 1 2 5 7 9 | 1 2 3 4 8\npoints: 3 1 2 4 5"
    assert bid("reader", plain) == 5, "a step of 7 more would take no more: nobody holds a 6"
    assert bid("reader", "hands: 1 2 4 5 9 | 1 2 3 4 8\npoints: 4 1 2 3 5", price=1) == 9, "one step more makes it sure"
    assert bid("reader", "hands: 1 2 4 5 9 | 1 2 3 4 10\npoints: 3 1 2 4 5", price=0.5) == 5, "4 would meet a 4"
    assert bid("reader", "hands: 1 2 4 5 9 | 1 2 3 4 10\npoints: 3 1 2 4 5", price=50) == 4, "the plan, where every step is dear"


def test_reader_spends_no_more_than_it_needs():
    """Nobody holds anything above 3: any higher card is sure, and the nearest to the plan will do."""
    assert bid("reader", "hands: 4 5 6 | 1 2 3\npoints: 5 1 2", price=0.1) == 6
    assert bid("reader", "hands: 1 4 6 | 1 2 3\npoints: 2 1 5", price=0.1) == 4


# How they fare


def edge(name, players, opponent, deals=4000, **changed):
    """By how many standard errors a strategy's win share is above an equal player's."""
    seats = [(strategies.find("what_the_heck", name), changed)] + [(strategies.find("what_the_heck", opponent), {})] * (players - 1)
    shares = win_shares(Table(GAME, seats, GAME.Rules(), 15).rows(0, deals), players)[:, 0] / UNIT
    return (shares.mean() - 1 / players) / (shares.std(ddof=1) / np.sqrt(deals) or 1e-12)


HEURISTICS = ["matches", "mixer", "proportional", "reader", "saver", "undercutter"]


@compiled_only
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("name", HEURISTICS)
def test_every_idea_beats_bids_by_chance(name, players):
    assert edge(name, players, "random") > 10


@compiled_only
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("name", HEURISTICS)
def test_with_more_than_two_everybody_beats_players_who_cancel_each_other(name, players):
    assert edge(name, players, "first") > 10


@compiled_only
@pytest.mark.parametrize("players", GAME.players)
def test_undercutting_beats_the_plan_it_expects(players):
    assert edge("undercutter", players, "proportional") > 10


@compiled_only
def test_chance_beats_a_plan_that_all_share():
    """Against several who bid alike and cancel each other, to be unlike them is worth more than any plan."""
    assert edge("mixer", 4, "proportional") > 10
    assert edge("proportional", 4, "mixer") < 0
