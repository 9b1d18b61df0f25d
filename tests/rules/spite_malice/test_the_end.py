"""docs/rules/spite_malice.md, section 9: the end of the game, and places."""

import pytest

from tests.rules.paragraphs import rule
from tests.rules.spite_malice.position import play


def test_9_1_the_last_card_of_a_stack_wins_at_once():
    after = play("stacks: 6 | 9 | 9 8\nhands: 4 | 5 | 5\nbuilds: 1 2 3 4 5\ndraw: 8", "0: up 6", top=6, hand_size=1)
    assert after.story == ["0 plays up 6 on 0"], "not capped, no Malice"
    assert (after.ending, after.winners, after.losers) == ("out", [0], [1, 2])
    assert (after.row.winner, after.row.piles_capped) == (0, 0)


def test_9_1_not_the_last_card_of_the_hand():
    assert play("stacks: 6 | 9\nhands: 4 | 5\nbuilds: 1 2 3", "0: hand 4").ending is None


def test_9_2_places_by_cards_left():
    after = play("stacks: 4 | 9 9 | 9 | 9 9 | 9 9 9\nhands: - | 5 | 5 | 5 | 5\nbuilds: 1 2 3", "0: up 4")
    assert after.places == [1, 3, 2, 3, 5]
    assert (after.row.score[:5] // 840).tolist() == [0, 2, 1, 2, 3]


def test_9_3_turn_limit():
    after = play("stacks: 9 9 | 9\nhands: 7 7 | 6\nturns: 8", turns=100, turn_limit=10)
    assert (after.ending, after.row.turns) == ("turn_limit", 10)
    assert (after.winners, after.losers, after.places, after.row.winner) == ([], [], [2, 1], -1)


@rule("R8")
def test_9_4_blocked_when_nothing_happened_all_around():
    after = play("stacks: 9 9 | 9 | 9\nhands: - | 2 | -", turns=100)
    assert after.story == ["0 stores nothing", "1 stores nothing", "2 stores nothing"]
    assert (after.ending, after.winners, after.losers, after.places) == ("blocked", [], [], [3, 1, 1])


@rule("R8")
def test_9_4_a_turn_in_which_something_happened_begins_the_count_anew():
    stored = play("stacks: 9 | 9 | 9\nhands: - | 2 | 5", turns=100)
    assert stored.story == ["0 stores nothing", "1 stores nothing", "2 stores 5 on 0", *(f"{seat} stores nothing" for seat in range(3))]
    drawn = play("stacks: 9 | 9\nhands: - | 2\ndraw: 2", turns=2, hand_size=2)
    assert drawn.story == ["0 draws 2", "0 stores nothing", "1 stores nothing"]
    assert drawn.ending is None


@rule("R8")
def test_9_4_nor_is_it_one_where_something_could_be_done():
    """Seat 1 might play its UP card, and does not."""
    after = play("stacks: 9 | 4 4\nhands: - | 2\nbuilds: 1 2 3", "1: end", "1: up 4", turns=4)
    assert after.story[:3] == ["0 stores nothing", "1 stores nothing", "0 stores nothing"]
    assert after.ending is None


@rule("R8")
def test_9_4_a_skipped_turn_begins_the_count_anew():
    after = play("stacks: 9 | 9\nhands: - | -\nskips: 1", turns=100, spite=True)
    assert after.story == ["0 stores nothing", "1 is skipped", "0 stores nothing", "1 stores nothing"]
    assert (after.ending, after.row.turns) == ("blocked", 4)


@rule("R8")
def test_9_4_a_discarded_hand_too():
    after = play("stacks: 9 | 9\nhands: 2 2 | -\nturn: 1", turns=2, hand_size=2)
    assert after.story == ["1 stores nothing", "0 is stuck: 2 2"]
    assert after.ending is None


@rule("R8")
def test_9_4_before_the_turn_limit():
    after = play("stacks: 9 | 9\nhands: - | -\nturns: 8", turns=100, turn_limit=10)
    assert (after.ending, after.row.turns) == ("blocked", 10)


@rule("R8")
@pytest.mark.parametrize(
    ("stacks", "winners", "winner"), [("9 9 | 9 | 9 9", [1], 1), ("9 | 9 9 | 9", [0, 2], -1), ("9 | 9 | 9", [0, 1, 2], -1)]
)
def test_9_5_the_fewest_cards_may_win_a_blocked_game(stacks, winners, winner):
    after = play(f"stacks: {stacks}\nhands: - | - | -", turns=100, blocked="fewest")
    assert (after.ending, after.winners, after.row.winner) == ("blocked", winners, winner)
    assert after.losers == [seat for seat in range(3) if seat not in winners]


NINE_HUNDRED_NINETY_NINE = "builds: 1 2 3\nbuilt: 999\nturns: 1"


@rule("R9")
def test_9_6_a_thousand_cards_in_a_turn():
    after = play(f"stacks: 9 9 | 9\nhands: 4 5 | 5\n{NINE_HUNDRED_NINETY_NINE}", "0: hand 4", turns=9)
    assert after.story == ["0 plays hand 4 on 0"]
    assert (after.ending, after.winners, after.losers, after.places, after.row.turns) == ("turn_limit", [], [], [2, 1], 1)
    fewer = play(f"stacks: 9 9 | 9\nhands: 4 5 | 5\n{NINE_HUNDRED_NINETY_NINE.replace('999', '998')}", "0: hand 4", "0: put 5 on 0")
    assert fewer.ending is None


@rule("R9")
def test_9_6_what_the_last_card_set_off_is_still_done():
    text = "stacks: 9 9 | 9\nhands: 6 | W0\nbuilds: 1 2 3 4 5\nbuilt: 999\ndraw: 8 7"
    after = play(text, "0: hand 6", "1: W0", top=6, hand_size=1, spite=True, turns=9)
    assert after.story == ["0 plays hand 6 on 0", "capped 0", "0 gives 8 to 1", "0 draws 7", "1 plays W0 against 0: stop"]
    assert after.ending == "turn_limit"


@rule("R9")
def test_9_6_a_wild_is_not_covered_any_more():
    after = play(f"stacks: 9 9 | 9\nhands: W1 5 | W0\n{NINE_HUNDRED_NINETY_NINE}", "0: hand W=4", spite=True, turns=9)
    assert after.story == ["0 plays hand W1=4 on 0"]
    assert (after.ending, after.builds) == ("turn_limit", ["1 2 3 W1=4"])


@rule("R9")
def test_9_6_the_card_that_wins_wins():
    after = play(f"stacks: 4 | 9\nhands: 5 | 5\n{NINE_HUNDRED_NINETY_NINE}", "0: up 4", turns=9)
    assert (after.ending, after.winners) == ("out", [0])
