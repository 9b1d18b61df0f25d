"""docs/rules/hit_the_deck.md, sections 6 to 10: Cut, Flip, Hits, and fake-outs."""

import pytest

from tests.rules.hit_the_deck.position import decision, play
from tests.rules.paragraphs import rule

SLOW = (1e-9, 1e9, 1e9)  # reflexes with which seat 0 is always last


@rule("R5")
def test_6_1_the_card_under_the_upper_half_is_exposed_and_the_turn_is_lost():
    after = play("hands: R1 RC | R3 R4 | G1 G2\ndraw: Y1 Y2 Y3 Y4 Y5\ndiscard: R5", "0: RC", turns=2)
    assert after.story == ["0 plays RC", "1 cuts: Y3"]
    assert (after.draw, after.discard, after.turn) == ("Y1 Y2 Y4 Y5", "Y3 RC R5", 2)
    even = play("hands: R3 R4 | G1 G2\ndraw: Y1 Y2 Y3 Y4\ndiscard: RC")
    assert (even.story, even.draw) == (["0 cuts: Y3"], "Y1 Y2 Y4")


def test_6_2_the_player_after_that_follows_the_exposed_card():
    hands = "hands: R1 RC | R3 R4 | G1 Y2 | B1 B2"
    assert play(f"{hands}\ndraw: Y1 Y5\ndiscard: R5", "0: RC", turns=3).story[2:] == ["2 plays Y2"]
    cut = play(f"{hands}\ndraw: Y1 Y2 Y3 YC Y5 Y5\ndiscard: R5", "0: RC", turns=3)
    assert (cut.story[1:], cut.turn) == (["1 cuts: YC", "2 cuts: Y3"], 3)
    flip = play(f"{hands}\ndraw: Y1 Y2 Y3 YF Y5 Y5\ndiscard: R5", "0: RC", turns=3)
    assert (flip.story[1:], flip.turn) == (["1 cuts: YF", "2 flips: Y5"], 1), "as if the one who cut had played it"
    assert play(f"{hands}\ndraw: R1 HY\ndiscard: R5", "0: RC", turns=3).story[1:] == ["1 cuts: HY", "2 plays Y2"]


def test_6_3_a_single_card_is_exposed():
    after = play("hands: R3 R4 | G1 G2\ndraw: Y1\ndiscard: RC G4")
    assert after.story[0] == "0 cuts: Y1"
    assert sorted(after.story[1].removeprefix("new draw pile: ").split()) == ["G4", "RC"]


def test_6_3_with_no_card_only_the_turn_is_lost():
    after = play("hands: R3 R4 | G1 R2 B5 H1\ndiscard: RC", "1: R2", turns=2)
    assert after.story[:2] == ["0 cuts: -", "1 plays R2"]
    assert after.asked[0].options == ["R2", "H1"], "the Cut is followed by its colour"


def test_7_1_both_piles_are_turned_over_and_change_roles():
    after = play("hands: R1 RF | R3 R4 | G1 G2\ndraw: Y1 Y2 Y3\ndiscard: R5 B1 B2", "0: RF", turns=2)
    assert after.story == ["0 plays RF", "1 flips: Y3"]
    assert after.discard == "Y3 Y2 Y1"
    assert after.draw == "B2 B1 R5 RF"


def test_7_2_the_direction_reverses_and_who_played_the_flip_has_the_next_turn():
    after = play("hands: R1 RF | R3 R4 | G1 G2\ndraw: Y1 Y2 HR\ndiscard: R5 B1 B2", "0: RF", turns=4)
    assert after.story == ["0 plays RF", "1 flips: HR", "0 plays R1", "0 is out: 0 7 3"]
    back = play("hands: R1 RF R2 | R3 R4 | G1 G2\ndraw: Y1 Y2 R5\ndiscard: R5 B1\ndirection: back\nturn: 0", "0: RF", "0: R1", turns=3)
    assert (back.story[1:], back.turn) == (["2 flips: R5", "0 plays R1"], 1)
    assert play("hands: RC RF R2 | R3 R4\ndraw: Y1 R5 RC\ndiscard: R5", "0: RF", turns=3).story[1:] == ["1 flips: RC", "0 cuts: RF"]


@pytest.mark.parametrize(
    ("draw", "story", "discard"),
    [
        ("R1 R2 R3 R4 YF", "R4, buried YF", "R4 R3 YF R2 R1"),  # two of the other four lie above it
        ("R1 R2 R3 YF", "R3, buried YF", "R3 YF R2 R1"),  # one of the other three
        ("R1 YF", "R1, buried YF", "R1 YF"),  # half of one is none, but R1 is no Flip
        ("H1 YF", "H1, buried YF", "H1 YF"),
        ("R1 R2 YF GF", "R2, buried GF YF", "R2 YF GF R1"),  # GF goes below R2, then YF below R2
        ("R1 R2 R3 R4 R5 YF GF", "R5, buried GF YF", "R5 R4 GF YF R3 R2 R1"),  # each has three above it
        ("R1 YF R2 R3", "R3", "R3 R2 YF R1"),  # only what is on top is buried
    ],
)
@rule("R6")
def test_7_3_a_flip_that_turns_up_is_buried(draw, story, discard):
    after = play(f"hands: R3 R4 | G1 G2\ndraw: {draw}\ndiscard: RF B1")
    assert after.story == [f"0 flips: {story}"]
    assert (after.discard, after.draw) == (discard, "B1 RF")


@rule("R6")
def test_7_4_in_a_pile_of_flips_only_the_undermost_lies_on_top_without_effect():
    after = play("hands: R3 R4 | G1 G2 Y5\ndraw: GF YF BF\ndiscard: RF B1")
    assert (after.story, after.discard) == (["0 flips: GF, buried BF YF"], "GF YF BF")
    asked = decision("hands: R3 R4 | G1 G2 Y5 H1\ndraw: GF YF BF\ndiscard: RF B1")
    assert (asked.seat, asked.options) == (1, ["G1", "G2", "H1"]), "it is followed by its colour"
    assert play("hands: R3 R4 | G1 G2\ndraw: GF\ndiscard: RF B1").story == ["0 flips: GF"]


@rule("R7")
def test_7_5_with_an_empty_draw_pile_only_the_direction_is_flipped():
    asked = decision("hands: G1 G3 | R3 R4 | G1 R2 R5 H1\ndiscard: RF")
    assert (asked.seat, asked.options) == (2, ["R2", "R5", "H1"])
    after = play("hands: G1 G3 | R3 R4 | G1 R2 R5 H1\ndiscard: RF")
    assert (after.story, after.turn, after.discard) == (["0 flips: RF"], 2, "RF")


def test_8_1_a_number_or_a_colour_is_demanded():
    assert decision("hands: R2 Y2 B2 R1 RC | R1\ndiscard: H2").options == ["R2", "Y2", "B2"]
    assert decision("hands: R2 R5 RC RF Y2 | R1\ndiscard: HR").options == ["R2", "R5", "RC", "RF"]
    assert play("hands: RC Y2 | R1 R2\ndraw: Y1 Y5\ndiscard: HR", turns=2).story == ["0 plays RC", "1 cuts: Y5"]
    assert play("hands: RF Y2 | R1 R2\ndraw: Y1 Y5\ndiscard: HR", turns=2).story == ["0 plays RF", "1 flips: Y5"]


def test_8_2_no_hit_may_be_played_meanwhile():
    assert play("hands: H2 H3 HR HH | R1 R1\ndraw: Y1 B3\ndiscard: H2").story == ["0 draws Y1 (stuck)", "0 passes"]
    assert play("hands: Y1 | R1 R1\ndraw: HR B3\ndiscard: HR").story == ["0 draws HR (stuck)", "0 passes"], "nor a drawn one"


def test_8_3_who_cannot_draws_and_otherwise_the_demand_passes_on():
    after = play("hands: R1 Y3 | R1 R1 | B2 B1\ndraw: Y1 Y2\ndiscard: H2 R1", turns=3)
    assert after.story[:4] == ["0 draws Y1 (stuck)", "0 passes", "1 draws Y2 (stuck)", "new draw pile: R1"]
    assert after.story[4] == "1 plays the drawn Y2"
    passed_on = play("hands: R1 Y3 | R1 R1 | B2 B1\ndraw: Y1 Y4 Y5\ndiscard: H2", turns=3)
    assert passed_on.story == ["0 draws Y1 (stuck)", "0 passes", "1 draws Y4 (stuck)", "1 passes", "2 plays B2"]


def test_8_4_it_binds_everybody_until_it_is_fulfilled():
    after = play("hands: HR H2 G1 | Y1 Y1\ndraw: Y1 G2 R3 Y4\ndiscard: B1", "0: HR", turns=4)
    assert after.story[1:] == [
        "1 draws Y1 (stuck)",
        "1 passes",
        "0 draws G2 (stuck)",
        "0 passes",
        "1 draws R3 (stuck)",
        "1 plays the drawn R3",
    ]
    fulfilled = play("hands: R2 R4 | Y1 Y2 R5 H1\ndiscard: H2", "1: Y2", turns=2)
    assert fulfilled.asked[0].options == ["R5", "Y2", "H1"], "then the card on top is followed"


def test_9_1_everybody_hits_and_the_last_hand_draws_in_the_same_turn():
    after = play("hands: R1 R2 | HH R3 | Y1 Y1\ndraw: G1 G2 G3 G4 G5\ndiscard: B4\nturn: 1", reflexes=SLOW)
    assert after.story == ["1 plays HH", "1 calls, 0 is last", "0 draws G1 G2 G3 G4 (hand)"]
    assert (after.turn, after.state.seen.hand_turn) == (2, 1)
    own = play("hands: HH R2 | R3 R3 | Y1 Y1\ndraw: G1 G2 G3 G4 G5\ndiscard: B4", reflexes=SLOW, hand_penalty=2)
    assert own.story == ["0 plays HH", "0 calls, 0 is last", "0 draws G1 G2 (hand)"], "the caller too"


def test_9_2_one_that_is_exposed_or_turned_up_is_called_and_that_is_the_turn():
    cut = play("hands: R1 R2 | Y1 Y1 | R3 B1\ndraw: G1 HH G3\ndiscard: RC B5", "2: R3", turns=3, reflexes=SLOW, hand_penalty=1)
    assert cut.story[:3] == ["0 cuts: HH", "1 calls, 0 is last", "0 draws G1 (hand)"]
    assert [asked.seat for asked in cut.asked] == [2], "player 1 has lost the turn"
    flip = play("hands: R1 R2 | Y1 Y1 | R3 B1\ndraw: G1 G3 HH\ndiscard: RF B5 B4", turns=2, reflexes=SLOW, hand_penalty=1)
    assert (flip.story, flip.turn) == (["0 flips: HH", "2 calls, 0 is last", "0 draws B4 (hand)"], 1)


def test_9_3_who_is_last_is_chance():
    position = "hands: HH R1 | R2 R2 | R3 R3\ndraw: G1 G2\ndiscard: B4"

    def last(**house_rules):
        counts = [0, 0, 0]
        for key in range(600):
            counts[play(position, key=key * 1_000_003 + 5, hand_penalty=0, **house_rules).events[1]["last"]] += 1
        return counts

    assert all(150 < count < 250 for count in last()), "all alike"
    third, half, most = last(reflexes=(6.0, 3.0, 2.0))
    assert 60 < third < 140
    assert 150 < half < 250
    assert 250 < most < 350


def test_9_4_a_caller_who_forgets_draws_in_place_of_the_last_hand():
    position = "hands: R1 R2 | HH R3 | Y1 Y1\ndraw: G1 G2 G3 G4 G5\ndiscard: B4\nturn: 1"
    after = play(position, reflexes=SLOW, forget_chance=1)
    assert after.story == ["1 plays HH", "1 calls, 0 is last", "1 draws G1 G2 G3 G4 (forgot)"]
    exposed = play("hands: R1 R2 | Y1 Y1 | R3 B1\ndiscard: HH B5\ndraw: G1 G2\nturn: 1", reflexes=SLOW, forget_chance=1, hand_penalty=1)
    assert exposed.story == ["1 calls, 0 is last", "1 draws G1 (forgot)"]


def test_9_5_the_player_after_the_caller_goes_on_with_any_card():
    asked = decision("hands: R1 R2 | Y1 B1 HR | R3 B1\ndiscard: HH B5\ndraw: G1 G2 G3\nturn: 0", hand_penalty=0)
    assert (asked.seat, asked.options) == (1, ["Y1", "B1", "HR"])


def test_10_1_one_of_the_others_is_faked_out():
    hands = "hands: R1 R2 H1 HH | G1 | G2\ndraw: Y1 Y2 Y3 Y4\ndiscard: R4"
    victims = set()
    for key in range(40):
        after = play(hands, "0: R1", key=key * 1_000_003, fake_out_chance=1)
        assert after.story[1:] in (["1 draws Y1 Y2 (faked)"], ["2 draws Y1 Y2 (faked)"])
        victims.add(after.story[1][0])
    assert victims == {"1", "2"}
    assert "faked" in play(hands, "0: H1", fake_out_chance=1).story[1]
    assert play(hands, "0: HH", fake_out_chance=1, hand_penalty=0).story == ["0 plays HH", play(hands, "0: HH", hand_penalty=0).story[1]]
    drawn = play("hands: G5 | G1\ndraw: R1 Y2 Y3 Y4\ndiscard: R4", fake_out_chance=1)
    assert drawn.story == ["0 draws R1 (stuck)", "0 plays the drawn R1", "1 draws Y2 Y3 (faked)"]


def test_10_1_with_its_chance():
    faked = [
        len(play("hands: R1 G1 | G1\ndraw: Y1 Y2 Y3\ndiscard: R4", key=key * 999_983, fake_out_chance=0.25).story) - 1 for key in range(400)
    ]
    assert 60 < sum(faked) < 140


def test_10_2_not_after_a_last_card():
    assert play("hands: R1 | G1\ndraw: Y1 Y2 Y3 Y4\ndiscard: R4", fake_out_chance=1).story == ["0 plays R1", "0 is out: 0 1"]
