"""docs/rules/spite_malice.md, sections 1 and 2: the cards, and the set-up."""

from collections import Counter

import pytest

from simlab.games.spite_malice import GAME
from simlab.players import strategies
from simlab.table import Table
from tests.rules.paragraphs import rule
from tests.rules.spite_malice.position import decision, play


def table(players, *, seed=0, **house_rules):
    """A table at which everybody plays `first`."""
    first = strategies.find("spite_malice", "first")
    return Table(GAME, [(first, {})] * players, GAME.resolve(GAME.Rules(**house_rules), players), seed)


def dealt(players, *, seed=0, deal=0, **house_rules):
    """The event of a real deal."""
    header, event, *_ = table(players, seed=seed, **{"turn_limit": 10, **house_rules}).trace(deal)
    assert (header["event"], event["event"]) == ("header", "deal")
    return event


def all_cards(event):
    """How many of each card there are."""
    return Counter(card for cards in (*event["stacks"], *event["hands"], event["draw"]) for card in cards)


@rule("A1")
def test_1_1_two_decks_of_52_and_58_cards():
    event = dealt(2)
    assert all_cards(event) == {0: 6, **dict.fromkeys(range(1, 14), 8)}
    assert all_cards(event).total() == 110
    left_of_bordered = event["draw"][-(52 - 16) :]
    assert 0 not in left_of_bordered
    assert Counter([*left_of_bordered, *(card for stack in event["stacks"] for card in stack)]) == dict.fromkeys(range(1, 14), 4)


def test_1_2_no_card_is_higher_than_top_and_a_deck_may_be_a_list():
    assert all_cards(dealt(2, top=9)) == {0: 6, **dict.fromkeys(range(1, 10), 8)}
    bordered, plain = (8, 8, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 5), (0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8)
    cards = all_cards(dealt(2, bordered=bordered, plain=plain, top=5))
    assert cards == {0: 6, 1: 8, 2: 9, 3: 2, 4: 6, 5: 5}


def test_1_3_a_wild_is_0_and_with_spite_100_and_its_number():
    after = play("stacks: 9 | 9\nhands: 5 W 7 | 4\nbuilds: 1 2 3", "0: hand W=4")
    assert after.events[0]["card"] == 0
    assert [event["card"] for event in after.events if event["event"] == "play"] == [0, 5]
    numbered = all_cards(dealt(2, spite=True))
    assert [card for card in sorted(numbered) if card > 13] == [100, 101, 102, 103, 104, 105]
    assert numbered[0] == 0


@rule("A2")
@pytest.mark.parametrize(("number", "text"), list(enumerate(["stop", "dump", "feed", "bury", "stop", "feed"])))
def test_1_4_the_texts_by_number(number, text):
    after = play(f"stacks: 9 | 9 8\nhands: W{number} 7 | 4\ndraw: 3", f"0: W{number} against 1", spite=True, hand_size=2)
    assert after.story[0] == f"0 plays W{number} against 1: {text}"


@rule("A2")
def test_1_4_texts_are_repeated_in_turn():
    position = "stacks: 9 | 9 8\nhands: W0 W1 W4 W5 7 | 4\ndraw: 3 4 5"
    assert decision(position, spite=True, spite_texts=("bury", "feed")).position.seen.spite_text[:4].tolist() == [3, 2, 3, 2]
    assert decision(position, spite=True, spite_texts=("dump",)).position.seen.spite_text[:4].tolist() == [1, 1, 1, 1]


def test_2_1_card_stacks_come_from_the_bordered_deck():
    event = dealt(3)
    assert [len(stack) for stack in event["stacks"]] == [8] * 3
    no_plain_cards = dealt(3, plain=0, wilds=24, stack_size=17, deal_size=1)
    assert all(0 not in stack for stack in no_plain_cards["stacks"])
    larger = dealt(3, stack_size=10)
    in_order = [card for stack in event["stacks"] for card in stack]
    assert in_order == [card for stack in larger["stacks"] for card in stack][:24], "one shuffle, cut elsewhere"


def test_2_1_the_top_card_is_turned_up():
    after = play("stacks: 5 9 | 7 3 2\nhands: - | 6", turns=0)
    assert after.state.seen.up[:2].tolist() == [5, 7]


def test_2_2_the_draw_pile_is_the_other_deck_on_top_of_the_rest():
    """Other hands cut the same row of cards elsewhere."""
    event, more = dealt(4), dealt(4, deal_size=7)
    row = [card for hand in event["hands"] for card in hand] + event["draw"]
    assert row == [card for hand in more["hands"] for card in hand] + more["draw"]
    assert [len(hand) for hand in event["hands"]] == [4] * 4
    assert Counter(row[:58]) == {0: 6, **dict.fromkeys(range(1, 14), 4)}
    assert dealt(4, deal=1) != event != dealt(4, seed=1)


@rule("R1")
def test_2_3_the_highest_up_card_goes_first_of_equal_ones_the_lowest_seat():
    equal = 0
    at = table(4, seed=3, turn_limit=10)
    for deal in range(40):
        _, event, following, *_ = at.trace(deal)
        ups = [stack[0] for stack in event["stacks"]]
        assert event["first"] == ups.index(max(ups))
        equal += ups.count(max(ups)) > 1
        assert following["player"] == event["first"]
    assert equal > 0


def test_2_3_turns_pass_clockwise():
    after = play("stacks: 9 | 9 | 9\nhands: 7 | 6 | 5\nturn: 2", turns=3)
    assert after.story == ["2 stores 5 on 0", "0 stores 7 on 0", "1 stores 6 on 0"]


def test_2_4_a_set_up_with_too_few_cards_is_refused():
    assert GAME.refusal(GAME.Rules(), 5) is None
    assert GAME.refusal(GAME.Rules(stack_size=10), 5) is None
    assert GAME.refusal(GAME.Rules(stack_size=11), 5) == "5 players need 55 bordered cards for the Card Stacks, and there are 52"
    just_enough = GAME.Rules(bordered=1, plain=1, wilds=1, stack_size=2, deal_size=3, top=6)
    assert GAME.refusal(just_enough, 3) == "3 players need 9 cards for the hands, and there are 7 beside the Card Stacks"
    assert GAME.refusal(just_enough, 2) is None
    assert GAME.refusal(GAME.Rules(top=5), 3) == "3 players need 24 bordered cards for the Card Stacks, and there are 20"
    assert dealt(2, bordered=1, plain=1, wilds=1, stack_size=2, deal_size=3, top=6)["draw"] != []
