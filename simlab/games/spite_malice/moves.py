"""The legal moves, in their documented order.

A set of values, or of Store Piles, is a whole number whose bits are its members. So the legal moves are a few such sets, in this order:
values that the UP card may be played as, natural values of the hand, values that a Wild of the hand may be named, Store Piles whose top
may be played; then Spite moves; then values that may be stored, on each of a set of Store Piles; or the end of the turn.
"""

from simlab.engine.compiled import apart, compiled
from simlab.games.spite_malice import bits
from simlab.games.spite_malice.components import END, FIRST_STORE, HAND, NOTHING, ONE, PLAY, SPITE, STORE, TWO, UP, WILD


@compiled
def what_fits(seen):
    """The values that a Build Pile takes: one more than a top, and a 1. While a Wild waits to be covered only what covers it."""
    if seen.cover != NOTHING:
        return 1 << (seen.pile_top[seen.cover] + 1)
    return seen._tops << 1 | 1 << ONE


@compiled
def forced_plays(seen, seat, have):
    """R3: a 1 in hand or as UP card, and a 2 in hand on a 1; the values, from the Card Stack and from the hand."""
    fits = what_fits(seen)
    return fits & 1 << ONE if seen.up[seat] == ONE else 0, fits & have & (1 << ONE | 1 << TWO)


@compiled
def playable_stores(seen, seat):
    """The Store Piles whose top may be played, and the values of all Store tops."""
    fits = what_fits(seen)
    piles = values = 0
    for i in range(seen.rules.stores):
        top = seen.store_top[seat, i]
        piles |= (fits >> top & 1) << i
        values |= 1 << top
    return piles, values


@compiled
def wild_names(seen, natural):
    """R4: what a Wild may be named: one more than a natural top, not banned, and one less than a natural card that can cover it."""
    return seen._tops << 1 & ~seen.rules.banned & natural >> 1


@apart
def all_plays(seen, seat, have):
    """The plays to Build Piles, forced or not: by the UP card, by natural cards of the hand, by a Wild of the hand, by Store Piles."""
    fits = what_fits(seen)
    up = seen.up[seat]
    stores, tops = playable_stores(seen, seat)
    up_plays = fits & 1 << up
    wild_plays = 0
    if seen.cover == NOTHING:
        names = wild_names(seen, (have | 1 << up | tops) & ~(1 << WILD))
        if have & 1 << WILD:
            wild_plays = names
        if up == WILD:
            up_plays = names
            if seen.stack[seat] == 1:
                up_plays = seen._tops << 1 & ~seen.rules.banned
    return up_plays, fits & have, wild_plays, stores


@compiled
def storable_values(seen, have):
    """2s and Wilds can't be stored, and 1s are never left."""
    return have & ~(1 << WILD | 1 << ONE | 1 << TWO) if seen.rules.stores > 0 else 0


@compiled
def store_targets(seen, seat):
    """Where a card may be stored: the Store Piles with a card, and the first without."""
    targets = 0
    empty = 1
    for i in range(seen.rules.stores):
        if seen.store_size[seat, i] > 0:
            targets |= 1 << i
        else:
            targets |= empty << i
            empty = 0
    return targets


@apart
def count_moves(g, seat):
    """How many legal moves there are."""
    seen = g.seen
    have = g.have[seat]
    g.spites = g.storable = g.targets = 0
    if seen.cover == NOTHING:
        g.up_plays, g.hand_plays = forced_plays(seen, seat, have)
        if g.up_plays | g.hand_plays:
            g.wild_plays = g.store_plays = 0
            return bits.size(g.up_plays) + bits.size(g.hand_plays)
    g.up_plays, g.hand_plays, g.wild_plays, g.store_plays = all_plays(seen, seat, have)
    count = bits.size(g.up_plays) + bits.size(g.hand_plays) + bits.size(g.wild_plays) + bits.size(g.store_plays)
    if seen.cover != NOTHING:
        return count
    if seen.rules.spite:
        g.spites = g.hands[seat, WILD] * (seen.players - 1)
    g.storable = storable_values(seen, have)
    if g.storable == 0:
        return count + g.spites + 1
    g.targets = store_targets(seen, seat)
    return count + g.spites + bits.size(g.storable) * bits.size(g.targets)


@compiled
def pile_for(seen, value):
    """The Build Pile that takes a card: the one to be covered; a new one for a 1; else the first with a fitting top."""
    if seen.cover != NOTHING:
        return seen.cover
    if value == ONE:
        return seen.piles
    pile = 0
    while seen.pile_top[pile] != value - 1:
        pile += 1
    return pile


@apart
def find_play(g, seat, number):
    """The legal play with that number: where the card comes from, its value, and whether it is a Wild."""
    seen = g.seen
    count = bits.size(g.up_plays)
    if number < count:
        return UP, bits.pick(g.up_plays, number), int(seen.up[seat] == WILD)
    number -= count
    count = bits.size(g.hand_plays)
    if number < count:
        return HAND, bits.pick(g.hand_plays, number), 0
    number -= count
    count = bits.size(g.wild_plays)
    if number < count:
        return HAND, bits.pick(g.wild_plays, number), 1
    store = bits.pick(g.store_plays, number - count)
    return FIRST_STORE + store, seen.store_top[seat, store], 0


@compiled
def find_move(g, number):
    """The legal move with that number: what it does, its number among those of its kind."""
    plays = bits.size(g.up_plays) + bits.size(g.hand_plays) + bits.size(g.wild_plays) + bits.size(g.store_plays)
    if number < plays:
        return PLAY, number
    number -= plays
    if number < g.spites:
        return SPITE, number
    return END if g.storable == 0 else STORE, number - g.spites
