"""What the players of Spite & Malice know of cards that lie face down, and those cards dealt anew.

All see every card that is played, stored or discarded. So all know which cards are shuffled into a Draw Pile; which are bordered, until
they are seen; and which UP card was buried. What a player draws, or Malice and Spite give, nobody else sees. That a card is bordered
is not to be seen from its back, and forgotten when it is shuffled. See `knowing` for what follows.
"""

import numpy as np

from simlab.engine.compiled import apart, compiled, knowing
from simlab.engine.compiled.knowing import KNOWN
from simlab.games.spite_malice.components import FIRST_SPITE, MOST_CARDS, MOST_KINDS, NOTHING, RING, VALUES, WILD

BORDERED, PLAIN = 1, 2  # the shuffles of the two decks


@compiled
def value_of(card):
    """A card's value; a Wild is 0."""
    number = np.int64(card)
    return number if number < FIRST_SPITE else 0


@compiled
def kind_of(card):
    """The number of a card among all that are different."""
    number = np.int64(card)
    return number if number < FIRST_SPITE else number - FIRST_SPITE + VALUES


@compiled
def card_of(kind):
    """The card with that number."""
    return kind if kind < VALUES else kind - VALUES + FIRST_SPITE


@apart
def note_decks(g):
    """Both decks were shuffled. Card Stacks come from the bordered one, and the Draw Pile is the other on top of its rest."""
    knowing.forget(g)
    knowing.begin_shuffle(g)
    for i in range(g.bordered_size):
        knowing.goes_in(g, kind_of(g.pack[i]))
    knowing.begin_shuffle(g)
    for i in range(g.bordered_size, g.pack_size):
        knowing.goes_in(g, kind_of(g.pack[i]))
    plain_size = g.pack_size - g.bordered_size
    for i in range(g.pack_size):
        g.deck_came[i] = PLAIN if i < plain_size else BORDERED
    for seat in range(g.seen.players):
        for i in range(g.seen.rules.stack_size):
            g.stack_came[seat, i] = BORDERED


@apart
def note_table(g):
    """Only what lies open was seen; all else was just shuffled."""
    knowing.forget(g)
    knowing.begin_shuffle(g)
    for place in range(g.deck_at, g.deck_at + g.seen.draw_size):
        g.deck_came[place] = g.newest
        knowing.goes_in(g, kind_of(g.deck[place]))
    for seat in range(g.seen.players):
        for i in range(g.seen.stack[seat]):
            place = (g.stack_at[seat] + i) % RING
            g.stack_came[seat, place] = g.newest
            knowing.goes_in(g, kind_of(g.stack_cards[seat, place]))
        if g.seen.up[seat] != NOTHING:
            note_up(g, seat)
        for kind in range(MOST_KINDS):
            for _ in range(count(g, seat, kind)):
                knowing.goes_in(g, kind)
                knowing.is_drawn(g, seat, g.newest, kind)


@compiled
def count(g, seat, kind):
    """How many of a card a player holds."""
    if kind >= VALUES:
        return g.numbers[seat] >> (kind - VALUES) & 1
    return 0 if kind == WILD and g.seen.rules.spite else g.hands[seat, kind]


@apart
def note_shuffle(g):
    """R2: all have seen what is shuffled into the Draw Pile. Of equal cards, or a single one, all know where they lie."""
    are_equal = True
    for i in range(g.seen.draw_size):
        are_equal = are_equal and g.deck[i] == g.deck[0]
    if are_equal:
        g.deck_came[: g.seen.draw_size] = KNOWN
        return
    if knowing.begin_shuffle(g):
        for seat in range(g.seen.players):
            for i in range(RING):
                g.stack_came[seat, i] = knowing.after_joining(g.stack_came[seat, i])
    for i in range(g.seen.draw_size):
        knowing.goes_in(g, kind_of(g.deck[i]))
        g.deck_came[i] = g.newest


@apart
def note_draw(g, seat, cards):
    """So many cards that just were on top of the Draw Pile went to a hand."""
    for place in range(g.deck_at - cards, g.deck_at):
        knowing.is_drawn(g, seat, g.deck_came[place], kind_of(g.deck[place]))


@apart
def note_play(g, seat, card):
    """A card leaves a hand for all to see."""
    knowing.is_played(g, seat, kind_of(card), 0)


@apart
def note_discard(g, seat):
    """All see the whole hand, which is discarded."""
    for kind in range(MOST_KINDS):
        for _ in range(count(g, seat, kind)):
            knowing.is_played(g, seat, kind, 0)


@apart
def note_up(g, seat):
    """All see the card on top of a Card Stack."""
    place = g.stack_at[seat]
    knowing.turns_up(g, g.stack_came[seat, place], kind_of(g.stack_cards[seat, place]))
    g.stack_came[seat, place] = KNOWN


@apart
def redeal(g, seat, number):
    """Deal anew what a player cannot know, in the `number`th of many ways."""
    if not g.knowing:
        note_table(g)
    cards = np.empty(MOST_CARDS, dtype=np.int64)
    hidden = 0
    for place in range(g.deck_at, g.deck_at + g.seen.draw_size):
        if g.deck_came[place] != KNOWN:
            cards[hidden] = g.deck_came[place]
            hidden += 1
    for player in range(g.seen.players):
        for i in range(g.seen.stack[player]):
            came = g.stack_came[player, (g.stack_at[player] + i) % RING]
            if came != KNOWN:
                cards[hidden] = came
                hidden += 1
    knowing.deal_anew(g, seat, number, cards, knowing.list_hands(g, seat, cards, hidden))
    hidden = 0
    for place in range(g.deck_at, g.deck_at + g.seen.draw_size):
        if g.deck_came[place] != KNOWN:
            g.deck[place] = card_of(cards[hidden])
            hidden += 1
    for player in range(g.seen.players):
        for i in range(g.seen.stack[player]):
            place = (g.stack_at[player] + i) % RING
            if g.stack_came[player, place] != KNOWN:
                g.stack_cards[player, place] = card_of(cards[hidden])
                hidden += 1
    for player in range(g.seen.players):
        if player != seat:
            g.hands[player] = 0
            g.have[player] = 0
            g.numbers[player] = 0
            for kind in range(MOST_KINDS):
                for _ in range(g.known[player, kind]):
                    hold(g, player, kind)
            for _ in range(g.took[seat, player].sum()):
                hold(g, player, cards[hidden])
                hidden += 1


@apart
def hold(g, seat, kind):
    """One more card in a hand."""
    value = value_of(card_of(kind))
    g.hands[seat, value] += 1
    g.have[seat] |= 1 << value
    if kind >= VALUES:
        g.numbers[seat] |= 1 << (kind - VALUES)
