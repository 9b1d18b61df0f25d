"""docs/rules/what_the_heck.md, sections 1 to 4: the cards, set-up, a round, and the end of the game."""

from collections import Counter

import pytest

from simlab.games.what_the_heck import GAME
from simlab.players import strategies
from simlab.table import Table
from tests.rules.paragraphs import rule
from tests.rules.what_the_heck.position import decision, play

PRINTED = [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


def table(players=2, *, seed=0, lineup=("first",), **house_rules):
    """A table of strategies, `first` unless said otherwise."""
    seats = [(strategies.find("what_the_heck", lineup[seat % len(lineup)]), {}) for seat in range(players)]
    return Table(GAME, seats, GAME.Rules(**house_rules), seed)


def points(*, seed=0, deal=0, **house_rules):
    """The Point Cards of a real deal in the order in which they come up."""
    return table(seed=seed, **house_rules).trace(deal)[1]["points"]


@rule("A1")
def test_1_1_everybody_has_the_same_cards():
    told = table(5).trace(0)
    bids = [event["cards"] for event in told if event["event"] == "bids"]
    assert [list(cards) for cards in zip(*bids, strict=True)] == [list(range(1, 16))] * 5, "`first` bids its cards in ascending order"
    bids = [event["cards"] for event in table(3, player_cards=4, point_cards=(1, 2, 3, 4)).trace(0) if event["event"] == "bids"]
    assert bids == [[card] * 3 for card in (1, 2, 3, 4)]


@rule("A2")
def test_1_2_the_point_cards():
    assert Counter(points()) == Counter(PRINTED)
    assert Counter(points(point_cards=(4, 0, 4, -50, 50))) == Counter([4, 0, 4, -50, 50])


def test_1_3_no_more_point_cards_than_player_cards():
    assert GAME.refusal(GAME.Rules(), 2) is None
    assert GAME.refusal(GAME.Rules(player_cards=3, point_cards=(1, 1, 1)), 5) is None
    refused = GAME.refusal(GAME.Rules(player_cards=3, point_cards=(1, 1, 1, 2)), 5)
    assert refused == "4 Point Cards need as many cards in a hand, and there are 3 (player_cards)"


def test_2_1_every_point_card_may_come_up_in_any_round():
    """In 300 deals each of the 15 places is met by each of the 15 cards. (That one is missed has a chance of 1 in 10^6.)"""
    places = [set() for _ in PRINTED]
    for deal in range(300):
        for place, card in zip(places, points(deal=deal), strict=True):
            place.add(card)
    assert all(len(place) == 15 for place in places)
    assert points(seed=1) != points(seed=0)


def test_2_2_in_their_order():
    assert points(order="ascending") == PRINTED
    assert points(order="descending") == PRINTED[::-1]
    assert points(order="descending", point_cards=(2, 7, -1, 7)) == [7, 7, 2, -1]


def test_2_3_how_the_list_is_written_means_nothing():
    assert points(point_cards=(3, 1, 2, 2, -1)) == points(point_cards=(-1, 2, 1, 2, 3))


def test_3_1_the_pot_is_worth_the_sum_of_its_cards():
    assert play("hands: 1 4 | 2 3\npoints: 5 1", "0: 4", "1: 3").story == ["turned up 5: pot 5", "bids 4 3", "0 takes 5"]
    assert play("hands: 1 6 | 2 3\npoints: 5 1\npot: 2 -4", "0: 6", "1: 3").story == ["turned up 5: pot 3", "bids 6 3", "0 takes 3"]


def test_3_2_nobody_knows_anothers_choice():
    """All are asked with the same hands, and see nothing played in this round."""
    after = play("hands: 1 4 7 | 2 4 9 | 3 5 6\npoints: 5 1 1", "0: 7", "1: 9", "2: 3")
    for asked in after.asked:
        seen = asked.position.seen
        assert [f"{hand:b}" for hand in seen.hands[:3]] == ["10010010", "1000010100", "1101000"]
        assert seen.played[:3, 6:].max() == 0
        assert (seen.round_number, seen.pot) == (7, 5)


@pytest.mark.parametrize(
    ("point", "bids", "taker"),
    [(5, (4, 9, 6), 1), (1, (4, 3, 6), 2), (-3, (4, 9, 6), 0), (-1, (4, 3, 6), 1), (0, (4, 9, 6), 1)],
)
def test_3_3_the_highest_card_takes_it_or_for_a_pot_below_zero_the_lowest(point, bids, taker):
    hands = " | ".join(f"{bid} {other}" for bid, other in zip(bids, (10, 11, 12), strict=True))
    after = play(f"hands: {hands}\npoints: {point} 1", *(f"{seat}: {bid}" for seat, bid in enumerate(bids)))
    assert after.story[-1] == f"{taker} takes {point}"
    assert after.scores == [point if seat == taker else 0 for seat in range(3)]


def test_3_3_the_sign_is_that_of_the_whole_pot():
    three = "hands: 4 6 | 3 7 | 1 2\npoints: "
    assert play(three + "2 9\npot: -3", "0: 6", "1: 7", "2: 2").story[-1] == "2 takes -1"
    assert play(three + "-2 9\npot: 2", "0: 6", "1: 7", "2: 2").story[-1] == "1 takes 0"


@pytest.mark.parametrize(
    ("point", "bids", "taker"),
    [
        (5, (9, 9, 4), 2),
        (5, (9, 9, 4, 6), 3),
        (5, (9, 9, 9, 4), 3),
        (5, (9, 4, 4), 0),
        (5, (9, 9, 6, 6, 4), 4),
        (-5, (4, 4, 9), 2),
        (-5, (4, 4, 9, 6), 3),
        (-5, (4, 6, 6), 0),
    ],
)
def test_3_4_equal_cards_cancel_and_the_next_best_takes_it(point, bids, taker):
    hands = " | ".join(f"{bid} {11 + seat}" for seat, bid in enumerate(bids))
    after = play(f"hands: {hands}\npoints: {point} 1", *(f"{seat}: {bid}" for seat, bid in enumerate(bids)))
    assert after.story[-1] == f"{taker} takes {point}"


@rule("R1")
@pytest.mark.parametrize("bids", [(9, 9), (9, 9, 9), (9, 9, 4, 4), (9, 4, 4, 9, 4), (4, 4, 4, 4, 4)])
def test_3_5_when_no_card_is_left_the_pot_is_carried_over(bids):
    hands = " | ".join(f"{bid} {11 + seat}" for seat, bid in enumerate(bids))
    script = tuple(f"{seat}: {bid}" for seat, bid in enumerate(bids))
    after = play(f"hands: {hands}\npoints: 5 -7", *script, rounds=2)
    last = len(bids) + 10
    assert after.story == [
        *["turned up 5: pot 5", f"bids {' '.join(map(str, bids))}", "carried 5"],
        *["turned up -7: pot -2", f"bids {' '.join(str(card) for card in range(11, last + 1))}", "0 takes -2"],
    ]


def test_3_5_a_pot_may_be_carried_over_again_and_again():
    position = "hands: 1 2 3 4 | 1 2 3 5\npoints: 3 -1 4 2"
    after = play(position, *(f"{seat}: {card}" for card in (1, 2, 3) for seat in (0, 1)), rounds=4)
    assert after.story[2::3] == ["carried 3", "carried 2", "carried 6", "1 takes 8"]


def test_3_6_cards_played_are_out():
    after = play("hands: 1 4 7 | 2 4 9\npoints: 5 1 1", "0: 4", "1: 4")
    assert after.hands == [[1, 7], [2, 9]]
    assert decision("hands: 1 4 7 | 2 4 9\npoints: 5 1 1", "0: 4", "1: 4").options == ["1", "7"]


def test_4_1_as_many_rounds_as_point_cards():
    told = table(2, player_cards=9, point_cards=(3, 1, 2)).trace(0)
    assert [event["event"] for event in told].count("turn_up") == 3
    assert told[-1]["turns"] == 3
    assert play("hands: 1 2 3 | 4 5 6\npoints: 1 2", "0: 1", "1: 4", "0: 2", "1: 5", rounds=2).hands == [[3], [6]]


@rule("R2")
def test_4_2_what_nobody_takes_in_the_last_round_is_lost():
    assert play("hands: 7 | 7\npoints: 5\npot: 3").story == ["turned up 5: pot 8", "bids 7 7", "lost 8"]
    after = play("hands: 7 3 | 7 4\npoints: -5", "0: 7", "1: 7")
    assert after.story[-1] == "lost -5", "also with cards in hand"
    assert (after.row.carries, after.row.lost_points) == (0, 5)


@rule("R3")
def test_4_3_the_highest_total_wins_and_may_be_shared():
    after = play("hands: 7 | 6 | 5\npoints: 5\nscores: -3 4 1")
    assert (after.scores, after.seats("won"), after.seats("lost")) == ([2, 4, 1], [1], [0, 2])
    after = play("hands: 7 | 6 | 5\npoints: 5\nscores: -1 4 1")
    assert (after.scores, after.seats("won"), after.seats("lost")) == ([4, 4, 1], [0, 1], [2])
    after = play("hands: 7 | 7 | 7\npoints: 5")
    assert (after.seats("won"), after.seats("lost")) == ([0, 1, 2], [])


def test_4_4_places():
    assert play("hands: 7 | 6 | 5 | 4\npoints: 5\nscores: -3 4 2 -8").places == [2, 1, 2, 4]
    assert play("hands: 7 | 6 | 5 | 4\npoints: 5\nscores: -1 4 4 3").places == [1, 1, 1, 4]
    assert table(2).trace(0)[-1]["ending"] == "scored"
