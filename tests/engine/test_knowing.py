"""What a seat knows of cards face down, against every world that fits what it has seen.

On a small table cards are drawn, played, exposed, flipped over and shuffled at random. Beside what the engine keeps for seat 0 there are
all worlds in which seat 0 would have seen the same: whole tables, one beside the other, of which those drop out that show another card.
"""

import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from simlab.engine.compiled import knowing
from simlab.engine.compiled.knowing import KNOWN
from simlab.engine.records import blank, record

SEATS, KINDS = 3, 3
STATE = record("key: u8", knowing.memory(SEATS, KINDS), f"hands: i1[{SEATS}, {KINDS}]", seen=record("players"))


class Small:
    """A small table. A pile is a list of [card, by which shuffle it came], the top one first; hands are lists of cards."""

    def __init__(self, dice, players):
        self.dice, self.players = dice, players
        self.g = blank(STATE)[0]
        self.g.seen.players, self.g.key = players, dice.randrange(1 << 60)
        knowing.forget(self.g)
        self.hands = [[] for _ in range(players)]
        self.draw, self.discard = [], [[dice.randrange(KINDS), KNOWN] for _ in range(dice.choice([5, 6, 7]))]
        self.worlds = {self.world()}
        self.shuffles = 0
        self.is_certain = True  # that no card left a hand that may have come by one shuffle or another
        self.shuffle()
        for player in range(players):
            self.take(player)

    def world(self):
        return (
            tuple(card for card, _ in self.draw),
            tuple(card for card, _ in self.discard),
            tuple(tuple(sorted(hand)) for hand in self.hands),
        )

    def see(self, change, fits=lambda world: True):
        """All worlds change alike, and those remain that fit what is seen."""
        self.worlds = {changed for world in self.worlds for changed in change(*world) if fits(changed)}
        assert self.world() in self.worlds

    def shuffle(self):
        self.shuffles += 1
        if knowing.begin_shuffle(self.g):
            for place in (*self.draw, *self.discard):
                place[1] = int(knowing.after_joining(place[1]))
            self.is_certain = False
        hidden = [card for card, came in self.discard if came != KNOWN]
        for card, came in self.discard:
            if came == KNOWN:
                knowing.goes_in(self.g, card)
        if not hidden and self.players == 2 and any(self.hands):
            self.g.hands[:] = [[hand.count(card) for card in range(KINDS)] for hand in [*self.hands, [], []][:SEATS]]
            knowing.hands_are_known(self.g)
        self.draw = [[card, int(self.g.newest)] for card, _ in self.dice.sample(self.discard, len(self.discard))]
        self.discard = []
        self.see(lambda _, discard, hands: {(order, (), hands) for order in permutations(discard)})

    def take(self, player):
        card, came = self.draw.pop(0)
        knowing.is_drawn(self.g, player, came, card)
        self.hands[player].append(card)

        def change(draw, discard, hands):
            if player or draw[0] == card:
                yield draw[1:], discard, tuple(tuple(sorted((*h, draw[0]))) if p == player else h for p, h in enumerate(hands))

        self.see(change)

    def play(self, player, card, *, drawn=False):
        took, known = self.g.took[0, player], self.g.known[player, card] > 0
        if player and not known and not drawn:
            self.is_certain &= np.count_nonzero(took) == 1 and np.count_nonzero(self.g.unseen[0, :, card]) == 1
        self.is_certain &= not drawn or np.count_nonzero(self.g.unseen[0, :, card]) <= 1
        knowing.is_played(self.g, player, card, int(drawn))
        self.hands[player].remove(card)
        self.discard.insert(0, [card, KNOWN])

        def change(draw, discard, hands):
            if card in hands[player]:
                left = list(hands[player])
                left.remove(card)
                yield draw, (card, *discard), tuple(tuple(left) if p == player else h for p, h in enumerate(hands))

        self.see(change)

    def take_and_play(self, player):
        """The card that was drawn is played at once: only worlds are left in which it was that one."""
        card = self.draw[0][0]
        self.worlds = {world for world in self.worlds if world[0][0] == card}
        self.is_certain &= np.count_nonzero(self.g.unseen[0, :, card]) <= 1
        self.take(player)
        self.play(player, card, drawn=True)

    def expose(self):
        place = len(self.draw) // 2
        card, came = self.draw.pop(place)
        self.turn_up(came, card)
        self.discard.insert(0, [card, KNOWN])
        self.see(
            lambda draw, discard, hands: {(draw[:place] + draw[place + 1 :], (draw[place], *discard), hands)},
            lambda world: world[1][0] == card,
        )

    def turn_up(self, came, card):
        self.is_certain &= came == KNOWN or np.count_nonzero(self.g.unseen[0, : came + 1, card]) == 1
        knowing.turns_up(self.g, came, card)

    def flip(self):
        self.draw, self.discard = self.discard[::-1], self.draw[::-1]
        card, came = self.discard[0]
        self.turn_up(came, card)
        self.discard[0][1] = KNOWN
        self.see(lambda draw, discard, hands: {(discard[::-1], draw[::-1], hands)}, lambda world: world[1][0] == card)

    def act(self):
        """Something happens."""
        player = self.dice.randrange(self.players)
        if not self.draw:
            self.shuffle()
        what = self.dice.choice(["take", "take", "play", "play", "at once", "expose", "flip"] if self.draw else ["play"])
        if what == "take":
            self.take(player)
        elif what == "at once":
            self.take_and_play(player)
        elif what == "play" and self.hands[player]:
            self.play(player, self.dice.choice(self.hands[player]))
        elif what == "expose":
            self.expose()
        elif what == "flip" and self.discard:
            self.flip()

    def redealt(self, number):
        """The world that seat 0 is dealt anew."""
        hidden = [one for one in (*self.draw, *self.discard) if one[1] != KNOWN]
        cards = np.zeros(40, dtype=np.int64)
        cards[: len(hidden)] = [came for _, came in hidden]
        count = knowing.list_hands(self.g, 0, cards, len(hidden))
        with np.errstate(over="ignore"):
            knowing.deal_anew(self.g, 0, number, cards, count)
        dealt = iter(cards.tolist())
        piles = [tuple(card if came == KNOWN else next(dealt) for card, came in pile) for pile in (self.draw, self.discard)]
        hands = [tuple(sorted(self.hands[0]))]
        for player in range(1, self.players):
            known = [card for card in range(KINDS) for _ in range(self.g.known[player, card])]
            hands.append(tuple(sorted(known + [next(dealt) for _ in range(self.g.took[0, player].sum())])))
        assert len(cards) >= count
        return (*piles, tuple(hands))


@pytest.mark.parametrize("players", [2, 3])
def test_every_world_that_fits_is_dealt_and_where_all_is_certain_no_other(players):
    dice, certain, most_shuffles = random.Random(players), Counter(), 0
    for _ in range(300):
        table = Small(dice, players)
        for _ in range(dice.randrange(40)):
            table.act()
        most_shuffles = max(most_shuffles, table.shuffles)
        if len(table.worlds) > 150:
            continue
        dealt = {table.redealt(number) for number in range(40 * len(table.worlds))}
        assert table.worlds <= dealt
        assert dealt == table.worlds or not table.is_certain
        certain[dealt == table.worlds] += 1
    assert certain[True] > 10 * certain[False]
    assert most_shuffles > knowing.SHUFFLES, "some were joined"
