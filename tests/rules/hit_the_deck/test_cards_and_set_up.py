"""docs/rules/hit_the_deck.md, sections 1 and 2: the cards, and the set-up of a hand."""

from collections import Counter
from itertools import chain

import pytest

from simlab.games.hit_the_deck import GAME
from simlab.games.hit_the_deck.words import card as name
from simlab.players import strategies
from simlab.table import Table
from tests.rules.hit_the_deck.position import card, decision, play, word
from tests.rules.paragraphs import rule


def deals(players, game=0, **house_rules):
    """The deals of a game, one a hand."""
    rules = GAME.resolve(GAME.Rules(**house_rules), players)
    table = Table(GAME, [(strategies.find("hit_the_deck", "random"), {})] * players, rules, 5)
    return [event for event in table.trace(game) if event["event"] == "deal"]


def all_cards(event):
    """Every card of a deal, counted."""
    return Counter([*chain(*event["hands"]), *event["draw"], *event["discard"]])


def every(kinds, count):
    """So many of each of these cards."""
    return Counter({card(kind): count for kind in kinds.split()})


@rule("1.1", "1.2", "A1", "A2", "A3")
def test_1_1_the_cards_as_printed():
    numbers = every("R1 R2 R3 R4 R5 Y1 Y2 Y3 Y4 Y5 G1 G2 G3 G4 G5 B1 B2 B3 B4 B5", 4)
    acting = every("RC YC GC BC", 2) + every("RF YF GF BF", 1)
    hits = every("H1 H2 H3 H4 H5", 2) + every("HR HY HG HB", 1) + every("HH", 4)
    there_are = all_cards(deals(4)[0])
    assert there_are == numbers + acting + hits
    assert there_are.total() == 110


def test_1_3_card_numbers():
    assert [card(text) for text in ["R1", "R5", "RC", "RF", "Y1", "GC", "BF"]] == [1, 5, 6, 7, 11, 26, 37]
    assert [card(text) for text in ["H1", "H5", "HR", "HY", "HG", "HB", "HH"]] == [41, 45, 50, 51, 52, 53, 60]
    named = {"R3": "Red-3", "YC": "Yellow-Cut", "GF": "Green-Flip", "B1": "Blue-1", "H4": "Hit-4", "HG": "Hit-Green", "HH": "Hit-Hand"}
    for text, said in named.items():
        assert name(card(text)) == said
        assert word(card(text)) == text


def test_2_1_hands_are_dealt_the_top_card_is_turned_up_and_the_rest_is_the_draw_pile():
    event = deals(3)[0]
    assert [len(hand) for hand in event["hands"]] == [7, 7, 7]
    assert len(event["discard"]) == 1
    assert len(event["draw"]) == 110 - 3 * 7 - 1


def test_2_1_each_hand_is_dealt_anew():
    hands = deals(3)
    assert len(hands) > 2
    assert len({str(event["hands"]) for event in hands}) == len(hands)
    assert all(all_cards(event) == all_cards(hands[0]) for event in hands)


@rule("R1")
def test_2_2_a_hit_with_a_hand_is_not_turned_up_but_buried_at_the_bottom():
    """With 16 of them among 36 cards there are many to bury. The draw pile has one card less than after the deal: the one turned up."""
    buried = 0
    for game in range(60):
        event = deals(2, game, copies=1, cuts=0, flips=0, hit_numbers=0, hit_colours=0, hit_hands=16, deal_size=3, hand_limit=1)[0]
        assert event["discard"] != [60]
        assert len(event["draw"]) == 36 - 6 - 1
        buried += event["draw"][-1] == 60
    assert buried > 30, "more often at the bottom than by chance"


def test_2_2_if_nothing_else_is_left_one_lies_there_without_effect():
    """21 cards of which one is a Hit with a Hand; twenty are dealt. Where it is the last, it is turned up, and any card may follow."""
    found = 0
    for game in range(200):
        few = {"copies": 1, "cuts": 0, "flips": 0, "hit_numbers": 0, "hit_colours": 0, "hit_hands": 1, "deal_size": 10, "hand_limit": 1}
        event = deals(2, game, **few)[0]
        if event["discard"] == [60]:
            found += 1
            assert event["draw"] == []
    assert found > 2
    assert decision("hands: R1 Y2 HR | B1\ndiscard: HH\nobeyed: yes").options == ["R1", "Y2", "HR"]


@rule("R2")
def test_2_3_seat_0_begins_the_first_hand_and_then_one_to_the_left():
    hands = deals(3, target=1000)
    assert len(hands) > 4
    assert [event["first"] for event in hands] == [hand % 3 for hand in range(len(hands))]
    assert [event["hand"] for event in hands] == list(range(len(hands)))


def test_2_3_play_starts_clockwise_in_every_hand():
    rules = GAME.Rules()
    events = Table(GAME, [(strategies.find("hit_the_deck", "first"), {})] * 4, rules, 5).trace(1)
    checked = 0
    for i, event in enumerate(events):
        following = [one.get("player") for one in events[i + 1 : i + 12] if one["event"] in ("play", "pass", "cut", "hand_end", "flip")][:2]
        if event["event"] == "deal" and not any(one["event"] == "flip" for one in events[i + 1 : i + 5]):
            assert following == [event["first"], (event["first"] + 1) % 4]
            checked += 1
    assert checked


@rule("R3")
def test_2_4_the_card_turned_up_acts_on_the_player_who_begins():
    assert play("hands: R1 R2 | R3 R4\ndraw: Y1 Y2\ndiscard: RC").story == ["0 cuts: Y2"]
    assert play("hands: R1 R2 | R3 R4\ndraw: Y1 Y2\ndiscard: RF").story == ["0 flips: Y2"]
    assert play("hands: R1 Y2 | R3 R4\ndraw: Y1 Y2\ndiscard: H2").story == ["0 plays Y2"]
    assert play("hands: R1 Y2 | R3 R4\ndraw: Y1 Y2\ndiscard: HY").story == ["0 plays Y2"]


@pytest.mark.parametrize(
    ("players", "deal_size", "copies", "fits"), [(2, 10, 1, False), (2, 9, 1, True), (6, 15, 5, True), (6, 15, 4, False)]
)
def test_2_5_too_few_cards_are_refused(players, deal_size, copies, fits):
    rules = GAME.Rules(copies=copies, cuts=0, flips=0, hit_numbers=0, hit_colours=0, hit_hands=0, deal_size=deal_size)
    refused = GAME.refusal(rules, players)
    assert (refused is None) == fits
    assert fits or str(players * deal_size + 1) in refused
