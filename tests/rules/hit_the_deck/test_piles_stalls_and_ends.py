"""docs/rules/hit_the_deck.md, sections 11 to 14: an empty draw pile, stalls, the end of a hand and of the game."""

import pytest

from tests.rules.hit_the_deck.position import decision, play
from tests.rules.paragraphs import rule


def as_set(story_line):
    """What was shuffled."""
    assert story_line.startswith("new draw pile: ")
    return sorted(story_line.removeprefix("new draw pile: ").split())


@rule("R9")
def test_11_1_an_empty_draw_pile_is_replaced_at_once():
    """After the card that was drawn, before it is played."""
    after = play("hands: Y2 | R3\ndraw: R1\ndiscard: R4 B1 B2", turns=1)
    assert after.story[0] == "0 draws R1 (stuck)"
    assert as_set(after.story[1]) == ["B1", "B2"]
    assert after.story[2:] == ["0 plays the drawn R1"]
    assert after.discard == "R1 R4"


@rule("R9")
def test_11_1_after_a_play_and_before_a_penalty_is_drawn():
    after = play("hands: HH Y2 | R3\ndiscard: R4", reflexes=(1e-9, 1e9), hand_penalty=2)
    assert after.story == ["0 plays HH", "new draw pile: R4", "0 calls, 0 is last", "0 draws R4 (hand)"]


@rule("R9")
def test_11_1_who_is_drawing_draws_on():
    after = play("hands: HH Y2 | R3\ndraw: G1 G2\ndiscard: R4 R5", reflexes=(1e-9, 1e9), hand_penalty=3)
    assert after.story[2] == "0 draws G1 G2 (hand)"
    assert as_set(after.story[3]) == ["R4", "R5"]
    assert after.story[4] in ("0 draws R4 (hand)", "0 draws R5 (hand)")


def test_11_1_after_a_cut_before_the_exposed_card_acts():
    after = play("hands: Y2 | R3 Y4\ndraw: HH\ndiscard: RC", turns=2, reflexes=(1e-9, 1e9), hand_penalty=1)
    assert after.story == ["0 cuts: HH", "new draw pile: RC", "1 calls, 0 is last", "0 draws RC (hand)"]


def test_11_2_if_there_is_nothing_to_shuffle_nobody_draws():
    assert play("hands: Y2 | R3\ndiscard: G4").story == ["0 passes"]
    after = play("hands: HH Y2 | R3\ndiscard: R4", reflexes=(1e-9, 1e9), hand_penalty=9)
    assert after.story[-1] == "0 draws R4 (hand)"
    assert after.draw == "-"


@rule("R9")
def test_11_3_after_a_last_card_nothing_is_shuffled():
    assert play("hands: R1 | R3\ndiscard: R4").story == ["0 plays R1", "0 is out: 0 3"]


@rule("R10")
def test_11_4_all_cards_stay_in_the_game():
    """`play` checks after every position of these tests that no card is lost; here a long hand."""
    position = "hands: R1 RC | G1 GF\ndraw: Y1 YC YF H1 HY Y4 B1 BC\ndiscard: R5 R4 R3"
    for key in range(30):
        after = play(position, "0: RC", turns=2, key=key)
        assert after.story == ["0 plays RC", "1 cuts: HY"]


@rule("R13")
def test_12_1_lost_turns_in_a_row_end_what_the_top_card_does():
    position = "hands: G1 G2 | Y1 B5 | R3 R4\ndraw: R1 YC R2\ndiscard: RC\nlost: "
    assert play(position + "1", turns=2, stall_limit=3).story == ["0 cuts: YC", "1 cuts: R2"]
    ended = play(position + "2", turns=2, stall_limit=3)
    assert ended.story == ["0 cuts: YC", "1 plays Y1"]
    assert (ended.row.stalls, play(position + "1", stall_limit=3).row.stalls) == (1, 0)


@rule("R13")
def test_12_1_flipping_and_calling_count_too():
    assert play("hands: G1 G2 | Y1 B5\ndraw: R1 YC\ndiscard: RF\nlost: 1", turns=2, stall_limit=2).story == ["0 flips: YC", "1 plays Y1"]
    called = play("hands: G1 G2 | Y1 B5\ndraw: R1 YC\ndiscard: HH B1\nlost: 1", stall_limit=2, hand_penalty=0)
    assert (called.story[0][:8], called.row.stalls) == ("0 calls,", 0), "nothing was left to end"


@pytest.mark.parametrize(
    ("exposed", "options"),
    [
        ("YC", ["Y1", "YF", "H1"]),
        ("YF", ["Y1", "YF", "H1"]),
        ("H3", ["Y1", "YF", "B5", "H1"]),
        ("HR", ["Y1", "YF", "B5", "H1"]),
        ("HH", ["Y1", "YF", "B5", "H1"]),
    ],
)
@rule("R13")
def test_12_2_how_the_card_is_followed_then(exposed, options):
    asked = decision(f"hands: G1 G2 | Y1 B5 YF H1\ndraw: R1 {exposed} R2\ndiscard: RC", stall_limit=1)
    assert (asked.seat, asked.options) == (1, options)
    assert asked.position.seen.demand == 0
    assert asked.position.row.stalls == 1


def test_12_2_an_ordinary_card_is_not_ended():
    assert play("hands: G1 G2 | Y1 B5\ndraw: R1 Y3 R2\ndiscard: RC", stall_limit=1).row.stalls == 0


def test_12_3_any_other_turn_starts_the_count_anew():
    position = "hands: {} | Y1 B5 | G1 G2\ndraw: B1 B2 B3 B4 B5 Y1\ndiscard: R4\nlost: 1"
    assert play(position.format("RC R1"), "0: RC", turns=2, stall_limit=2).state.lost == 1
    assert play(position.format("Y2 Y3"), stall_limit=2).story == ["0 draws B1 (stuck)", "0 passes"]
    assert play(position.format("Y2 Y3"), stall_limit=2).state.lost == 0


@rule("R11")
def test_13_1_who_plays_their_last_card_is_out_and_the_hand_ends_at_once():
    for last in ("R1", "RC", "RF", "H3", "HB", "HH"):
        after = play(f"hands: {last} | Y1 B5 | G1 G2\ndraw: B1 B2 B3\ndiscard: R4", turns=9)
        assert after.story == [f"0 plays {last}", "0 is out: 0 6 3"]


def test_13_2_the_others_add_up_their_hands():
    after = play("hands: R1 | Y1 B5 B5 | G3 GC | YF HR | H1 HH\ndiscard: R4\ntotals: 5 6 7 8 9")
    assert after.story[-1] == "0 is out: 0 11 13 20 20"
    assert after.totals == [5, 17, 20, 28, 29]


def test_13_3_at_the_turn_limit_everybody_adds_up():
    position = "hands: R1 R2 | Y1 B5\ndraw: B1 B2\ndiscard: R4\nturns: "
    after = play(position + "9", "0: R1", turns=5, turn_limit=10)
    assert after.story == ["0 plays R1", "nobody is out: 2 6"]
    assert after.row.hands_at_turn_limit == 1
    assert play("hands: R1 | Y1 B5\ndraw: B1 B2\ndiscard: R4\nturns: 9", turns=5, turn_limit=10).story[-1] == "0 is out: 0 6"


def test_14_1_the_game_ends_once_somebody_has_the_target():
    position = "hands: R1 | Y1 B5 | G2 G2\ndiscard: R4\ntotals: 0 "
    assert play(position + "93 4").ending is None
    after = play(position + "94 4")
    assert (after.ending, after.totals) == ("scored", [0, 100, 8])
    assert play("hands: R1 | Y1 B5\ndiscard: R4\ntotals: 0 94\nhand: 199").ending == "scored", "also in the last hand that there is"


@rule("R12")
def test_14_2_the_lowest_total_wins_and_equal_ones_share():
    after = play("hands: R1 | Y1 B5 | G2 G2\ndiscard: R4\ntotals: 5 94 4")
    assert (after.winners, after.losers) == ([0], [1, 2])
    shared = play("hands: R1 | Y1 B5 | G2 G2\ndiscard: R4\ntotals: 8 94 4")
    assert (shared.winners, shared.losers) == ([0, 2], [1])


def test_14_3_when_the_hands_run_out_nobody_wins():
    after = play("hands: R1 | Y1 B5 | G2 G2\ndiscard: R4\ntotals: 5 6 4\nhand: 2", hand_limit=3)
    assert (after.ending, after.winners, after.losers) == ("hand_limit", [], [0, 1, 2])
    assert after.places == [1, 3, 2]
    assert play("hands: R1 | Y1 B5 | G2 G2\ndiscard: R4\ntotals: 5 6 4\nhand: 1", hand_limit=3).ending is None


def test_14_4_places():
    after = play("hands: R1 | Y1 B5 | G2 G2 | Y4\ndiscard: R4\ntotals: 8 94 4 20")
    assert (after.totals, after.places) == ([8, 100, 8, 24], [1, 4, 1, 3])
