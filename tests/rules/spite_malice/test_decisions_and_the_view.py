"""docs/rules/spite_malice.md, sections 11 and 12: decisions, and what a strategy sees."""

import pytest

from simlab.games.spite_malice import GAME
from simlab.players import strategies
from tests.rules.harness import watch
from tests.rules.paragraphs import rule
from tests.rules.spite_malice.position import ask, decision, discard_of, hand_of, options, play, stack_of, stores_of
from tests.twin import spite_malice as twin


def test_11_1_up_card_then_hand_then_store_piles():
    position = "stacks: 6 9 | 9\nhands: 6 4 4 9 | 5\nstores: 4, 8, 6 | -\nbuilds: 1 2 3 | 1 2 3 4 5 | 1 2 3"
    assert decision(position, stores=3).options[:5] == ["up 6", "hand 4", "hand 6", "store0 4", "store2 6"]


def test_11_1_on_the_lowest_numbered_pile_that_it_fits_on():
    after = play("stacks: 9 | 9\nhands: 4 6 | 5\nbuilds: 1 2 | 1 2 3 | 1 2 3", "0: hand 4")
    assert after.builds == ["1 2", "1 2 3 4", "1 2 3"]


def test_11_2_a_wild_comes_last_among_the_cards_of_the_hand():
    position = "stacks: 9 | 9\nhands: W W 3 4 5 6 | 5\nstores: 3 | -\nbuilds: 1 2 | 1 2 3 4 | 1 2"
    assert decision(position, stores=1).options[:6] == ["hand 3", "hand 5", "hand W=3", "hand W=5", "store0 3", "put 3 on 0"]
    assert play(position, "0: hand W=3", "0: put 3 on 0", stores=1).builds[0] == "1 2 W=3 4"


def test_11_2_so_is_a_wild_as_up_card():
    position = "stacks: W 9 | 9\nhands: 4 6 | 5\nbuilds: 1 2 | 1 2 3 4 | 1 2"
    assert decision(position, stores=1).options == ["up W=3", "up W=5", "put 4 on 0", "put 6 on 0"]


def test_11_3_spite_moves_by_card_then_clockwise():
    position = "stacks: 9 | 4 9 | 9\nhands: 3 | 6 W4 W1 | 5\nbuilds: 1 2 3\nturn: 1"
    options = decision(position, spite=True, stores=1).options
    assert options == ["up 4", "W1 against 2", "W1 against 0", "W4 against 2", "W4 against 0", "put 6 on 0"]


def test_11_4_storing_by_value_then_store_pile():
    assert decision("stacks: 9 | 9\nhands: 7 3 7 W 2 | 5\nstores: 8, -, 9, - | -", stores=4).options == [
        *["put 3 on 0", "put 3 on 1", "put 3 on 2", "put 7 on 0", "put 7 on 1", "put 7 on 2"],
    ]


def test_11_4_the_end_of_the_turn_where_nothing_can_be_stored():
    assert decision("stacks: 4 9 | 9\nhands: 2 W0 | 5\nbuilds: 1 2 3", spite=True).options == ["up 4", "W0 against 1", "end"]


def test_11_4_the_longest_list_of_all():
    """Ten different cards or Wilds, all that fit: the records have room for it."""
    piles = " | ".join(" ".join(map(str, range(1, top + 1))) for top in range(1, 13))
    stores = ", ".join(["3", "4", "5", "6", "7", "8", "9", "10"])
    text = f"stacks: W 9 | 9 | 9 | 9 | 9\nhands: {{}} | 5 | 5 | 5 | 5\nstores: {stores} | - | - | - | -\nbuilds: {piles}"
    house_rules = {"spite": True, "stores": 8, "wild_bans": (), "hand_size": 10, "spite_texts": ("stop",)}
    all_wild = decision(text.format(" ".join(f"W{i}" for i in range(10))), **house_rules)
    assert len(all_wild.options) == 2 * 8 + 8 + 10 * 4 + 1
    mixed = decision(text.format("3 4 5 6 7 8 9 10 W1 W2"), **house_rules)
    assert len(mixed.options) == 2 * 8 + 8 + 8 + 2 * 4 + 8 * 8


def test_11_5_give_clockwise_from_the_next_one():
    asked = decision("stacks: 9 | 9 | 9 | 9\nhands: 5 | 5 | 5 6 | 5\nbuilds: 1 2 3 4\nturn: 2\ndraw: 3", "2: hand 5", top=5, hand_size=2)
    assert (asked.decision, asked.seat, asked.options) == ("give", 2, ["to 3", "to 0", "to 1"])


def test_11_6_spite_by_number_then_none():
    asked = decision("stacks: 9 | 9\nhands: 4 6 | W3 5 W0 W1\nbuilds: 1 2 3", "0: hand 4", spite=True)
    assert (asked.decision, asked.seat, asked.options) == ("spite", 1, ["W0", "W1", "W3", "no"])


def test_asked_only_where_there_are_two_legal_actions():
    after = play("stacks: 9 | 9\nhands: 1 2 5 | 5", stores=1)
    assert after.asked == []
    assert after.row.decisions == 0


def seen(text, *script, **house_rules):
    """The view at the decision after the script."""
    return decision(text, *script, **house_rules).position.seen


def test_12_1_the_own_hand():
    view = seen("stacks: 9 | 9\nhands: W 3 3 7 W | 5", stores=1)
    assert view.hand.tolist() == [2, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]


def test_12_2_what_lies_open_of_each_seat():
    view = seen("stacks: 9 8 | W 9 | 3\nhands: 7 6 | 5 5 5 | 4\nskips: 2", stores=1)
    assert (view.me, view.on_turn) == (0, 0)
    assert view.up[:3].tolist() == [9, 0, 3]
    assert view.stack[:3].tolist() == [2, 2, 1]
    assert view.held[:3].tolist() == [2, 3, 1]
    assert view.skips[:3].tolist() == [0, 0, 1]


def test_12_2_the_next_up_card_is_not_seen_while_malice_gives():
    text = "stacks: 5 8 | 9 | 9\nhands: 6 | 5 | 5\nbuilds: 1 2 3 4\ndraw: 3"
    view = seen(text, "0: up 5", top=5, hand_size=1)
    assert (view.up[0], view.stack[0]) == (-1, 1)
    spited = seen("stacks: 5 8 | 9\nhands: 6 | W0\nbuilds: 1 2 3 4", "0: up 5", spite=True)
    assert (spited.me, spited.on_turn, spited.up[0]) == (1, 0, 8), "but when the others are asked"


def test_12_3_the_store_piles():
    asked = decision("stacks: 9 | 9\nhands: 7 6 | 5\nstores: 8 5 4, -, 9 | 3", stores=3)
    view = asked.position.seen
    assert view.store_top[:2, :3].tolist() == [[4, 0, 9], [3, 0, 0]]
    assert view.store_size[:2, :3].tolist() == [[3, 0, 1], [1, 0, 0]]
    assert [ask("stored", asked, 0, 0, depth) for depth in range(3)] == [4, 5, 8]
    assert ask("stored", asked, 1, 0, 0) == 3


def test_12_4_the_build_piles():
    view = seen("stacks: 9 | 9\nhands: 7 6 | 5\nbuilds: 1 2 W=3 4 | 1 | 1 2", stores=1)
    assert (view.piles, view.pile_top[:3].tolist(), view.cover) == (3, [4, 1, 2], -1)
    wild = seen("stacks: 5 9 | 9\nhands: W 5 | 5\nbuilds: 1 2 | 1 2 3", "0: hand W=4")
    assert (wild.pile_top[:2].tolist(), wild.cover) == ([2, 4], 1)


def test_12_5_the_draw_pile_and_the_discard_pile():
    view = seen("stacks: 9 | 9\nhands: 7 6 | 5\ndraw: 4 5 6\ndiscard: 3 3 W 9", stores=1, hand_size=2)
    assert (view.draw_size, view.discard_size) == (3, 4)
    assert view.discard.tolist() == [1, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]


def test_12_6_what_the_spite_cards_do():
    view = seen("stacks: 9 | 9\nhands: W5 6 W0 W3 | 5", stores=1, spite=True)
    assert view.spite_text[:3].tolist() == [0, 3, 2]


def test_12_7_players_options_and_rules():
    view = seen("stacks: 9 | 9 | 9\nhands: 7 6 | 5 | 5", stores=1, stack_size=3, blocked="fewest", wild_bans=(3,))
    assert (view.players, view.options) == (3, 2)
    assert (view.rules.stores, view.rules.stack_size, view.rules.blocked, view.rules.malice) == (1, 3, 1, 1)
    assert view.rules.bordered.tolist() == view.rules.plain.tolist() == [0] + [4] * 13
    assert (view.rules.wild_bans[0], view.rules.wild_bans_count, view.rules.banned) == (3, 1, 1 << 3 | 1 << 13)


def test_12_8_moves_lists_what_is_legal():
    """position.py compares the list with the twin's in every decision; here in those of whole games."""
    for players in (2, 3, 5):
        for spite in (False, True):
            random = strategies.find("spite_malice", "random")
            rules = GAME.Rules(spite=spite, turn_limit=40)
            watched = watch(GAME, [random] * players, rules, seed=players, deals=range(3), room=1500)
            for i in range(0, len(watched.positions), 7):
                position = watched.positions[i]
                decision_name = GAME.decisions[position.seen.kind].name
                if decision_name == "move":
                    assert len(options(position)) == position.seen.options


@rule("12.1", "12.2", "12.3", "12.5")
def test_what_is_public_stays_up_to_date():
    """The view of whole games, against the cards that lie on the table."""
    random = strategies.find("spite_malice", "random")
    watched = watch(GAME, [random] * 3, GAME.Rules(spite=True, turn_limit=150), seed=1, deals=range(3), room=2500)
    for position in watched.positions[::5]:
        view = position.seen
        assert view.hand.sum() == view.held[view.me] == len(hand_of(position, view.me))
        assert len(discard_of(position)) == view.discard_size
        for seat in range(3):
            assert len(hand_of(position, seat)) == view.held[seat]
            stores_of(position, seat)
            stack = stack_of(position, seat)
            turned = -1 if GAME.decisions[view.kind].name == "give" and seat == view.me and view.up[seat] == -1 else stack[0]
            assert view.up[seat] == (0 if twin.is_wild(turned) else turned)


def test_12_9_way():
    def way(hand, top, goal, stores="-", **house_rules):
        asked = decision(f"stacks: 9 4 | 9\nhands: {hand} 12 13 | 5\nstores: {stores} | -", **{"stores": 2, **house_rules})
        return ask("way", asked, top, goal)

    assert way("5 6", 4, 7) == 0
    assert way("5", 4, 7) == -1
    assert way("5 W", 4, 7) == 1
    assert way("W W", 3, 6) == -1, "no Wild on a Wild"
    assert way("W 5 W", 3, 7) == 2
    assert way("W 5 6", 3, 8) == -1, "one is not enough"
    assert way("W 8", 6, 9) == -1, "7 is banned"
    assert way("4", 4, 5) == 0, "nothing is needed"
    assert way("6", 4, 9, stores="8 7, 5") == 0
    assert way("6", 4, 9, stores="7 8, 5") == -1, "8 lies on 7"
    assert way("W 2 3", 0, 4) == -1, "a Wild opens no pile"


def test_12_9_missing():
    asked = decision("stacks: 9 | 8 9\nhands: 3 4 | 5\nstores: - | 7 6, 4", stores=2)
    assert [ask("missing", asked, 1, top) for top in (7, 5, 4, 3, 2, 8, 9)] == [0, 0, 1, 1, 2, 99, 99]


@pytest.mark.parametrize(
    ("left", "to"),
    [([3, 3, 2, 3], "to 2"), ([3, 2, 2, 2], "to 1"), ([1, 4, 3, 2], "to 3"), ([3, 2, 3, 3], "to 1")],
)
def test_12_10_give_to_fewest(left, to):
    """The next one clockwise, where several have the fewest; the own Card Stack does not count."""
    stacks = " | ".join(" ".join(["9"] * cards) for cards in left)
    asked = decision(f"stacks: {stacks}\nhands: 5 7 | 3 | 3 | 3\nbuilds: 1 2 3 4\ndraw: 8", "0: hand 5", top=5, hand_size=2)
    assert asked.options[ask("give_to_fewest", asked)] == to


def test_12_10_clockwise_from_the_own_seat():
    position = "stacks: 9 9 | 9 9 | 9 9 | 9 9\nhands: 3 | 3 | 5 7 | 3\nbuilds: 1 2 3 4\ndraw: 8\nturn: 2"
    asked = decision(position, "2: hand 5", top=5, hand_size=2)
    assert asked.options[ask("give_to_fewest", asked)] == "to 3"
