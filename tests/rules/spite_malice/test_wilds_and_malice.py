"""docs/rules/spite_malice.md, sections 5 and 6: Wilds, and Malice."""

from tests.rules.paragraphs import rule
from tests.rules.spite_malice.position import decision, play


def wild_names(position, **house_rules):
    """What a Wild may be named in the decision that comes up."""
    options = decision(position, **{"stores": 1, **house_rules}).options
    return [option for option in options if "W=" in option]


EVERYTHING = "stacks: 9 | 9\nhands: 3 4 5 6 7 8 9 10 11 12 13 W W | 5\nbuilds: {}"
ALL_PILES = " | ".join(" ".join(map(str, range(1, top + 1))) for top in range(2, 13))


def test_5_1_it_is_named_the_value_that_the_pile_needs_unless_banned():
    assert wild_names(EVERYTHING.format(ALL_PILES)) == [f"hand W={value}" for value in (3, 4, 5, 6, 8, 9, 10, 11, 12)]
    assert wild_names(EVERYTHING.format("1 2 3 4")) == ["hand W=5"]
    assert wild_names(EVERYTHING.format(ALL_PILES), wild_bans=()) == [f"hand W={value}" for value in range(3, 13)], "never `top`"
    assert wild_names(EVERYTHING.format("1 2 3 4 5 6 7 8 9 10 11 12"), wild_bans=()) == []
    assert wild_names("stacks: 9 | 9\nhands: 3 5 6 W | 5\nbuilds: 1 | 1 2 3 4", top=5, wild_bans=()) == ["hand W=2"]


@rule("R4")
def test_5_2_a_natural_card_one_higher_must_be_there_from_hand_up_card_or_store_top():
    assert wild_names("stacks: 9 | 9\nhands: W 5 7 | 5\nbuilds: 1 2 3") == ["hand W=4"]
    assert wild_names("stacks: 5 9 | 9\nhands: W 8 | 5\nbuilds: 1 2 3") == ["hand W=4"]
    assert wild_names("stacks: 9 | 9\nhands: W 8 | 5\nstores: 9, 5 | -\nbuilds: 1 2 3", stores=2) == ["hand W=4"]
    assert play("stacks: 9 | 9\nhands: W 8 | 5\nstores: 5 9 | 5\nbuilds: 1 2 3", stores=1).story == ["0 stores 8 on 0"]
    assert play("stacks: 9 | 5\nhands: W W 8 | 5\nbuilds: 1 2 3", stores=1).story == ["0 stores 8 on 0"], "nor a Wild, nor what others have"


@rule("R4")
def test_5_2_a_wild_as_up_card():
    assert wild_names("stacks: W 5 | 9\nhands: 8 | 5\nstores: 5 | -\nbuilds: 1 2 3") == ["up W=4"]
    assert wild_names("stacks: W 9 | 9\nhands: 5 8 | 5\nbuilds: 1 2 3") == ["up W=4"]
    assert play("stacks: W 5 | 9\nhands: 8 | 5\nbuilds: 1 2 3", stores=1).story == ["0 stores 8 on 0"], "what lies below is not seen yet"
    assert wild_names("stacks: W 9 | 9\nhands: W 5 8 | 5\nbuilds: 1 2 3") == ["up W=4", "hand W=4"]


def test_5_3_the_next_move_covers_it_on_that_pile_before_any_forced_card():
    """With its number, though another pile has the same top; and though a 1 was drawn, or turned up."""
    after = play("stacks: W 1 8 | 9\nhands: 5 8 | 5\nbuilds: 1 2 3 4 | 1 2 3", "0: up W=4")
    assert after.story == ["0 plays up W=4 on 1", "0 plays hand 5 on 1", "0 plays up 1 on 2", "0 stores 8 on 0"]
    after = play("stacks: 5 8 | 9\nhands: W | 5\nbuilds: 1 2 3\ndraw: 1 7 7", "0: hand W=4", hand_size=1)
    assert after.story[:4] == ["0 plays hand W=4 on 0", "0 draws 1", "0 plays up 5 on 0", "0 plays hand 1 on 1"]


def test_5_3_by_any_card_of_that_value():
    position = "stacks: 5 9 | 9\nhands: W 5 8 | 5\nstores: 5, 9, 5 | -\nbuilds: 1 2 3 | 1 2 3 4"
    assert decision(position, "0: hand W=4", stores=3).options == ["up 5", "hand 5", "store0 5", "store2 5"]


def test_5_3_cards_turned_up_after_it_may_do_it():
    options = decision("stacks: W 5 9 | 9\nhands: 5 8 | 5\nbuilds: 1 2 3", "0: up W=4").options
    assert options == ["up 5", "hand 5"]


def test_5_3_cards_drawn_after_it_may_do_it():
    asked = decision("stacks: 5 9 | 9\nhands: W | 5\nbuilds: 1 2 3\ndraw: 5 1", "0: hand W=4", hand_size=1)
    assert asked.options == ["up 5", "hand 5"]
    assert asked.position.seen.cover == 0


def test_5_4_it_opens_no_pile_and_lies_on_no_wild():
    assert play("stacks: 9 | 9\nhands: W 3 | 5", wild_bans=(), stores=1).story == ["0 stores 3 on 0"]
    assert decision("stacks: 5 9 | 9\nhands: W W 5 | 5\nbuilds: 1 2 3", "0: hand W=4").options == ["up 5", "hand 5"]


def test_5_4_but_on_a_card_that_covers_one():
    after = play("stacks: 9 | 9\nhands: W W 5 8 | 5\nstores: 7 | -\nbuilds: 1 2 3", "0: hand W=4", "0: hand W=6", "0: put 8 on 0", stores=1)
    assert after.story[:4] == ["0 plays hand W=4 on 0", "0 plays hand 5 on 0", "0 plays hand W=6 on 0", "0 plays store0 7 on 0"]


def test_5_5_as_the_last_card_of_a_stack_it_needs_no_cover():
    after = play("stacks: W | 9\nhands: 8 | 5\nbuilds: 1 2 3", "0: up W=4")
    assert after.story == ["0 plays up W=4 on 0"]
    assert (after.ending, after.winners) == ("out", [0])
    assert (after.row.wilds_played, after.row.ups_played) == (1, 1)


def test_5_5_but_a_value_that_fits_and_is_not_banned():
    assert play("stacks: W | 9\nhands: 8 | 5\nbuilds: 1 2 3 4 5 6 | 1", stores=1).story == ["0 stores 8 on 0"]
    assert wild_names("stacks: W | 9\nhands: 8 | 5\nbuilds: 1 2 3 4 | 1 2 3 4 5 6 7 | 1") == ["up W=5", "up W=8"]
    assert play("stacks: W | 9\nhands: 4 | 5\nbuilds: 1 2 3 4", top=5, stores=1, wild_bans=()).story == ["0 stores 4 on 0"], "nor `top`"


def test_6_1_the_malice_card_gives_a_card_to_another_player():
    after = play(
        "stacks: 9 | 9 3 | 9\nhands: 6 4 4 | 5 | 5\nbuilds: 1 2 3 4 5\ndraw: 8 7", "0: hand 6", "0: to 1", top=6, hand_size=3, turns=1
    )
    assert after.story == ["0 plays hand 6 on 0", "capped 0", "0 gives 8 to 1", "0 stores 4 on 0"]
    assert after.stacks == ["9", "9 3 8", "9"]
    assert after.asked[1].options == ["to 1", "to 2"]
    assert after.asked[1].position.seen.discard_size == 6, "the pile is discarded already"


def test_6_1_with_two_players_there_is_no_choice():
    after = play("stacks: 9 | 9 3\nhands: 6 4 | 5\nbuilds: 1 2 3 4 5\ndraw: W", "0: hand 6", top=6, hand_size=2)
    assert after.story[2] == "0 gives W to 1"
    assert after.stacks[1] == "9 3 W"


@rule("R2")
def test_6_2_an_empty_draw_pile_is_replaced_first():
    after = play("stacks: 9 | 9 3\nhands: 6 4 | 5\nbuilds: 1 2 3 4 5\ndiscard: 2", "0: hand 6", top=6, hand_size=2)
    assert after.story[:2] == ["0 plays hand 6 on 0", "capped 0"]
    reshuffled = after.story[2].removeprefix("reshuffle: ").split()
    assert sorted(reshuffled) == ["1", "2", "2", "3", "4", "5", "6"]
    assert after.story[3] == f"0 gives {reshuffled[0]} to 1"


def test_6_3_without_malice_a_pile_is_only_discarded():
    after = play("stacks: 9 | 9 3\nhands: 6 4 | 5\nbuilds: 1 2 3 4 5\ndraw: 8", "0: hand 6", top=6, hand_size=2, malice=False)
    assert after.story == ["0 plays hand 6 on 0", "capped 0", "0 stores 4 on 0"]
