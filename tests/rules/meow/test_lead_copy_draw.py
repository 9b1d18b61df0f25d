"""docs/rules/meow.md, sections 3 to 5: lead, copy and draw."""

import pytest

from tests.rules.meow.position import decision, play
from tests.rules.paragraphs import rule


@rule("R4")
def test_3_1_one_or_more_cards_of_one_number_with_special_cards_mixed_in():
    assert decision("hands: 6 6 S0 9 | 3").options == [
        *["1 with S0", "6 with 6", "6 with S0", "6 with 6 6", "6 with 6 S0", "6 with 6 6 S0"],
        "9 with 9",
    ]
    after = play("hands: 6 6 S0 9 | 3", "0: 6 with 6 6 S0")
    assert after.story == ["0 leads 6 with 6 6 S0"]
    assert (after.hands, after.played) == (["9", "3"], "6 6 S0")


def test_3_2_a_lead_with_the_last_card_is_paid_by_everybody():
    after = play("hands: 7 7 S1 | 3 | 4 | 5\nturn: 0", "0: 7 with 7 7 S1")
    assert after.story == [
        *["0 leads 7 with 7 7 S1", "1 pays 3 to 0 (lead_out)", "2 pays 3 to 0 (lead_out)", "3 pays 3 to 0 (lead_out)"],
        "round over (lead_out): 34 22 22 22",
    ]
    assert (after.row.lead_outs, after.row.turns) == (1, 1)


@rule("R5")
def test_3_2_whatever_was_drawn():
    after = play("hands: 7 | 3 3\nlead: 1 with 9\nturn: 0\ndeck: 7", "0: 7 with 7 7")
    assert after.story == ["0 draws 7", "0 leads 7 with 7 7", "1 pays 3 to 0 (lead_out)", "round over (lead_out): 28 22"]


@rule("R5")
def test_3_2_on_the_opening_lead():
    after = play("hands: 2 | 3 | 7\nturn: 2")
    assert after.story[0] == "2 leads 7 with 7"
    assert after.story[-1] == "round over (lead_out): 22 22 31"


def test_3_3_otherwise_the_next_player_is_next():
    after = play("hands: 2 | 3 | 7 8\nturn: 2", "2: 8 with 8")
    assert after.story == ["2 leads 8 with 8"]
    assert after.turn == 0


@rule("R4")
def test_4_1_any_number_of_cards_as_the_same_number():
    position = "hands: 6 6 S0 9 | 3\nlead: 1 with 6\ndeck: 5"
    assert decision(position).options == ["6 with 6", "6 with S0", "6 with 6 6", "6 with 6 S0", "6 with 6 6 S0", "draw"]
    fewer = play("hands: 6 6 | 3\nlead: 1 with 6 6 6\ndeck: 5", "0: 6 with 6")
    assert fewer.story == ["0 copies 6 with 6", "1 pays 1 to 0 (copy)"]


def test_4_2_a_coin_for_each_card():
    after = play("hands: 6 6 S0 9 | 3 | 4 4\nlead: 2 with 6", "0: 6 with 6 6 S0")
    assert after.story == ["0 copies 6 with 6 6 S0", "2 pays 3 to 0 (copy)"]
    assert (after.hands[0], after.coins) == ("9", [28, 25, 22])
    assert (after.row.copies, after.row.cards_copied, after.row.coins_moved) == (1, 3, 3)


def test_4_3_a_copy_that_empties_the_hand():
    after = play("hands: 3 | 6 6 | 4 4\nlead: 0 with 6", "1: 6 with 6 6")
    assert after.story == ["1 copies 6 with 6 6", "0 pays 2 to 1 (copy)", "0 pays 3 to 1 (copy_out)", "round over (copy_out): 20 30 25"]


def test_4_4_the_lead_stays_for_the_next_player():
    after = play("hands: 3 | 6 6 | 6 4\nlead: 0 with 6 6", "1: 6 with 6", "2: 6 with 6", turns=2)
    assert after.story == ["1 copies 6 with 6", "0 pays 1 to 1 (copy)", "2 copies 6 with 6", "0 pays 1 to 2 (copy)"]
    assert after.asked[1].options == ["6 with 6", "draw"]


def test_4_5_when_all_have_copied_the_original_player_draws():
    after = play("hands: 6 3 | 6 8 | 6 4\nlead: 0 with 6\ncopied: 1\ndeck: 9 9", "2: 6 with 6", "0: 9 with 9", turns=2, meow_hand=0)
    assert after.story == ["2 copies 6 with 6", "0 pays 1 to 2 (copy)", "0 draws 9", "0 leads 9 with 9"]
    assert after.asked[1].options == ["3 with 3", "6 with 6", "9 with 9"], "the old lead cannot be copied by its own player"
    assert after.row.full_copies == 1


def test_5_1_who_does_not_copy_draws_and_everything_is_public():
    after = play("hands: 3 | 6 2 | 4 4\nlead: 0 with 6\nplayed: 10\ndeck: 8 9", "1: draw", "1: 8 with 8", meow_hand=0)
    assert after.asked[0].options == ["6 with 6", "draw"]
    assert after.story == ["1 draws 8", "1 leads 8 with 8"]
    assert after.played == "6 8 10"
    cannot = play("hands: 3 | 5 2 | 4 4\nlead: 0 with 6\ndeck: 8 9", "1: 8 with 8", meow_hand=0)
    assert cannot.story == ["1 draws 8", "1 leads 8 with 8"], "who cannot copy is not asked"


def test_5_2_the_top_card_and_a_lead_of_ones_own():
    after = play("hands: 3 | 5 2 | 4 8\nlead: 0 with 6\ndeck: 8 9", "1: 8 with 8", "2: 8 with 8", turns=2, meow_hand=0)
    assert after.story == ["1 draws 8", "1 leads 8 with 8", "2 copies 8 with 8", "1 pays 1 to 2 (copy)"]


@pytest.mark.parametrize(("hand", "may"), [("5 5 5", True), ("5 5 5 5", False)])
@rule("R6")
def test_5_3_meow_with_few_cards_once_the_card_is_seen(hand, may):
    asked = decision(f"hands: {hand} | 9 9\nlead: 1 with 6\ndeck: 8 9")
    assert ("meow" in asked.options) == may
    assert asked.options[-1 - may] == "8 with 8", "the card drawn can be led"
    assert asked.position.seen.hand[8] == 1


@rule("R7")
def test_5_3_an_original_player_whom_all_have_copied_may_too():
    asked = decision("hands: 3 2 | 9 9\nlead: 0 with 6\ncopied: 1\ndeck: 8")
    assert (asked.seat, asked.options) == (0, ["2 with 2", "3 with 3", "8 with 8", "meow"])


def test_5_3_not_on_the_opening_lead():
    assert decision("hands: 3 2 | 9 9").options == ["2 with 2", "3 with 3"]


def test_5_4_the_last_card_of_the_deck():
    assert play("hands: 3 2 | 9 9\nlead: 1 with 6\ndeck: 8", "0: 8 with 8").story == ["0 draws 8", "0 leads 8 with 8"]
    assert play("hands: 3 2 | 9 9\nlead: 1 with 6\ndeck: 8", "0: meow").story[1] == "0 meows: 13 18, blocked by nobody"
