"""docs/rules/spite_malice.md, section 8: Spite."""

import pytest

from tests.rules.paragraphs import rule
from tests.rules.spite_malice import position
from tests.rules.spite_malice.position import decision

STOP, DUMP, FEED, BURY = "W0", "W1", "W2", "W3"


def play(text, *script, **more):
    """With the Spite half, and without drawing."""
    return position.play(text, *script, **{"spite": True, "stores": 1, **more})


def test_8_1_a_move_against_any_other_player():
    asked = decision("stacks: 9 | 9 | 9\nhands: W0 W2 6 | 5 | 5", spite=True, stores=1)
    assert asked.options == ["W0 against 1", "W0 against 2", "W2 against 1", "W2 against 2", "put 6 on 0"]


def test_8_1_it_lies_on_the_discard_pile_before_its_text_is_done():
    """The card that is fed is the Spite card itself."""
    after = play("stacks: 9 | 9 | 9\nhands: W2 6 | 5 | 5", "0: W2 against 2")
    assert after.story == ["0 plays W2 against 2: feed", "reshuffle: W2", "0 stores 6 on 0"]
    assert after.stacks == ["9", "9", "9 W2"]


def test_8_1_not_without_the_house_rule():
    assert decision("stacks: 9 | 9\nhands: W 6 7 | 5", stores=1).options == ["put 6 on 0", "put 7 on 0"]


@rule("R6")
def test_8_2_the_others_are_asked_once_each_clockwise():
    text = "stacks: 9 | 9 | 9\nhands: W3 | 4 6 | W3 W2\nbuilds: 1 2 3\nturn: 1"
    after = play(text, "1: hand 4", "2: no", "0: no")
    assert [asked.decision for asked in after.asked] == ["move", "spite", "spite"]
    assert after.asked[1].options == ["W2", "W3", "no"]
    assert after.asked[2].options == ["W3", "no"]
    assert after.story == ["1 plays hand 4 on 0", "1 stores 6 on 0"]


@rule("R6")
def test_8_2_after_each_card_and_one_spite_at_most():
    text = "stacks: 9 8 | 9 7 | 9\nhands: W3 W7 | 4 5 6 | W2\nbuilds: 1 2 3\nturn: 1\ndraw: 8"
    after = play(text, "1: hand 4", "2: W2", "1: hand 5", "0: no", "1: put 6 on 0", hand_size=3, stores=1)
    assert after.story == ["1 plays hand 4 on 0", "2 plays W2 against 1: feed", "1 plays hand 5 on 0", "1 stores 6 on 0"]


def test_8_2_not_after_a_card_is_stored_or_a_spite():
    after = play("stacks: 9 | 9\nhands: W1 6 | W0", "0: W1 against 1")
    assert [asked.seat for asked in after.asked] == [0]


def test_8_2_the_card_on_the_build_pile_stays():
    after = play("stacks: 4 8 | 9\nhands: 6 | W0\nbuilds: 1 2 3", "0: up 4", "1: W0")
    assert after.builds == ["1 2 3 4"]


def test_8_3_not_between_a_wild_and_its_cover():
    after = play("stacks: 9 | 9\nhands: W1 5 8 | W0\nbuilds: 1 2 3", "0: hand W=4", "1: no", hand_size=3)
    assert after.story == ["0 plays hand W1=4 on 0", "0 plays hand 5 on 0", "0 stores 8 on 0"]


def test_8_3_nor_after_the_card_that_wins():
    after = play("stacks: 4 | 9\nhands: 6 | W0\nbuilds: 1 2 3", "0: up 4")
    assert (after.story, after.ending) == (["0 plays up 4 on 0"], "out")


def test_8_4_stop_ends_the_turn_at_once():
    after = play("stacks: 4 8 | 9\nhands: 6 | W0\nbuilds: 1 2 3", "0: up 4", "1: W0")
    assert after.story == ["0 plays up 4 on 0", "1 plays W0 against 0: stop"]
    assert (after.turn, after.hands[0], after.row.no_stores) == (1, "6", 0)


def test_8_4_in_the_own_turn_it_skips_the_victims_next_turn():
    after = play("stacks: 9 | 9 | 9\nhands: W0 6 | 5 | 4", "0: W0 against 1", turns=3, hand_size=1)
    assert after.story == ["0 plays W0 against 1: stop", "0 stores 6 on 0", "1 is skipped", "2 stores 4 on 0"]
    assert after.row.turns == 3


def test_8_4_several_skip_one_turn():
    after = play("stacks: 9 | 9\nhands: W0 W4 6 7 | 5", "0: W0 against 1", "0: W4 against 1", "0: put 6 on 0", turns=4, hand_size=1)
    assert after.story[2:] == ["0 stores 6 on 0", "1 is skipped", "0 stores 7 on 0", "1 stores 5 on 0"]


def test_8_5_dump_discards_the_whole_hand():
    after = play("stacks: 9 | 9\nhands: W1 6 | 5 W3 2 5", "0: W1 against 1")
    assert (after.hands, after.discard) == (["-", "-"], "2 5 5 W1 W3")


@rule("R7")
def test_8_5_in_the_own_turn_no_cards_are_drawn_for_it():
    after = play(
        "stacks: 4 7 9 | 9\nhands: 6 6 | W1\nstores: 6 5 | -\nbuilds: 1 2 3\ndraw: 3 3",
        "0: up 4",
        "1: W1",
        "0: store0 5",
        "0: end",
        hand_size=2,
    )
    assert after.story == ["0 plays up 4 on 0", "1 plays W1 against 0: dump", "0 plays store0 5 on 0", "0 stores nothing"]
    assert after.asked[2].options == ["store0 5", "end"]
    assert after.asked[3].options == ["store0 6", "end"]
    assert (after.hands[0], after.row.refills) == ("-", 0)


def test_8_6_feed_puts_the_top_of_the_draw_pile_under_the_stack():
    after = play("stacks: 9 | 9 8\nhands: W2 6 | 5\ndraw: 3 4", "0: W2 against 1", hand_size=2)
    assert after.stacks[1] == "9 8 3"
    assert after.row.gives == 0


def test_8_7_bury_puts_the_up_card_at_the_bottom():
    after = play("stacks: 9 | 9 8 7\nhands: W3 6 | 5", "0: W3 against 1")
    assert after.stacks[1] == "8 7 9"


def test_8_7_in_the_victims_turn_it_may_turn_up_a_forced_card():
    after = play("stacks: 4 8 1 | 9\nhands: 6 | W3\nbuilds: 1 2 3", "0: up 4", "1: W3")
    assert after.story == ["0 plays up 4 on 0", "1 plays W3 against 0: bury", "0 plays up 1 on 1", "0 stores 6 on 0"]
    assert after.stacks[0] == "8"


@pytest.mark.parametrize(("card", "victim"), [("W1", "-"), ("W3", "-")])
def test_8_8_without_effect_it_is_legal(card, victim):
    after = play(f"stacks: 9 | 8\nhands: {card} 6 | {victim}", f"0: {card} against 1")
    assert (after.hands[1], after.stacks[1]) == ("-", "8")
    assert after.row.spites == 1


def test_8_8_a_hand_that_it_leaves_empty_is_not_replaced():
    after = play("stacks: 9 | 8\nhands: W3 | -\ndraw: 4 4", "0: W3 against 1", hand_size=1)
    assert after.story == ["0 plays W3 against 1: bury", "0 stores nothing"]
    after = play("stacks: 4 9 | 8\nhands: 6 | W3\nbuilds: 1 2 3\ndraw: 4 4", "0: up 4", "1: W3", hand_size=1)
    assert after.hands[1] == "-"


def test_8_9_as_a_wild_the_lowest_number_is_played():
    after = play("stacks: 9 | 9\nhands: W5 W2 5 6 | 5\nbuilds: 1 2 3", "0: hand W=4", "0: put 6 on 0")
    assert after.story[0] == "0 plays hand W2=4 on 0"
    assert after.hands[0] == "W5"
