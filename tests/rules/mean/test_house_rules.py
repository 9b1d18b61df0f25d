"""docs/rules/mean.md, section 12: every house rule, with its values."""

from collections import Counter

import pytest

from tests.rules.mean.position import decision, play
from tests.rules.mean.test_cards_and_set_up import all_cards, dealt
from tests.rules.paragraphs import rule

MANY_CARDS = "area: 2 2 2 3 3 3 4 4 4 5 5 5 7 7 7 9 9 9 11 11 11 12 12 12 9 up"


@pytest.mark.parametrize(("players", "decks", "there_are"), [(4, 0, 1), (5, 0, 2), (2, 1, 1), (5, 1, 1), (2, 2, 2), (2, 3, 3), (8, 4, 4)])
def test_12_1_decks(players, decks, there_are):
    event = dealt(players, decks=decks)
    assert all_cards(event)[7] == 4 * there_are
    assert all_cards(event).total() == 54 * there_are


@pytest.mark.parametrize("sixes", [0, 1, 6, 12])
@pytest.mark.parametrize("decks", [1, 2])
def test_12_2_sixes(decks, sixes):
    assert all_cards(dealt(2, decks=decks, sixes=sixes)) == +Counter({**dict.fromkeys(range(13), 4 * decks), 6: sixes * decks})


@pytest.mark.parametrize("wilds", [0, 1, 4, 12])
@pytest.mark.parametrize("decks", [1, 2])
@rule("A1")
def test_12_3_wilds(decks, wilds):
    printed = Counter({**dict.fromkeys(range(13), 4 * decks), 6: 6 * decks})
    assert all_cards(dealt(2, decks=decks, wilds=wilds)) == +Counter({**printed, 0: wilds * decks})


@pytest.mark.parametrize("deal_size", [1, 4, 12])
def test_12_4_deal_size(deal_size):
    assert [len(hand) for hand in dealt(3, deal_size=deal_size)["hands"]] == [deal_size] * 3


@pytest.mark.parametrize(("hand_size", "drawn"), [(1, []), (5, ["0 draws 5 7 1"]), (12, ["0 draws 5 7 1 2 2 2 2 2 2 2"])])
def test_12_5_hand_size(hand_size, drawn):
    after = play("hands: 2 9 | 4\narea: 8 up\ndeck: 5 7 1 2 2 2 2 2 2 2 2 2", hand_size=hand_size)
    assert after.story == [*drawn, "0 plays 9 up"]


@pytest.mark.parametrize("piles", [1, 4, 8])
def test_12_6_piles(piles):
    assert len(dealt(2, piles=piles)["piles"]) == piles
    after = play(f"hands: 1 | 4\n{MANY_CARDS}", *["0: pile 0"] * (piles > 1), piles=piles)
    assert len(after.events[0]["piles"]) == piles


@pytest.mark.parametrize("pile_size", [1, 3, 6])
def test_12_7_pile_size(pile_size):
    assert [len(pile) for pile in dealt(2, pile_size=pile_size)["piles"]] == [pile_size] * 4
    after = play(f"hands: 1 | 4\n{MANY_CARDS}", "0: pile 0", pile_size=pile_size)
    assert [len(pile) for pile in after.events[0]["piles"]] == [pile_size] * 4


@pytest.mark.parametrize("clear_at", range(2, 9))
def test_12_8_clear_at(clear_at):
    area = " ".join(["9"] * (clear_at - 1))
    after = play(f"hands: 9 5 2 | 4\narea: {area} up", "0: 5 up", clear_at=clear_at)
    assert after.story == ["0 plays 9 up", "0 clears", "0 plays 5 up"]
    longest = decision("hands: 9 9 9 9 9 9 9 9 9 | 4\narea: 7 up", clear_at=clear_at).options
    assert len(longest) == clear_at


def test_12_9_eight_last():
    last_eight = "hands: 8 | 3 3\narea: 7 up"
    assert play(last_eight, eight_last="loses").story == ["0 plays 8 up"]
    assert play(last_eight, eight_last="wins").story == ["0 plays 8 up", "0 is out: place 1"]
    assert play(last_eight, eight_last="swaps").story == ["0 plays 8 up", "0 swaps with 1", "1 is out: place 1"]


def test_12_10_eight_swap():
    position = "hands: 8 5 | 3 3 | 4\narea: 7 up"
    assert decision(position, eight_swap="must").options == ["with 1", "with 2"]
    assert decision(position, eight_swap="may").options == ["with 1", "with 2", "nobody"]
    assert play(position, "0: nobody", eight_swap="may").story == ["0 plays 8 up"]
    assert play(position, "0: with 1", eight_swap="may").story == ["0 plays 8 up", "0 swaps with 1"]
    assert play(position, eight_swap="never").story == ["0 plays 8 up"]


@pytest.mark.parametrize(("going_out_on_mean", "out"), [("pending", 2), ("immediate", 1)])
@rule("R5")
def test_12_11_going_out_on_mean(going_out_on_mean, out):
    after = play("hands: 6 | 3 3 | 4\narea: 5 up\npiles: 2 9 4", turns=2, going_out_on_mean=going_out_on_mean)
    assert after.story.index("0 is out: place 1") == out


def test_12_12_must_play():
    """False: a Pile instead, also if none is left (9.1); but not on an empty Play Area, and not as a restart."""
    position = "hands: 9 5 5 | 4\narea: 8 up\npiles: 2 2 | 7 7"
    assert play(position, must_play=True).story == ["0 plays 9 up"]
    assert decision(position, must_play=False).options == ["9", "take"]
    after = play(position, "0: take", "0: pile 1", must_play=False)
    assert after.story == ["0 takes pile 1: 7 7 (choice)"]
    assert (after.turn, after.area) == (1, "8: top 8, run 1, up")
    assert decision("hands: 9 5 | 4\npiles: 2 2 | 7 7", must_play=False).options == ["5 up", "5 down", "9 up", "9 down"]
    restart = decision("hands: 9 5 | 4\narea: 9 9 9 up\npiles: 2 2 | 7 7", "0: 9", must_play=False)
    assert restart.options == ["5 up", "5 down"]
    assert play("hands: 5 5 | 4\narea: 8 up\npiles: 2 2", must_play=False).story == ["0 takes pile 0: 2 2 (stuck)"]


def test_12_13_must_pass_mean():
    """False: the Piles instead of a MEAN! card."""
    position = "hands: 6 W 5 | 4\narea: 6 6 up\nunresolved: 2\npiles: 2 2 | 7 7"
    assert decision(position, must_pass_mean=True).options == ["6", "W=6"]
    assert decision(position, must_pass_mean=False).options == ["6", "W=6", "take"]
    after = play(position, "0: take", "0: pile 0", must_pass_mean=False)
    assert after.story == ["0 takes pile 0: 2 2 (mean)", "0 takes pile 1: 7 7 (mean)"]
    assert (after.turn, after.area) == (1, "6 6: top 6, run 2, up")
    assert decision("hands: 6 5 9 | 4\narea: 6 up\npiles: 2 2", must_pass_mean=False).options == ["6", "9"], "there is no punishment"


def test_12_14_play_on():
    position = "hands: 9 | 4 4 | 5 5\narea: 8 up"
    assert play(position, play_on=False).ending == "out"
    assert play(position, play_on=True).ending is None


@pytest.mark.parametrize("turn_limit", [10, 11, 1000, 100_000])
def test_12_15_turn_limit(turn_limit):
    after = play(f"hands: 9 2 | 9 4\narea: 8 up\nturns: {turn_limit - 1}", turns=5, turn_limit=turn_limit)
    assert (after.ending, after.row.turns) == ("turn_limit", turn_limit)
    assert play(f"hands: 9 2 | 9 4\narea: 8 up\nturns: {turn_limit - 2}", turn_limit=turn_limit).ending is None
