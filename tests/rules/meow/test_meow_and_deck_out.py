"""docs/rules/meow.md, sections 6 to 9: Meow, Deck out, payments, and the end of a round."""

import pytest

from tests.rules.meow.position import play
from tests.rules.paragraphs import rule

MEOW = "hands: {} | {} | {} | {}\nlead: 3 with 6\ndeck: 1\nturn: 0"


def meow(*hands, **house_rules):
    """Seat 0 draws a 1 and declares Meow."""
    return play(MEOW.format(*hands), "0: meow", **house_rules).story[1:]


@rule("R12")
def test_6_1_a_special_card_counts_as_the_lowest_number_on_it():
    assert meow("2", "S3", "S2 9", "10 5")[0] == "0 meows: 3 4 12 15, blocked by nobody"
    assert meow("2", "S0", "2", "3", specials=[[20, 7, 9]])[0] == "0 meows: 3 7 2 3, blocked by 2 3", "in any order"


@rule("R12")
def test_6_1_only_there():
    """Led and copied it is any number depicted."""
    assert play("hands: S3 1 | 9 9", "0: 9 with S3").story == ["0 leads 9 with S3"]


def test_6_2_lower_than_all_others_is_paid_by_each():
    assert meow("2", "4", "5", "6") == [
        *["0 meows: 3 4 5 6, blocked by nobody", "1 pays 3 to 0 (meow_win)", "2 pays 3 to 0 (meow_win)", "3 pays 3 to 0 (meow_win)"],
        "round over (meow_win): 34 22 22 22",
    ]


@rule("R2")
def test_6_3_equal_or_lower_blocks_and_each_blocker_is_paid():
    assert meow("2", "3", "5", "2") == [
        *["0 meows: 3 3 5 2, blocked by 1 3", "0 pays 6 to 1 (meow_fail)", "0 pays 6 to 3 (meow_fail)"],
        "round over (meow_fail): 13 31 25 31",
    ]


@rule("R2")
def test_6_4_the_blockers_share_in_whole_coins():
    assert meow("9", "3", "1", "2", meow_fail_to="shared", meow_fail=8)[1:] == [
        *["0 pays 3 to 1 (meow_fail)", "0 pays 3 to 2 (meow_fail)", "0 pays 2 to 3 (meow_fail)", "round over (meow_fail): 17 28 28 27"],
    ]
    assert meow("9", "3", "1", "2", meow_fail_to="shared", meow_fail=1)[1:] == [
        "0 pays 1 to 1 (meow_fail)",
        "round over (meow_fail): 24 26 25 25",
    ]


@rule("R2")
def test_6_4_clockwise_from_the_declarer():
    after = play("hands: 1 | 2 | 9 9 | 10\nlead: 1 with 6\ndeck: 1\nturn: 2", "2: meow", meow_fail_to="shared", meow_fail=4)
    assert after.story[2:-1] == ["2 pays 2 to 3 (meow_fail)", "2 pays 1 to 0 (meow_fail)", "2 pays 1 to 1 (meow_fail)"]


def test_6_5_the_round_is_over():
    for hand in ("1", "9"):
        assert meow(hand, "5", "5", "5")[-1].startswith("round over")
    after = play(MEOW.format("9", "5", "5", "5"), "0: meow")
    assert (after.row.meows, after.row.meows_failed, after.row.turns, after.row.rounds) == (1, 1, 1, 1)


def test_7_1_who_has_to_draw_from_an_empty_deck():
    after = play("hands: 3 | 4 | 5 5\nlead: 0 with 9")
    assert after.story == [
        "deck out: 3 4 10, lowest 0",
        "1 pays 1 to 0 (deck_out)",
        "2 pays 1 to 0 (deck_out)",
        "round over (deck_out): 27 24 24",
    ]
    assert (after.row.turns, after.row.deck_outs) == (0, 1)
    assert after.played == "9"


def test_7_1_or_chooses_to():
    after = play("hands: 9 | 9 | 5 5\nlead: 0 with 9", "1: draw")
    assert after.asked[0].options == ["9 with 9", "draw"]
    assert after.story[0] == "deck out: 9 9 10, lowest 0 1"
    assert (after.row.turns, after.row.decisions) == (0, 1)


def test_7_1_or_whom_everybody_has_copied():
    after = play("hands: 3 | 4 | 5 5\nlead: 0 with 9\ncopied: 2")
    assert after.story[0] == "deck out: 3 4 10, lowest 0"


@rule("R12")
def test_7_2_the_lowest_hand_is_paid_by_each():
    after = play("hands: 3 | S1 | 5 5\nlead: 0 with 9", deck_out=4)
    assert after.story == [
        "deck out: 3 2 10, lowest 1",
        "2 pays 4 to 1 (deck_out)",
        "0 pays 4 to 1 (deck_out)",
        "round over (deck_out): 21 33 21",
    ]


@rule("R8")
def test_7_3_several_lowest_are_each_paid_by_everybody_else():
    after = play("hands: 3 | 7 | 3 | 2 2\nlead: 0 with 9")
    assert after.story == [
        *["deck out: 3 7 3 4, lowest 0 2", "1 pays 1 to 0 (deck_out)", "3 pays 1 to 0 (deck_out)"],
        *["3 pays 1 to 2 (deck_out)", "1 pays 1 to 2 (deck_out)", "round over (deck_out): 27 23 27 23"],
    ]
    assert play("hands: 3 | 3\nlead: 0 with 9").story == ["deck out: 3 3, lowest 0 1", "round over (deck_out): 25 25"]


@rule("R1")
def test_8_1_a_player_may_owe():
    after = play("hands: 3 | 6 6 | 4 4\nlead: 0 with 6\ncoins: 1 2 3", "1: 6 with 6 6")
    assert after.coins == [-4, 7, 3]


@rule("R1")
def test_8_2_without_debt_a_player_pays_what_they_have():
    after = play("hands: 3 | 6 6 | 4 4\nlead: 0 with 6\ncoins: 4 2 3", "1: 6 with 6 6", debt=False)
    assert after.story[1:] == ["0 pays 2 to 1 (copy)", "0 pays 2 to 1 (copy_out)", "round over (copy_out): 0 6 3"]
    broke = play("hands: 3 | 6 6 | 4 4\nlead: 0 with 6\ncoins: 0 2 3", "1: 6 with 6 6", debt=False)
    assert broke.story[1:] == ["round over (copy_out): 0 2 3"], "no payment of no coins"


@rule("R1")
def test_8_2_what_is_owed_is_worked_out_first():
    """Eight coins among three are 3, 3 and 2; with five coins that is 3, 2 and none, and not 2, 2 and 1."""
    position = MEOW.format("9", "3", "1", "2") + "\ncoins: 5 0 0 0"
    after = play(position, "0: meow", debt=False, meow_fail=8, meow_fail_to="shared")
    assert after.story[2:] == ["0 pays 3 to 1 (meow_fail)", "0 pays 2 to 2 (meow_fail)", "round over (meow_fail): 0 3 2 0"]
    each = play(position, "0: meow", debt=False, meow_fail=4)
    assert each.story[2:] == ["0 pays 4 to 1 (meow_fail)", "0 pays 1 to 2 (meow_fail)", "round over (meow_fail): 0 4 1 0"]


@rule("R1")
def test_8_2_several_receivers_are_paid_while_coins_last():
    after = play("hands: 3 | 7 | 3 | 2 2\nlead: 0 with 9\ncoins: 0 1 0 5", debt=False)
    assert after.story[1:] == [
        "1 pays 1 to 0 (deck_out)",
        "3 pays 1 to 0 (deck_out)",
        "3 pays 1 to 2 (deck_out)",
        "round over (deck_out): 2 0 1 3",
    ]


@pytest.mark.parametrize("reverse_half", [False, True])
@rule("R1")
def test_8_3_clockwise_from_the_player_after_the_receiver(reverse_half):
    after = play("hands: 2 | 7 | 5 | 5\nturn: 1\nround: 5", reverse_half=reverse_half)
    assert after.story[1:4] == ["2 pays 3 to 1 (lead_out)", "3 pays 3 to 1 (lead_out)", "0 pays 3 to 1 (lead_out)"]


@pytest.mark.parametrize("reverse_half", [False, True])
@rule("R1")
def test_8_4_blockers_clockwise_from_the_declarer(reverse_half):
    after = play("hands: 1 | 2 | 9 9 | 10\ndraw\ndeck: 1\nturn: 2\nround: 5", "2: meow", reverse_half=reverse_half)
    assert after.story[1] == "2 meows: 1 2 19 10, blocked by 3 0 1"
    assert after.story[2:5] == ["2 pays 6 to 3 (meow_fail)", "2 pays 6 to 0 (meow_fail)", "2 pays 6 to 1 (meow_fail)"]


@rule("R1")
def test_8_5_the_lowest_seat_first():
    after = play("hands: 10 | 3 | 7 | 3 | 8\nlead: 3 with 9")
    assert [line.removesuffix(" (deck_out)") for line in after.story[1:-1]] == [
        *["2 pays 1 to 1", "4 pays 1 to 1", "0 pays 1 to 1"],
        *["4 pays 1 to 3", "0 pays 1 to 3", "2 pays 1 to 3"],
    ]


def test_8_6_coins_are_neither_made_nor_lost():
    """Each position of these tests is watched for it; here the largest payments."""
    after = play("hands: 2 | 7 7 | 5 | 5 | 6\nlead: 0 with 7\ncoins: 0 0 0 0 0", "1: 7 with 7 7", copy_out=50)
    assert after.coins == [-52, 52, 0, 0, 0]


def test_9_1_how_a_round_ends():
    assert play("hands: 7 | 3").story[-1].startswith("round over (lead_out)")
    assert play("hands: 7 | 3\nlead: 1 with 7", "0: 7 with 7").story[-1].startswith("round over (copy_out)")
    assert play("hands: 7 | 3\nlead: 1 with 6\ndeck: 1", "0: meow").story[-1].startswith("round over (meow_fail)")
    assert play("hands: 1 | 3\nlead: 1 with 6\ndeck: 1", "0: meow").story[-1].startswith("round over (meow_win)")
    assert play("hands: 7 | 3\nlead: 1 with 6").story[-1].startswith("round over (deck_out)")


def test_9_2_leads_copies_and_meows_are_turns():
    position = "hands: 7 7 2 2 2 2 | 7 3 3 3 3 | 9\ndeck: 1"
    script = ["0: 7 with 7", "1: 7 with 7", "2: meow"]
    after = play(position, *script, turns=3, meow_hand=2)
    assert after.story[-1].startswith("round over (meow")
    assert after.row.turns == 3


def test_9_2_the_turn_limit_comes_before_the_turn_and_before_deck_out():
    for deck in ("deck: 8", "deck: -"):
        after = play(f"hands: 7 7 | 3 3\nlead: 1 with 7\n{deck}\nturns: 10", turn_limit=10)
        assert after.asked == []
        assert after.story == ["round over (turn_limit): 25 25"]
        assert (after.row.stalled, after.row.deck_outs, after.row.turns) == (1, 0, 10)
    last = play("hands: 7 7 | 3 3\nlead: 1 with 7\nturns: 9", "0: 7 with 7", turns=2, turn_limit=10)
    assert last.story == ["0 copies 7 with 7", "1 pays 1 to 0 (copy)", "round over (turn_limit): 26 24"]


def test_9_2_a_turn_that_ends_the_round_is_not_cut_short():
    after = play("hands: 7 | 3 3\nlead: 1 with 7\nturns: 9", "0: 7 with 7", turns=2, turn_limit=10)
    assert after.story[-1] == "round over (copy_out): 29 21"
    assert after.row.stalled == 0
