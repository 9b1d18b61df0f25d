"""docs/rules/mean.md, sections 6 and 7: special cards, and MEAN!"""

import pytest

from tests.rules.mean.position import decision, play
from tests.rules.paragraphs import rule


def test_6_1_one_and_three_turn_up_ten_and_twelve_turn_down():
    for card in (1, 3):
        assert play(f"hands: {card} 5 | 4\narea: 4 down").story == [f"0 plays {card} up"]
    for card in (10, 12):
        assert play(f"hands: {card} 5 | 4\narea: 9 up").story == [f"0 plays {card} down"]


def test_6_1_on_an_empty_play_area_they_leave_nothing_to_announce():
    assert decision("hands: 1 3 10 12 | 4").options == ["1", "3", "10", "12"]
    for card, direction in (("1", "up"), ("3", "up"), ("10", "down"), ("12", "down")):
        assert play("hands: 1 3 10 12 | 4", f"0: {card}").story == [f"0 plays {card} {direction}"]


def test_6_1_they_change_nothing_where_the_direction_is_theirs_already():
    assert play("hands: 3 5 | 4\narea: 3 up", "0: 3").area == "3 3: top 3, run 2, up"
    assert play("hands: 10 2 | 4\narea: 11 down", "0: 10").area == "10 11: top 10, run 1, down"


def test_6_2_a_wild_turns_the_direction():
    assert play("hands: W 2 | 4\narea: 9 up", "0: W=12").area == "9 W: top 12, run 1, down"
    assert play("hands: W 9 | 4\narea: 4 down", "0: W=1").area == "4 W: top 1, run 1, up"


def test_6_2_a_wild_swaps_as_an_eight():
    after = play("hands: W 2 | 4 4\narea: 7 up", "0: W=8")
    assert after.story == ["0 plays W=8 up", "0 swaps with 1"]
    assert after.hands == ["4 4", "2"]


def test_6_2_a_wild_loses_the_game_as_a_last_eight():
    after = play("hands: W | 4 4\narea: 7 up", "0: W=8")
    assert after.story == ["0 plays W=8 up"]
    assert (after.ending, after.losers) == ("eight_last", [0])


def test_6_2_a_wild_is_mean_as_a_six():
    after = play("hands: W 2 | 4 4\narea: 5 up\npiles: 2 9 4", "0: W=6", turns=2)
    assert after.story == ["0 plays W=6 up", "1 takes pile 0: 2 9 4 (mean)"]


def test_6_3_an_eight_swaps_hands_once_the_cards_lie():
    after = play("hands: 8 5 | 3 3 | 4 4 4\narea: 7 up", "0: with 2")
    assert (after.asked[0].decision, after.asked[0].options) == ("swap", ["with 1", "with 2"])
    assert after.asked[0].position.seen.hand.tolist()[:9] == [0, 0, 0, 0, 0, 1, 0, 0, 0], "the Eight has left the hand"
    assert after.story == ["0 plays 8 up", "0 swaps with 2"]
    assert after.hands == ["4 4 4", "3 3", "5"]
    assert after.turn == 1


def test_6_3_several_eights_are_one_swap():
    after = play("hands: 8 8 5 | 3 3 3 3\narea: 8 up", "0: 2x8")
    assert after.story == ["0 plays 2x8 up", "0 swaps with 1"]
    assert after.hands == ["3 3 3 3", "5"]


@rule("R6")
def test_6_4_a_partner_is_in_the_game():
    assert decision("hands: 8 5 | out | 3 3 | 4\narea: 7 up", play_on=True).options == ["with 2", "with 3"]


@rule("R6", "R3")
def test_6_4_who_has_no_card_is_a_partner_too_and_then_the_swapper_goes_out():
    after = play("hands: 8 5 | - | 4\narea: 7 up", "0: with 1")
    assert after.asked[0].options == ["with 1", "with 2"]
    assert after.story == ["0 plays 8 up", "0 swaps with 1", "0 is out: place 1"]


@rule("R7")
def test_6_5_one_swap_a_turn_restarts_included():
    after = play("hands: 8 8 5 | 8 8 7 4", "0: 2x8 up", "0: 2x8 up", "0: 7 up", clear_at=2)
    assert after.story == ["0 plays 2x8 up", "0 swaps with 1", "0 clears", "0 plays 2x8 up", "0 clears", "0 plays 7 up"]
    assert after.hands == ["4", "5"]


@rule("R7")
def test_6_5_a_declined_swap_has_not_been_used():
    script = ["0: 2x8 up", "0: nobody", "0: 2x8 up", "0: with 1", "0: 7 up"]
    after = play("hands: 8 8 8 8 5 | 7 4", *script, clear_at=2, eight_swap="may")
    assert after.story == ["0 plays 2x8 up", "0 clears", "0 plays 2x8 up", "0 swaps with 1", "0 clears", "0 plays 7 up"]


@rule("R7")
def test_6_5_the_next_turn_has_a_swap_of_its_own():
    after = play("hands: 8 8 4 | 8 4\narea: 7 up", "0: 8", turns=2)
    assert after.story == ["0 plays 8 up", "0 swaps with 1", "1 plays 8 up", "1 swaps with 0"]


@rule("R1")
def test_6_6_only_the_hand_matters_not_the_draw_deck():
    """A hand size of 1: no card is drawn, and the Eight is the last card though the Draw Deck has some."""
    last_eight = "hands: 8 | 3 3\narea: 7 up\ndeck: 7 7"
    loses = play(last_eight, hand_size=1, eight_last="loses")
    assert (loses.story, loses.ending) == (["0 plays 8 up"], "eight_last")


@rule("R1")
def test_6_6_the_eights_are_the_last_cards_after_a_clear_too():
    after = play("hands: 9 9 9 9 8 | 3 3\ndeck: 7 7", "0: 2x9 up", "0: 2x9 up", "0: 8 down", clear_at=2)
    assert after.story == ["0 plays 2x9 up", "0 clears", "0 plays 2x9 up", "0 clears", "0 plays 8 down"]
    assert (after.ending, after.losers) == ("eight_last", [0])


def test_6_7_loses_ends_the_game_and_all_others_win():
    after = play("hands: 8 8 | 3 3 | 4\narea: 7 up", "0: 2x8", eight_last="loses")
    assert after.story == ["0 plays 2x8 up"], "no swap, and nobody goes out"
    assert after.ending == "eight_last"
    assert (after.winners, after.losers, after.places) == ([1, 2], [0], [3, 1, 1])
    assert (after.row.winner, after.row.loser) == (-1, 0)


def test_6_8_wins_goes_out_without_a_swap_if_the_draw_deck_is_empty():
    after = play("hands: 8 | 3 3 | 4\narea: 7 up", eight_last="wins")
    assert after.story == ["0 plays 8 up", "0 is out: place 1"]
    assert (after.ending, after.winners) == ("out", [0])


@rule("R1", "R3")
def test_6_8_wins_swaps_while_the_draw_deck_has_cards():
    after = play("hands: 8 | 3 3 | 4\narea: 7 up\ndeck: 7 7", "0: with 1", eight_last="wins", hand_size=1)
    assert after.story == ["0 plays 8 up", "0 swaps with 1"]
    assert after.hands == ["3 3", "-", "4"]
    assert after.ending is None


def test_6_9_swaps_lets_whoever_has_the_empty_hand_go_out():
    after = play("hands: 8 | 3 3 | 4\narea: 7 up", "0: with 1", eight_last="swaps")
    assert after.story == ["0 plays 8 up", "0 swaps with 1", "1 is out: place 1"]
    assert (after.ending, after.winners, after.losers) == ("out", [1], [0, 2])


def test_6_9_nobody_goes_out_while_the_draw_deck_has_cards():
    after = play("hands: 8 | 3 3\narea: 7 up\ndeck: 7 7", eight_last="swaps", hand_size=1)
    assert after.story == ["0 plays 8 up", "0 swaps with 1"]
    assert after.hands == ["3 3", "-"]


def test_6_9_if_both_hands_are_empty_it_is_the_swapper():
    after = play("hands: 8 | - | 4 4\narea: 7 up", "0: with 1", eight_last="swaps")
    assert after.story == ["0 plays 8 up", "0 swaps with 1", "0 is out: place 1"]
    assert (after.winners, after.losers) == ([0], [1, 2])


def test_6_9_if_both_hands_are_empty_the_partner_follows_under_play_on():
    after = play("hands: 8 | - | 4 4 | 5\narea: 7 up", "0: with 1", eight_last="swaps", play_on=True)
    assert after.story == ["0 plays 8 up", "0 swaps with 1", "0 is out: place 1", "1 is out: place 2"]
    assert after.ending is None
    assert after.turn == 2


NO_SWAP = {
    "never": ("hands: 8 | 3 3\narea: 7 up", [], {"eight_swap": "never"}),
    "declined": ("hands: 8 | 3 3\narea: 7 up", ["0: nobody"], {"eight_swap": "may"}),
    "spent": ("hands: 8 8 5 | 8 9 9", ["0: 2x8 up", "0: 2x9 up", "0: 8 up"], {"clear_at": 2}),
}


@pytest.mark.parametrize("why", NO_SWAP)
@pytest.mark.parametrize("eight_last", ["wins", "swaps"])
@rule("R7")
def test_6_10_where_no_swap_may_follow_the_player_goes_out(why, eight_last):
    position, script, house_rules = NO_SWAP[why]
    if (why, eight_last) == ("declined", "wins"):
        script = []  # as any other card: the player is out before there is a swap to decline
    after = play(position, *script, eight_last=eight_last, **house_rules)
    assert after.story[-2:] == ["0 plays 8 up", "0 is out: place 1"]
    assert (after.ending, after.winners) == ("out", [0])


@pytest.mark.parametrize("why", NO_SWAP)
def test_6_10_loses_loses_all_the_same(why):
    position, script, house_rules = NO_SWAP[why]
    after = play(position, *(line for line in script if line != "0: nobody"), eight_last="loses", **house_rules)
    assert after.story[-1] == "0 plays 8 up"
    assert (after.ending, after.losers) == ("eight_last", [0])


@pytest.mark.parametrize("eight_last", ["wins", "swaps"])
def test_6_10_nobody_goes_out_while_the_draw_deck_has_cards(eight_last):
    after = play("hands: 8 | 3 3\narea: 7 up\ndeck: 5", eight_last=eight_last, eight_swap="never", hand_size=1)
    assert after.story == ["0 plays 8 up"]
    assert (after.ending, after.hands) == (None, ["-", "3 3"])


def test_7_1_every_six_punishes_the_next_player():
    after = play("hands: 6 6 2 | 4 | 4\narea: 5 up\npiles: 2 9 4 | 7 7 1 | 5 5 5", "0: 2x6", "1: pile 2", "1: pile 0", turns=2)
    assert after.story == ["0 plays 2x6 up", "1 takes pile 2: 5 5 5 (mean)", "1 takes pile 0: 2 9 4 (mean)"]
    assert after.turn == 2


def test_7_1_wilds_as_sixes_do_too():
    after = play("hands: W W 2 | 4\narea: 5 up\npiles: 2 9 4 | 7 7 1", "0: 2xW=6", "1: pile 1", turns=2)
    assert after.story == ["0 plays 2xW=6 up", "1 takes pile 1: 7 7 1 (mean)", "1 takes pile 0: 2 9 4 (mean)"]


def test_7_2_who_holds_a_six_or_a_wild_has_to_pass_the_punishment_on():
    assert decision("hands: 6 6 W 9 3 | 4\narea: 6 up\nunresolved: 1\npiles: 2 9 4").options == ["6", "2x6", "W=6"]
    only_a_wild = play("hands: W 9 3 | 4\narea: 6 down\nunresolved: 1\npiles: 2 9 4")
    assert only_a_wild.story == ["0 plays W=6 down"]


def test_7_2_only_as_many_as_the_limit_allows():
    assert decision("hands: 6 6 W W 3 | 4\narea: 6 6 6 up\nunresolved: 1").options == ["6", "W=6"]


def test_7_2_the_whole_punishment_moves_on():
    after = play("hands: 6 3 | 6 6 3 | 4\narea: 5 up\npiles: 1 1 1 | 2 2 2 | 4 4 4", "1: 2x6", "2: pile 0", "2: pile 1", turns=3)
    assert after.story == [
        *["0 plays 6 up", "1 plays 2x6 up"],
        *["2 takes pile 0: 1 1 1 (mean)", "2 takes pile 1: 2 2 2 (mean)", "2 takes pile 2: 4 4 4 (mean)"],
    ]


def test_7_3_who_cannot_takes_a_pile_for_every_unresolved_card_and_the_turn_is_over():
    after = play("hands: 9 3 | 4\narea: 6 6 up\nunresolved: 2\npiles: 1 1 1 | 6 W 5 | 4 4 4", "0: pile 1", "0: pile 2")
    assert after.story == ["0 takes pile 1: 6 W 5 (mean)", "0 takes pile 2: 4 4 4 (mean)"], "what was taken does not save them"
    assert after.area == "6 6: top 6, run 2, up"
    assert after.turn == 1


def test_7_4_play_goes_on_from_the_six_in_its_direction():
    punished = "hands: 3 | 5 6 9 9\narea: 6 {}\nunresolved: 1\npiles: 1 1 1"
    assert decision(punished.format("down")).options == ["5", "6"]
    assert decision(punished.format("up")).options == ["6", "9", "2x9"]


def test_7_4_the_sixes_still_count_towards_a_clear():
    position = "hands: 3 | 6 6 5\narea: 6 6 down\nunresolved: 2\npiles: 1 1 1 | 2 2 2 | 4 4 4"
    after = play(position, "0: pile 0", "0: pile 1", "1: 2x6", "1: 5 up", turns=2)
    assert after.story[2:4] == ["1 plays 2x6 down", "1 clears"]
