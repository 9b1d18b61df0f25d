"""The legal moves, in their documented order.

A set of values, or of Store Piles, is a whole number whose bits are its members. The legal plays are such a set, of four parts in this
order: values that the UP card may be played as, natural values of the hand, values that a Wild of the hand may be named, Store Piles
whose top may be played. Then come Spite moves; then values that may be stored, on each of a set of Store Piles; or the end of the turn.
"""

from simlab.engine.compiled import compiled
from simlab.engine.compiled.bits import lowest
from simlab.games.spite_malice.components import FIRST_STORE, HAND, NOTHING, ONE, TWO, UP, WILD

FROM_HAND, AS_WILD, FROM_STORES = 16, 32, 48  # where the parts of the set of plays begin


@compiled
def what_fits(seen):
    """The values that a Build Pile takes: one more than a top, and a 1. While a Wild waits to be covered only what covers it."""
    if seen.cover != NOTHING:
        return 1 << (seen.pile_top[seen.cover] + 1)
    return seen._tops << 1 | 1 << ONE


@compiled
def forced_plays(seen, seat, have):
    """R3: a 1 in hand or as UP card, and a 2 in hand on a 1."""
    fits = what_fits(seen)
    return int(seen.up[seat] == ONE) << ONE & fits | (fits & have & (1 << ONE | 1 << TWO)) << FROM_HAND


@compiled
def all_plays(seen, seat, have):
    """The plays to Build Piles: by the UP card, by natural cards of the hand, by a Wild of the hand, by Store Piles."""
    fits = what_fits(seen)
    up = seen.up[seat]
    stores = tops = 0
    for i in range(seen.rules.stores):
        top = seen.store_top[seat, i]
        stores |= (fits >> top & 1) << i
        tops |= 1 << top
    up_plays = fits & 1 << up
    wild_plays = 0
    if seen.cover == NOTHING and (have | 1 << up) & 1 << WILD:
        names = wild_names(seen, (have | 1 << up | tops) & ~(1 << WILD))
        if have & 1 << WILD:
            wild_plays = names
        if up == WILD:
            up_plays = names if seen.stack[seat] > 1 else seen._tops << 1 & ~seen.rules.banned
    return up_plays | (fits & have) << FROM_HAND | wild_plays << AS_WILD | stores << FROM_STORES


@compiled
def wild_names(seen, natural):
    """R4: what a Wild may be named: one more than a natural top, not banned, and one less than a natural card that can cover it."""
    names = seen._tops << 1 & natural >> 1
    return names & ~seen.rules.banned if names != 0 else 0


@compiled
def named(seen, seat, play):
    """A play: where the card comes from, its value, and whether it is a Wild."""
    if play >= FROM_STORES:
        return FIRST_STORE + play - FROM_STORES, seen.store_top[seat, play - FROM_STORES], 0
    if play >= FROM_HAND:
        return HAND, play & 15, int(play >= AS_WILD)
    return UP, play, int(seen.up[seat] == WILD)


@compiled
def pile_for(seen, value):
    """The Build Pile that takes a card: the one to be covered; a new one for a 1; else the first with a fitting top."""
    if seen.cover != NOTHING:
        return seen.cover
    return seen.piles if value == ONE else lowest(seen._with_top[value - 1])


@compiled
def storable(seen, have):
    """Values that may be stored: 2s and Wilds can't be, and 1s are never left."""
    return have & ~(1 << WILD | 1 << ONE | 1 << TWO) if seen.rules.stores > 0 else 0


@compiled
def store_targets(seen, seat):
    """Where a card may be stored: the Store Piles with a card, and the first without."""
    filled = seen._filled[seat]
    return (filled | filled + 1) & (1 << seen.rules.stores) - 1
