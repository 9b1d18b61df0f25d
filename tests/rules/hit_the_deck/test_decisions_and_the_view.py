"""docs/rules/hit_the_deck.md, sections 16 and 17: decisions, and what a strategy sees."""

from tests.rules.hit_the_deck.position import ask, card, cards, decision, play
from tests.rules.paragraphs import rule


def seen(text, *script, **house_rules):
    """The view at the decision after the script."""
    return decision(text, *script, **house_rules).position.seen


def counts(words, size):
    """Cards by number, as the view has them."""
    numbers = cards(words)
    return [numbers.count(number) for number in range(size)]


def test_16_1_cards_in_ascending_order_equal_ones_as_one():
    asked = decision("hands: HH HR H5 H1 BF B1 GC YF R5 R5 RC R1 | R1\ndiscard: HH\nobeyed: yes")
    assert asked.decision == "play"
    assert asked.options == ["R1", "R5", "RC", "YF", "GC", "B1", "BF", "H1", "H5", "HR", "HH"]


def test_16_1_the_longest_list_of_all():
    """All 38 kinds of cards: the records have room for them."""
    kinds = [f"{colour}{kind}" for colour in "RYGB" for kind in "12345CF"] + ["H1", "H2", "H3", "H4", "H5", "HR", "HY", "HG", "HB", "HH"]
    assert decision(f"hands: {' '.join(kinds * 2)} | R1\ndiscard: HH\nobeyed: yes").options == kinds


def test_16_2_what_is_no_decision():
    assert play("hands: Y1 | R3\ndraw: G2 Y3\ndiscard: G5").asked == [], "a drawn card"
    assert play("hands: R1 R2 | R3\ndraw: G2 Y3\ndiscard: RC").asked == []
    assert play("hands: R1 R2 | R3\ndraw: G2 Y3\ndiscard: RF").asked == []
    assert play("hands: R1 R2 | R3\ndraw: G2 Y3\ndiscard: HH", hand_penalty=0).asked == []
    assert play("hands: R1 R1 | R3\ndraw: G2 Y3\ndiscard: R3").asked == [], "a single legal card"


def test_17_1_own_cards_and_points():
    view = seen("hands: R1 R2 R2 | R3\ndiscard: R4\ntotals: 12 5")
    assert (view.cards, view.total) == (3, 12)


def test_17_2_the_top_card_and_the_demand():
    def told(view):
        return (view.top, view.demand)

    assert told(seen("hands: R1 R2 R2 | R3\ndiscard: R4")) == (card("R4"), 0)
    assert told(seen("hands: R1 Y1 R2 | R3\ndiscard: H1")) == (41, 41)
    assert told(seen("hands: R1 R2 R2 | R3\ndiscard: HR")) == (50, 50)
    assert told(seen("hands: R1 R2 R2 | R3\ndiscard: HR\nobeyed: yes")) == (50, 0)
    assert told(seen("hands: R1 R2 R2 | R3\ndiscard: HH\nobeyed: yes")) == (60, 0)
    assert told(seen("hands: G1 H1 | R1 Y1\ndraw: R2 R3\ndiscard: G4", "0: H1")) == (41, 41)
    assert told(seen("hands: R1 Y2 B5 | R3\ndiscard: R2")) == (card("R2"), 0)


def test_17_3_the_direction():
    assert seen("hands: R1 R2 | R3\ndiscard: R4").direction == 1
    assert seen("hands: R1 R2 | R3\ndiscard: R4\ndirection: back").direction == -1
    assert seen("hands: R1 R2 | R3 R4 | G1 G2\ndraw: G3 R1\ndiscard: RF").direction == -1


def test_17_4_the_sizes_of_the_piles():
    view = seen("hands: R1 R2 | R3\ndraw: Y1 Y2 Y3\ndiscard: R4 R5")
    assert (view.draw_size, view.discard_size) == (3, 2)
    view = seen("hands: R1 R2 | R3 R5\ndraw: Y1 Y2 R3 R4\ndiscard: RC R5")
    assert (view.draw_size, view.discard_size) == (3, 3)


def test_17_5_hands_and_turns():
    view = seen("hands: R1 R2 | R3\ndiscard: R4\nhand: 3\nturns: 6")
    assert (view.hand_number, view.hand_turn) == (3, 7)


def test_17_6_the_others_in_playing_order_from_the_next():
    position = "hands: R1 R2 | R3 | R3 R2 R3 | G1 G1\ndiscard: R4\ntotals: 1 2 3 4\nturn: 2"
    view = seen(position)
    assert (view.other_cards[:3].tolist(), view.other_total[:3].tolist()) == ([2, 2, 1], [4, 1, 2])
    view = seen(f"{position}\ndirection: back")
    assert (view.other_cards[:3].tolist(), view.other_total[:3].tolist()) == ([1, 2, 2], [2, 1, 4])


def test_17_7_what_was_seen_on_the_discard_pile():
    def shown(text, *script, **house_rules):
        return seen(text, *script, **house_rules).shown.tolist()

    assert shown("hands: R1 R2 | R3\ndiscard: R4 R4 B1") == counts("R4 R4 B1", 61)
    assert shown("hands: R1 R2 | R3 R5\ndraw: Y1 Y2 Y3 R3\ndiscard: R4 B1", "0: R1") == counts("R1 R4 B1", 61)
    assert shown("hands: R1 R2 | R3 R5\ndraw: Y1 Y2 R4 Y3\ndiscard: RC B1") == counts("RC B1 R4", 61), "exposed"
    assert shown("hands: R1 R2 | R3 R5\ndraw: Y1 R3 R4 YF\ndiscard: RF B1") == counts("RF B1 R4 YF", 61), "turned up, and buried"
    assert shown("hands: G1 | R3 R5\ndraw: Y1\ndiscard: R4 B1 B2") == counts("R4", 61), "shuffled"


def test_17_8_players_options_and_house_rules():
    view = seen("hands: R1 R2 H1 | R3 | R3\ndiscard: R4", target=50, play_drawn=False, reflexes=(1.0, 2.0, 4.0))
    assert (view.players, view.options) == (3, 3)
    rules = view.rules
    assert (rules.target, rules.play_drawn, rules.reflexes_count, rules.reflexes[:3].tolist()) == (50, 0, 3, [1.0, 2.0, 4.0])


def listing(name, asked, *number):
    """What a strategy gets that asks this in that decision, after plays(view)."""
    ask("plays", asked)
    return ask(name, asked, *number)


def test_17_9_plays_lists_the_legal_plays_and_the_hand():
    """For every decision in these tests the list is compared with the options (see position.py); here it is written out."""
    asked = decision("hands: R1 R1 Y4 Y2 HH B1 | R3\ndiscard: Y1")
    assert ask("plays", asked) == 5
    view = asked.position.seen
    assert view.card[:5].tolist() == [1, 12, 14, 31, 60]
    assert view.hand.tolist() == counts("R1 R1 Y4 Y2 HH B1", 64)


def test_17_10_what_a_card_is():
    def told(name):
        return [int(ask.named(name)(card(text))) for text in ["R3", "B5", "YC", "GF", "H4", "HG", "HH"]]

    assert told("points") == [3, 5, 10, 10, 10, 10, 10]
    assert told("is_number") == [1, 1, 0, 0, 0, 0, 0]
    assert told("is_cut") == [0, 0, 1, 0, 0, 0, 0]
    assert told("is_flip") == [0, 0, 0, 1, 0, 0, 0]
    assert told("is_hit") == [0, 0, 0, 0, 1, 1, 1]
    assert told("colour_of") == [0, 3, 1, 2, -1, 2, -1]
    assert told("number_of") == [3, 5, 0, 0, 4, 0, 0]


def test_17_11_cards_of_a_colour_or_number():
    asked = decision("hands: R1 R1 RC Y1 GF HR H1 | R3\ndiscard: R4")
    assert [listing("of_colour", asked, colour) for colour in range(4)] == [3, 1, 1, 0]
    assert [listing("of_number", asked, number) for number in range(1, 6)] == [3, 0, 0, 0, 0]


@rule("A1", "A2", "A3")
def test_17_12_copies_and_those_not_seen():
    asked = decision("hands: R1 R1 RC Y1 GF HR H1 | R3\ndiscard: R1 Y1 H1 HH")
    kinds = ["R1", "Y1", "B5", "RC", "GF", "H1", "H2", "HR", "HB", "HH"]
    assert [listing("copies", asked, card(text)) for text in kinds] == [4, 4, 4, 2, 1, 2, 2, 1, 1, 4]
    assert [listing("unseen", asked, card(text)) for text in kinds] == [1, 2, 4, 1, 0, 0, 2, 0, 1, 3]


def test_17_13_the_smallest_hand():
    assert listing("smallest_hand", decision("hands: R1 R2 | R3 R3 R3 | R3 R3 | R3 R3 R3\ndiscard: R4")) == 2
    assert listing("smallest_hand", decision("hands: R1 R2 | R3 R3 R3\ndiscard: R4")) == 3
