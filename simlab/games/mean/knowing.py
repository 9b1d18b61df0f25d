"""What each player of MEAN! knows of cards that they don't see; and dealing anew what a player cannot know.

All see the face-up card of a Pile go to a hand, every card that is played, and so which cards of the Play Area are shuffled into new Piles,
with cards of the Draw Deck among them. Who swaps knows what they gave away. See `engine.compiled.knowing` for what follows.

All this is kept only while g.knowing is 1.
"""

import numpy as np

from simlab.engine.compiled import apart, aside, knowing
from simlab.engine.compiled.counting import count_along
from simlab.engine.compiled.knowing import KNOWN
from simlab.games.mean.components import MOST_CARDS, VALUES
from simlab.games.mean.piles import pile

OPENING = 1  # the shuffle that brought what lies in the Draw Deck


@aside
def note_table(g):
    """Only what lies open was seen; all else was just shuffled."""
    knowing.forget(g)
    knowing.begin_shuffle(g)
    g.removed_n = 0
    for place in range(g.deck_at, g.deck_at + g.seen.deck):
        knowing.goes_in(g, g.deck[place])
    for i in range(g.seen.piles):
        _, start, stop = pile(g, i)
        for place in range(start, stop - 1):
            knowing.goes_in(g, g.pile_cards[place])
    for seat in range(g.seen.players):
        for card in range(VALUES):
            for _ in range(g.hands[seat, card]):
                knowing.goes_in(g, card)
                knowing.is_drawn(g, seat, OPENING, card)


@aside
def note_draw(g, seat, count):
    """So many cards go from the top of the Draw Deck to a hand."""
    for place in range(g.deck_at, g.deck_at + count):
        knowing.is_drawn(g, seat, OPENING, g.deck[place])


@aside
def note_play(g, seat, card, count):
    """All others see so many of that card leave a hand."""
    for _ in range(count):
        knowing.is_played(g, seat, card, 0)


@aside
def note_heap(g):
    """The cards of the Play Area will be shuffled, perhaps with some of the Draw Deck."""
    if knowing.begin_shuffle(g):
        for i in range(g.removed_n):
            g.removed_came[i] = knowing.after_joining(g.removed_came[i])
    for card in range(VALUES):
        for _ in range(g.seen.area[card]):
            knowing.goes_in(g, card)


@aside
def note_piles(g, size):
    """New Piles lie on the table, their last cards face up; the rest of so many cards is out of play, unseen."""
    for i in range(g.seen.piles):
        _, _, stop = pile(g, i)
        knowing.turns_up(g, g.newest, g.pile_cards[stop - 1])
    for place in range(g.pile_starts[g.seen.piles], size):
        g.removed[g.removed_n] = g.pile_cards[place]
        g.removed_came[g.removed_n] = g.newest
        g.removed_n += 1


@aside
def note_taking(g, seat, start, stop):
    """The cards of a Pile, the last of which lay face up, go to a hand."""
    for place in range(start, stop):
        knowing.is_drawn(g, seat, g.newest if place < stop - 1 else KNOWN, g.pile_cards[place])


@apart
def redeal(g, seat, number):
    """Deal anew what a player cannot know, in the `number`th of many ways."""
    if not g.knowing:
        note_table(g)
    cards = np.empty(MOST_CARDS, dtype=np.int64)
    deck, removed = g.seen.deck, g.removed_n
    cards[:deck] = OPENING
    cards[deck : deck + removed] = g.removed_came[:removed]
    at = deck + removed
    for i in range(g.seen.piles):
        _, start, stop = pile(g, i)
        cards[at : at + stop - 1 - start] = g.newest
        at += stop - 1 - start
    knowing.deal_anew(g, seat, number, cards, knowing.list_hands(g, seat, cards, at))
    g.deck[g.deck_at : g.deck_at + deck] = cards[:deck]
    count_along(g.deck, g.deck_at, g.deck_at + deck, g.deck_sums)
    g.removed[:removed] = cards[deck : deck + removed]
    at = deck + removed
    for i in range(g.seen.piles):
        _, start, stop = pile(g, i)
        g.pile_cards[start : stop - 1] = cards[at : at + stop - 1 - start]
        at += stop - 1 - start
    for other in range(g.seen.players):
        if other != seat:
            for card in range(VALUES):
                g.hands[other, card] = g.known[other, card] + g.given[seat, other, card]
            for _ in range(g.took[seat, other].sum()):
                g.hands[other, cards[at]] += 1
                at += 1
