"""docs/rules/hit_the_deck.md, section 15: every house rule, with its values."""

import pytest
from pydantic import ValidationError

from simlab.games.hit_the_deck import GAME
from tests.rules.hit_the_deck.position import decision, play
from tests.rules.hit_the_deck.test_cards_and_set_up import all_cards, deals, every
from tests.rules.paragraphs import rule


@pytest.mark.parametrize("number", [1, 3, 12])
@rule("A1")
def test_15_1_copies(number):
    there_are = all_cards(deals(2, copies=number, hand_limit=1)[0])
    kinds_of = "R1 R2 R3 R4 R5 Y1 Y2 Y3 Y4 Y5 G1 G2 G3 G4 G5 B1 B2 B3 B4 B5"
    assert {card: there_are[card] for card in every(kinds_of, 1)} == every(kinds_of, number)
    assert there_are.total() == 30 + 20 * number


@pytest.mark.parametrize("number", [0, 1, 8])
@pytest.mark.parametrize(
    ("rule_name", "kinds_of", "printed"),
    [
        ("cuts", "RC YC GC BC", 2),
        ("flips", "RF YF GF BF", 1),
        ("hit_numbers", "H1 H2 H3 H4 H5", 2),
        ("hit_colours", "HR HY HG HB", 1),
        ("hit_hands", "HH", 4),
    ],
)
@rule("15.2", "15.3", "15.4", "15.5", "15.6", "A2", "A3")
def test_15_2_how_many_of_each_acting_card(rule_name, kinds_of, printed, number):
    there_are = all_cards(deals(2, **{rule_name: number}, hand_limit=1)[0])
    assert +every(kinds_of, number) == {card: there_are[card] for card in every(kinds_of, 1) if there_are[card]}
    assert there_are.total() == 110 + (number - printed) * len(kinds_of.split())


@pytest.mark.parametrize("deal_size", [1, 7, 15])
def test_15_7_deal_size(deal_size):
    assert [len(hand) for hand in deals(6, deal_size=deal_size, hand_limit=1)[0]["hands"]] == [deal_size] * 6


@pytest.mark.parametrize("target", [10, 100, 1000])
def test_15_8_target(target):
    position = "hands: R1 | G1 G2 | B2 B1\ndiscard: R4\ntotals: 0 0 "
    assert play(f"{position}{target - 4}", target=target).ending is None
    assert play(f"{position}{target - 3}", target=target).ending == "scored"


@pytest.mark.parametrize(("number", "drawn"), [(1, "Y1"), (2, "Y1 Y2"), (5, "Y1 Y2 Y3 Y4 Y5")])
def test_15_9_draw_when_stuck(number, drawn):
    after = play("hands: Y2 | R3\ndraw: Y1 Y2 Y3 Y4 Y5 G1 G2\ndiscard: GC\nobeyed: yes", draw_when_stuck=number)
    assert after.story == [f"0 draws {drawn} (stuck)", "0 passes"]


def test_15_10_play_drawn():
    position = "hands: Y2 | R3\ndraw: Y1 G2 Y3 Y4\ndiscard: G5"
    assert play(position, draw_when_stuck=3).story == ["0 draws Y1 G2 (stuck)", "0 plays the drawn G2"]
    assert play(position, draw_when_stuck=3, play_drawn=False).story == ["0 draws Y1 G2 Y3 (stuck)", "0 passes"]


@pytest.mark.parametrize(("number", "drawn"), [(0, []), (1, ["0 draws Y1 (hand)"]), (10, ["0 draws Y1 Y2 Y3 Y4 Y5 Y1 Y2 Y3 Y4 Y5 (hand)"])])
def test_15_11_hand_penalty(number, drawn):
    position = "hands: HH R1 | R3\ndraw: Y1 Y2 Y3 Y4 Y5 Y1 Y2 Y3 Y4 Y5 G1 G2\ndiscard: G5"
    assert play(position, hand_penalty=number, reflexes=(1e-9, 1e9)).story == ["0 plays HH", "0 calls, 0 is last", *drawn]


@pytest.mark.parametrize(("chance", "low", "high"), [(0, 0, 0), (0.25, 60, 140), (1, 400, 400)])
def test_15_12_forget_chance(chance, low, high):
    position = "hands: HH R1 | R3\ndraw: Y1 Y2\ndiscard: G5"
    played = [play(position, forget_chance=chance, hand_penalty=1, key=key * 999_983).events[2]["reason"] for key in range(400)]
    assert low <= played.count("forgot") <= high


@pytest.mark.parametrize(("chance", "low", "high"), [(0, 0, 0), (0.25, 60, 140), (1, 400, 400)])
def test_15_13_fake_out_chance(chance, low, high):
    position = "hands: G2 R1 | R3\ndraw: Y1 Y2\ndiscard: G5"
    played = [len(play(position, fake_out_chance=chance, fake_penalty=1, key=key * 999_983).events) for key in range(400)]
    assert low <= played.count(2) <= high


@pytest.mark.parametrize(
    ("number", "drawn"), [(0, []), (2, ["1 draws Y1 Y2 (faked)"]), (10, ["1 draws Y1 Y2 Y3 Y4 Y5 Y1 Y2 Y3 Y4 Y5 (faked)"])]
)
def test_15_14_fake_penalty(number, drawn):
    position = "hands: G1 R1 | R3\ndraw: Y1 Y2 Y3 Y4 Y5 Y1 Y2 Y3 Y4 Y5 G1 G2\ndiscard: G5"
    assert play(position, fake_penalty=number, fake_out_chance=1).story == ["0 plays G1", *drawn]


def test_15_15_reflexes():
    position = "hands: HH R1 | R3 | R3\ndraw: Y1 Y2\ndiscard: G5"
    for slow in range(3):
        weights = tuple(1e-300 if seat == slow else 1e300 for seat in range(3))
        assert play(position, reflexes=weights, hand_penalty=0).story[1] == f"0 calls, {slow} is last"


def test_15_15_reflexes_need_a_positive_weight_for_each_player():
    for wrong in ((1.0, 0.0), (1.0, -1.0), (1.0,) * 7, (1.0, float("inf")), 3.0):
        with pytest.raises(ValidationError, match="reflexes"):
            GAME.Rules(reflexes=wrong)
    assert GAME.refusal(GAME.Rules(reflexes=(1.0, 2.0)), 2) is None
    assert GAME.refusal(GAME.Rules(), 2) is None
    assert "2 weights" in GAME.refusal(GAME.Rules(reflexes=(1.0, 2.0)), 3)


@pytest.mark.parametrize("turn_limit", [10, 2000, 100_000])
def test_15_16_turn_limit(turn_limit):
    position = "hands: G1 G2 G3 G4 | G1 G2 G3 G4\ndraw: Y1\ndiscard: G5\nturns: "
    after = play(f"{position}{turn_limit - 1}", "0: G1", turns=5, turn_limit=turn_limit)
    assert after.story[-1] == "nobody is out: 9 10"
    assert play(f"{position}{turn_limit - 2}", "0: G1", turn_limit=turn_limit).story == ["0 plays G1"]


@pytest.mark.parametrize("hand_limit", [1, 200, 10_000])
def test_15_17_hand_limit(hand_limit):
    after = play(f"hands: R1 | Y1\ndiscard: R4\nhand: {hand_limit - 1}\ntotals: 0 0", hand_limit=hand_limit)
    assert (after.ending, after.row.hands) == ("hand_limit", hand_limit)
    if hand_limit > 1:
        assert play(f"hands: R1 | Y1\ndiscard: R4\nhand: {hand_limit - 2}\ntotals: 0 0", hand_limit=hand_limit).ending is None


@pytest.mark.parametrize("stall_limit", [0, 1, 20, 1000])
@rule("R13")
def test_15_18_stall_limit(stall_limit):
    position = f"hands: G1 G2 | Y1 B5 YF\ndraw: R1 YC R2\ndiscard: RC\nlost: {max(stall_limit, 50) - 1}"
    if stall_limit == 0:
        assert play(position, turns=2, stall_limit=0).story == ["0 cuts: YC", "1 cuts: R2"]
        return
    asked = decision(position.replace(f"lost: {max(stall_limit, 50) - 1}", f"lost: {stall_limit - 1}"), stall_limit=stall_limit)
    assert (asked.seat, asked.options) == (1, ["Y1", "YF"])
    if stall_limit > 1:
        early = position.replace(f"lost: {max(stall_limit, 50) - 1}", f"lost: {stall_limit - 2}")
        assert play(early, turns=2, stall_limit=stall_limit).story == ["0 cuts: YC", "1 cuts: R2"]
