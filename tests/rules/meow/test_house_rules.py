"""docs/rules/meow.md, section 11: every house rule, with its values."""

from collections import Counter

import pytest
from pydantic import ValidationError

from simlab.games.meow import GAME
from tests.rules.meow.position import decision, play
from tests.rules.meow.test_cards_and_set_up import in_order, table, told
from tests.rules.meow.test_sets_and_scores import scores
from tests.rules.paragraphs import rule


@rule("A1")
def test_11_1_numbers():
    assert set(in_order(told("deal", 2, numbers=20, specials=[])[0])) == set(range(1, 21))
    assert decision("hands: 20 19 | 3", numbers=20).options == ["19 with 19", "20 with 20"]


@rule("A1")
def test_11_2_copies():
    assert set(Counter(in_order(told("deal", 2, copies=12, specials=[])[0])).values()) == {12}


@rule("A2")
def test_11_3_specials():
    assert set(in_order(told("deal", 2, specials=[[1]] * 12)[0])) == {*range(1, 11), *range(100, 112)}
    assert decision("hands: S0 S11 | 3", specials=[[20, 1, 20]] * 12).options[-1] == "20 with S0 S11", "a number twice is there once"
    for refused in ([[]], [[0]], [[21]], [[1, 2, 3, 4, 5, 6]], [[1]] * 13, [1], "1", 3):
        with pytest.raises(ValidationError, match="specials"):
            GAME.Rules(specials=refused)


@pytest.mark.parametrize("deal_size", [1, 7, 10])
def test_11_4_deal_size(deal_size):
    assert [len(hand) for hand in told("deal", 3, deal_size=deal_size)[0]["hands"]] == [deal_size] * 3


@pytest.mark.parametrize("coins", [0, 25, 1000])
def test_11_5_coins(coins):
    assert sum(told("round_end", 4, coins=coins)[0]["coins"]) == 4 * coins


@rule("R1")
def test_11_6_debt():
    position = "hands: 7 | 3\ncoins: 0 1"
    assert play(position).coins == [3, -2]
    assert play(position, debt=False).coins == [1, 0]


@pytest.mark.parametrize(("meow_hand", "may"), [(0, False), (2, False), (3, True), (20, True)])
def test_11_7_meow_hand(meow_hand, may):
    asked = decision("hands: 3 3 | 9 9\nlead: 1 with 6\ndeck: 8", meow_hand=meow_hand)
    assert ("meow" in asked.options) == may


@pytest.mark.parametrize("meow_win", [0, 50])
def test_11_8_meow_win(meow_win):
    after = play("hands: 1 | 9 9 | 9\nlead: 2 with 6\ndeck: 1\nturn: 0", "0: meow", meow_win=meow_win)
    assert after.coins == [25 + 2 * meow_win, 25 - meow_win, 25 - meow_win]


@pytest.mark.parametrize("meow_fail", [0, 50])
def test_11_9_meow_fail(meow_fail):
    after = play("hands: 9 | 9 | 9\nlead: 2 with 6\ndeck: 1\nturn: 0", "0: meow", meow_fail=meow_fail)
    assert after.coins == [25 - 2 * meow_fail, 25 + meow_fail, 25 + meow_fail]


@pytest.mark.parametrize(("meow_fail_to", "coins"), [("each", [11, 32, 32]), ("shared", [18, 29, 28])])
@rule("R2")
def test_11_10_meow_fail_to(meow_fail_to, coins):
    after = play("hands: 9 | 9 | 9\nlead: 2 with 6\ndeck: 1\nturn: 0", "0: meow", meow_fail=7, meow_fail_to=meow_fail_to)
    assert after.coins == coins


@pytest.mark.parametrize("copy_out", [0, 50])
def test_11_11_copy_out(copy_out):
    assert play("hands: 9 | 9\nlead: 1 with 9", "0: 9 with 9", copy_out=copy_out).coins == [26 + copy_out, 24 - copy_out]


@pytest.mark.parametrize("lead_out", [0, 50])
def test_11_12_lead_out(lead_out):
    assert play("hands: 9 | 9", lead_out=lead_out).coins == [25 + lead_out, 25 - lead_out]


@pytest.mark.parametrize("deck_out", [0, 50])
def test_11_13_deck_out(deck_out):
    assert play("hands: 8 | 9\nlead: 1 with 7", deck_out=deck_out).coins == [25 + deck_out, 25 - deck_out]


@pytest.mark.parametrize("rounds", [1, 5, 200])
def test_11_14_rounds(rounds):
    assert table(2, rounds=rounds).rows(0, 1)["rounds"] == rounds


@pytest.mark.parametrize(("number", "direction"), [(0, 1), (2, 1), (3, -1), (5, -1)])
def test_11_15_reverse_half(number, direction):
    assert told("deal", 3, reverse_half=True)[number]["direction"] == direction
    assert told("deal", 3)[number]["direction"] == 1


@pytest.mark.parametrize("sets", [1, 2, 9])
def test_11_16_sets(sets):
    ends = told("set_end", 3, sets=sets)
    assert [len(end["bonus"]) for end in ends] == [3 if sets > 1 else 0] * sets


@rule("R3")
def test_11_17_bonus():
    assert scores([2, 1], [2, 1], bonus=[-1000, 0.5]) == [-2000, 1]
    for players, printed in {2: (6, -6), 3: (6, 0, -6), 4: (6, 3, -3, -6), 5: (6, 3, 0, -3, -6)}.items():
        assert GAME.resolve(GAME.Rules(), players).bonus == printed
    for refused in ([1, 0.25], [1001, 0], [1], [1] * 6, "6", 6, {3: [1]}, {"x": [1, 2]}):
        with pytest.raises(ValidationError, match="bonus"):
            GAME.Rules(bonus=refused)


@rule("R11")
def test_11_18_set_score():
    assert scores([30, 20], [30, 20], set_score="bonus") == [12, -12]
    assert scores([30, 20], [30, 20], set_score="coins_and_bonus") == [72, 28]


def test_11_19_turn_limit():
    rows = table(4, turn_limit=10, coins=0).rows(0, 20)
    assert (rows["turns"] <= 10 * rows["rounds"]).all()
    assert rows["stalled"].sum() > 0


@rule("R3")
def test_11_20_one_bonus_a_place():
    assert GAME.refusal(GAME.Rules(bonus=[6, 0, -6]), 3) is None
    for players in (2, 4):
        assert GAME.refusal(GAME.Rules(bonus=[6, 0, -6]), players) == f"bonus: a list of 3, and {players} players have {players} places"
    table_of = GAME.Rules(bonus={3: [1, 0, -1], 4: [1, 0, 0, -1]})
    assert GAME.resolve(table_of, 3).bonus == (1, 0, -1)
    assert GAME.resolve(table_of, 2).bonus == (6, -6), "left out: as printed"
    for wrong in ({4: [1, 0]}, {3: [1, 0, -1], 2: [1, 0, -1]}, {9: [1, 0, -1]}):
        with pytest.raises(ValidationError, match=r"values for \d players; allowed: one for each"):
            GAME.Rules(bonus=wrong)
    assert table(3, bonus={"3": [1, 0, -1]}).trace(0)[0]["rules"]["bonus"] == [1, 0, -1]
