"""docs/rules/mean.md, sections 3 to 5: the Play Area, a turn, and playing."""

from tests.rules.mean.position import decision, play
from tests.rules.paragraphs import rule


def test_3_1_a_wild_on_top_has_the_value_it_was_announced_as():
    assert decision("hands: 8 9 10 | 3\narea: 4 W=9 up").options == ["9", "10"]
    assert play("hands: W 2 | 3\narea: 4 up", "0: W=9").area == "4 W: top 9, run 1, up"


def test_3_2_the_run_is_what_lies_on_top_with_nothing_else_between():
    after = play("hands: 9 4 | 4\narea: 9 5 9 W=9 up")
    assert after.story == ["0 plays 9 up"]
    assert after.area == "5 9 9 9 W: top 9, run 3, up"
    assert play("hands: 10 4 | 4\narea: 9 9 9 up").area == "9 9 9 10: top 10, run 1, down"


def test_3_3_the_direction_is_up_or_down():
    assert decision("hands: 3 5 5 7 | 3\narea: 4 up").options == ["5", "2x5", "7"]
    assert decision("hands: 1 2 2 7 | 3\narea: 4 down").options == ["1", "2", "2x2"]


def test_3_4_unresolved_are_the_mean_cards_that_nobody_was_punished_for():
    assert play("hands: 6 6 2 | 3\narea: 6 up", "0: 2x6").area == "6 6 6: top 6, run 3, up, 2 unresolved"


@rule("R4")
def test_4_1_without_a_card_and_with_an_empty_draw_deck_the_turn_is_going_out():
    after = play("hands: - | 3\narea: 4 up\npiles: 2 9 4")
    assert after.story == ["0 is out: place 1"]
    assert after.row.turns == 1
    assert after.ending == "out"


@rule("R4")
def test_4_1_not_while_the_draw_deck_has_cards_or_a_punishment_waits():
    assert play("hands: - | 3\narea: 4 up\ndeck: 7 2").story == ["0 draws 7 2", "0 plays 7 up"]
    assert play("hands: - | 3\narea: 6 up\nunresolved: 1\npiles: 2 9 4").story == ["0 takes pile 0: 2 9 4 (mean)"]


def test_4_2_who_is_about_to_be_punished_does_not_draw():
    assert play("hands: 3 | 4\narea: 6 up\nunresolved: 1\npiles: 2 9 4\ndeck: 7 7 7").story == ["0 takes pile 0: 2 9 4 (mean)"]
    assert play("hands: 6 3 | 4\narea: 6 up\nunresolved: 1\npiles: 2 9 4\ndeck: 7 7 7").story == ["0 plays 6 up"]


def test_4_3_draw_up_to_the_hand_size():
    assert play("hands: 2 3 4 | 4\narea: 9 up\ndeck: 11 7 1 8").story == ["0 draws 11 7", "0 plays 11 up"]


def test_4_3_draw_as_many_as_the_draw_deck_has():
    after = play("hands: 2 | 4\narea: 9 up\ndeck: 7 11")
    assert after.story == ["0 draws 7 11", "0 plays 11 up"]
    assert after.deck == "-"


def test_4_3_who_holds_enough_draws_nothing():
    assert play("hands: 2 2 3 3 11 | 4\narea: 9 up\ndeck: 7 1 8").story == ["0 plays 11 up"]
    assert play("hands: 2 2 3 3 4 4 11 | 4\narea: 9 up\ndeck: 7 1 8").story == ["0 plays 11 up"]


def test_4_4_who_has_a_legal_play_has_to_make_one():
    """To take a Pile is no option; a single legal play is made without asking."""
    assert decision("hands: 5 9 3 | 4\narea: 4 up\npiles: 2 9 4").options == ["5", "9"]
    after = play("hands: 9 3 | 4\narea: 5 up\npiles: 2 9 4")
    assert after.story == ["0 plays 9 up"]
    assert after.asked == []


def test_4_4_on_an_empty_play_area_who_holds_a_card_has_to_play():
    assert play("hands: 3 | 4\npiles: 2 9 4").story == ["0 plays 3 up", "0 is out: place 1"]
    assert "take" not in decision("hands: 5 | 4\npiles: 2 9 4", must_play=False).options


def test_4_5_who_has_no_legal_play_takes_one_pile_and_the_turn_is_over():
    after = play("hands: 3 3 | 4\narea: 9 up\npiles: 2 9 4 | 7 7 1 | 5 5 12", "0: pile 1")
    assert after.asked[0].options == ["pile 0", "pile 1", "pile 2"]
    assert after.story == ["0 takes pile 1: 7 7 1 (stuck)"]
    assert after.hands == ["1 3 3 7 7", "4"]
    assert after.piles == {0: "2 9 4", 2: "5 5 12"}, "no new Pile takes its place"
    assert after.area == "9: top 9, run 1, up"
    assert after.turn == 1


def test_5_1_natural_cards_of_one_value_or_wilds_announced_as_one():
    """Never both together."""
    assert decision("hands: 10 10 9 W W | 4\narea: 8 up").options == [
        *["9", "10", "2x10"],
        *["W=8", "2xW=8", "W=9", "2xW=9", "W=10", "2xW=10", "W=11", "2xW=11", "W=12", "2xW=12"],
    ]
    after = play("hands: 10 10 W W | 4\narea: 8 up", "0: 2xW=10")
    assert after.hands == ["10 10", "4"]
    assert after.area == "8 W W: top 10, run 2, down"


def test_5_2_up_takes_the_top_value_or_more_and_down_the_top_value_or_less():
    assert decision("hands: 6 7 8 9 | 4\narea: 7 up").options == ["7", "8", "9"]
    assert decision("hands: 5 6 7 8 | 4\narea: 7 down").options == ["5", "6", "7"]
    assert play("hands: 8 8 | 4\narea: 7 down\npiles: 2").story == ["0 takes pile 0: 2 (stuck)"]


def test_5_3_on_an_empty_play_area_any_value_goes_and_the_direction_is_announced():
    assert decision("hands: 1 2 11 | 4").options == ["1", "2 up", "2 down", "11 up", "11 down"]
    assert play("hands: 2 11 | 4", "0: 2 down").area == "2: top 2, run 1, down"
    assert play("hands: 2 11 | 4", "0: 11 up").area == "11: top 11, run 1, up"


def test_5_4_a_play_has_at_most_as_many_cards_as_clear():
    five_nines = "hands: 9 9 9 9 9 10 | 4\narea: "
    assert decision("hands: 9 9 9 9 9 | 4").options == ["9 up", "9 down", "2x9 up", "2x9 down", "3x9 up", "3x9 down", "4x9 up", "4x9 down"]
    assert decision(five_nines + "7 7 7 up").options == ["9", "2x9", "3x9", "4x9", "10"]
    assert decision(five_nines + "9 7 9 9 up").options == ["9", "2x9", "10"], "the run counts"
    assert decision(five_nines + "9 9 9 up").options == ["9", "10"]
    assert decision("hands: W W W | 4\narea: 11 W=11 11 up").options == ["W=11", "W=12", "2xW=12", "3xW=12"]
