"""What a strategy for Spite & Malice may ask."""

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.bits import lowest, total
from simlab.games.spite_malice.components import END, HAND, NOTHING, ONE, PLAY, SPITE, STORE, VALUES, WILD
from simlab.games.spite_malice.moves import all_plays, forced_plays, named, pile_for, storable, store_targets


@apart
def moves(view):
    """List the legal moves: view.action[i], .source[i], .value[i], .wild[i] and .target[i] for i below the number returned."""
    number = 0
    forced = forced_plays(view, view.me, view._have)
    plays = forced if forced != 0 else all_plays(view, view.me, view._have)
    while plays:
        source, value, wild = named(view, view.me, lowest(plays))
        number = _list(view, number, PLAY, source, value, wild, pile_for(view, value))
        plays &= plays - 1
    if view.cover == NOTHING and forced == 0:
        if view.rules.spite:
            number = _list_spites(view, number)
        number = _list_endings(view, number)
    return number


@compiled
def _list(view, number, action, source, value, wild, target):
    view.action[number] = action
    view.source[number] = source
    view.value[number] = value
    view.wild[number] = wild
    view.target[number] = target
    return number + 1


@compiled
def _list_spites(view, number):
    """Each Spite card held, by number, against each other player, clockwise."""
    for i in range(view.hand[WILD]):
        for step in range(1, view.players):
            number = _list(view, number, SPITE, HAND, view.spite_text[i], 0, (view.me + step) % view.players)
    return number


@compiled
def _list_endings(view, number):
    """Each value that may be stored, on each Store Pile that may take it; or the end of the turn."""
    values = storable(view, view._have)
    if values == 0:
        return _list(view, number, END, HAND, 0, 0, NOTHING)
    while values:
        targets = store_targets(view, view.me)
        while targets:
            number = _list(view, number, STORE, HAND, lowest(values), 0, lowest(targets))
            targets &= targets - 1
        values &= values - 1
    return number


@compiled
def stored(view, seat, pile, depth):
    """A card of a Store Pile: the top one has the depth 0, the one below it 1, and so on."""
    return np.int64(view._stored[seat, pile, view.store_size[seat, pile] - 1 - depth])


@apart
def way(view, top, goal):
    """How many Wilds it takes you to bring a Build Pile from `top` (0: a new one) to just below `goal`, all by yourself; -1: you can't.

    Hand, Store tops and what lies below them serve; a Wild stands in where nothing else does, and no two in a row.
    """
    gaps = _not_on_stores(view, view.me, _between(top, goal) & ~view._have)
    wilds = total(gaps)
    if wilds == 0:
        return 0
    if wilds > view.hand[WILD] or gaps & gaps << 1 or gaps & (view.rules.banned | 1 << ONE):
        return -1
    return wilds


@apart
def missing(view, seat, top):
    """How many cards a seat lacks on its Store Piles to bring a Build Pile from `top` to just below its UP card; 99: the pile is no use."""
    return 99 if view.up[seat] <= top else to_come(view, seat, top, 0)


@compiled
def to_come(view, seat, top, have):
    """Of the values from above `top` to below the UP card of a seat those that it has neither on its Store Piles nor in the set `have`."""
    return total(_not_on_stores(view, seat, _between(top, view.up[seat]) & ~have))


@compiled
def _between(top, goal):
    """The values from above `top` to below `goal`."""
    return (1 << min(max(goal, ONE), VALUES)) - (1 << ONE) & -(1 << min(max(top, 0), VALUES) + 1)


@compiled
def _not_on_stores(view, seat, values):
    """Those of some values that the Store Piles don't hold, taken off from the top in ascending order, each from the first that has it."""
    tops = taken = 0  # the values on top; how many were taken from each Store Pile, four bits each
    for i in range(view.rules.stores):
        tops |= 1 << view.store_top[seat, i]
    while tops & values:
        value = lowest(tops & values)
        for i in range(view.rules.stores):
            if _top_below(view, seat, i, taken) == value:
                taken += 1 << 4 * i
                tops |= 1 << _top_below(view, seat, i, taken)
                break
        values &= ~(1 << value)
        tops &= -(1 << value)
    return values


@compiled
def _top_below(view, seat, pile, taken):
    """The top card of a Store Pile from which some were taken; 0: there is none."""
    depth = taken >> 4 * pile & 15
    return stored(view, seat, pile, depth) if depth < view.store_size[seat, pile] else 0


@compiled
def give_to_fewest(view):
    """In give: the option of whoever has the fewest cards left on the Card Stack; of several the next one clockwise."""
    best = 0
    for i in range(1, view.options):
        if view.stack[(view.me + 1 + i) % view.players] < view.stack[(view.me + 1 + best) % view.players]:
            best = i
    return best
