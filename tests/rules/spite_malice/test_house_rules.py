"""docs/rules/spite_malice.md, section 10: every house rule, with its values."""

from collections import Counter

import pytest
from pydantic import ValidationError

from simlab.games.spite_malice import GAME
from tests.rules.paragraphs import rule
from tests.rules.spite_malice.position import decision, play
from tests.rules.spite_malice.test_cards_and_set_up import all_cards, dealt


@pytest.mark.parametrize(("name", "lowest"), [("bordered", 1), ("plain", 0)])
@rule("10.1", "10.2", "A1")
def test_the_decks_are_a_number_or_a_list_of_13(name, lowest):
    for allowed in (lowest, 8, (0,) * 13, (8,) * 13):
        assert getattr(GAME.Rules(**{name: allowed}), name) == allowed
    for refused in (lowest - 1, 9, (4,) * 12, (4,) * 14, (9,) + (4,) * 12, (-1,) + (4,) * 12, "four"):
        with pytest.raises(ValidationError, match=name):
            GAME.Rules(**{name: refused})


@rule("A1")
@pytest.mark.parametrize("copies", [3, 8])
def test_10_1_bordered(copies):
    assert all_cards(dealt(2, bordered=copies, plain=0, wilds=0)) == dict.fromkeys(range(1, 14), copies)


@rule("A1")
@pytest.mark.parametrize("copies", [0, 1, 8])
def test_10_2_plain(copies):
    assert all_cards(dealt(2, plain=copies, wilds=0)) == dict.fromkeys(range(1, 14), 4 + copies)


@rule("A1")
@pytest.mark.parametrize("wilds", [0, 1, 24])
def test_10_3_wilds(wilds):
    assert all_cards(dealt(2, wilds=wilds))[0] == wilds
    assert all_cards(dealt(2, wilds=wilds, spite=True)) == +Counter(
        {**dict.fromkeys(range(1, 14), 8), **dict.fromkeys(range(100, 100 + wilds), 1)}
    )


@pytest.mark.parametrize("stack_size", [1, 8, 20])
def test_10_4_stack_size(stack_size):
    assert [len(stack) for stack in dealt(2, stack_size=stack_size)["stacks"]] == [stack_size] * 2


@pytest.mark.parametrize("deal_size", [1, 4, 10])
def test_10_5_deal_size(deal_size):
    assert [len(hand) for hand in dealt(3, deal_size=deal_size)["hands"]] == [deal_size] * 3


@pytest.mark.parametrize(("hand_size", "drawn"), [(1, []), (3, ["0 draws 8"]), (10, ["0 draws 8 3 3 3 3 3 3 3"])])
def test_10_6_hand_size(hand_size, drawn):
    after = play("stacks: 9 | 9\nhands: 7 6 | 4\ndraw: 8 3 3 3 3 3 3 3 3 3 3", "0: put 6 on 0", hand_size=hand_size)
    assert after.story == [*drawn, "0 stores 6 on 0"]


@pytest.mark.parametrize("hand_size", [1, 4, 10])
def test_10_6_as_many_replace_an_empty_hand(hand_size):
    after = play("stacks: 9 | 9\nhands: 4 | 4\nbuilds: 1 2 3\nbuilt: 1\ndraw: 3 3 3 3 3 3 3 3 3 3 3", "0: hand 4", hand_size=hand_size)
    assert after.story[1] == f"0 draws {' '.join(['3'] * hand_size)}"


@pytest.mark.parametrize("stores", [0, 1, 8])
def test_10_7_stores(stores):
    full = ", ".join("8" * max(stores, 1))
    position = f"stacks: 4 9 | 9\nhands: 7 | 4\nbuilds: 1 2 3\nstores: {full if stores else '-'} | -"
    expected = [f"put 7 on {i}" for i in range(stores)] or ["end"]
    assert decision(position, stores=stores).options == ["up 4", *expected]


@pytest.mark.parametrize("top", [5, 9, 13])
def test_10_8_top(top):
    piles = " ".join(map(str, range(1, top)))
    after = play(f"stacks: 3 9 | 9\nhands: {top} 4 | 4\nbuilds: {piles}\ndraw: 8", f"0: hand {top}", top=top, hand_size=2)
    assert after.story[1] == "capped 0"
    assert max(all_cards(dealt(2, top=top))) == top


@pytest.mark.parametrize(("malice", "gives"), [(True, 1), (False, 0)])
def test_10_9_malice(malice, gives):
    position = "stacks: 3 9 | 9\nhands: 5 4 | 4\nbuilds: 1 2 3 4\ndraw: 3"
    assert play(position, "0: hand 5", top=5, hand_size=2, malice=malice).row.gives == gives


@pytest.mark.parametrize(("bans", "names"), [((), [3, 4, 5]), ((4,), [3, 5]), ((3, 5, 5), [4]), ((1, 2, 3, 4, 5), [])])
def test_10_10_wild_bans(bans, names):
    position = "stacks: 9 | 9\nhands: W 4 5 6 7 | 4\nbuilds: 1 2 | 1 2 3 | 1 2 3 4"
    options = decision(position, wild_bans=bans, stores=1).options
    assert [option for option in options if "W=" in option] == [f"hand W={name}" for name in names]


def test_10_10_bans_are_values():
    for refused in ((0,), (14,), (1,) * 14):
        with pytest.raises(ValidationError, match="wild_bans"):
            GAME.Rules(wild_bans=refused)


@pytest.mark.parametrize(("spite", "cards"), [(False, ["W"]), (True, ["W0"])])
def test_10_11_spite(spite, cards):
    asked = decision(f"stacks: 9 | 9\nhands: {cards[0]} 5 6 | 4", spite=spite, stores=1)
    assert ("W0 against 1" in asked.options) == spite


@rule("A2")
def test_10_12_spite_texts():
    texts = ("bury", "stop")
    after = play("stacks: 9 | 9 8\nhands: W2 5 | 4", "0: W2 against 1", spite=True, spite_texts=texts, stores=1)
    assert after.story[0] == "0 plays W2 against 1: bury"
    for refused in ((), ("stop",) * 25, ("halt",)):
        with pytest.raises(ValidationError, match="spite_texts"):
            GAME.Rules(spite_texts=refused)


@rule("R8")
@pytest.mark.parametrize(("blocked", "winners"), [("nobody", []), ("fewest", [1])])
def test_10_13_blocked(blocked, winners):
    after = play("stacks: 9 9 | 9\nhands: - | -", turns=9, blocked=blocked)
    assert (after.ending, after.winners) == ("blocked", winners)


@pytest.mark.parametrize("turn_limit", [10, 17])
def test_10_14_turn_limit(turn_limit):
    after = play("stacks: 9 | 9\nhands: 7 7 7 | 6 6 6\nturns: 8", turns=1000, turn_limit=turn_limit, stores=1)
    assert (after.row.turns, after.ending) == ((10, "turn_limit") if turn_limit == 10 else (16, "blocked"))
