"""All cards of a game: gathered, shuffled, dealt, counted, and dealt anew where a seat cannot know them."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chi2

from simlab.engine.compiled.chance import SHUFFLE, STEP, stream
from simlab.kit.cards import NO_CARD
from tests.kit.table import Table

ALL = [0] * 3 + [card for card in range(1, 6) for _ in range(2)]


def word(position: int) -> int:
    """SplitMix64's finaliser, written down once more."""
    mask = (1 << 64) - 1
    position = (position ^ (position >> 30)) * 0xBF58476D1CE4E5B9 & mask
    position = (position ^ (position >> 27)) * 0x94D049BB133111EB & mask
    return position ^ (position >> 31)


def shuffled(cards: list[int], at: int) -> list[int]:
    """Cards in a row, shuffled: each place gets one of the cards that are not yet placed."""
    cards = list(cards)
    for i in range(len(cards) - 1):
        j = i + ((word(at) >> 32) * (len(cards) - i) >> 32)
        cards[i], cards[j] = cards[j], cards[i]
        at = (at + int(STEP)) & ((1 << 64) - 1)
    return cards


def test_all_cards_are_gathered_as_often_as_the_house_rules_say():
    assert sorted(Table().cards("deck")) == ALL
    assert Table(copies=4).all_cards == [5, 4, 4, 4, 4, 4]


def test_nothing_else_lies_anywhere_after_gathering():
    table = Table()
    table.do("deal", 2)
    for call in ("draw_deck_discard", "draw_deck_stack", "draw_deck_line", "draw_deck_trick", "draw_deck_secret"):
        table.do(call, seat=1)
    table.do("show", table.cards("hand", 0)[0], 0)
    table.do("gather")
    assert sorted(table.cards("deck")) == ALL
    for zone in ("discard", "trick", "box"):
        assert table.cards(zone) == []
    for zone in ("hand", "books", "secret", "stack", "line"):
        assert [table.cards(zone, seat) for seat in range(3)] == [[], [], []]
    assert table.zone("hand", 0)["known"].sum() == 0


def test_a_pile_is_shuffled_as_the_engine_shuffles():
    """The next shuffle of this game, of the cards from the lowest of the pile on; drawn from the top."""
    table = Table()
    with np.errstate(over="ignore"):
        at = int(stream(np.uint64(table.g["key"]), SHUFFLE, 0))
    expected = shuffled(sorted(ALL, reverse=True), at)[::-1]
    assert table.cards("deck") == expected
    assert table.do("peek_deck", 3) == expected[3]
    assert [table.do("draw_deck_hand", seat=1) for _ in range(13)] == expected


def test_each_shuffle_of_a_game_is_another_and_each_game_has_its_own():
    table = Table()
    first = table.cards("deck")
    table.do("gather")
    second = table.cards("deck")
    assert sorted(first) == sorted(second) == ALL
    assert first != second
    assert Table(deal=1).cards("deck") != first
    assert Table().cards("deck") == first


def test_cards_laid_on_a_shuffled_pile_stay_on_top():
    table = Table()
    expected = Table().cards("deck")
    card = table.do("draw_deck_hand")
    table.do("move_hand_deck", card)
    assert table.do("top_deck") == card
    assert table.cards("deck") == expected


def test_every_order_is_as_likely():
    """13 cards have too many orders: which card lies where, at each place by itself."""
    counts = np.zeros((13, 6))
    deals = 4000
    for deal in range(deals):
        for place, card in enumerate(Table(deal=deal).cards("deck")):
            counts[place, card] += 1
    expected = deals * np.array([3, 2, 2, 2, 2, 2]) / 13
    statistic = ((counts - expected) ** 2 / expected).sum()
    assert chi2.sf(statistic, 12 * 5) > 1e-4


def test_players_are_dealt_their_cards_one_player_after_another():
    table, deck = Table(), Table().cards("deck")
    table.do("deal", 3)
    assert [table.cards("hand", seat) for seat in range(3)] == [sorted(deck[i : i + 3]) for i in (0, 3, 6)]
    assert table.cards("deck") == deck[9:]


def test_a_discard_pile_becomes_a_draw_pile_but_for_its_top():
    table = Table()
    drawn = [table.do("draw_deck_discard") for _ in range(13)]
    table.do("reshuffle_all_but_the_top")
    assert table.cards("discard") == drawn[-1:]
    assert sorted(table.cards("deck")) == sorted(drawn[:-1])
    table.do("reshuffle", 0)
    assert table.cards("discard") == []
    assert sorted(table.cards("deck")) == ALL


def test_so_many_cards_are_kept_as_is_said():
    table = Table()
    drawn = [table.do("draw_deck_discard") for _ in range(5)]
    table.do("reshuffle", 2)
    assert table.cards("discard") == [drawn[4], drawn[3]]
    table.do("reshuffle", 9)
    assert table.cards("discard") == [drawn[4], drawn[3]]


# Dealing anew


def position(players: int = 3) -> Table:
    """Cards everywhere."""
    table = Table(players)
    table.do("deal", 2)
    for call in ("draw_deck_stack", "draw_deck_stack"):
        table.do(call, seat=0)
    for call in ("draw_deck_secret", "draw_deck_discard", "draw_deck_trick"):
        table.do(call, seat=1)
    table.do("show", table.cards("hand", 1)[0], 1)
    return table


ZONES = [("deck", 0), ("discard", 0), ("trick", 0), ("box", 0)] + [
    (zone, seat) for zone in ("stack", "line", "hand", "books", "secret") for seat in range(3)
]


def lying(table: Table) -> dict[tuple[str, int], list[int]]:
    """What lies where."""
    return {(zone, seat): table.cards(zone, seat) for zone, seat in ZONES}


def test_dealing_anew_changes_nothing_that_the_seat_sees_and_no_number_of_cards():
    for number in range(50):
        table = position()
        before = lying(table)
        table.do("look", 0)
        seen = table.g["seen"].tobytes()
        table.do("redeal", 0, number)
        table.do("look", 0)
        assert table.g["seen"].tobytes() == seen
        after = lying(table)
        assert {where: len(cards) for where, cards in after.items()} == {where: len(cards) for where, cards in before.items()}
        assert table.all_cards == [3, 2, 2, 2, 2, 2]
        for where in (("hand", 0), ("discard", 0), ("trick", 0), ("secret", 0)):
            assert after[where] == before[where]
        assert after["stack", 0][0] == before["stack", 0][0], "its top is seen"
        assert before["hand", 1][0] in after["hand", 1], "it was shown"


def test_where_hidden_cards_lay_has_no_say():
    """The same cards lie hidden in other places: dealt anew, they lie the same."""
    one, other = position(), position()
    deck = other.zone("deck")
    other.cards("deck")
    deck["card"][: deck["n"]] = deck["card"][: deck["n"]][::-1].copy()
    one.do("redeal", 0, 7)
    other.do("redeal", 0, 7)
    assert lying(one) == lying(other)
    other.do("redeal", 0, 8)
    assert lying(one) != lying(other)
    other.do("redeal", 0, 7)
    assert lying(one) == lying(other)


def test_every_deal_that_fits_what_a_seat_knows_is_as_likely():
    """Two players, five hidden cards of the same few kinds, against all orders of them."""

    def small() -> Table:
        table = Table(2, copies=1)  # two aces and one of each other card
        table.do("deal", 2)
        while table.do("size_deck") > 3:
            table.do("draw_deck_discard")
        return table

    table = small()
    hidden = table.cards("deck") + table.cards("hand", 1)
    expected: Counter[tuple[object, ...]] = Counter()
    for order in permutations(hidden):
        expected[tuple(order[:3]), tuple(sorted(order[3:]))] += 1
    total, rounds = sum(expected.values()), 60 * len(expected)
    found: Counter[tuple[object, ...]] = Counter()
    for number in range(rounds):
        table.do("redeal", 0, number)
        found[tuple(table.cards("deck")), tuple(table.cards("hand", 1))] += 1
    assert found.keys() <= expected.keys()
    statistic = sum((found[deal] - rounds * n / total) ** 2 / (rounds * n / total) for deal, n in expected.items())
    assert chi2.sf(statistic, len(expected) - 1) > 1e-4


def test_an_empty_pile_is_renewed_and_that_is_told_once():
    table = Table()
    cards = table.all_cards
    for _ in range(table.do("size_deck")):
        table.do("draw_deck_discard")
    top = table.do("top_discard")
    assert table.do("draw_or_renew") in range(6)
    assert table.cards("discard") == [top]
    assert table.do("size_deck") == sum(cards) - 2
    assert table.g["row"]["renewals"] == 1
    drawn = [table.do("draw_or_renew") for _ in range(sum(cards) - 1)]
    assert drawn[-1] == NO_CARD != drawn[-2]
    assert table.g["row"]["renewals"] == 1
    assert table.all_cards == cards


def test_a_renewed_pile_is_what_reshuffling_it_makes():
    by_hand, renewed = Table(), Table()
    for table in (by_hand, renewed):
        for _ in range(table.do("size_deck")):
            table.do("draw_deck_discard")
    by_hand.do("reshuffle_all_but_the_top")
    assert renewed.do("draw_or_renew") == by_hand.do("draw_deck_hand")
    assert renewed.cards("deck") == by_hand.cards("deck")


@pytest.mark.parametrize(("cards", "card", "there"), [(0b101, 0, 1), (0b101, 1, 0), (0b101, 2, 1), (0b111, NO_CARD, 0), (1 << 61, 61, 1)])
def test_a_set_has_its_cards_and_never_no_card(cards, card, there):
    assert Table().do("has", cards, card) == there
