"""The table of Meow: the set-up of a round, hands of cards, and what a player sees."""

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.chance import shuffle, shuffle_counted
from simlab.engine.compiled.play import put, tell
from simlab.games.meow.components import MOST_CARDS, NAMED_SPECIAL, NOBODY, PLAYING, SLOTS, SPECIAL
from simlab.games.meow.words import DEAL

# --- Set-up ---------------------------------------------------------------------------------------------------------------------------


@apart
def prepare(g):
    """Before a batch of games: all cards in play, sorted."""
    rules = g.seen.rules
    size = 0
    for number in range(1, rules.numbers + 1):
        for _ in range(rules.copies):
            g.pack[size] = number
            size += 1
    for s in range(rules.special_cards):
        g.pack[size] = SPECIAL + s
        size += 1
    g.pack_size = size


@apart
def deal(g):
    """Shuffle, deal; the rest is the deck. Who starts moves on clockwise each round."""
    seen = g.seen
    rules = seen.rules
    shuffle_deck(g)
    for seat in range(seen.players):
        deal_hand(g, seat, seat * rules.deal_size, (seat + 1) * rules.deal_size)
    for slot in range(SLOTS):
        seen.played[slot] = 0
    g.deck_at = seen.players * rules.deal_size
    seen.deck = g.pack_size - g.deck_at
    g.first = seen.round_number % seen.players
    seat_players(g)
    g.turns = 0
    g.how = PLAYING
    empty_field(seen)
    if g.tracing:
        tell_deal(g)


@compiled
def deal_hand(g, seat, start, stop):
    """The cards from `start` up to before `stop` are a player's hand."""
    g.cards[seat] = 0
    g.leads[seat] = 0
    for slot in range(SLOTS):
        g.hands[seat, slot] = 0
    for number in range(SPECIAL):
        g.fits[seat, number] = 0
    for i in range(start, stop):
        pick_up(g, seat, np.int64(g.deck[i]))


@apart
def redeal(g, seat, number):
    """Deal anew what a player cannot know, the other hands and the deck, in the `number`th of many ways. Where it lay has no say in it.

    A player knows no card of another hand: of a round only what was played has been seen, and that lies open. Each round is shuffled anew.
    """
    seen = g.seen
    for slot in range(SLOTS):
        g.tally[slot] = 0
        for other in range(seen.players):
            if other != seat:
                g.tally[slot] += g.hands[other, slot]
    for i in range(g.deck_at, g.deck_at + seen.deck):
        g.tally[g.deck[i]] += 1
    size = shuffle_counted(g.tally, g.deck, g.key, number)
    for i in range(size, MOST_CARDS):
        g.deck[i] = 0
    dealt = 0
    for other in range(seen.players):
        if other != seat:
            cards = g.cards[other]
            deal_hand(g, other, dealt, dealt + cards)
            dealt += cards
    g.deck_at = dealt


@compiled
def shuffle_deck(g):
    """All cards in an order of their own for each round, whatever was played before."""
    for i in range(g.pack_size):
        g.deck[i] = g.pack[i]
    shuffle(g.deck, g.pack_size, g.key, (g.seen.set_number << 20) + g.seen.round_number)


@compiled
def direction(g):
    """1 clockwise; with `reverse_half` -1, counterclockwise, once everybody has started a round (Q3-1)."""
    return -1 if g.seen.rules.reverse_half and g.seen.round_number >= g.seen.players else 1


@compiled
def seat_players(g):
    """In which order the others follow each seat."""
    players = g.seen.players
    step = direction(g)
    for seat in range(players):
        other = seat
        for i in range(players - 1):
            other = (other + step + players) % players
            g.order[seat, i] = other


@apart
def tell_deal(g):
    """The event of the set-up: everything, the hidden cards too."""
    seen = g.seen
    size = seen.rules.deal_size
    tell(g, DEAL, seen.set_number, seen.round_number, g.first, direction(g))
    put(g, seen.players)
    for seat in range(seen.players):
        put_slots(g, seat * size, (seat + 1) * size)
    put_slots(g, g.deck_at, g.pack_size)


@apart
def put_slots(g, start, stop):
    """A list of the trace: the cards of the deck from `start` up to before `stop`."""
    put(g, stop - start)
    for i in range(start, stop):
        put(g, named(np.int64(g.deck[i])))


@compiled
def named(slot):
    """A card as it is written in data."""
    return slot if slot < SPECIAL else slot - SPECIAL + NAMED_SPECIAL


# --- Hands ----------------------------------------------------------------------------------------------------------------------------
#
# A hand with n number cards of v and f special cards that fit allows (n + 1) * (f + 1) - 1 plays of v. g.leads is the sum of these over
# all v; it is kept up to date card by card, so that nobody has to count what may be led.


@compiled
def pick_up(g, seat, slot):
    """A card comes to a hand."""
    g.hands[seat, slot] += 1
    g.cards[seat] += 1
    if slot < SPECIAL:
        g.leads[seat] += g.fits[seat, slot] + 1
    else:
        change_fits(g, seat, slot - SPECIAL, 1)


@apart
def change_fits(g, seat, s, by):
    """A special card comes to a hand (by 1) or leaves it (by -1)."""
    rules = g.seen.rules
    for i in range(rules.face_count[s]):
        number = rules.faces[s, i]
        g.fits[seat, number] += by
        g.leads[seat] += by * (g.hands[seat, number] + 1)


@compiled
def lay_down(g, seat, number, naturals, specials):
    """Cards leave a hand for the field: number cards, and of the specials that fit those of the lowest index."""
    g.hands[seat, number] -= naturals
    g.seen.played[number] += naturals
    g.leads[seat] -= naturals * (g.fits[seat, number] + 1)
    g.cards[seat] -= naturals + specials
    if specials > 0:
        lay_down_specials(g, seat, number, specials)


@apart
def lay_down_specials(g, seat, number, specials):
    """The special cards of the lowest index that fit."""
    s = 0
    while specials > 0:
        if g.hands[seat, SPECIAL + s] > 0 and depicts(g.seen.rules, s, number):
            g.hands[seat, SPECIAL + s] = 0
            g.seen.played[SPECIAL + s] = 1
            change_fits(g, seat, s, -1)
            specials -= 1
        s += 1


@compiled
def depicts(rules, s, number):
    """Is this number on special card s?"""
    found = False
    for i in range(rules.face_count[s]):
        found = found or rules.faces[s, i] == number
    return found


@apart
def tell_play(g, event, seat, number, naturals, specials):
    """A lead or a copy, before it is laid down."""
    tell(g, event, seat, number)
    put(g, naturals + specials)
    for _ in range(naturals):
        put(g, number)
    s = 0
    while specials > 0:
        if g.hands[seat, SPECIAL + s] > 0 and depicts(g.seen.rules, s, number):
            put(g, named(SPECIAL + s))
            specials -= 1
        s += 1


# --- Around the table -----------------------------------------------------------------------------------------------------------------


@compiled
def empty_field(seen):
    """No lead lies on the field."""
    seen.number = 0
    seen.lead_cards = 0
    seen.original = NOBODY


@compiled
def look(g, seat):
    """What this player sees that others don't, or sees from their own chair."""
    seen = g.seen
    for slot in range(SLOTS):
        seen.hand[slot] = g.hands[seat, slot]
    seen.cards = g.cards[seat]
    seen.coins = g.coins[seat]
    for i in range(seen.players - 1):
        other = g.order[seat, i]
        seen.other_cards[i] = g.cards[other]
        seen.other_coins[i] = g.coins[other]
