"""docs/rules/spite_malice.md, sections 3, 4 and 7: Build Piles, a turn, and its end."""

import pytest

from tests.rules.paragraphs import rule
from tests.rules.spite_malice.position import decision, play


def test_3_1_a_1_opens_a_build_pile_and_the_next_card_is_one_higher():
    after = play("stacks: 9 | 9\nhands: 1 2 3 7 | 5", "0: hand 3")
    assert after.story == ["0 plays hand 1 on 0", "0 plays hand 2 on 0", "0 plays hand 3 on 0", "0 stores 7 on 0"]
    assert decision("stacks: 9 | 9\nhands: 3 4 5 7 | 5\nbuilds: 1 2 3", stores=1).options == [
        *["hand 4", "put 3 on 0", "put 4 on 0", "put 5 on 0", "put 7 on 0"],
    ]


def test_3_1_several_piles_are_numbered_in_the_order_of_opening_and_no_number_is_used_twice():
    after = play("stacks: 9 8 | 9\nhands: 1 1 4 5 3 | 5\nbuilds: 1 2 3 4 | 1 2 3", "0: hand 5", "0: put 3 on 0", top=5, malice=False)
    assert after.story == [
        *["0 plays hand 1 on 2", "0 plays hand 1 on 3", "0 plays hand 5 on 0", "capped 0", "0 stores 3 on 0"],
    ]
    assert after.builds == ["1 2 3", "1", "1"]
    assert after.state.pile_number[:3].tolist() == [1, 2, 3]
    again = play("stacks: 9 8 | 9\nhands: 1 5 4 | 5\nbuilds: 1 2 3 4", "0: hand 5", top=5, malice=False)
    assert again.story[:3] == ["0 plays hand 1 on 1", "0 plays hand 5 on 0", "capped 0"]


def test_3_2_a_capped_pile_goes_to_the_discard_pile():
    after = play("stacks: 9 8 | 9\nhands: 6 4 | 5\nbuilds: 1 2 W=3 4 5 | 1", "0: hand 6", top=6, malice=False)
    assert after.story == ["0 plays hand 6 on 0", "capped 0", "0 stores 4 on 0"]
    assert (after.builds, after.discard) == (["1"], "1 2 4 5 6 W")


def test_4_1_draw_up_to_the_hand_size():
    assert play("stacks: 9 | 9\nhands: 7 6 | 5\ndraw: 8 8 8 8 8", "0: put 6 on 0").story == ["0 draws 8 8 8", "0 stores 6 on 0"]
    for hand in ("7 6 6 4 4", "7 6 6 4 4 3 3"):
        assert play(f"stacks: 9 | 9\nhands: {hand} | 5\ndraw: 8 8 8 8 8", "0: put 6 on 0").story == ["0 stores 6 on 0"]


@rule("R2")
def test_4_2_an_empty_draw_pile_is_replaced_by_the_discard_pile():
    after = play("stacks: 9 | 9\nhands: 7 6 | 5\ndraw: 8\ndiscard: 3 4 5", "0: put 6 on 0")
    assert after.story[0] == "0 draws 8"
    reshuffled = after.story[1].removeprefix("reshuffle: ").split()
    assert sorted(reshuffled) == ["3", "4", "5"]
    assert after.story[2] == f"0 draws {' '.join(reshuffled[:2])}"
    assert (after.draw, after.discard) == (reshuffled[2], "-")


@rule("R2")
def test_4_2_only_when_a_card_is_needed():
    after = play("stacks: 9 | 9\nhands: 7 6 | 5\ndraw: 8 8 8\ndiscard: 3 4 5", "0: put 6 on 0")
    assert after.story == ["0 draws 8 8 8", "0 stores 6 on 0"]


@rule("R2")
def test_4_2_if_both_are_empty_there_is_no_card():
    assert play("stacks: 9 | 9\nhands: 7 6 | 5", "0: put 6 on 0").story == ["0 stores 6 on 0"]
    assert play("stacks: 9 | 9\nhands: 7 6 | 5\ndraw: 8", "0: put 6 on 0").story == ["0 draws 8", "0 stores 6 on 0"]


@rule("R3")
def test_4_3_a_1_has_to_be_played():
    assert play("stacks: 9 | 9\nhands: 1 4 | 5\nbuilds: 1 2 3", "0: hand 4").story[0] == "0 plays hand 1 on 1"
    assert play("stacks: 1 9 | 9\nhands: 4 | 5\nbuilds: 1 2 3", "0: hand 4").story[0] == "0 plays up 1 on 1"


@rule("R3")
def test_4_3_a_2_in_hand_has_to_be_played_on_a_1():
    assert play("stacks: 9 | 9\nhands: 2 5 | 5\nbuilds: 1 | 1 2 3").story[0] == "0 plays hand 2 on 0"
    assert decision("stacks: 9 | 9\nhands: 2 4 | 5\nbuilds: 1 2 3", stores=1).options == ["hand 4", "put 4 on 0"]


@rule("R3")
def test_4_3_of_several_forced_cards_any():
    assert decision("stacks: 1 9 | 9\nhands: 1 2 4 W | 5\nbuilds: 1 | 1 2 3\nstores: 4 | -").options == ["up 1", "hand 1", "hand 2"]
    assert decision("stacks: 4 9 | 9\nhands: 1 2 4 | 5\nbuilds: 1 | 1 2 3").options == ["hand 1", "hand 2"]


@rule("R3")
def test_4_3_throughout_the_turn():
    """A 1 that is turned up, or drawn, and a 2 that has become playable."""
    after = play("stacks: 4 1 9 | 9\nhands: 2 6 | 5\nbuilds: 1 2 3", "0: up 4", turns=1)
    assert after.story == ["0 plays up 4 on 0", "0 plays up 1 on 1", "0 plays hand 2 on 1", "0 stores 6 on 0"]
    drawn = play("stacks: 9 | 9\nhands: 4 | 5\nbuilds: 1 2 3\ndraw: 1 8 8", "0: hand 4", hand_size=1)
    assert drawn.story == ["0 plays hand 4 on 0", "0 draws 1", "0 plays hand 1 on 1", "0 draws 8", "0 stores 8 on 0"]


@rule("R3")
def test_4_3_not_even_spite_is_legal_before():
    assert play("stacks: 9 | 9\nhands: 1 W0 4 | 5", "0: put 4 on 0", spite=True).story[0] == "0 plays hand 1 on 0"


@rule("R3")
def test_4_4_a_2_as_up_card_and_a_wild_as_2_are_never_forced():
    assert decision("stacks: 2 9 | 9\nhands: 4 | 5\nbuilds: 1", stores=1).options == ["up 2", "put 4 on 0"]
    assert decision("stacks: 9 | 9\nhands: W 3 | 5\nbuilds: 1", wild_bans=(), stores=1).options == ["hand W=2", "put 3 on 0"]


def test_4_5_up_card_hand_and_store_tops():
    position = "stacks: 4 9 | 9\nhands: 6 4 9 | 5\nstores: 9 6, 7 8 | -\nbuilds: 1 2 3 | 1 2 3 4 5"
    assert decision(position, stores=2).options[:4] == ["up 4", "hand 4", "hand 6", "store0 6"]
    after = play(position, "0: store0 6", "0: hand 4", "0: put 9 on 0", stores=2)
    assert after.story == ["0 plays store0 6 on 1", "0 plays hand 4 on 0", "0 stores 9 on 0"]
    assert after.stores[0] == "9 9, 7 8"


def test_4_5_not_the_store_piles_of_others():
    assert "store0 4" not in decision("stacks: 9 | 9\nhands: 6 7 | 5\nstores: 5 | 4\nbuilds: 1 2 3").options


def test_4_6_the_order_of_what_a_card_sets_off():
    """UP card and cap: Malice before the next UP card; with the last card of the hand, Malice before drawing; then Spite."""
    after = play("stacks: 6 3 9 | 9\nhands: 4 | W0\nbuilds: 1 2 3 4 5\ndraw: 8", "0: up 6", "1: no", top=6, spite=True, hand_size=1)
    assert after.story == ["0 plays up 6 on 0", "capped 0", "0 gives 8 to 1", "0 stores 4 on 0"]
    asked = after.asked[1]
    assert (asked.decision, asked.position.seen.up[0], asked.position.seen.stack[1]) == ("spite", 3, 2)
    after = play("stacks: 9 9 | 9\nhands: 6 | W2\nbuilds: 1 2 3 4 5\ndraw: 8 4 4", "0: hand 6", "1: W2", top=6, spite=True, hand_size=1)
    assert after.story[:5] == ["0 plays hand 6 on 0", "capped 0", "0 gives 8 to 1", "0 draws 4", "1 plays W2 against 0: feed"]


def test_4_7_the_next_card_is_turned_up_and_may_be_played():
    after = play("stacks: 4 5 6 9 | 9\nhands: 3 | 5\nbuilds: 1 2 3", "0: up 4", "0: up 5", "0: up 6", turns=1)
    assert after.story == ["0 plays up 4 on 0", "0 plays up 5 on 0", "0 plays up 6 on 0", "0 stores 3 on 0"]
    assert after.stacks[0] == "9"


def test_4_8_an_empty_hand_is_replaced_at_once():
    after = play("stacks: 9 | 9\nhands: 4 5 | 5\nbuilds: 1 2 3\ndraw: 7 8", "0: hand 4", "0: hand 5", "0: put 7 on 0", hand_size=2)
    assert after.story == ["0 plays hand 4 on 0", "0 plays hand 5 on 0", "0 draws 7 8", "0 stores 7 on 0"]
    assert after.row.refills == 1


@rule("R2")
def test_4_8_a_capped_pile_may_be_among_it():
    after = play("stacks: 9 8 | 9\nhands: 6 | 5\nbuilds: 1 2 3 4 5", "0: hand 6", top=6, malice=False, hand_size=1, turns=1, stores=0)
    assert after.story[:2] == ["0 plays hand 6 on 0", "capped 0"]
    assert sorted(after.story[2].removeprefix("reshuffle: ").split()) == ["1", "2", "3", "4", "5", "6"]
    assert after.story[3].startswith("0 draws ")


def test_4_8_with_nothing_to_draw_the_turn_goes_on():
    after = play("stacks: 5 9 | 9\nhands: 4 | 5\nbuilds: 1 2 3", "0: hand 4", "0: up 5", turns=1)
    assert after.story == ["0 plays hand 4 on 0", "0 plays up 5 on 0", "0 stores nothing"]
    assert after.row.refills == 1


def test_4_9_a_hand_that_was_empty_before_is_not_replaced():
    """Nothing could be drawn for it; then the UP card caps a pile, and there are cards again."""
    after = play("stacks: 6 9 | 9\nhands: 5 | 5\nbuilds: 1 2 3 4", "0: hand 5", "0: up 6", top=6, malice=False)
    assert after.story == ["0 plays hand 5 on 0", "0 plays up 6 on 0", "capped 0", "0 stores nothing"]
    assert (after.row.refills, after.hands[0]) == (1, "-")
    after = play("stacks: 9 9 | 9\nhands: 5 | 5\nstores: 6 | -\nbuilds: 1 2 3 4", "0: hand 5", "0: store0 6", top=6, malice=False)
    assert after.story[-3:] == ["0 plays store0 6 on 0", "capped 0", "0 stores nothing"]


def test_7_1_a_stored_card_ends_the_turn():
    after = play("stacks: 9 | 9\nhands: 7 6 | 5\nstores: 4, 8 | -\nbuilds: 1 2 3 4 5", "0: put 7 on 1")
    assert (after.story, after.turn) == (["0 stores 7 on 1"], 1)
    assert (after.stores[0], after.hands[0]) == ("4, 8 7", "6")


def test_7_2_2s_and_wilds_cant_be_stored():
    assert play("stacks: 9 | 9\nhands: 2 2 W 5 | 5", stores=1).story == ["0 stores 5 on 0"]
    assert play("stacks: 9 | 9\nhands: 2 2 W | 5").story == ["0 stores nothing"]


@rule("R5")
def test_7_3_who_can_store_has_to():
    assert play("stacks: 9 | 9\nhands: 5 | 5", stores=1).story == ["0 stores 5 on 0"]
    assert "end" not in decision("stacks: 9 | 9\nhands: 5 6 | 5").options


@rule("R5")
def test_7_3_and_may_stop_though_there_are_plays_left():
    assert play("stacks: 4 9 | 9\nhands: 4 5 | 5\nbuilds: 1 2 3", "0: put 4 on 0").story == ["0 stores 4 on 0"]


def test_7_4_who_cant_ends_the_turn_without():
    assert play("stacks: 9 | 9\nhands: - | 5").story == ["0 stores nothing"]
    assert decision("stacks: 4 9 | 9\nhands: 2 | 5\nbuilds: 1 2 3").options == ["up 4", "end"]
    assert play("stacks: 4 9 | 9\nhands: 2 | 5\nbuilds: 1 2 3", "0: end").story == ["0 stores nothing"]
    assert decision("stacks: 4 9 | 9\nhands: 5 7 | 5\nbuilds: 1 2 3", stores=0).options == ["up 4", "end"]


def test_7_5_a_full_hand_that_can_neither_be_stored_nor_played_is_discarded():
    after = play("stacks: 9 | 9\nhands: 2 W 2 W 2 | 5")
    assert after.story == ["0 is stuck: 2 2 2 W W"]
    assert (after.hands[0], after.discard, after.row.stuck_hands) == ("-", "2 2 2 W W", 1)
    assert play("stacks: 9 | 9\nhands: 5 6 | 5", stores=0, hand_size=2).story == ["0 is stuck: 5 6"]


def test_7_5_not_with_fewer_cards():
    assert play("stacks: 9 | 9\nhands: 2 W 2 W | 5").story == ["0 stores nothing"]


def test_7_5_up_card_and_store_tops_make_no_difference():
    after = play("stacks: 4 9 | 9\nhands: 2 2 2 2 2 | 5\nstores: 4 | -\nbuilds: 1 2 3", "0: end")
    assert after.story == ["0 is stuck: 2 2 2 2 2"]


def test_7_5_a_card_that_can_be_played_makes_one():
    """A Wild that the UP card could cover; and with Spite any Wild."""
    covered = "stacks: 5 9 | 9\nhands: 2 2 2 2 W | 5\nbuilds: 1 2 3"
    assert play(covered, "0: end").story == ["0 stores nothing"]
    assert play("stacks: 9 | 9\nhands: 2 2 2 2 W0 | 5", "0: end", spite=True).story == ["0 stores nothing"]
    assert play("stacks: 9 | 9\nhands: 4 6 | 5\nbuilds: 1 2 3", "0: end", stores=0, hand_size=2).story == ["0 stores nothing"]


@pytest.mark.parametrize(
    ("hand", "ended"),
    [("5", "0 stores 5 on 0"), ("2", "0 stores nothing"), ("2 2 2 2 2", "0 is stuck: 2 2 2 2 2"), ("-", "0 stores nothing")],
)
def test_7_6_exactly_one_of_three_ends_a_turn(hand, ended):
    after = play(f"stacks: 9 | 9\nhands: {hand} | 5")
    assert after.story == [ended]
    assert after.row.stores + after.row.no_stores + after.row.stuck_hands == 1
