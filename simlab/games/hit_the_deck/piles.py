"""The two piles of Hit the Deck: drawing, laying cards down, shuffling, cutting and flipping.

Both piles lie in one field of the game, each in a half of its own and in the order in which it would be flipped over: the draw pile's top
card is at its lowest place and its bottom card at the highest, the discard pile's bottom card is at its lowest place and its top card at
the highest. So a flip moves no card: the piles exchange their places.
"""

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.chance import shuffle
from simlab.engine.compiled.play import put, put_cards, tell
from simlab.games.hit_the_deck import memory
from simlab.games.hit_the_deck.components import FLIP, HIT_NUMBER, NO_CARD, ROOM, STUCK
from simlab.games.hit_the_deck.words import DRAW, RESHUFFLE

HAND_SHUFFLES = 1 << 20  # shuffle numbers from one hand of a game to the next


@compiled
def draw_size(g):
    """Cards in the draw pile."""
    return g.draw_end - g.draw_at


@compiled
def discard_size(g):
    """Cards in the discard pile."""
    return g.discard_end - g.discard_at


@compiled
def card_at(g, place):
    """The card at a place of the piles."""
    return int(g.piles[place])


@compiled
def take(g, seat, card):
    """A card goes to a hand."""
    g.hands[seat, card] += 1
    g.held[seat] |= 1 << card
    g.cards[seat] += 1


@compiled
def lay(g, card):
    """A card goes on top of the discard pile, for all to see."""
    end = g.discard_end
    g.piles[end] = card
    end += 1
    g.discard_end = end
    g.seen.top = card
    g.seen.shown[card] += 1
    if end & (ROOM - 1) == 0:
        pull_back(g)


@apart
def pull_back(g):
    """The discard pile has crept up to the end of its half: back to the beginning."""
    base = g.discard_end - ROOM
    size = discard_size(g)
    for i in range(size):
        g.piles[base + i] = g.piles[g.discard_at + i]
        g.came[base + i] = g.came[g.discard_at + i]
    g.discard_at = base
    g.discard_end = base + size


@compiled
def refill(g):
    """R9: an empty draw pile is replaced at once, if there is anything to shuffle."""
    if g.draw_at == g.draw_end and discard_size(g) > 1:
        reshuffle(g)


@apart
def reshuffle(g):
    """The discard pile but its top card is shuffled into a new draw pile."""
    size = discard_size(g) - 1
    base = g.draw_at & -ROOM
    if g.knowing:
        memory.note_shuffle(g, base, size)
    for i in range(size):
        g.piles[base + i] = g.piles[g.discard_at + i]
    g.shuffles += 1
    shuffle(g.piles[base : base + size], size, g.key, g.seen.hand_number * HAND_SHUFFLES + g.shuffles)
    g.draw_at = base
    g.draw_end = base + size
    g.discard_at += size
    g.row.reshuffles += 1
    for card in range(len(g.seen.shown)):
        g.seen.shown[card] = 0
    g.seen.shown[g.seen.top] = 1
    if g.tracing:
        tell(g, RESHUFFLE)
        put_cards(g, g.piles, g.draw_at, g.draw_end)


@apart
def draw(g, seat, wanted, reason, playable):
    """Draw cards one by one, stopping at the first of the set `playable`, which is returned. With nothing to shuffle nobody draws."""
    found = NO_CARD
    drawn = 0
    while drawn < wanted and found == NO_CARD and g.draw_at < g.draw_end:
        start = g.draw_at
        stop = min(g.draw_end, start + wanted - drawn)
        while g.draw_at < stop and found == NO_CARD:
            card = card_at(g, g.draw_at)
            g.draw_at += 1
            take(g, seat, card)
            if playable >> card & 1:
                found = card
        drawn += g.draw_at - start
        if g.tracing | g.knowing:
            show_draw(g, seat, start, reason)
        refill(g)
    if reason == STUCK:
        g.row.draws_stuck += drawn
    else:
        g.row.draws_penalty += drawn
    return found


@apart
def show_draw(g, seat, start, reason):
    """Cards were drawn, from this place on: it is told, and kept what that shows of them."""
    if g.knowing:
        memory.note_draw(g, seat, start)
    if g.tracing:
        tell(g, DRAW, seat, reason)
        put_cards(g, g.piles, start, g.draw_at)


@apart
def expose(g):
    """R5: the card under the upper half of the draw pile goes onto the discard pile."""
    place = g.draw_at + draw_size(g) // 2
    card = card_at(g, place)
    if g.knowing:
        memory.note_exposed(g, place)
    for i in range(place, g.draw_at, -1):
        g.piles[i] = g.piles[i - 1]
    g.draw_at += 1
    lay(g, card)
    return card


@compiled
def turn_over(g):
    """Both piles are turned over and change roles."""
    g.draw_at, g.draw_end, g.discard_at, g.discard_end = g.discard_at, g.discard_end, g.draw_at, g.draw_end


@compiled
def is_flip(card):
    """Is it a Flip the Deck?"""
    return card < HIT_NUMBER and card % 10 == FLIP


@apart
def flips_on_top(g):
    """How many Flips lie on top of the discard pile; in a pile of Flips only, the undermost is not counted."""
    count = 0
    while count < discard_size(g) - 1 and is_flip(card_at(g, g.discard_end - 1 - count)):
        count += 1
    return count


@apart
def bury(g, below):
    """R6: the top card goes half-way down its pile, but under the card that has `below` cards above it once this one is gone."""
    top = g.discard_end - 1
    card = card_at(g, top)
    above = max((discard_size(g) - 1) // 2, below + 1)
    for i in range(top, top - above, -1):
        g.piles[i] = g.piles[i - 1]
        g.came[i] = g.came[i - 1]
    g.piles[top - above] = card
    g.came[top - above] = memory.KNOWN
    g.seen.shown[card] += 1
    if g.tracing:
        put(g, card)
