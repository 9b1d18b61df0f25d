"""Where cards come from and go to: the set-up, drawing and reshuffling, hands, Card Stacks and the Discard Pile."""

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.chance import shuffle
from simlab.engine.compiled.play import put, put_cards, tell
from simlab.games.spite_malice import bits, memory
from simlab.games.spite_malice.components import FIRST_SPITE, NOBODY, NOTHING, PLAYING, RING, WILD
from simlab.games.spite_malice.memory import value_of
from simlab.games.spite_malice.words import DEAL, DRAW, RESHUFFLE

# --- Set-up ---------------------------------------------------------------------------------------------------------------------------


@apart
def prepare(g):
    """Before a batch of games: both decks, sorted, the Wilds last."""
    rules = g.seen.rules
    size = 0
    for value in range(1, rules.top + 1):
        for _ in range(rules.bordered[value]):
            g.pack[size] = value
            size += 1
    g.bordered_size = size
    for value in range(1, rules.top + 1):
        for _ in range(rules.plain[value]):
            g.pack[size] = value
            size += 1
    for i in range(rules.wilds):
        g.pack[size] = FIRST_SPITE + i if rules.spite else WILD
        size += 1
    g.pack_size = size


@apart
def deal(g):
    """Card Stacks from the bordered deck; the Draw Pile is the other deck on top of the bordered one's rest; hands from the Draw Pile."""
    seen = g.seen
    rules = seen.rules
    plain_size = g.pack_size - g.bordered_size
    bordered = g.deck[plain_size:]
    for i in range(g.bordered_size):
        bordered[i] = g.pack[i]
    for i in range(plain_size):
        g.deck[i] = g.pack[g.bordered_size + i]
    shuffle(bordered, g.bordered_size, g.key, 0)
    shuffle(g.deck, plain_size, g.key, 1)
    clear_table(g)
    if g.knowing:
        memory.note_decks(g)
    dealt = 0
    for seat in range(seen.players):
        for i in range(rules.stack_size):
            g.stack_cards[seat, i] = bordered[dealt]
            dealt += 1
        seen.stack[seat] = rules.stack_size
        turn_up(g, seat)
    seen.draw_size = g.pack_size - dealt
    for i in range(plain_size, seen.draw_size):
        g.deck[i] = g.deck[i + dealt]
    for seat in range(seen.players):
        take_from_deck(g, seat, rules.deal_size)
    g.row.first = highest_up(seen)
    if g.tracing:
        tell_deal(g)


@apart
def clear_table(g):
    """Nothing lies on the table, and nobody holds a card."""
    seen = g.seen
    g.ending = PLAYING
    g.leader = NOBODY
    g.idle_turns = 0
    g.opened = 0
    g.loose = 0
    g.deck_at = 0
    seen.piles = 0
    seen.cover = NOTHING
    seen._tops = 0
    seen.discard_size = 0
    for value in range(16):
        seen.discard[value] = 0
        g.with_top[value] = 0
    for seat in range(seen.players):
        g.have[seat] = 0
        g.numbers[seat] = 0
        g.stack_at[seat] = 0
        seen.held[seat] = 0
        seen.skips[seat] = 0
        for value in range(16):
            g.hands[seat, value] = 0
        for i in range(seen.rules.stores):
            seen.store_top[seat, i] = 0
            seen.store_size[seat, i] = 0


@compiled
def highest_up(seen):
    """R1: the player with the highest UP card, of equal ones the lowest seat."""
    first = 0
    for seat in range(1, seen.players):
        if seen.up[seat] > seen.up[first]:
            first = seat
    return first


@apart
def tell_deal(g):
    """The event of the set-up: everything, the hidden cards too. The hands are told as they were dealt."""
    seen = g.seen
    tell(g, DEAL, g.row.first)
    put(g, seen.players)
    for seat in range(seen.players):
        put_cards(g, g.stack_cards[seat], 0, seen.rules.stack_size)
    put(g, seen.players)
    for seat in range(seen.players):
        put_cards(g, g.deck, seat * seen.rules.deal_size, (seat + 1) * seen.rules.deal_size)
    put_cards(g, g.deck, g.deck_at, g.deck_at + seen.draw_size)


# --- The Draw Pile and the Discard Pile -----------------------------------------------------------------------------------------------


@apart
def reshuffle(g):
    """R2: the Discard Pile is shuffled and becomes the Draw Pile."""
    seen = g.seen
    size = 0
    for value in range(1, seen.rules.top + 1):
        for _ in range(seen.discard[value]):
            g.deck[size] = value
            size += 1
        seen.discard[value] = 0
    for i in range(seen.discard[WILD]):
        g.deck[size] = FIRST_SPITE + bits.pick(g.loose, i) if seen.rules.spite else WILD
        size += 1
    seen.discard[WILD] = 0
    g.loose = 0
    g.row.reshuffles += 1
    shuffle(g.deck, size, g.key, 1 + g.row.reshuffles)
    g.deck_at = 0
    seen.draw_size = size
    seen.discard_size = 0
    if g.knowing:
        memory.note_shuffle(g)
    if g.tracing:
        tell(g, RESHUFFLE)
        put_cards(g, g.deck, 0, size)


@compiled
def is_there_a_card(g):
    """Is there a card to draw? An empty Draw Pile is replaced first; with both piles empty there is none (R2)."""
    if g.seen.draw_size == 0:
        if g.seen.discard_size == 0:
            return False
        reshuffle(g)
    return True


@compiled
def card_from_deck(g):
    """The top card of the Draw Pile, which has one."""
    card = np.int64(g.deck[g.deck_at])
    g.deck_at += 1
    g.seen.draw_size -= 1
    return card


@apart
def draw(g, seat, wanted):
    """Draw so many cards, or as many as there are; how many."""
    drawn = 0
    while drawn < wanted and is_there_a_card(g):
        count = min(wanted - drawn, g.seen.draw_size)
        if g.tracing:
            tell(g, DRAW, seat)
            put_cards(g, g.deck, g.deck_at, g.deck_at + count)
        take_from_deck(g, seat, count)
        drawn += count
    return drawn


@apart
def take_from_deck(g, seat, count):
    """The top `count` cards of the Draw Pile go to a hand."""
    for _ in range(count):
        card = card_from_deck(g)
        value = value_of(card)
        g.hands[seat, value] += 1
        g.have[seat] |= 1 << value
        if card >= FIRST_SPITE:
            g.numbers[seat] |= 1 << (card - FIRST_SPITE)
    g.seen.held[seat] += count
    if g.knowing:
        memory.note_draw(g, seat, count)


@apart
def put_on_discard(g, card):
    """A card goes to the Discard Pile."""
    seen = g.seen
    seen.discard[value_of(card)] += 1
    seen.discard_size += 1
    if card >= FIRST_SPITE:
        g.loose |= 1 << (card - FIRST_SPITE)


# --- Hands ----------------------------------------------------------------------------------------------------------------------------


@compiled
def take_from_hand(g, seat, value):
    """One card of this value leaves the hand; its physical card. Of Wilds it is the one with the lowest number."""
    g.hands[seat, value] -= 1
    if g.hands[seat, value] == 0:
        g.have[seat] &= ~(1 << value)
    g.seen.held[seat] -= 1
    card = np.int64(value)
    if value == WILD and g.seen.rules.spite:
        card = take_number(g, seat, bits.pick(g.numbers[seat], 0))
    if g.knowing:
        memory.note_play(g, seat, card)
    return card


@compiled
def take_number(g, seat, number):
    """The Wild/Spite card with that number is no longer among those held; its physical card."""
    g.numbers[seat] &= ~(1 << number)
    return number + FIRST_SPITE


@apart
def discard_hand(g, seat):
    """The whole hand goes to the Discard Pile."""
    seen = g.seen
    if g.knowing:
        memory.note_discard(g, seat)
    for value in range(seen.rules.top + 1):
        seen.discard[value] += g.hands[seat, value]
        g.hands[seat, value] = 0
    seen.discard_size += seen.held[seat]
    seen.held[seat] = 0
    g.loose |= g.numbers[seat]
    g.numbers[seat] = 0
    g.have[seat] = 0


# --- Card Stacks ----------------------------------------------------------------------------------------------------------------------


@compiled
def turn_up(g, seat):
    """The top card of the Card Stack is the UP card."""
    g.seen.up[seat] = value_of(g.stack_cards[seat, g.stack_at[seat]])
    if g.knowing:
        memory.note_up(g, seat)


@compiled
def take_from_stack(g, seat):
    """The UP card leaves the Card Stack; the next is not yet turned up. Its physical card."""
    at = g.stack_at[seat]
    g.stack_at[seat] = (at + 1) % RING
    g.seen.stack[seat] -= 1
    g.seen.up[seat] = NOTHING
    return np.int64(g.stack_cards[seat, at])


@compiled
def give_from_deck(g, seat):
    """The top card of the Draw Pile, which has one, goes unseen to the bottom of a Card Stack; that card."""
    card = card_from_deck(g)
    put_under_stack(g, seat, card, g.deck_came[g.deck_at - 1])
    return card


@compiled
def put_under_stack(g, seat, card, came):
    """A card goes to the bottom of a Card Stack; `came` is by which shuffle it had come, or that all know it."""
    seen = g.seen
    place = (g.stack_at[seat] + seen.stack[seat]) % RING
    g.stack_cards[seat, place] = card
    g.stack_came[seat, place] = came
    seen.stack[seat] += 1
