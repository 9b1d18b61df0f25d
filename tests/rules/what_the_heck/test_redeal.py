"""What a player of What the Heck? cannot know: the order of the Point Cards to come, and the bids of those who have chosen before."""

from collections import Counter
from itertools import permutations, product

import pytest

from simlab.games.what_the_heck import GAME
from tests.rules.redealing import agree, enough, found
from tests.rules.what_the_heck.hidden import table
from tests.rules.what_the_heck.position import Position, decision, engine, in_set


def told(g):
    """The Point Cards to come, and each seat's bid; nothing where it has not chosen."""
    return tuple(table(g)["to come"]), tuple(g.bids[: g.seen.players].tolist())


@pytest.mark.parametrize(
    ("script", "choices"),
    [
        ((), ([0], [0], [0])),
        (("0: 4",), ([1, 4, 7, 8], [0], [0])),
        (("0: 7", "1: 2"), ([1, 4, 7, 8], [2, 4, 8, 9], [0])),
    ],
)
def test_the_order_is_any_and_a_bid_any_card_of_that_hand(script, choices):
    asked = decision("hands: 1 4 7 8 | 2 4 8 9 | 3 4 5 6\npoints: 5 -3 2 4", *script)
    orders = list(permutations([-3, 2, 4]))
    ways = Counter((order, bids) for order in orders for bids in product(*choices))
    assert asked.seat == len(script)
    agree(found(GAME, asked.position, asked.seat, told, enough(ways)), ways)


def test_equal_point_cards_are_not_told_apart():
    asked = decision("hands: 1 4 7 8 | 2 4 8 9\npoints: 5 5 5 2")
    agree(found(GAME, asked.position, 0, told, 300), Counter({((5, 5, 2), (0, 0)): 1, ((5, 2, 5), (0, 0)): 1, ((2, 5, 5), (0, 0)): 1}))


def test_of_equal_point_cards_the_first_in_prize_comes_up_first():
    """Whichever copy lies on top: it would tell something about the shuffle."""
    g = Position.of("hands: 1 4 7 8 | 2 4 8 9\npoints: 2 5 5 5").state()[0]
    assert g.seen.prize[5:9].tolist() == [2, 5, 5, 5]
    g.order[5:9] = [8, 7, 5, 6]
    g.to_chance[:] = 1
    engine.play_rounds(g, 5, 2)
    assert in_set(g.seen.to_come) == [5, 8]


@pytest.mark.parametrize("order", ["ascending", "descending"])
def test_an_order_that_is_not_shuffled_is_known(order):
    points = "-3 2 5 6" if order == "ascending" else "6 5 2 -3"
    asked = decision(f"hands: 1 4 7 8 | 2 4 8 9\npoints: {points}", "0: 4", order=order)
    to_come = tuple(table(asked.position)["to come"])
    agree(found(GAME, asked.position, 1, told, 200), Counter({(to_come, (card, 0)): 1 for card in (1, 4, 7, 8)}))
