"""docs/rules/meow.md, sections 12 and 13: decisions, and what a strategy sees."""

import random
from collections import Counter

import pytest

from simlab.games.meow import GAME, SPECIAL
from simlab.games.meow.components import MOST_PLAYS, SLOTS
from simlab.players import strategies
from tests.rules.harness import watch
from tests.rules.meow.position import ask, by_slot, decision, play, slot
from tests.rules.paragraphs import rule
from tests.twin import meow as twin
from tests.twin.knowing import the_view_is_what_the_twin_knows
from tests.twin.test_meow import any_rules


def test_12_1_copies_and_then_to_draw():
    asked = decision("hands: 6 3 | 3\nlead: 1 with 6\ndeck: 9")
    assert (asked.seat, asked.decision, asked.options) == (0, "respond", ["6 with 6", "draw"])
    assert decision("hands: 6 3 | 3\nlead: 1 with 6").options == ["6 with 6", "draw"], "with an empty deck as well"


def test_12_2_fewer_cards_first_then_more_number_cards():
    assert decision("hands: 6 6 S0 S1 | 3\nlead: 1 with 6", specials=[[6], [6]]).options == [
        *["6 with 6", "6 with S0", "6 with 6 6", "6 with 6 S0", "6 with S0 S1", "6 with 6 6 S0", "6 with 6 S0 S1", "6 with 6 6 S0 S1"],
        "draw",
    ]


def test_12_3_the_first_special_cards_that_fit():
    asked = decision("hands: S4 S3 S1 S0 | 3\nlead: 1 with 6", specials=[[1], [6], [6], [6, 5], [5, 6]])
    assert asked.options == ["6 with S1", "6 with S1 S3", "6 with S1 S3 S4", "draw"]


def test_12_4_low_numbers_first_and_meow_last():
    asked = decision("hands: 7 2 S1 | 3\nlead: 1 with 6\ndeck: 2")
    assert asked.decision == "lead"
    assert asked.options == [
        *["2 with 2", "2 with S1", "2 with 2 2", "2 with 2 S1", "2 with 2 2 S1"],
        *["7 with 7", "7 with S1", "7 with 7 S1", "meow"],
    ]


def test_12_4_the_longest_list_of_all():
    """Seven special cards that can all be the same five numbers, four number cards: the records have room for it."""
    asked = decision("hands: S0 S1 S2 S3 S4 S5 1 2 3 | 9\nlead: 1 with 9\ndeck: S6 4", specials=[[1, 2, 3, 4, 5]] * 7, meow_hand=20)
    assert len(asked.options) <= MOST_PLAYS
    hand = decision("hands: S0 S1 S2 S3 S4 S5 S6 1 2 3 | 9\nlead: 1 with 9\ndeck: 4", specials=[[1, 2, 3, 4, 5]] * 7, meow_hand=20)
    assert len(hand.options) == MOST_PLAYS


def seen(text, *script, **house_rules):
    """The view at the decision after the script."""
    return decision(text, *script, **house_rules).position.seen


def test_13_1_the_own_hand_and_coins():
    view = seen("hands: 5 9 9 S3 | 3 3\ncoins: 7 8")
    assert by_slot(view.hand) == "5 9 9 S3"
    assert view.hand[SPECIAL + 3] == 1
    assert (view.cards, view.coins) == (4, 7)


def test_13_2_the_lead():
    view = seen("hands: 6 9 | 3 3\nlead: 1 with 6 = S0 6 6")
    assert (view.number, view.lead_cards) == (6, 3)
    view = seen("hands: 5 9 | 3 3\nlead: 1 with 6\ndeck: 4")
    assert (view.number, view.lead_cards) == (0, 0)


def test_13_3_who_leads():
    after = play("hands: 6 9 | 6 9 | 6 9 | 6 9\nlead: 2 with 6", "3: 6 with 6", "0: 6 with 6", "1: 6 with 6", turns=3)
    assert [asked.position.seen.original for asked in after.asked] == [2, 1, 0]
    assert seen("hands: 6 9 | 3").original == -1
    assert seen("hands: 6 9 | 6 9 | 6 9\nlead: 0 with 6\nround: 4", reverse_half=True).original == 1


def test_13_4_whether_meow_may_be_declared():
    assert seen("hands: 5 9 | 3 3\nlead: 1 with 6\ndeck: 4").may_meow == 1
    assert seen("hands: 5 9 | 3 3\nlead: 1 with 6\ndeck: 4", meow_hand=2).may_meow == 0
    assert seen("hands: 5 9 | 3 3").may_meow == 0
    after = play("hands: 5 9 | 9 3\nlead: 1 with 6\ndeck: 4", "0: 9 with 9", "1: 9 with 9", turns=2)
    assert [asked.position.seen.may_meow for asked in after.asked] == [1, 0]


def test_13_5_what_was_played():
    view = seen("hands: 6 9 | 3 3\nlead: 1 with 6 = S0 6\nplayed: 10 10 S3", meow_hand=0)
    assert by_slot(view.played) == "6 10 10 S0 S3"
    after = play("hands: 6 9 | 9 3 | 4 4\nlead: 2 with 6", "0: 6 with 6", turns=1)
    assert after.played == "6 6"


@pytest.mark.parametrize(("number", "cards", "coins"), [(0, [3, 4, 1], [13, 14, 11]), (5, [1, 4, 3], [11, 14, 13])])
def test_13_6_the_deck_and_the_others_in_playing_order(number, cards, coins):
    position = f"hands: 5 | 9 9 | 3 3 3 | 4 4 4 4\nlead: 0 with 9\ncoins: 11 12 13 14\ndeck: 1 2\nturn: 1\nround: {number}"
    view = seen(position, reverse_half=True)
    assert view.deck == 2
    assert (view.other_cards[:3].tolist(), view.other_coins[:3].tolist()) == (cards, coins)


def test_13_7_the_round_and_the_set():
    view = seen("hands: 5 9 | 3 3\nround: 6")
    assert (view.round_number, view.set_number, view.rules.rounds, view.rules.sets) == (6, 0, 8, 1)
    one = strategies.find("meow", "first")
    watched = watch(GAME, [one, one], GAME.Rules(sets=2, rounds=3), seed=0, deals=range(1)).positions["seen"]
    pairs = zip(watched["set_number"].tolist(), watched["round_number"].tolist(), strict=True)
    assert list(dict.fromkeys(pairs)) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


def test_13_8_players_and_options():
    view = seen("hands: 5 9 | 3 3 | 4 4", lead_out=7, meow_fail_to="shared")
    assert (view.players, view.options) == (3, 2)
    assert (view.rules.lead_out, view.rules.meow_fail_to, view.rules.deal_size) == (7, 1, 5)


def test_13_9_plays_lists_the_options():
    """For every decision in these tests the list is compared with the options (see position.py); here it is written out."""
    asked = decision("hands: 6 S0 | 3\nlead: 1 with 3\ndeck: 9")
    assert asked.options == ["1 with S0", "6 with 6", "6 with S0", "6 with 6 S0", "9 with 9", "meow"]
    assert ask("plays", asked) == 6
    view = asked.position.seen
    assert view.leads_as[:6].tolist() == [1, 6, 6, 6, 9, 0]
    assert view.naturals[:6].tolist() == [0, 1, 0, 1, 1, 0]
    assert view.specials[:6].tolist() == [1, 0, 1, 1, 0, 0]
    assert [ask("size", asked, i) for i in range(6)] == [1, 1, 1, 2, 1, 0]
    assert [ask("points", asked, i) for i in range(6)] == [1, 6, 1, 7, 9, 0]


def test_13_9_points_of_the_special_cards_that_are_used():
    asked = decision("hands: S0 S2 S3 | 3\nlead: 1 with 9", specials=[[5, 9], [9], [8], [9, 7]])
    assert asked.options == ["9 with S0", "9 with S0 S3", "draw"]
    ask("plays", asked)
    assert [ask("points", asked, i) for i in range(3)] == [5, 12, 0]


def test_13_10_the_own_cards():
    asked = decision("hands: 6 S0 10 10 | 3", specials=[[9, 6], [6]])
    assert ask("total", asked) == 32
    assert [ask("worth", asked, slot(card)) for card in ("1", "10", "S0", "S1")] == [1, 10, 6, 6]
    assert [ask("fitting", asked, number) for number in (6, 9, 10)] == [1, 1, 0]


def test_13_11_hidden_cards():
    asked = decision("hands: 6 6 S0 9 | 3 3 3\nlead: 1 with 6 = S1 6\nplayed: 9 9 S2\ndeck: 1 2", specials=[[1, 6], [6], [9], [6], [9, 3]])
    assert [ask("unseen", asked, slot(card)) for card in ("6", "9", "1", "11", "S0", "S1", "S2", "S3", "S4", "S5")] == [
        *[2, 2, 5, 0],
        *[0, 0, 0, 1, 1, 0],
    ]
    assert [ask("unseen_as", asked, number) for number in (6, 9, 3, 1, 20)] == [3, 3, 6, 5, 0]
    assert ask("hidden", asked) == 5


def test_13_11_expected_copies():
    """All hidden cards are in the next hand: they copy with all there are. Nobody has any: nothing is copied."""
    asked = decision("hands: 1 2 | 3 3 3", numbers=3, copies=2, specials=[])
    assert ask("expected_copies", asked, 3) == 2
    assert ask("expected_copies", asked, 20) == 0
    half = decision("hands: 1 2 | 3 3\ndeck: 1 2", numbers=3, copies=1, specials=[])
    assert ask("expected_copies", half, 3) == 0.5
    assert ask("expected_copies", half, 1) == 0


def test_13_11_chance_of_lowest():
    def chance(text, shed=0.0, **house_rules):
        return ask("chance_of_lowest", decision(text, **house_rules), shed)

    assert chance("hands: 1 1 | 9 9 9 9 9 9 | 9 9 9 9 9 9\ndeck: 8", meow_hand=0) > 0.98
    assert chance("hands: 9 10 10 | 9 | 8\ndeck: 8 3 4 5 6") < 0.01
    position = "hands: 9 2 | 9 9 | 8 8\ndeck: 8 3 4 5 6"
    assert chance(position, 1.0) < chance(position)
    assert chance("hands: 9 2 | 9 9 9 | 8 8\ndeck: 8 3 4 5 6") > chance(position)


# Whole games: at every decision the view is what the twin knows


class Watcher(twin.Game):
    """The twin, asked what a seat knows."""

    def view(self, seat, kind, options):
        """What this seat knows, by the names of the view's fields."""
        others = [(seat + self.step * i) % self.players for i in range(1, self.players)]
        on_field = kind == "respond"
        return {
            "hand": by_place(self.hands[seat]),
            "cards": len(self.hands[seat]),
            "coins": self.coins[seat],
            "number": self.number if on_field else 0,
            "lead_cards": self.led if on_field else 0,
            "original": others.index(self.original) if on_field else -1,
            "may_meow": int(options[-1] == "meow"),
            "played": by_place(self.gone + self.field),
            "deck": len(self.deck),
            "other_cards": [len(self.hands[other]) for other in others],
            "other_coins": [self.coins[other] for other in others],
            "round_number": self.events_of("deal")[-1]["round"],
            "set_number": self.events_of("deal")[-1]["set"],
            "players": self.players,
            "options": len(options),
        }

    @property
    def led(self):
        return len(self.events_of("lead")[-1]["cards"])

    def events_of(self, name):
        return [event for event in self.events if event["event"] == name]


def by_place(cards):
    """Cards as a hand counts them."""
    found = Counter(card if card < twin.SPECIAL else card - twin.SPECIAL + SPECIAL for card in cards)
    return [found[place] for place in range(SLOTS)]


@pytest.mark.parametrize("number", range(20))
@rule("13.1", "13.2", "13.3", "13.4", "13.5", "13.6", "13.7", "13.8")
def test_all_that_the_view_tells(number):
    """In every decision of a game with strategies that choose at random, by house rules chosen at random."""
    dice = random.Random(number)
    players = dice.randint(2, 5)
    rules = any_rules(dice, players)
    while GAME.refusal(rules, players):
        rules = any_rules(dice, players)
    rules = rules.model_copy(update={"rounds": 3, "sets": 2})
    the_view_is_what_the_twin_knows(GAME, rules, players, Watcher, number)
