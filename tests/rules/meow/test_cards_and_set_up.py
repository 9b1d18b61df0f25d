"""docs/rules/meow.md, sections 1 and 2: the cards, a game, a set and a round."""

from collections import Counter

import pytest

from simlab.games.meow import GAME
from simlab.players import strategies
from simlab.table import Table
from tests.rules.meow.position import decision, play
from tests.rules.paragraphs import rule

PRINTED = dict.fromkeys(range(1, 11), 5) | {100 + s: 1 for s in range(4)}


def table(players, name="first", *, seed=0, **house_rules):
    """A table at which everybody plays the same strategy."""
    one = strategies.find("meow", name)
    return Table(GAME, [(one, {})] * players, GAME.resolve(GAME.Rules(**house_rules), players), seed)


def told(name, players=3, deal=0, *, strategy="first", **house_rules):
    """All events of that name in a game."""
    return [event for event in table(players, strategy, **house_rules).trace(deal) if event["event"] == name]


def in_order(event):
    """All cards of a deal in the order in which they were dealt, the deck last."""
    return [card for cards in (*event["hands"], event["deck"]) for card in cards]


@rule("A1")
def test_1_1_five_of_each_number_from_1_to_10():
    numbers = [card for card in in_order(told("deal")[0]) if card < 100]
    assert Counter(numbers) == dict.fromkeys(range(1, 11), 5)


@rule("A2")
def test_1_2_four_special_cards_each_there_once():
    assert Counter(in_order(told("deal")[0])) == PRINTED
    assert GAME.Rules().specials == ((1, 6), (2, 7), (3, 8), (4, 9))


def test_1_3_a_special_card_is_any_number_on_it():
    assert decision("hands: S0 S1 | 3").options == ["1 with S0", "2 with S1", "6 with S0", "7 with S1"]
    assert decision("hands: 12 S3 | 3\nlead: 1 with 9").options == ["9 with S3", "draw"]
    beyond = play("hands: S0 1 | S1 3", "0: 20 with S0", "1: 20 with S1", turns=2, numbers=3, specials=[[3, 20], [20, 2]])
    assert beyond.story[:2] == ["0 leads 20 with S0", "1 copies 20 with S1"]


def test_1_4_cards_are_written_as_their_number_and_specials_from_100():
    after = play("hands: 6 S0 5 | 3", "0: 6 with 6 S0")
    assert after.events == [{"event": "lead", "player": 0, "number": 6, "cards": [6, 100]}]
    assert [GAME.card(card) for card in (1, 10, 100, 103)] == ["1", "10", "S0", "S3"]


@pytest.mark.parametrize(("players", "rounds"), [(2, 8), (3, 6), (4, 8), (5, 10)])
def test_2_1_two_rounds_for_each_player_with_two_players_eight(players, rounds):
    deals = told("deal", players)
    assert [(deal["set"], deal["round"]) for deal in deals] == [(0, number) for number in range(rounds)]
    assert len(told("set_end", players, sets=3)) == 3
    assert sum(told("round_end", players)[0]["coins"]) == 25 * players


@pytest.mark.parametrize(("players", "size"), [(2, 6), (3, 5), (4, 5), (5, 5)])
def test_2_2_five_cards_with_two_players_six_and_the_rest_is_the_deck(players, size):
    for deal in told("deal", players):
        assert [len(hand) for hand in deal["hands"]] == [size] * players
        assert len(deal["deck"]) == 54 - players * size


def test_2_2_the_same_cards_whatever_is_dealt_and_others_each_round():
    printed, smaller = told("deal"), told("deal", deal_size=3, sets=2, rounds=4)
    assert in_order(printed[0]) == in_order(smaller[0])
    assert in_order(printed[3]) == in_order(smaller[3])
    orders = [tuple(in_order(deal)) for deal in smaller] + [tuple(in_order(told("deal", deal=1)[0]))]
    assert len(set(orders)) == len(orders)


def test_2_2_there_may_be_no_deck():
    deal = told("deal", 2, numbers=2, copies=3, specials=[], deal_size=3)[0]
    assert deal["deck"] == []


def test_2_3_too_few_cards_are_refused():
    rules = GAME.Rules(numbers=2, copies=7, specials=[])
    assert GAME.refusal(rules, 2) is None
    assert GAME.refusal(rules, 3) == "3 players need 15 cards for their hands, and there are 14"
    assert GAME.refusal(GAME.Rules(numbers=2, copies=7, specials=[[1]]), 3) is None


def test_2_4_the_start_moves_on_clockwise_and_every_set_begins_with_seat_0():
    assert [deal["first"] for deal in told("deal", 3, sets=2, rounds=4)] == [0, 1, 2, 0] * 2


@pytest.mark.parametrize("reverse_half", [False, True])
def test_2_5_play_goes_clockwise_or_counterclockwise_later(reverse_half):
    deals = told("deal", 3, sets=2, reverse_half=reverse_half)
    assert [deal["direction"] for deal in deals] == [1, 1, 1, *[-1 if reverse_half else 1] * 3] * 2
    assert [deal["first"] for deal in deals] == [0, 1, 2] * 4
    after = play("hands: 6 5 | 3 3 | 4 4\nround: 3", "0: 5 with 5", reverse_half=reverse_half)
    assert after.turn == (2 if reverse_half else 1)


def test_2_6_the_starting_player_leads_without_a_draw():
    for deal in range(5):
        _, _, lead, *_ = table(4, "random").trace(deal)
        assert (lead["event"], lead["player"]) == ("lead", 0)
