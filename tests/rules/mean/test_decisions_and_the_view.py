"""docs/rules/mean.md, sections 13 and 14: decisions, and what a strategy sees."""

import random
from collections import Counter

import pytest

from simlab.games.mean import GAME, SIX, WILD
from tests.rules.mean.position import ask, decision, play
from tests.rules.paragraphs import rule
from tests.twin import mean as twin
from tests.twin.knowing import the_view_is_what_the_twin_knows


def test_13_1_natural_before_wild_then_value_then_number_then_up_before_down():
    asked = decision("hands: 7 2 W 2 | 3")
    assert asked.decision == "play"
    assert asked.options == [
        *["2 up", "2 down", "2x2 up", "2x2 down", "7 up", "7 down"],
        *["W=1", "W=2 up", "W=2 down", "W=3", "W=4 up", "W=4 down", "W=5 up", "W=5 down", "W=6 up", "W=6 down"],
        *["W=7 up", "W=7 down", "W=8 up", "W=8 down", "W=9 up", "W=9 down", "W=10", "W=11 up", "W=11 down", "W=12"],
    ]
    assert decision("hands: 9 7 W 7 W | 3\narea: 9 9 W=9 9 7 down").options == ["7", "2x7"] + [
        f"{times}W={value}" for value in range(1, 8) for times in ("", "2x")
    ]


def test_13_2_up_and_down_are_two_actions_even_if_the_play_clears_at_once():
    assert decision("hands: 9 9 | 3 3", clear_at=2).options == ["9 up", "9 down", "2x9 up", "2x9 down"]
    assert play("hands: 9 9 5 2 | 3 3", "0: 2x9 down", "0: 5 up", clear_at=2).story == ["0 plays 2x9 down", "0 clears", "0 plays 5 up"]


def test_13_2_the_longest_list_of_all():
    """Eight or more of everything, on an empty Play Area: the records have room for it."""
    hand = " ".join([*(str(value) for value in range(1, 13) for _ in range(9)), *["W"] * 9])
    assert len(decision(f"hands: {hand} | 3", clear_at=8).options) == 2 * (4 + 2 * 8) * 8
    on_a_one = decision(f"hands: {hand} | 3\narea: 1 up", clear_at=8, must_play=False).options
    assert len(on_a_one) == 2 * (7 + 11 * 8) + 1


def test_13_3_to_take_is_the_last_action():
    assert decision("hands: 9 10 | 3\narea: 8 up\npiles: 2", must_play=False).options == ["9", "10", "take"]
    assert decision("hands: 6 9 | 3\narea: 6 up\nunresolved: 1\npiles: 2", must_pass_mean=False).options == ["6", "take"]


def test_13_4_partners_come_clockwise_from_the_next_one():
    position = "hands: 3 | 4 | 8 5 | 3 3\narea: 7 up\nturn: 2"
    asked = decision(position)
    assert (asked.seat, asked.decision, asked.options) == (2, "swap", ["with 3", "with 0", "with 1"])
    assert decision(position, eight_swap="may").options == ["with 3", "with 0", "with 1", "nobody"]


def test_13_5_piles_come_in_the_order_of_their_indexes_and_keep_them():
    after = play("hands: 3 | 4\narea: 6 6 up\nunresolved: 2\npiles: 1 1 | 2 2 | 4 4 | 5 5", "0: pile 1", "0: pile 3")
    assert [asked.options for asked in after.asked] == [["pile 0", "pile 1", "pile 2", "pile 3"], ["pile 0", "pile 2", "pile 3"]]
    assert after.story == ["0 takes pile 1: 2 2 (mean)", "0 takes pile 3: 5 5 (mean)"]
    assert after.piles == {0: "1 1", 2: "4 4"}


def test_13_5_the_hand_has_the_piles_already_taken():
    after = play("hands: 3 | 4\narea: 6 6 up\nunresolved: 2\npiles: 1 1 | 2 2 | 4 4 | 5 5", "0: pile 1", "0: pile 3")
    assert [asked.position.seen.hand[2] for asked in after.asked] == [0, 2]
    assert [asked.position.seen.cards for asked in after.asked] == [1, 3]


def seen(text, *script, **house_rules):
    """The view at the decision after the script."""
    return decision(text, *script, **house_rules).position.seen


def counts(words):
    """Cards by value, as the view has them."""
    return [words.split().count(str(value) if value else "W") for value in range(13)]


def test_14_1_the_own_hand():
    view = seen("hands: 5 9 9 W | 3 3")
    assert view.hand.tolist() == [*counts("5 9 9 W"), 0, 0, 0]
    assert view.cards == 4


def test_14_2_the_play_area():
    view = seen("hands: 2 3 | 3 3\narea: 12 4 W=6 6 down\npiles: 1")
    assert (view.top, view.run, view.up, view.unresolved) == (6, 2, 0, 0)
    assert view.area.tolist() == counts("12 4 W 6")
    assert seen("hands: 6 W | 3 3\narea: 12 4 W=6 6 up\nunresolved: 2\npiles: 1").unresolved == 2
    assert seen("hands: 2 3 5 | 3 3").top == 0


def test_14_3_what_may_be_played_now():
    def limits(view):
        return (view.lowest, view.highest, view.may_take)

    assert limits(seen("hands: 2 3 | 3 3")) == (1, 12, 0)
    assert limits(seen("hands: 9 10 | 3 3\narea: 7 up")) == (7, 12, 0)
    assert limits(seen("hands: 2 3 | 3 3\narea: 7 down", must_play=False)) == (1, 7, 1)
    assert limits(seen("hands: 6 W | 3 3\narea: 6 up\nunresolved: 1")) == (6, 6, 0)
    assert limits(seen("hands: 6 9 | 3 3\narea: 6 up\nunresolved: 1", must_pass_mean=False)) == (6, 6, 1)
    assert limits(seen("hands: 6 9 | 3 3\narea: 6 up", must_pass_mean=False)) == (6, 12, 0)
    assert limits(seen("hands: 7 9 5 | 3 3\narea: 7 7 7 up", "0: 7", must_play=False)) == (1, 12, 0), "a restart"


def test_14_4_the_piles_that_are_left():
    view = seen("hands: 9 10 | 3 3\narea: 7 up\npiles: 1 W | 2 9 4 | 7")
    assert (view.piles, view.pile_face[:3].tolist(), view.pile_size[:3].tolist()) == (3, [0, 4, 7], [2, 3, 1])
    view = seen("hands: 2 | 9 10\narea: 7 up\npiles: 1 W | 2 9 4 | 7", "0: pile 1")
    assert (view.piles, view.pile_face[:2].tolist(), view.pile_size[:2].tolist()) == (2, [0, 7], [2, 1])


def test_14_5_how_many_piles_are_owed():
    after = play("hands: 3 | 4\narea: 6 6 6 up\nunresolved: 3\npiles: 1 1 | 2 2 | 4 4 | 5 5", "0: pile 1", "0: pile 3", "0: pile 0")
    assert [asked.position.seen.owed for asked in after.asked] == [3, 2, 1]


def test_14_6_the_size_of_the_draw_deck():
    assert seen("hands: 2 3 | 3 3\ndeck: 5 5 5 5 5").deck == 2, "three were drawn"


def test_14_7_the_other_players_clockwise_from_the_next_one():
    view = seen("hands: 5 | out | 5 5 5 | - | 8 5 5\narea: 7 up\nturn: 4", play_on=True)
    assert (view.other_cards[:4].tolist(), view.other_in[:4].tolist()) == ([1, 0, 3, 0], [1, 0, 1, 1])
    assert view.partner[:3].tolist() == [0, 2, 3]


def test_14_8_what_is_gone_and_was_seen():
    assert seen("hands: 9 5 7 | 3 3\narea: 4 W=9 9 9 up\ngone: 2").gone.tolist() == counts("2 4 W 9 9 9")
    replenished = "hands: 3 | 4 5\narea: 7 7 8 8 9 up\ngone: 2"
    assert seen(replenished, piles=1, pile_size=2).gone.tolist() == counts("2"), "three cards left unseen"


def test_14_9_players_options_and_house_rules():
    view = seen("hands: 5 9 | 3 3 | 4\narea: 4 up", hand_size=7, eight_last="swaps", must_play=False)
    assert (view.players, view.options) == (3, 3)
    assert (view.rules.hand_size, view.rules.eight_last, view.rules.must_play, view.rules.decks) == (7, 2, 0, 1)
    assert seen("hands: 5 9 | 3 | 3 | 3 | 3\narea: 4 up").rules.decks == 2


def test_14_10_plays_lists_the_legal_plays():
    """For every `play` in these tests the list is compared with the options (see position.py); here it is written out."""
    asked = decision("hands: 9 10 W | 3\narea: 9 9 9 up", must_play=False)
    assert asked.options == ["9", "10", "W=9", "W=10", "W=11", "W=12", "take"]
    view = listed(asked)
    assert view.value[:7].tolist() == [9, 10, 9, 10, 11, 12, 0]
    assert view.count[:7].tolist() == [1, 1, 1, 1, 1, 1, 0]
    assert view.wild[:7].tolist() == [0, 0, 1, 1, 1, 1, 0]
    assert view.goes_up[:7].tolist() == [1, 0, 1, 0, 1, 0, 1]


def test_14_10_in_a_swap_they_are_those_on_what_lies_there_before_it_is_cleared():
    """No card of the value on top could be played: as many lie there already as clear the Play Area."""
    for clear_at in (4, 8):
        eights = " ".join(["8"] * (clear_at - 1))
        asked = decision(f"hands: 8 W 3 8 9 9 11 | 3 | 4\narea: {eights} up", "0: 8", clear_at=clear_at, decks=4)
        assert asked.decision == "swap"
        assert ask("plays", asked) == 7
        view = asked.position.seen
        assert view.value[:7].tolist() == [9, 9, 11, 9, 10, 11, 12]
        assert view.count[:7].tolist() == [1, 2, 1, 1, 1, 1, 1]
        assert view.wild[:7].tolist() == [0, 0, 0, 1, 1, 1, 1]


def listed(asked):
    """The view after plays(view)."""
    assert ask("plays", asked) == len(asked.options)
    return asked.position.seen


def plays_that(helper, text, *script, **house_rules):
    """The plays of which a helper says yes."""
    asked = decision(text, *script, **house_rules)
    listed(asked)
    return [word for i, word in enumerate(asked.options) if ask(helper, asked, i)]


def test_14_11_clears():
    assert plays_that("clears", "hands: 9 9 10 10 10 10 10 | 3\narea: 7 9 9 up") == ["2x9", "4x10"]
    assert plays_that("clears", "hands: 7 5 5 W | 3\narea: 7 down", clear_at=2) == ["2x5", "7", "W=7"]
    assert plays_that("clears", "hands: 9 9 9 | 3", clear_at=2) == ["2x9 up", "2x9 down"]


def test_14_11_goes_out():
    assert plays_that("goes_out", "hands: 9 9 | 3\narea: 7 up") == ["2x9"]
    assert plays_that("goes_out", "hands: 6 6 | 3\narea: 5 up") == ["2x6"]
    assert plays_that("goes_out", "hands: W | 3\narea: 11 up") == ["W=11", "W=12"]
    assert plays_that("goes_out", "hands: 9 9 | 3\narea: 7 up\ndeck: 5", hand_size=1) == []
    assert plays_that("goes_out", "hands: W | 3\narea: 8 down") == [f"W={value}" for value in range(1, 8)], "not as an Eight"
    assert "W=8" in plays_that("goes_out", "hands: W | 3\narea: 8 down", eight_last="wins")


@pytest.mark.parametrize(
    ("eight_last", "eight_swap", "deck", "yes"),
    [
        *[("loses", swap, deck, True) for swap in ("must", "may", "never") for deck in ("-", "5")],
        *[("wins", "must", "-", False), ("wins", "must", "5", True), ("wins", "may", "5", False), ("wins", "never", "5", False)],
        *[("swaps", "must", "-", True), ("swaps", "must", "5", True), ("swaps", "may", "-", False), ("swaps", "never", "-", False)],
    ],
)
def test_14_11_gives_away(eight_last, eight_swap, deck, yes):
    position = f"hands: 8 8 | 3\narea: 7 up\ndeck: {deck}"
    found = plays_that("gives_away", position, eight_last=eight_last, eight_swap=eight_swap, hand_size=1)
    assert found == (["2x8"] if yes else [])


def test_14_12_the_hands_of_others():
    asked = decision("hands: 9 10 | out | 3 3 3 | 4 4 | 5 5 5 5\narea: 8 up", play_on=True)
    assert (ask("next_hand", asked), ask("smallest_hand", asked)) == (3, 2)


@pytest.mark.parametrize(
    ("hands", "must", "may"),
    [
        ("8 5 | 3 3 3 | out | 4 4 | 5 5 5 5", "with 3", "nobody"),
        ("8 5 5 | 3 3 3 | out | 4 4 | 5 5 5 5", "with 3", "nobody"),
        ("8 5 5 5 | 3 3 3 | out | 4 4 | 5 5 5 5", "with 3", "with 3"),
        ("8 5 5 5 | 3 3 | out | 4 4 | 5 5 5 5", "with 1", "with 1"),
    ],
)
def test_14_13_swap_with_fewest(hands, must, may):
    """The next player, where several hold the fewest."""
    for eight_swap, option in (("must", must), ("may", may)):
        asked = decision(f"hands: {hands}\narea: 7 up", play_on=True, eight_swap=eight_swap)
        assert asked.options[ask("swap_with_fewest", asked)] == option


@pytest.mark.parametrize(("eight_swap", "gains"), [("must", [0, 1, 0, -1]), ("may", [0, 1, 0, 0]), ("never", [0, 0, 0, 0])])
def test_14_13_swap_gain(eight_swap, gains):
    """Against hands of 3 cards and more: with 4 cards left in hand after an Eight, and with 2."""
    others = "3 3 3 3 | out | 4 4 4\narea: 7 up"
    found = []
    for hand in ("8 5 5 5 9", "8 5 9"):
        asked = decision(f"hands: {hand} | {others}", play_on=True, eight_swap=eight_swap)
        listed(asked)
        found += [ask("swap_gain", asked, asked.options.index(word)) for word in ("9", "8")]
    assert found == gains


def test_14_14_unseen():
    asked = decision("hands: 9 9 6 | 9 9\narea: 4 W=5 5 up\npiles: 9 9 6 | 9 2 W\ngone: 6 4 4")
    in_the_deck = [4, 4, 4, 4, 4, 4, 6, 4, 4, 4, 4, 4, 4]
    before_their_eyes = counts("9 9 6") + counts("4 W 5") + counts("6 W") + counts("6 4 4")
    before_their_eyes = [sum(before_their_eyes[value::13]) for value in range(13)]
    found = [ask("unseen", asked, value) for value in range(13)]
    assert found == [there_are - seen for there_are, seen in zip(in_the_deck, before_their_eyes, strict=True)]
    assert (found[WILD], found[SIX], found[9], found[2]) == (2, 3, 2, 4)
    two_decks = decision("hands: 9 9 | 3 | 3 | 3 | 3\narea: 4 up", sixes=1, wilds=0)
    assert [ask("unseen", two_decks, value) for value in (WILD, SIX, 9)] == [0, 2, 6]


# Whole games: at every decision the view is what the twin knows


class Watcher(twin.Game):
    """The twin, with how many Piles are still owed."""

    def take_piles(self, seat, owed, reason):
        """As the twin; notes how many are owed when it begins."""
        self.owed_at_first, self.taken_before = owed, self.counts["piles_taken_" + reason]
        self.reason = reason
        return super().take_piles(seat, owed, reason)

    def owed(self):
        """How many Piles are still owed, this one included."""
        return self.owed_at_first - (self.counts["piles_taken_" + self.reason] - self.taken_before)

    def play_game(self):
        """The whole game."""
        self.set_up()
        with pytest.raises(twin.GameOver):
            super().play_game()

    def view(self, seat, kind, options):
        """What this seat knows, by the names of the view's fields. Fields that mean nothing for this decision are left out."""
        others = [(seat + step) % self.players for step in range(1, self.players)]
        top = self.area[-1][1] if self.area else 0
        left = self.piles_left()
        unseen = Counter(card for event in self.events if event["event"] == "replenish" for card in event["removed"])
        knows = {
            "hand": [*by_value(self.hands[seat]), 0, 0, 0],
            "cards": len(self.hands[seat]),
            "top": top,
            "run": self.run(),
            "unresolved": self.unresolved,
            "area": by_value(card for card, _ in self.area),
            "gone": by_value((Counter(self.gone) - unseen).elements()),
            "piles": len(left),
            "pile_face": [self.piles[i][-1] for i in left],
            "pile_size": [len(self.piles[i]) for i in left],
            "deck": len(self.deck),
            "other_cards": [len(self.hands[other]) for other in others],
            "other_in": [int(other in self.in_game) for other in others],
            "players": self.players,
            "options": len(options),
        }
        if self.area:
            knows["up"] = int(self.direction == "up")
        if kind == "play":
            values = {play[0] for play in options if play != "take"}
            punished = self.unresolved > 0
            knows["lowest"] = SIX if punished else top if self.area and self.direction == "up" else 1
            knows["highest"] = SIX if punished else top if self.area and self.direction == "down" else 12
            assert all(knows["lowest"] <= value <= knows["highest"] for value in values)
            knows["may_take"] = int(options[-1] == "take")
        if kind == "pile":
            knows["owed"] = self.owed()
        if kind == "swap":
            knows["partner"] = [others.index(other) for other in options if other is not None]
        return knows


def by_value(cards):
    """How many of each value, Wilds first."""
    found = Counter(cards)
    return [found[value] for value in range(13)]


def some_rules(chosen):
    """House rules under which much happens."""
    return GAME.Rules(
        piles=chosen.choice([2, 4]),
        pile_size=chosen.choice([1, 3]),
        clear_at=chosen.choice([2, 3, 4]),
        hand_size=chosen.choice([3, 5]),
        eight_last=chosen.choice(["loses", "wins", "swaps"]),
        eight_swap=chosen.choice(["must", "may"]),
        must_play=chosen.choice([True, False]),
        must_pass_mean=chosen.choice([True, False]),
        play_on=chosen.choice([True, False]),
    )


@pytest.mark.parametrize("number", range(40))
@rule("14.1", "14.2", "14.3", "14.4", "14.5", "14.6", "14.7", "14.8", "14.9")
def test_all_that_the_view_tells(number):
    """In every decision of a game with strategies that choose at random, by house rules chosen at random."""
    chosen = random.Random(number)
    players, rules = chosen.randint(2, 6), some_rules(chosen)
    the_view_is_what_the_twin_knows(GAME, rules, players, Watcher, number)
