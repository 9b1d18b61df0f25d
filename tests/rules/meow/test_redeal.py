"""What a player of Meow knows of cards that they don't see: nothing but which they are. A redeal deals all of them anew."""

from collections import Counter
from itertools import permutations

import pytest

from simlab.games.meow import GAME
from tests.rules.meow.hidden import table
from tests.rules.meow.position import decision, slots
from tests.rules.redealing import agree, enough, found, redealt


def told(g):
    """What lies where, place by place; the deck from its top."""
    return tuple(tuple(cards) for cards in table(g).values())


@pytest.mark.parametrize(
    "text",
    [
        "hands: 9 S1 | 3 3 | 3 4\nlead: 1 with 3\nplayed: 2\ndeck: 7 S0",
        "hands: 9 S1 2 | 3 3 | 4\ndeck: 7 S0",
        "hands: 3 S1 | 3 3 | 4\nlead: 2 with 3\ndeck: 7 7 S0",
    ],
)
def test_other_hands_and_the_deck_may_be_any_cards_that_were_not_seen(text):
    asked = decision(text)
    seat = asked.seat
    lies = {place: tuple(cards) for place, cards in table(asked.position).items()}
    hidden = [place for place in lies if place not in (f"hand {seat}", "played")]
    ways = Counter()
    for order in permutations(card for place in hidden for card in lies[place]):
        left = iter(order)
        dealt = {place: [next(left) for _ in lies[place]] for place in hidden}
        ways[tuple(tuple(dealt[place] if place == "deck" else sorted(dealt.get(place, lies[place]))) for place in lies)] += 1
    agree(found(GAME, asked.position, seat, told, enough(ways)), ways)


def test_what_was_played_stays_also_in_a_hand_that_had_more_of_it():
    """Its holder showed a 3, and its other 3 may be anywhere: nobody has seen it."""
    asked = decision("hands: 3 9 | 3 | 5\nlead: 1 with 3\ncopied: 1\nplayed: 3\ndeck: 8")
    for number in range(50):
        after = table(redealt(GAME, asked.position, asked.seat, number))
        assert after["played"] == slots("3 3")
        assert after["hand 0"] == slots("3 9")


def test_a_hand_dealt_anew_can_be_played_from():
    """What the engine keeps beside a hand, which specials fit and how many leads there are, is that of the new one."""
    asked = decision("hands: 9 9 | 3 S0 | 5 6\nlead: 1 with 3\ncopied: 1\ndeck: 8 S1 4")
    for number in range(50):
        g = redealt(GAME, asked.position, asked.seat, number)
        for seat, hand in enumerate([table(g)[f"hand {seat}"] for seat in range(3)]):
            faces = [set(g.seen.rules.faces[slot - 21, :2].tolist()) for slot in hand if slot >= 21]
            fits = [sum(value in faces for faces in faces) for value in range(21)]
            assert g.specials[seat] == sum(1 << slot - 21 for slot in hand if slot >= 21)
            assert g.leads[seat] == sum((hand.count(value) + 1) * (fits[value] + 1) - 1 for value in range(1, 21))
