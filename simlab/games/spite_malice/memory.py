"""What the players of Spite & Malice know of cards that lie face down, and those cards dealt anew.

All see every card that is played, stored or discarded. So all know which cards are shuffled into a Draw Pile; which are bordered, until
they are seen; and which UP card was buried. What a player draws, or Malice and Spite give, nobody else sees. That a card is bordered
is not to be seen from its back, and forgotten when it is shuffled. See `knowing` for what follows.
"""

import numpy as np

from simlab.engine.compiled import apart, aside, compiled, knowing
from simlab.engine.compiled.knowing import KNOWN
from simlab.games.spite_malice.components import FIRST_SPITE, MOST_CARDS, MOST_KINDS, NOTHING, RING, VALUES, WILD

BORDERED, PLAIN = 1, 2  # the shuffles of the two decks


@compiled
def value_of(card):
    """A card's value; a Wild is 0."""
    return card if card < FIRST_SPITE else WILD


@compiled
def hold(g, seat, card):
    """One more card in a hand."""
    value = value_of(card)
    g.hands[seat, value] += 1
    g.have[seat] |= 1 << value
    if card >= FIRST_SPITE:
        g.numbers[seat] |= 1 << (card - FIRST_SPITE)


@compiled
def count(g, seat, card):
    """How many of a card a player holds."""
    if card >= FIRST_SPITE:
        return g.numbers[seat] >> (card - FIRST_SPITE) & 1
    return 0 if card >= VALUES or (card == WILD and g.seen.rules.spite) else g.hands[seat, card]


@aside
def note_decks(g):
    """Both decks were shuffled. Card Stacks come from the bordered one, and the Draw Pile is the other on top of its rest."""
    knowing.forget(g)
    go_in(g, g.pack, g.plain_size, g.pack_size)
    go_in(g, g.pack, 0, g.plain_size)
    g.deck_came[: g.plain_size] = PLAIN
    g.deck_came[g.plain_size :] = BORDERED
    g.stack_came[:] = BORDERED


@apart
def go_in(g, cards, start, stop):
    """All see these cards go into the next shuffle. Were two earlier ones joined?"""
    are_joined = knowing.begin_shuffle(g)
    for i in range(start, stop):
        knowing.goes_in(g, cards[i])
    return are_joined


@apart
def note_table(g):
    """Only what lies open was seen; all else was just shuffled."""
    knowing.forget(g)
    go_in(g, g.deck, g.deck_at, g.deck_at + g.seen.draw_size)
    g.deck_came[:] = g.newest
    g.stack_came[:] = g.newest
    for seat in range(g.seen.players):
        for i in range(g.seen.stack[seat]):
            knowing.goes_in(g, g.stack_cards[seat, (g.stack_at[seat] + i) % RING])
        if g.seen.up[seat] != NOTHING:
            note_up(g, seat)
        for card in range(MOST_KINDS):
            for _ in range(count(g, seat, card)):
                knowing.goes_in(g, card)
                knowing.is_drawn(g, seat, g.newest, card)


@aside
def note_shuffle(g):
    """R2: all have seen what is shuffled into the Draw Pile. Of equal cards, or a single one, all know where they lie."""
    size = g.seen.draw_size
    if g.deck[:size].min() == g.deck[:size].max():
        g.deck_came[:size] = KNOWN
        return
    if go_in(g, g.deck, 0, size):
        for seat in range(g.seen.players):
            for i in range(RING):
                g.stack_came[seat, i] = knowing.after_joining(g.stack_came[seat, i])
    g.deck_came[:size] = g.newest


@aside
def note_up(g, seat):
    """All see the card on top of a Card Stack."""
    place = g.stack_at[seat]
    knowing.turns_up(g, g.stack_came[seat, place], np.int64(g.stack_cards[seat, place]))
    g.stack_came[seat, place] = KNOWN


@apart
def redeal(g, seat, number):
    """Deal anew what a player cannot know, in the `number`th of many ways."""
    if not g.knowing:
        note_table(g)
    cards = np.empty(MOST_CARDS, dtype=np.int64)
    knowing.deal_anew(g, seat, number, cards, knowing.list_hands(g, seat, cards, face_down(g, cards, 0)))
    dealt = face_down(g, cards, 1)
    for player in range(g.seen.players):
        if player != seat:
            g.hands[player] = g.have[player] = g.numbers[player] = 0
            for card in range(MOST_KINDS):
                for _ in range(g.known[player, card]):
                    hold(g, player, card)
            for _ in range(g.took[seat, player].sum()):
                hold(g, player, cards[dealt])
                dealt += 1


@apart
def face_down(g, cards, lays):
    """Of each place where not all know the card it is listed by which shuffle it came, or the listed card is laid; how many there are."""
    count = pass_over(g.deck, g.deck_came, g.deck_at, g.seen.draw_size, cards, 0, lays)
    for seat in range(g.seen.players):
        count = pass_over(g.stack_cards[seat], g.stack_came[seat], g.stack_at[seat], g.seen.stack[seat], cards, count, lays)
    return count


@apart
def pass_over(pile, came, top, size, cards, count, lays):
    """The part of one pile, after `count` places."""
    for i in range(size):
        place = (top + i) % len(pile)
        if came[place] != KNOWN:
            if lays:
                pile[place] = cards[count]
            else:
                cards[count] = came[place]
            count += 1
    return count
