"""What a player of Spite & Malice knows of cards face down, sentence by sentence, and that all else is dealt anew, each way alike."""

from collections import Counter
from contextlib import suppress

import pytest

from simlab.games.spite_malice import GAME
from simlab.players import strategies
from tests.rules.harness import watch
from tests.rules.known import Known
from tests.rules.redealing import redealt
from tests.rules.spite_malice.hidden import table
from tests.rules.spite_malice.position import card, play, written
from tests.thinned import one_in
from tests.twin import spite_malice as twin
from tests.twin.remembering import redeals_move_what_was_not_seen

known = Known(GAME, table, card, written)
shown, hands, check = known.shown, known.hands, known.check


def after(text, *script, turns=1, **house_rules):
    """The position after so many turns."""
    return play(text, *script, turns=turns, **house_rules).state


START = "stacks: 9 10 | 8 3\nhands: 6 5 | 7 W\nstores: 9 | 4 5\nbuilds: 1 2\ndraw: 10 12\ndiscard: 11 W"


def test_the_own_hand_and_what_lies_open_are_known_and_nothing_else():
    lies = shown(after(START, turns=0), 0)
    assert (lies["hand of 0"], lies["hand of 1"]) == ("5 6", "-")
    assert (lies["stack of 0"], lies["stack of 1"], lies["draw"]) == ("9 ?", "8 ?", "? ?")
    assert (lies["discard"], lies["builds"], lies["stores of 0"], lies["stores of 1"]) == ("11 W", "1 2", "9", "4 5")


@pytest.mark.slow
def test_all_else_may_lie_anywhere_in_each_way_alike():
    """Nobody knows the own Card Stack any better than that of others."""
    places = {"hand of 1": "u u", "stack of 0": "9 u", "stack of 1": "8 u", "draw": "u u"}
    check(after(START, turns=0), 0, places, u="7 W 10 3 10 12", times=8000)


def test_an_up_card_that_was_buried_is_known_at_the_bottom():
    text = "stacks: 9 10 11 | 8 3 4 5\nhands: W3 6 | 7 7\ndraw: 12 12 12"
    position = after(text, "0: W3 against 1", spite=True, hand_size=2)
    for seat in range(2):
        assert shown(position, seat)["stack of 1"] == "3 ? ? 8"


def test_what_malice_gives_nobody_sees():
    text = "stacks: 9 10 | 8 3 | 7 5\nhands: 13 6 | 7 7 | 6 4\nbuilds: 1 2 3 4 5 6 7 8 9 10 11 12\ndraw: 10"
    position = after(text, "0: hand 13", "0: to 1", hand_size=2)
    for seat in range(3):
        assert shown(position, seat)["stack of 1"] == "8 ? ?"


# Seat 0 has the cards 4, 5 and the Spite card itself shuffled, and the top one fed to seat 1.
FED = "stacks: 9 10 | 8 3\nhands: W2 6 | 7 12\ndiscard: 4 5"


@pytest.mark.slow
def test_all_know_which_cards_were_shuffled_and_so_what_may_have_been_given_of_them():
    position = after(FED, "0: W2 against 1", spite=True, hand_size=2)
    places = {"hand of 1": "o o", "stack of 0": "9 o", "stack of 1": "8 o n", "draw": "n n"}
    check(position, 0, places, o="7 12 10 3", n="4 5 W2", times=6000)


def test_a_hand_that_is_discarded_was_seen():
    """Seat 0 is stuck with two 2s, and seat 1 draws the 10; then there is nothing but what was shuffled."""
    text = "stacks: 9 10 | 8 3 | 7 5\nhands: 2 2 | 7 4 | 6 4\ndiscard: 12"
    assert shown(after(text, hand_size=2), 1)["discard"] == "2 2 12"


BORDERED = (1, 1, 1, 1, 1, 1, 8, 8, 8, 8, 8, 8, 8)
PLAIN = (8, 8, 8, 8, 8, 8, 0, 0, 0, 0, 0, 0, 1)


@pytest.mark.parametrize("rules", [{}, {"spite": True}, {"bordered": BORDERED, "plain": PLAIN}])
def test_card_stacks_are_bordered_and_so_is_the_bottom_of_the_draw_pile(rules):
    """At the first decisions of a game: in Card Stacks, hands and Draw Pile lies what can lie there, and no more of it than there is."""
    watched = watch(GAME, [strategies.find("spite_malice", "random")] * 3, GAME.Rules(**rules), seed=1, deals=range(20), room=3000)
    firsts = [position for position in watched.positions if position.row.turns == 1 and not (position.row.builds or position.row.spites)]
    decks = twin.Game(3, GAME.Rules(**rules).model_dump(), None, 0, 0)
    assert len(firsts) > 3
    for position in firsts:
        for number in range(20):
            lies = table(redealt(GAME, position, int(position.asked), number))
            stacks, held = ([card for seat in range(3) for card in lies[f"{zone} of {seat}"]] for zone in ("stack", "hand"))
            rest = len(decks.bordered_deck()) - len(stacks)
            assert Counter(lies["draw"][-rest:] + stacks) == Counter(decks.bordered_deck())
            assert Counter(lies["draw"][:-rest] + held) == Counter(decks.plain_deck())


class Remembers(twin.Game):
    """The twin, and what all have seen of the Draw Pile and the Card Stacks."""

    seen_draw, fed = (), None

    def play_game(self):
        self.set_up()
        with suppress(twin.GameOver):
            super().play_game()

    def set_up(self):
        super().set_up()
        self.seen_stacks = [[None] * len(stack) for stack in self.stacks]
        self.seen_draw = [None] * len(self.draw_pile)

    def tell(self, name, **what):
        super().tell(name, **what)
        if name == "draw":
            del self.seen_draw[: len(what["cards"])]
        if name == "reshuffle":  # of equal cards, or a single one, the order is known
            self.seen_draw = what["draw"] if len(set(what["draw"])) == 1 else [None] * len(what["draw"])
        if name == "give":
            self.seen_stacks[what["to"]].append(self.seen_draw.pop(0))
        if name == "spite" and what["text"] == "feed":
            self.fed = what["against"]
        if self.fed is not None and self.seen_draw:
            self.seen_stacks[self.fed].append(self.seen_draw.pop(0))
            self.fed = None
        if name == "play":
            self.not_turned_up = what["player"] if what["source"] == "up" else None
            if what["source"] == "up":
                self.seen_stacks[what["player"]].pop(0)
        if name == "spite" and what["text"] == "bury":
            victim = what["against"]
            self.seen_stacks[victim] = [*self.seen_stacks[victim][1:], self.stacks[victim][0]]

    def choose(self, seat, kind, options):
        """All UP cards are seen, but for one that is not turned up before Malice has given."""
        for owner, (seen, stack) in enumerate(zip(self.seen_stacks, self.stacks, strict=True)):
            if kind != "give" or owner != self.not_turned_up:
                seen[0] = stack[0]
        return super().choose(seat, kind, options)

    @property
    def remembered(self):
        stacks = {f"stack of {seat}": seen for seat, seen in enumerate(self.seen_stacks)}
        return stacks | {"draw": self.seen_draw}


RULES = [{"turn_limit": 200}, {"spite": True, "wilds": 20, "turn_limit": 100}, {"stack_size": 3, "hand_size": 8, "spite": True}]


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("rules", one_in(3, RULES))
def test_redeals_of_whole_games_move_what_was_not_seen(rules, players):
    redeals_move_what_was_not_seen(GAME, table, GAME.Rules(**rules), players, Remembers, players)


def test_a_wild_lies_in_a_card_stack_only_where_one_can_have_been_given():
    """As the Card Stacks are bordered: in whole games without Malice there is never one in a stack, whatever was shuffled."""
    rules = GAME.Rules(malice=False, turn_limit=200)
    watched = watch(GAME, [strategies.find("spite_malice", "random")] * 4, rules, seed=3, deals=range(3), room=3000).positions
    for position in watched[::20]:
        lies = table(redealt(GAME, position, int(position.asked), 1))
        assert not any(0 in lies[f"stack of {seat}"] for seat in range(4))
    assert max(position.row.reshuffles for position in watched) > 2
