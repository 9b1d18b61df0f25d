"""docs/rules/mean.md, sections 10 and 11: going out, the end of the game, and places."""

import pytest

from tests.rules.mean.position import play
from tests.rules.paragraphs import rule


@rule("R3")
def test_10_1_an_empty_hand_goes_out_at_once_with_an_empty_draw_deck():
    after = play("hands: 9 9 | 3 3\narea: 8 up", "0: 2x9")
    assert after.story == ["0 plays 2x9 up", "0 is out: place 1"]
    assert after.hands == ["out", "3 3"]


@rule("R3")
def test_10_1_by_a_swap_too():
    after = play("hands: 8 5 | 3 | -\narea: 7 up", "0: with 2")
    assert after.story == ["0 plays 8 up", "0 swaps with 2", "0 is out: place 1"]


@rule("R3")
def test_10_1_the_draw_deck_may_have_run_out_in_this_very_turn():
    after = play("hands: - | 3 3\narea: 8 up\ndeck: 9", hand_size=1)
    assert after.story == ["0 draws 9", "0 plays 9 up", "0 is out: place 1"]


@rule("R3")
def test_10_2_while_the_draw_deck_has_cards_they_stay_in_and_draw():
    after = play("hands: 9 | 2 11\narea: 8 up\ndeck: 7 7\npiles: 2 9 4", turns=3, hand_size=1)
    assert after.story == ["0 plays 9 up", "1 plays 11 up", "0 draws 7", "0 takes pile 0: 2 9 4 (stuck)"]


@rule("R4")
def test_10_3_if_the_draw_deck_is_empty_by_then_they_go_out():
    after = play("hands: - | 3 3 3 3\narea: 2 up\ndeck: 7\nturn: 1", "1: 7", turns=2)
    assert after.story == ["1 draws 7", "1 plays 7 up", "0 is out: place 1"]
    assert (after.row.turns, after.ending) == (2, "out")


@rule("R4")
def test_10_3_not_if_they_are_about_to_be_punished():
    after = play("hands: - | 3 3 3 3\narea: 5 up\ndeck: 6\nturn: 1\npiles: 2 9 4", turns=2)
    assert after.story == ["1 draws 6", "1 plays 6 up", "0 takes pile 0: 2 9 4 (mean)"]
    assert (after.ending, after.hands[0]) == (None, "2 4 9")


@rule("R4", "R11")
def test_10_3_if_nothing_could_be_taken_they_go_out_in_their_next_turn():
    after = play("hands: 6 4 10 10 | - | 5 9\narea: 6 6 6 up", "0: 6", "0: 4 up", "2: 5", "0: 10", turns=4)
    assert after.story == [
        *["0 plays 6 up", "0 clears", "1 passes", "0 plays 4 up"],
        *["2 plays 5 up", "0 plays 10 down", "1 is out: place 1"],
    ]


@rule("R5")
def test_10_4_on_a_mean_card_they_wait_until_the_punishment_has_hit():
    after = play("hands: 6 | 3 3 | 4\narea: 5 up\npiles: 2 9 4 | 7 7 1", "1: pile 1", turns=2)
    assert after.story == ["0 plays 6 up", "1 takes pile 1: 7 7 1 (mean)", "0 is out: place 1"]
    waiting = play("hands: 6 | 3 3 | 4\narea: 5 up\npiles: 2 9 4")
    assert (waiting.story, waiting.ending) == (["0 plays 6 up"], None)


@rule("R5")
def test_10_4_on_a_wild_as_a_six_too():
    after = play("hands: W | 3 3 | 4\narea: 5 up\npiles: 2 9 4", "0: W=6", turns=2)
    assert after.story == ["0 plays W=6 up", "1 takes pile 0: 2 9 4 (mean)", "0 is out: place 1"]


@rule("R5")
def test_10_4_all_piles_are_taken_first():
    after = play("hands: 6 6 | 3 3 | 4\narea: 5 up\npiles: 2 9 4 | 7 7 1", "0: 2x6", "1: pile 0", turns=2)
    assert after.story == ["0 plays 2x6 up", "1 takes pile 0: 2 9 4 (mean)", "1 takes pile 1: 7 7 1 (mean)", "0 is out: place 1"]


@rule("R5", "R11")
def test_10_4_or_it_has_lapsed():
    after = play("hands: 6 | 5 | 7\narea: 6 6 6 up")
    assert after.story == ["0 plays 6 up", "0 clears", "1 passes", "0 is out: place 1"]


@rule("R5")
def test_10_4_that_is_before_a_restart():
    after = play("hands: 6 | 6 5 7 | 4 4\narea: 6 6 up\npiles: 1 1 1 | 2 2 2", "2: pile 0", "1: 5 up", turns=2, play_on=True)
    assert after.story == [
        *["0 plays 6 up", "1 plays 6 up", "1 clears", "2 takes pile 0: 1 1 1 (mean)", "2 takes pile 1: 2 2 2 (mean)"],
        *["0 is out: place 1", "1 plays 5 up"],
    ]


@rule("R5")
def test_10_4_with_cards_in_the_draw_deck_nobody_waits():
    """They have not gone out, and draw in their next turn, even if the Draw Deck runs out while the punishment hits."""
    after = play("hands: 6 | 3 | 4\narea: 5 up\ndeck: 7\npiles: 2 9 4", turns=2, hand_size=1)
    assert after.story == ["0 plays 6 up", "1 takes pile 0: 2 9 4 (mean)"]
    assert after.ending is None
    runs_out = play("hands: 6 | 3 | 4\narea: 5 up\ndeck: 7", turns=2, hand_size=1, piles=1)
    assert [line for line in runs_out.story if "out" in line] == []
    assert (runs_out.deck, runs_out.ending) == ("-", None)


@rule("R5")
def test_10_5_if_it_comes_round_they_take_the_piles_and_play_on():
    after = play("hands: 6 | 6 3\narea: 5 up\npiles: 1 1 1 | 2 2 2 | 4", "0: pile 0", "0: pile 2", turns=3)
    assert after.story == ["0 plays 6 up", "1 plays 6 up", "0 takes pile 0: 1 1 1 (mean)", "0 takes pile 2: 4 (mean)"]
    assert (after.ending, after.hands, after.turn) == (None, ["1 1 1 4", "3"], 1)


@rule("R5")
def test_10_5_another_who_waits_goes_out_then():
    after = play("hands: 6 | 6 | 6 3\narea: 5 up\npiles: 1 | 2 | 4", "0: pile 0", "0: pile 1", turns=4)
    assert after.story == [
        *["0 plays 6 up", "1 plays 6 up", "2 plays 6 up"],
        *["0 takes pile 0: 1 (mean)", "0 takes pile 1: 2 (mean)", "0 takes pile 2: 4 (mean)", "1 is out: place 1"],
    ]


@rule("R5")
def test_10_5_who_plays_on_waits_no_more():
    """Seat 0 waited, and took the Piles. A later punishment that hits seat 1 is nothing to them."""
    script = ["0: pile 0", "0: pile 1", "0: 6", "1: pile 0"]
    after = play("hands: 6 | 6 3 3\narea: 5 up\npiles: 6 7 | 1 | 2", *script, turns=6)
    assert after.story[5] == "0 plays 6 up"
    assert after.story[-1].startswith("1 takes pile 0")
    assert (after.ending, after.hands[0]) == (None, "1 7")


@rule("R5")
def test_10_6_the_first_to_empty_their_hand_is_the_first_to_go_out():
    after = play("hands: 6 | 3 3 | 6\narea: 5 up\npiles: 1 1 | 2 2\nturn: 2", "1: pile 0", turns=3)
    assert after.story == ["2 plays 6 up", "0 plays 6 up", "1 takes pile 0: 1 1 (mean)", "1 takes pile 1: 2 2 (mean)", "2 is out: place 1"]
    assert (after.winners, after.losers, after.places) == ([2], [0, 1], [2, 2, 1])


@rule("R5")
def test_10_6_under_play_on_the_others_follow():
    after = play("hands: 6 | 3 3 | 4 4 | 6\narea: 5 up\npiles: 1 1 | 2 2\nturn: 3", "1: pile 0", turns=3, play_on=True)
    assert after.story[-2:] == ["3 is out: place 1", "0 is out: place 2"]
    assert (after.ending, after.turn) == (None, 2)


@rule("R5")
def test_10_7_immediate_goes_out_at_once():
    after = play("hands: 6 | 3 3 | 4\narea: 5 up\npiles: 2 9 4", going_out_on_mean="immediate")
    assert after.story == ["0 plays 6 up", "0 is out: place 1"]
    assert (after.ending, after.winners) == ("out", [0])


@rule("R5")
def test_10_7_under_play_on_the_next_player_is_punished_all_the_same():
    after = play("hands: 6 | 3 3 | 4\narea: 5 up\npiles: 2 9 4", turns=2, going_out_on_mean="immediate", play_on=True)
    assert after.story == ["0 plays 6 up", "0 is out: place 1", "1 takes pile 0: 2 9 4 (mean)"]
    clears = play("hands: 6 | 6 3 | 4\narea: 6 6 6 up\npiles: 2 9 4", going_out_on_mean="immediate", play_on=True)
    assert clears.story == ["0 plays 6 up", "0 is out: place 1", "0 clears", "1 takes pile 0: 2 9 4 (mean)"]
    assert clears.turn == 2


def test_11_1_the_first_to_go_out_wins_and_all_others_lose():
    after = play("hands: 3 | 9 | 4 4\narea: 8 up\nturn: 1")
    assert after.ending == "out"
    assert (after.winners, after.losers) == ([1], [0, 2])
    assert (after.row.winner, after.row.loser) == (1, -1)


def test_11_2_with_play_on_play_goes_on_without_them():
    after = play("hands: 9 | 10 2 | 2 2 2 | 4 2\narea: 8 up", "2: 2", turns=5, play_on=True)
    assert after.story == [
        *["0 plays 9 up", "0 is out: place 1", "1 plays 10 down", "2 plays 2 down", "3 plays 2 down"],
        *["1 plays 2 down", "1 is out: place 2"],
    ]
    assert (after.ending, after.turn) == (None, 2)


def test_11_2_until_one_is_left_who_is_the_only_loser():
    after = play("hands: out | 9 | out | 4 4\narea: 8 up\nturn: 1", play_on=True)
    assert after.story == ["1 plays 9 up", "1 is out: place 3"]
    assert after.ending == "out"
    assert (after.winners, after.losers, after.places) == ([0, 1, 2], [3], [1, 3, 2, 4])
    assert (after.row.winner, after.row.loser) == (-1, 3)


def test_11_2_with_two_players_there_is_one_winner_and_one_loser():
    after = play("hands: 9 | 4 4\narea: 8 up", play_on=True)
    assert (after.winners, after.losers, after.places) == ([0], [1], [1, 2])
    assert (after.row.winner, after.row.loser) == (0, 1)


@pytest.mark.parametrize("play_on", [False, True])
def test_11_3_a_lost_eight_ends_the_game_under_play_on_too(play_on):
    after = play(f"hands: 8 | {'out' if play_on else '5'} | 3 3\narea: 7 up", play_on=play_on)
    assert after.ending == "eight_last"
    assert (after.winners, after.losers) == ([1, 2], [0]), "who is out already is a winner too"


def test_11_4_at_the_turn_limit_nobody_wins_and_nobody_loses():
    after = play("hands: 9 2 | 9 4\narea: 8 up\nturns: 8", turns=5, turn_limit=10)
    assert after.story == ["0 plays 9 up", "1 plays 9 up"]
    assert after.ending == "turn_limit"
    assert (after.winners, after.losers, after.row.turns) == ([], [], 10)
    assert (after.row.winner, after.row.loser) == (-1, -1)


def test_11_4_the_last_turn_may_still_end_the_game():
    after = play("hands: 9 | 9 4\narea: 8 up\nturns: 9", turns=5, turn_limit=10)
    assert (after.ending, after.winners, after.row.turns) == ("out", [0], 10)


@rule("R2")
def test_11_4_a_turn_used_up_by_a_clear_may_go_beyond_the_limit():
    after = play("hands: 6 4 5 | 6 4 | 5 5\narea: 6 6 6 up\npiles: 2 9 4\nturns: 9", "0: 4 up", turns=5, turn_limit=10)
    assert after.story == ["0 plays 6 up", "0 clears", "1 takes pile 0: 2 9 4 (mean)", "0 plays 4 up"]
    assert (after.ending, after.row.turns) == ("turn_limit", 11)


def test_11_5_places_without_play_on():
    assert play("hands: 3 | 9 | 4 4 | 5\narea: 8 up\nturn: 1").places == [2, 1, 2, 2]


def test_11_5_places_with_play_on_are_the_order_of_going_out():
    after = play("hands: 9 | 4 4 | 10 | 9\narea: 8 up\npiles: 3", turns=4, play_on=True)
    assert [line for line in after.story if "out" in line] == ["0 is out: place 1", "2 is out: place 2", "3 is out: place 3"]
    assert (after.places, after.ending) == ([1, 4, 2, 3], "out")


def test_11_6_after_a_lost_eight_the_others_share_the_next_place():
    assert play("hands: 3 | 8 | 4 4 | 5\narea: 7 up\nturn: 1").places == [1, 4, 1, 1]
    assert play("hands: out | 8 | 4 4 | out | 3\narea: 7 up\nturn: 1", play_on=True).places == [1, 5, 3, 2, 3]


def test_11_7_at_the_turn_limit_who_is_still_in_has_place_0():
    assert play("hands: 9 2 | 9 4\narea: 8 up\nturns: 9", turns=5, turn_limit=10).places == [0, 0]
    after = play("hands: 9 2 | out | 9 4\narea: 8 up\nturns: 9", turns=5, turn_limit=10, play_on=True)
    assert after.places == [0, 1, 0]
    assert (after.winners, after.losers) == ([], [])
