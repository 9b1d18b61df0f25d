"""Where cards come from and go to: the set-up, drawing and reshuffling, hands, Card Stacks and the Discard Pile."""

import numpy as np

from simlab.engine.compiled import apart, aside, compiled, knowing
from simlab.engine.compiled.bits import lowest, nth
from simlab.engine.compiled.chance import shuffle
from simlab.engine.compiled.course import mark, note
from simlab.engine.compiled.memory import rarely
from simlab.engine.compiled.play import put, put_cards, write
from simlab.games.spite_malice import memory, words
from simlab.games.spite_malice.components import FIRST_SPITE, MOST_KINDS, NO_SEAT, NOTHING, PLAYING, RING, VALUES, WILD
from simlab.games.spite_malice.memory import hold, value_of
from simlab.kit.declared import number_of
from simlab.kit.turns import tell


@apart
def prepare(g):
    """Before a batch of games: both decks, sorted. The Wilds belong to the one that is not bordered."""
    rules = g.seen.rules
    size = lay_sorted(g.pack, 0, rules.plain)
    for i in range(rules.wilds):
        g.pack[size] = FIRST_SPITE + i if rules.spite else WILD
        size += 1
    g.plain_size = size
    g.pack_size = lay_sorted(g.pack, size, rules.bordered)
    g.mark = mark(g.pack, g.pack_size, (g.plain_size << 8 | rules.stack_size) << 8 | rules.deal_size)


@apart
def lay_sorted(cards, size, counts):
    """After `size` cards: so many of each natural value; how many there are then."""
    for value in range(1, VALUES):
        for _ in range(counts[value]):
            cards[size] = value
            size += 1
    return size


@aside
def deal(g):
    """Card Stacks from the bordered deck; the Draw Pile is the other deck on top of the bordered one's rest; hands from the Draw Pile."""
    seen = g.seen
    rules = seen.rules
    clear_table(g)
    g.deck[:] = g.pack
    bordered = g.deck[g.plain_size :]
    shuffle(bordered, g.pack_size - g.plain_size, g.key, 0)
    shuffle(g.deck, g.plain_size, g.key, 1)
    if rarely(g.knowing):
        memory.note_decks(g)
    dealt = 0
    for seat in range(seen.players):
        for i in range(rules.stack_size):
            g.stack_cards[seat, i] = bordered[dealt]
            dealt += 1
        seen.stack[seat] = rules.stack_size
        turn_up(g, seat)
    seen.draw_size = g.pack_size - dealt
    for i in range(g.plain_size, seen.draw_size):
        g.deck[i] = g.deck[i + dealt]
    for seat in range(seen.players):
        take_from_deck(g, seat, rules.deal_size)
    g.row.first = seen.up[: seen.players].argmax()  # R1
    if rarely(g.tracing):
        write(g, number_of(words.DEAL), g.row.first)
        put_deal(g)


@apart
def clear_table(g):
    """Nothing lies on the table, and nobody holds a card."""
    seen = g.seen
    g.row.ending = PLAYING
    g.leader = NO_SEAT
    seen.cover = NOTHING
    g.stacks_changed = g.idle_turns = g.opened = g.loose = g.deck_at = 0
    g.have[:] = g.numbers[:] = g.hands[:] = g.stack_at[:] = 0
    seen.piles = seen.discard_size = seen._tops = 0
    seen.held[:] = seen.skips[:] = seen.discard[:] = seen._with_top[:] = 0
    seen.store_top[:] = seen.store_size[:] = seen._filled[:] = 0


@aside
def put_deal(g):
    """In the event of the set-up: everything, the hidden cards too. The hands are told as they were dealt."""
    seen = g.seen
    rules = seen.rules
    put(g, seen.players)
    for seat in range(seen.players):
        put_cards(g, g.stack_cards[seat], 0, rules.stack_size)
    put(g, seen.players)
    for seat in range(seen.players):
        put_cards(g, g.deck, seat * rules.deal_size, (seat + 1) * rules.deal_size)
    put_cards(g, g.deck, g.deck_at, g.deck_at + seen.draw_size)


@aside
def reshuffle(g):
    """R2: the Discard Pile is shuffled and becomes the Draw Pile."""
    seen = g.seen
    size = lay_sorted(g.deck, 0, seen.discard)
    for i in range(seen.discard[WILD]):
        g.deck[size] = FIRST_SPITE + nth(g.loose, i) if seen.rules.spite else WILD
        size += 1
    shuffle(g.deck, size, g.key, 2 + g.row.reshuffles)
    seen.draw_size = size
    seen.discard[:] = 0
    seen.discard_size = g.loose = g.deck_at = 0
    if rarely(g.knowing):
        memory.note_shuffle(g)
    tell(g, words.RESHUFFLE, (g.deck, 0, size))


@compiled
def is_there_a_card(g):
    """Is there a card to draw? An empty Draw Pile is replaced first; with both piles empty there is none (R2)."""
    if g.seen.draw_size == 0:
        if g.seen.discard_size == 0:
            return False
        reshuffle(g)
    return True


@apart
def draw(g, seat, wanted):
    """Draw so many cards, or as many as there are; how many."""
    drawn = 0
    while drawn < wanted and is_there_a_card(g):
        count = min(wanted - drawn, g.seen.draw_size)
        take_from_deck(g, seat, count)
        note(g, number_of(words.DRAW), count)
        tell(g, words.DRAW, seat, (g.deck, g.deck_at - count, g.deck_at))
        drawn += count
    return drawn


@compiled
def take_from_deck(g, seat, count):
    """The top `count` cards of the Draw Pile go to a hand."""
    for place in range(g.deck_at, g.deck_at + count):
        card = np.int64(g.deck[place])
        hold(g, seat, card)
        if rarely(g.knowing):
            knowing.is_drawn(g, seat, g.deck_came[place], card)
    g.deck_at += count
    g.seen.draw_size -= count
    g.seen.held[seat] += count


@compiled
def put_on_discard(g, card):
    """A card goes to the Discard Pile."""
    g.seen.discard[value_of(card)] += 1
    g.seen.discard_size += 1
    if card >= FIRST_SPITE:
        g.loose |= 1 << (card - FIRST_SPITE)


@compiled
def take_from_hand(g, seat, card):
    """A card leaves the hand for all to see."""
    value = value_of(card)
    left = g.hands[seat, value] - 1
    g.hands[seat, value] = left
    g.have[seat] &= ~(int(left == 0) << value)
    g.seen.held[seat] -= 1
    if card >= FIRST_SPITE:
        g.numbers[seat] &= ~(1 << (card - FIRST_SPITE))
    if rarely(g.knowing):
        knowing.is_played(g, seat, card, 0)


@compiled
def lowest_wild(g, seat):
    """Of the Wilds in a hand the one with the lowest number."""
    return FIRST_SPITE + lowest(g.numbers[seat]) if g.seen.rules.spite else WILD


@aside
def discard_hand(g, seat):
    """The whole hand goes to the Discard Pile."""
    for card in range(MOST_KINDS):
        for _ in range(memory.count(g, seat, card)):
            take_from_hand(g, seat, card)
            put_on_discard(g, card)


@compiled
def turn_up(g, seat):
    """The top card of the Card Stack is the UP card."""
    g.seen.up[seat] = value_of(np.int64(g.stack_cards[seat, g.stack_at[seat]]))
    if rarely(g.knowing):
        memory.note_up(g, seat)


@compiled
def take_from_stack(g, seat):
    """The UP card leaves the Card Stack; the next is not yet turned up. Its physical card."""
    at = g.stack_at[seat]
    g.stack_at[seat] = (at + 1) % RING
    g.seen.stack[seat] -= 1
    g.seen.up[seat] = NOTHING
    g.stacks_changed = 1
    return np.int64(g.stack_cards[seat, at])


@compiled
def give_from_deck(g, seat):
    """The top card of the Draw Pile, which has one, goes unseen to the bottom of a Card Stack; that card."""
    card = np.int64(g.deck[g.deck_at])
    put_under_stack(g, seat, card, g.deck_came[g.deck_at])
    g.deck_at += 1
    g.seen.draw_size -= 1
    return card


@compiled
def put_under_stack(g, seat, card, came):
    """A card goes to the bottom of a Card Stack; `came` is by which shuffle it had come, or that all know it."""
    place = (g.stack_at[seat] + g.seen.stack[seat]) % RING
    g.stack_cards[seat, place] = card
    g.stack_came[seat, place] = came
    g.seen.stack[seat] += 1
    g.stacks_changed = 1
