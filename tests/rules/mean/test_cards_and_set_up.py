"""docs/rules/mean.md, sections 1 and 2: the cards, and the set-up."""

from collections import Counter

import pytest

from simlab.games.mean import GAME
from simlab.players import strategies
from simlab.table import Table
from tests.rules.harness import watch
from tests.rules.mean.position import play
from tests.rules.paragraphs import rule


def table(players, *, seed=0, **house_rules):
    """A table at which everybody plays `first`."""
    first = strategies.find("mean", "first")
    return Table(GAME, [(first, {})] * players, GAME.resolve(GAME.Rules(**house_rules), players), seed)


def dealt(players, *, seed=0, deal=0, **house_rules):
    """The event of a real deal."""
    header, event, *_ = table(players, seed=seed, **house_rules).trace(deal)
    assert (header["event"], event["event"]) == ("header", "deal")
    return event


def in_order(event):
    """All cards in the order in which they were dealt; the Draw Deck last."""
    return [card for cards in (*event["piles"], *event["hands"], event["deck"]) for card in cards]


def all_cards(event):
    """How many of each card there are."""
    return Counter(in_order(event))


ONE_DECK = {0: 4, 6: 6} | dict.fromkeys([1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12], 4)


@rule("A1")
def test_1_1_a_deck_has_four_of_each_six_sixes_and_four_wilds():
    assert all_cards(dealt(2)) == ONE_DECK
    assert sum(ONE_DECK.values()) == 54


@pytest.mark.parametrize("players", GAME.players)
def test_1_2_one_deck_up_to_four_players_two_from_five(players):
    decks = 1 if players <= 4 else 2
    assert all_cards(dealt(players)) == {card: decks * count for card, count in ONE_DECK.items()}


def test_1_3_a_card_is_written_as_its_value_and_a_wild_as_0():
    after = play("hands: 3 | 5\npiles: 12 W 4\narea: 9 up")
    assert after.events == [{"event": "take", "player": 0, "pile": 0, "cards": [12, 0, 4], "reason": "stuck"}]


def test_2_1_piles_then_hands_then_the_draw_deck():
    """The cards of one shuffle, in that order: other sizes cut the same row of cards elsewhere."""
    printed = dealt(3)
    assert [len(pile) for pile in printed["piles"]] == [3] * 4
    assert [len(hand) for hand in printed["hands"]] == [4] * 3
    assert len(printed["deck"]) == 54 - 12 - 12
    larger = dealt(3, piles=2, pile_size=5, deal_size=6)
    assert in_order(printed) == in_order(larger)
    assert dealt(3, deal=1) != printed != dealt(3, seed=1)


def test_2_1_every_card_may_come_to_lie_anywhere():
    """The shuffle: in 300 deals each of the 54 places is met by each of the 13 cards. (That one is missed has a chance of 1 in 10^7.)"""
    places, two_players = [set() for _ in range(54)], table(2, turn_limit=10)
    for deal in range(300):
        for place, card in zip(places, in_order(two_players.trace(deal)[1]), strict=True):
            place.add(card)
    assert all(len(place) == 13 for place in places)


def test_2_2_the_last_card_of_a_pile_lies_face_up():
    """The view shows nothing but that card."""
    first = strategies.find("mean", "first")
    seen = watch(GAME, [first, first], GAME.Rules(), seed=0, deals=range(1)).positions[0].seen
    assert seen.pile_face[:4].tolist() == [pile[-1] for pile in dealt(2)["piles"]]
    seen = play("hands: 3 | 5\npiles: 2 9 4 | 7 7 1\narea: 9 up", "0: pile 1").asked[0].position.seen
    assert seen.pile_face[:2].tolist() == [4, 1]


def test_2_3_seat_0_begins_on_an_empty_play_area_and_turns_go_clockwise():
    five_players = table(5, seed=3)
    for deal in range(20):
        _, dealing, draw, first_play, *_ = five_players.trace(deal)
        assert (draw["event"], draw["player"]) == ("draw", 0)
        assert (first_play["event"], first_play["player"]) == ("play", 0)
        lowest = min(card for card in dealing["hands"][0] + draw["cards"] if card)
        assert first_play["value"] == lowest, "on the empty Play Area the first legal play is the lowest card"
    after = play("hands: 2 11 | 2 7 | 2 9\narea: 5 up\nturn: 1", turns=3)
    assert after.story == ["1 plays 7 up", "2 plays 9 up", "0 plays 11 up"]


def test_2_4_a_set_up_with_too_few_cards_is_refused():
    assert GAME.refusal(GAME.Rules(), 2) is None
    just_enough = GAME.Rules(decks=1, piles=8, pile_size=4, deal_size=11)
    assert GAME.refusal(just_enough, 2) is None
    assert len(dealt(2, decks=1, piles=8, pile_size=4, deal_size=11)["deck"]) == 0
    refused = GAME.refusal(just_enough.model_copy(update={"wilds": 3}), 2)
    assert refused == "2 players need 54 cards for the Piles and the hands, and there are 53"
