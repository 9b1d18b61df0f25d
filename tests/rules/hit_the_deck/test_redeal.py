"""What a player of Hit the Deck knows of cards face down, sentence by sentence, and that all else is dealt anew, each way alike."""

from collections import Counter

import pytest

from simlab.games.hit_the_deck import GAME
from simlab.players import strategies
from tests.rules.harness import watch
from tests.rules.hit_the_deck.hidden import table
from tests.rules.hit_the_deck.position import card, play, written
from tests.rules.known import Known
from tests.rules.redealing import found, redealt
from tests.thinned import one_in
from tests.twin import hit_the_deck as twin
from tests.twin.chance import shuffled
from tests.twin.remembering import redeals_move_what_was_not_seen

known = Known(GAME, table, card, written)
shown, hands, check = known.shown, known.hands, known.check


def after(text, *script, turns=1, **house_rules):
    """The position after so many turns."""
    return play(text, *script, turns=turns, **house_rules).state


START = "hands: R1 R2 | G1 G2 | B3\ndraw: Y1 Y1 R5\ndiscard: R3 R4"


def test_the_own_hand_and_the_discard_pile_are_known_and_nothing_else():
    position = after(START, turns=0)
    assert shown(position, 0) == {"hand of 0": "R1 R2", "hand of 1": "-", "hand of 2": "-", "draw": "? ? ?", "discard": "R3 R4"}
    assert shown(position, 2) == {"hand of 0": "-", "hand of 1": "-", "hand of 2": "B3", "draw": "? ? ?", "discard": "R3 R4"}


def test_how_the_tables_chance_will_decide_is_dealt_anew_too():
    """Who will be the last hand, who forgets, who is faked out: what these streams were has no say."""
    position = after(START, turns=0)
    other = position.copy()
    other.chance[:] = 1, 2, 3, 4
    dealt = [redealt(GAME, one, 0, number).chance.tolist() for one in (position, other) for number in (5, 6)]
    assert dealt[:2] == dealt[2:]
    assert dealt[0] != dealt[1]


@pytest.mark.slow
def test_all_else_may_lie_anywhere_in_each_way_alike():
    position = after(START, turns=0)
    places = {"hand of 1": "u u", "hand of 2": "u", "draw": "u u u"}
    check(position, 0, places, u="G1 G2 B3 Y1 Y1 R5", times=8000)


# Flipped piles. Seat 0 flips, and then it is seat 2's turn, that of 1, and of 0 again; nobody can play on Y4.
FLIP = "hands: R1 R2 | G1 G2 | B3 B5\ndraw: Y1 Y2 Y3 Y4\ndiscard: RF R5 B1"


def test_a_pile_that_was_face_up_and_is_flipped_is_drawn_in_an_order_that_all_know():
    """The card that the flip turns up is seen, and those below it are not."""
    for seat in range(3):
        lies = shown(after(FLIP), seat)
        assert (lies["draw"], lies["discard"]) == ("B1 R5 RF", "Y4 ? ? ?")


def test_who_draws_a_card_that_all_know_holds_it_for_all_to_know():
    position = after(FLIP, turns=3)
    assert hands(position, 0) == ["R5", "B1"]
    assert shown(position, 2)["draw"] == "RF"
    places = {"hand of 1": "R5 u u", "hand of 2": "B1 u u", "discard": "Y4 u u u"}
    check(position, 0, places, u="G1 G2 B3 B5 Y1 Y2 Y3", apart=["discard"])


def test_of_equal_cards_the_one_that_all_know_is_played():
    """Seat 2 draws a B1 that all know; when it plays a B1, no other card of its hand is any better known than before."""
    text = "hands: R5 G2 | Y1 G3 | B1 B3\ndraw: Y2 Y3 Y5 Y4\ndiscard: RF R5 R4 B1"
    assert hands(after(text, turns=4), 0) == ["-", "B1"]
    position = after(text, turns=5)
    assert shown(position, 0)["discard"] == "B1 Y1 Y4 ? ? ?"
    places = {"hand of 1": "u", "hand of 2": "u u", "discard": "B1 Y1 Y4 u u u"}
    check(position, 0, places, u="G3 B1 B3 Y5 Y3 Y2", apart=["discard"])


def test_a_pile_that_all_know_is_cut_and_stays_known():
    """The card in the middle is exposed; what was lifted is put back."""
    text = "hands: R1 B2 | B4 G2 | RC B5\ndraw: Y1 Y2 R4\ndiscard: RF R5 G1 B3 B1"
    position = after(text, turns=1)
    assert shown(position, 1)["draw"] == "B1 B3 G1 R5 RF"
    position = after(text, turns=3)
    lies = shown(position, 1)
    assert (lies["draw"], lies["discard"]) == ("B1 B3 R5 RF", "G1 RC R4 ? ?")


def test_what_was_exposed_is_known_where_it_lies_when_the_pile_is_flipped():
    """Seat 0 exposes RF, so that seat 1 flips; RF and RC are then at the bottom."""
    lies = shown(after("hands: R1 R2 | G1 G2 | B3\ndraw: Y1 Y2 RF Y3 Y4\ndiscard: RC R4 G5", turns=2), 2)
    assert (lies["draw"], lies["discard"]) == ("G5 R4 RC RF", "Y4 ? ? ?")


def test_a_flip_that_turns_up_is_buried_for_all_to_see():
    """Half of the other three cards, rounded down, lie above it."""
    lies = shown(after("hands: R1 R2 | G1 G2 | B3\ndraw: Y1 Y2 Y3 BF\ndiscard: RF R5 B1"), 2)
    assert (lies["draw"], lies["discard"]) == ("B1 R5 RF", "Y3 BF ? ?")


def test_what_is_turned_over_twice_is_no_better_known():
    """The cards that nobody has seen go back as they were, and with them the buried Flip, and the card that was on top."""
    text = "hands: R1 R2 | G1 G2 | YF B3\ndraw: Y1 Y2 Y3 BF\ndiscard: RF R5 B1"
    lies = shown(after(text, "2: YF", turns=3), 0)
    assert (lies["draw"], lies["discard"]) == ("? ? BF Y3 YF", "R5 RF B1")


def test_hits_with_a_hand_at_the_bottom_of_the_draw_pile_were_seen_to_be_put_there():
    """Also by whom they are not turned up any more: all others may be anywhere."""
    rules = GAME.Rules(hit_hands=16, copies=1, cuts=0, flips=0, deal_size=2, target=10)
    watched = watch(GAME, [strategies.find("hit_the_deck", "random")] * 2, rules, seed=1, deals=range(200), room=20_000).positions
    firsts = [position for position in watched if position.seen.hand_turn == 1]
    buried = Counter()
    for position in firsts:
        bottom = shown(position, int(position.asked), times=40)["draw"].split()
        known = bottom.count("HH")
        assert bottom == ["?"] * (len(bottom) - known) + ["HH"] * known
        buried[known] += 1
    assert buried[0] > buried[1] > 0
    assert buried[2] > 0


# Shuffled piles. Seat 0 cannot play on B3 and draws the last card; R4 and Y4 are shuffled, and seat 1 draws one of them.
SHUFFLE = "hands: R1 R2 | G1 G2 | Y5\ndraw: G4\ndiscard: B3 R4 Y4"


def test_all_know_which_cards_were_shuffled_and_so_which_are_in_hands():
    position = after(SHUFFLE)
    places = {"hand of 0": "o o o", "hand of 2": "o", "draw": "n n"}
    check(position, 1, places, o="R1 R2 G4 Y5", n="R4 Y4")


def test_who_draws_from_a_shuffled_pile_holds_one_of_its_cards():
    position = after(SHUFFLE, turns=2)
    places = {"hand of 1": "o o n", "hand of 2": "o", "draw": "n"}
    check(position, 0, places, o="G1 G2 Y5", n="R4 Y4")


def test_a_card_that_is_drawn_and_played_at_once_is_the_one_that_was_drawn():
    """Seat 1 draws the B4 and plays it: what it holds was never in the shuffle."""
    position = after("hands: R1 R2 | G1 G2 | Y5\ndraw: G4\ndiscard: B3 B4 B4 R4", turns=2)
    assert written(position.piles[position.discard_end - 1 : position.discard_end]) == "B4"
    places = {"hand of 1": "o o", "hand of 2": "o", "draw": "n n"}
    check(position, 0, places, o="G1 G2 Y5", n="B4 R4")


def test_unseen_cards_that_are_shuffled_with_others_may_be_anywhere_and_the_others_only_there():
    """Seat 2 plays Y5 on the Y4 that was turned up; below it lies Y1, which nobody has seen. Both are shuffled."""
    position = after("hands: R1 R2 | G1 G2 | Y5 B4\ndraw: Y1 Y4\ndiscard: RF B1", "2: Y5", turns=4)
    assert hands(position, 0) == ["B1", "-"]
    places = {"hand of 1": "B1 o o", "hand of 2": "o", "draw": "n n"}
    check(position, 0, places, o="G1 G2 B4 Y1", n="Y4")


def test_of_two_players_each_knows_what_the_other_holds_when_all_else_is_shuffled():
    text = "hands: R1 R2 | G1 G2\ndraw: G4\ndiscard: B3 R4 Y4 G1"
    assert hands(after(text), 1) == ["R1 R2 G4"]
    assert hands(after(text), 0) == ["G1 G2"]


def test_nothing_is_concluded_from_what_a_player_did_not_do():
    """Seat 0 could not play on B3, and yet may hold a blue card."""
    position = after("hands: R1 R2 | B1 G2 | Y5\ndraw: G4 G5\ndiscard: B3 R4")
    assert any(card("B1") in hand for hand in found(GAME, position, 2, lambda g: tuple(table(g)["hand of 0"]), 50))


class Remembers(twin.Game):
    """The twin, and what all have seen: of the draw pile, the discard pile and the hands."""

    def tell(self, name, **what):
        super().tell(name, **what)
        getattr(self, f"see_{name}", lambda **_: None)(**what)

    def see_deal(self, hands, draw, discard, **_):
        """Hits with a Hand on top of what was left were turned up, and put at the bottom."""
        left = shuffled(self.all_cards(), self.key, self.hand * 2**20)[self.players * self.rules["deal_size"] :]
        turned_up = next((i for i, one in enumerate(left) if one != twin.HIT_HAND), len(left) - 1)
        self.seen_draw = [None] * (len(draw) - turned_up) + [twin.HIT_HAND] * turned_up
        self.seen_discard = list(discard)
        self.seen_hands = [Counter() for _ in hands]

    def see_play(self, player, card, **_):
        self.seen_hands[player][card] = max(0, self.seen_hands[player][card] - 1)
        self.seen_discard.insert(0, card)

    def see_draw(self, player, cards, **_):
        for one in cards:
            if self.seen_draw.pop(0) is not None:
                self.seen_hands[player][one] += 1

    def see_cut(self, exposed, **_):
        if exposed is not None:
            self.seen_draw.pop(len(self.seen_draw) // 2)
            self.seen_discard.insert(0, exposed)

    def see_flip(self, buried, top, **_):
        if not self.seen_draw:
            return
        self.seen_draw, pile = self.seen_discard[::-1], self.seen_draw[::-1]
        for left, one in zip(range(len(buried) - 1, -1, -1), buried, strict=True):
            pile.pop(0)
            pile.insert(max(len(pile) // 2, left + 1), one)
        self.seen_discard = [top, *pile[1:]]

    def see_reshuffle(self, draw):
        """Of equal cards, or a single one, all know where they lie."""
        is_known = len(set(self.seen_discard[1:])) == 1 and self.seen_discard[1] is not None
        self.seen_draw, self.seen_discard = list(draw) if is_known else [None] * len(draw), self.seen_discard[:1]

    @property
    def remembered(self):
        hands = {f"hand of {seat}": sorted(known.elements()) for seat, known in enumerate(self.seen_hands)}
        return hands | {"draw": self.seen_draw, "discard": self.seen_discard}

    @property
    def is_all_that_is_known(self):
        """Can nothing more be known of a hand, by elimination? Surely not before a shuffle."""
        return self.shuffles == 0


RULES = [
    {"hand_limit": 2},
    {"flips": 4, "cuts": 3, "hand_limit": 2, "hit_hands": 12},
    {"copies": 1, "flips": 2, "deal_size": 3, "hand_limit": 6, "draw_when_stuck": 3, "fake_out_chance": 0.2},
]


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("rules", one_in(3, RULES))
def test_redeals_of_whole_games_move_what_was_not_seen(rules, players):
    redeals_move_what_was_not_seen(GAME, table, GAME.Rules(**rules), players, Remembers, players)
