"""The two piles of Hit the Deck: shuffling, drawing, laying cards down, cutting and flipping.

Both piles lie in one field of the game, each in a half of its own and in the order in which it would be flipped over: the draw pile's top
card is at its lowest place and its bottom card at the highest, the discard pile's bottom card is at its lowest place and its top card at
the highest. So a flip moves no card: the piles exchange their places. A pile goes from its place `at` up to before its `end`.
"""

import numpy as np

from simlab.engine.compiled import alone, apart, compiled
from simlab.engine.compiled.chance import shuffle
from simlab.engine.compiled.course import mark, note
from simlab.engine.compiled.knowing import KNOWN
from simlab.engine.compiled.memory import rarely
from simlab.games.hit_the_deck import memory
from simlab.games.hit_the_deck.components import A_FLIP, ALL_CARDS, NO_CARD, OWES, ROOM
from simlab.games.hit_the_deck.strategy import copies
from simlab.games.hit_the_deck.words import DRAW, RESHUFFLE
from simlab.kit.declared import number_of
from simlab.kit.turns import tell

STUCK, HAND, FORGOT, FAKED = range(4)  # why cards are drawn
HAND_SHUFFLES = 1 << 20  # shuffle numbers from one hand of a game to the next


@apart
def prepare(g):
    """Before a batch of games: all cards in play, sorted."""
    g.pack_size = 0
    for card in ALL_CARDS:
        for _ in range(copies(g.seen, card)):
            g.pack[g.pack_size] = card
            g.pack_size += 1
    g.mark = mark(g.pack, g.pack_size, g.seen.rules.deal_size)


@compiled
def gather(g):
    """All cards are the draw pile, shuffled."""
    for i in range(g.pack_size):
        g.piles[i] = g.pack[i]
    g.draw_at, g.draw_end, g.discard_at, g.discard_end = 0, g.pack_size, ROOM, ROOM
    mix_up(g)


@alone
def mix_up(g):
    """The draw pile is shuffled, the next time in this hand; of it nothing counts as seen any more."""
    cards, number = g.piles[g.draw_at : g.draw_end], g.seen.hand_number * HAND_SHUFFLES + g.shuffles
    shuffle(cards, len(cards), g.key, number)
    g.shuffles += 1
    for card in range(len(g.seen.shown)):
        g.seen.shown[card] = 0


@compiled
def refill(g):
    """R9: an empty draw pile is replaced at once, if there is anything to shuffle."""
    if g.draw_at == g.draw_end and g.discard_end - g.discard_at > 1:
        reshuffle(g)


@alone
def reshuffle(g):
    """The discard pile but its top card is shuffled into a new draw pile."""
    size = g.discard_end - g.discard_at - 1
    base = g.draw_at & -ROOM
    if rarely(g.knowing):
        memory.note_shuffle(g, base, size)
    for i in range(size):
        g.piles[base + i] = g.piles[g.discard_at + i]
    g.draw_at, g.draw_end = base, base + size
    g.discard_at += size
    mix_up(g)
    g.seen.shown[g.seen.top] = 1
    tell(g, RESHUFFLE, (g.piles, g.draw_at, g.draw_end))


@apart
def draw(g, seat, wanted, reason, playable):
    """Draw cards one by one, stopping at the first of the set `playable`, which is returned. With nothing to shuffle nobody draws."""
    found = NO_CARD
    while wanted > 0 and g.draw_at < g.draw_end:
        start = place = g.draw_at
        stop = min(g.draw_end, start + wanted)
        while place < stop and found == NO_CARD:
            card = int(g.piles[place])
            place += 1
            take(g, seat, card)
            if playable >> card & 1:
                found = card
        g.draw_at = place
        wanted = wanted - (place - start) if found == NO_CARD else 0
        if reason == STUCK:
            g.row.draws_stuck += place - start
            g.row.by_draws_stuck |= 1 << seat
        else:
            g.row.draws_penalty += place - start
            g.row.by_draws_penalty |= 1 << seat
        if rarely(g.knowing):
            memory.note_draw(g, seat, start)
        note(g, number_of(DRAW), reason, place - start)
        tell(g, DRAW, seat, (g.piles, start, place), reason)
        refill(g)
    return found


@compiled
def take(g, seat, card):
    """A card goes to a hand."""
    g.hands[seat, card] += 1
    g.held[seat] |= 1 << card
    g.cards[seat] += 1


@compiled
def lay(g, card):
    """A card goes on top of the discard pile, for all to see."""
    place = g.discard_end
    g.piles[place] = card
    if rarely(g.knowing):
        g.came[place] = KNOWN
    g.discard_end = place + 1
    g.seen.top = card
    g.seen.shown[card] += 1
    if rarely(place + 1 & ROOM - 1 == 0):
        pull_back(g)


@alone
def pull_back(g):
    """The discard pile has crept up to the end of its half: back to the beginning."""
    base = g.discard_end - ROOM
    size = g.discard_end - g.discard_at
    for i in range(size):
        g.piles[base + i] = g.piles[g.discard_at + i]
        g.came[base + i] = g.came[g.discard_at + i]
    g.discard_at, g.discard_end = base, base + size


@apart
def expose(g):
    """R5: the card under the upper half of the draw pile goes onto the discard pile."""
    place = (g.draw_at + g.draw_end) // 2
    card = int(g.piles[place])
    if rarely(g.knowing):
        memory.turn_up(g, place)
        move_up(g.came, g.draw_at, place)
    move_up(g.piles, g.draw_at, place)
    g.draw_at += 1
    lay(g, card)
    return card


@compiled
def move_up(cards, start, stop):
    """The cards from `start` up to before `stop` move up by one place."""
    top, count = np.uint64(stop), np.uint64(stop - start)
    for i in range(count):
        cards[top - i] = cards[top - i - np.uint64(1)]


@compiled
def flips_on_top(g):
    """How many Flips lie on top of the discard pile; in a pile of Flips only, the undermost is not counted."""
    place = g.discard_end - 1
    while place > g.discard_at and OWES[g.piles[place]] == A_FLIP:
        place -= 1
    return g.discard_end - 1 - place


@apart
def bury(g, below):
    """R6: the top card goes half-way down its pile, but under the card that has `below` cards above it once this one is gone."""
    top = g.discard_end - 1
    card = int(g.piles[top])
    place = top - max((top - g.discard_at) // 2, below + 1)
    move_up(g.piles, place, top)
    move_up(g.came, place, top)
    g.piles[place] = card
    g.came[place] = KNOWN
    g.seen.shown[card] += 1
