"""docs/rules/mean.md, sections 8 and 9: clearing the Play Area, and new Punishment Piles."""

from tests.rules.mean.position import cards, decision, play
from tests.rules.paragraphs import rule


def test_8_1_a_run_that_is_long_enough_clears_the_play_area():
    after = play("hands: 9 2 5 | 3 3\narea: 4 W=9 9 9 up", "0: 5 up")
    assert after.story == ["0 plays 9 up", "0 clears", "0 plays 5 up"]
    assert after.row.clears == 1
    assert play("hands: 9 2 5 | 3 3\narea: 9 4 9 9 up").story == ["0 plays 9 up"], "a run of 3"


@rule("R3")
def test_8_1_a_game_that_ends_by_going_out_has_no_clear():
    after = play("hands: 9 | 3 3\narea: 9 9 9 up")
    assert after.story == ["0 plays 9 up", "0 is out: place 1"]
    assert after.row.clears == 0


@rule("R3")
def test_8_1_going_out_comes_before_the_clear():
    after = play("hands: 9 | 3 3 | 4\narea: 9 9 9 up", play_on=True)
    assert after.story == ["0 plays 9 up", "0 is out: place 1", "0 clears"]
    assert (after.area, after.turn) == ("-", 1)


def test_8_1_an_eights_swap_comes_before_the_clear():
    after = play("hands: 8 5 | 4 7 7\narea: 8 8 8 up", "0: 2x7 down")
    assert after.story == ["0 plays 8 up", "0 swaps with 1", "0 clears", "0 plays 2x7 down"], "the restart is from the new hand"
    assert after.hands == ["4", "5"]


def test_8_2_the_cards_leave_the_game_and_everybody_has_seen_them():
    after = play("hands: 9 2 5 | 3 3\narea: 4 W=9 9 9 up\ngone: 7", "0: 5 up")
    assert after.gone == "4 7 9 9 9 W"
    assert after.area == "5: top 5, run 1, up"


@rule("R2", "R8")
def test_8_3_the_next_player_takes_piles_at_once_even_with_a_mean_card():
    after = play("hands: 6 4 | 6 W | 5 5\narea: 6 6 6 up\npiles: 2 9 4 | 7 7 1\ndeck: 7 7 7 7 7 7", "1: pile 1", "0: 4 up", hand_size=1)
    assert after.story == ["0 plays 6 up", "0 clears", "1 takes pile 1: 7 7 1 (mean)", "0 plays 4 up"], "before the restart; nothing drawn"
    assert after.row.turns == 2, "that was their turn"
    assert after.turn == 2


@rule("R8")
def test_8_3_for_all_unresolved_ones():
    position = "hands: 6 4 | 6 W | 5 5\narea: 6 6 6 up\nunresolved: 3\npiles: 1 1 1 | 2 2 2 | 3 3 3 | 4 4 4"
    after = play(position, "1: pile 0", "1: pile 1", "1: pile 2", "0: 4 up")
    assert [line for line in after.story if "takes" in line] == [
        *["1 takes pile 0: 1 1 1 (mean)", "1 takes pile 1: 2 2 2 (mean)", "1 takes pile 2: 3 3 3 (mean)"],
        "1 takes pile 3: 4 4 4 (mean)",
    ]


@rule("R9")
def test_8_4_the_restart_is_any_card_or_set_with_a_direction_and_without_drawing():
    after = decision("hands: 9 9 2 2 W | 3 3\ndeck: 7 7 7", "0: 2x9 up", clear_at=2)
    wilds = [f"W={value}{direction}" for value in range(1, 13) for direction in ([""] if value in (1, 3, 10, 12) else [" up", " down"])]
    assert after.options == ["2 up", "2 down", "2x2 up", "2x2 down", *wilds]


def test_8_4_a_restart_is_part_of_the_turn_and_may_clear_again():
    after = play("hands: 9 9 2 2 5 | 3 3\ndeck: 7 7 7", "0: 2x9 up", "0: 2x2 down", "0: 5 down", clear_at=2)
    assert after.story == ["0 plays 2x9 up", "0 clears", "0 plays 2x2 down", "0 clears", "0 plays 5 down"]
    assert (after.row.turns, after.row.clears, after.turn) == (1, 2, 1)


def test_8_5_without_a_card_there_is_no_restart_and_the_next_player_begins():
    position = "hands: 9 | 4 7\narea: 9 9 9 up\ndeck: 7 7"
    assert play(position, hand_size=1).story == ["0 plays 9 up", "0 clears"]
    begins = decision(position, hand_size=1)
    assert (begins.seat, begins.options) == (1, ["4 up", "4 down", "7 up", "7 down"])


@rule("R2")
def test_8_5_after_a_mean_clear_the_player_behind_the_punished_one_begins():
    position = "hands: 6 | 6 6 | 4 7\narea: 6 6 6 up\npiles: 2 9 4\ndeck: 7 7"
    after = play(position, hand_size=1)
    assert after.story == ["0 plays 6 up", "0 clears", "1 takes pile 0: 2 9 4 (mean)"]
    assert after.turn == 2
    begins = decision(position, hand_size=1)
    assert (begins.seat, begins.options) == (2, ["4 up", "4 down", "7 up", "7 down"])


@rule("R2")
def test_8_6_play_goes_on_behind_the_punished_player():
    position = "hands: 6 4 5 | 7 | out | 5 7\narea: 6 6 6 up\npiles: 2 9 4"
    after = play(position, "0: 4 up", "3: 5", turns=2, play_on=True)
    assert after.story == ["0 plays 6 up", "0 clears", "1 takes pile 0: 2 9 4 (mean)", "0 plays 4 up", "3 plays 5 up"]


@rule("R2")
def test_8_6_with_two_players_that_is_the_one_who_cleared():
    after = play("hands: 6 4 7 7 | 5\narea: 6 6 6 up\npiles: 2 9 4", "0: 6", "0: 4 up", "0: 2x7", turns=2)
    assert after.story[2:] == ["1 takes pile 0: 2 9 4 (mean)", "0 plays 4 up", "0 plays 2x7 up", "0 is out: place 1"]
    assert after.row.turns == 3


def test_9_1_piles_are_made_only_when_one_must_be_taken_and_none_is_left():
    last_pile = play("hands: 3 | 4\narea: 9 9 up\npiles: 2 9 4")
    assert last_pile.story == ["0 takes pile 0: 2 9 4 (stuck)"]
    assert (last_pile.piles, last_pile.row.replenishes) == ({}, 0)
    none_left = play("hands: 3 | 4\narea: 9 9 up")
    assert none_left.story == ["new piles: 9 9; 0 from the deck; removed -", "0 takes pile 0: 9 9 (stuck)"]
    assert none_left.row.replenishes == 1
    assert play("hands: 9 3 | 4\narea: 5 5 up").story == ["0 plays 9 up"], "nobody has to take one"


def test_9_1_also_for_a_pile_that_is_taken_by_choice():
    by_choice = play("hands: 9 3 | 4\narea: 5 5 up", "0: take", must_play=False)
    assert by_choice.story == ["new piles: 5 5; 0 from the deck; removed -", "0 takes pile 0: 5 5 (choice)"]
    punished = play("hands: 6 3 | 4\narea: 6 6 up\nunresolved: 1", "0: take", must_pass_mean=False)
    assert punished.story == ["new piles: 6 6; 0 from the deck; removed -", "0 takes pile 0: 6 6 (mean)"]


def replenished(after):
    """The event, with the cards of the Piles in a row."""
    event = next(event for event in after.events if event["event"] == "replenish")
    return event, [card for pile in event["piles"] for card in pile]


STUCK = "hands: 1 1 2 2 4 | 4\narea: {}\ndeck: {}"  # five cards: nothing is drawn before


def test_9_2_the_draw_deck_supplies_what_the_play_area_lacks():
    after = play(STUCK.format("5 9 up", "7 11 8"), "0: pile 0", piles=2, pile_size=2)
    event, made = replenished(after)
    assert (event["from_deck"], sorted(made), event["removed"]) == (2, [5, 7, 9, 11], [])
    assert (after.deck, after.area) == ("8", "-")


def test_9_2_not_if_the_play_area_has_enough():
    after = play(STUCK.format("5 5 W=9 9 up", "7 11 8"), "0: pile 0", piles=2, pile_size=2)
    event, made = replenished(after)
    assert (event["from_deck"], sorted(made), event["removed"]) == (0, [0, 5, 5, 9], [])
    assert after.deck == "7 11 8"


def test_9_2_after_a_clear_the_draw_deck_supplies_everything():
    after = play("hands: 6 4 | 5\narea: 6 6 6 up\ndeck: 7 11 8", "0: 4 up", piles=1, pile_size=2, hand_size=1)
    event, made = replenished(after)
    assert (event["from_deck"], sorted(made)) == (2, [7, 11])
    assert after.deck == "8"


@rule("R10")
def test_9_3_play_area_and_draw_deck_are_shuffled_together():
    """In 300 shuffles every order of two cards from each comes up. (That one is missed had a chance of 1 in 10,000; they are fixed.)"""
    orders = {tuple(replenished(play(STUCK.format("8 9 up", "7 11"), key=key, piles=1, pile_size=4))[1]) for key in range(300)}
    assert len(orders) == 24


def test_9_3_full_piles_first_and_the_last_one_may_be_smaller():
    after = play(STUCK.format("5 7 8 9 9 up", "-"), "0: pile 2", piles=4, pile_size=2)
    event, made = replenished(after)
    assert [len(pile) for pile in event["piles"]] == [2, 2, 1]
    assert sorted(made) == [5, 7, 8, 9, 9]
    asked = after.asked[0]
    assert asked.options == ["pile 0", "pile 1", "pile 2"]
    assert asked.position.seen.pile_face[:3].tolist() == [pile[-1] for pile in event["piles"]]
    assert asked.position.seen.pile_size[:3].tolist() == [2, 2, 1]


def test_9_4_what_is_too_much_is_out_of_play_and_unseen():
    after = play(STUCK.format("5 6 7 8 8 9 up", "3 3"), "0: pile 0", piles=2, pile_size=2)
    event, made = replenished(after)
    assert (event["from_deck"], len(made), len(event["removed"])) == (0, 4, 2)
    assert sorted(made + event["removed"]) == [5, 6, 7, 8, 8, 9]
    assert after.gone == "-"


def test_9_5_the_play_area_is_empty_and_the_player_goes_on_taking():
    after = play("hands: 3 | 4\narea: 6 6 6 up\nunresolved: 3\npiles: 2 9 4", "0: pile 1", piles=3, pile_size=2)
    assert after.story == [
        *["0 takes pile 0: 2 9 4 (mean)", "new piles: 6 6 | 6; 0 from the deck; removed -"],
        *["0 takes pile 1: 6 (mean)", "0 takes pile 0: 6 6 (mean)"],
    ]
    assert after.area == "-"
    assert after.state.seen.unresolved == 0
    begins = decision("hands: 3 | 4 5\narea: 9 9 up", piles=1, pile_size=2)
    assert (begins.seat, begins.options) == (1, ["4 up", "4 down", "5 up", "5 down"])


@rule("R11")
def test_9_6_the_rest_of_a_punishment_lapses():
    after = play("hands: 3 | 4\narea: 6 6 6 up\nunresolved: 3", piles=1, pile_size=6)
    assert after.story == ["new piles: 6 6 6; 0 from the deck; removed -", "0 takes pile 0: 6 6 6 (mean)"]
    assert (after.turn, after.row.turns) == (1, 1), "the turn is used up"


@rule("R11")
def test_9_6_so_does_all_of_it():
    after = play("hands: 6 4 5 | 5 | 7\narea: 6 6 6 up", "0: 4 up")
    assert after.story == ["0 plays 6 up", "0 clears", "1 passes", "0 plays 4 up"]
    assert (after.turn, after.row.turns) == (2, 2)
    assert after.row.piles_taken_mean == after.row.replenishes == 0


def test_9_6_nothing_is_taken_twice():
    """The Piles made anew are the last cards: cards are neither lost nor made (`play` checks that)."""
    after = play("hands: 3 | 4\narea: 6 6 6 up\nunresolved: 2\npiles: 2 9 4")
    assert sorted(cards(after.hands[0])) == [2, 3, 4, 6, 6, 6, 9]
