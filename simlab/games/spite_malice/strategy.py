"""What a strategy for Spite & Malice may ask."""

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.games.spite_malice import bits
from simlab.games.spite_malice.components import END, FIRST_STORE, HAND, MOST_STORES, NOTHING, ONE, PLAY, SPITE, STORE, UP, VALUES, WILD
from simlab.games.spite_malice.moves import all_plays, forced_plays, pile_for, storable_values, store_targets


@apart
def moves(view):
    """List the legal moves: view.action[i], .source[i], .value[i], .wild[i] and .target[i] for i below the number returned."""
    have = values_held(view)
    if view.cover == NOTHING:
        up, hand = forced_plays(view, view.me, have)
        if up | hand:
            return _list_plays(view, _list_plays(view, 0, UP, up, 0), HAND, hand, 0)
    up, hand, wild, stores = all_plays(view, view.me, have)
    number = _list_plays(view, 0, UP, up, int(view.up[view.me] == WILD))
    number = _list_plays(view, number, HAND, hand, 0)
    number = _list_plays(view, number, HAND, wild, 1)
    for i in range(view.rules.stores):
        if stores >> i & 1:
            top = view.store_top[view.me, i]
            number = _list(view, number, PLAY, FIRST_STORE + i, top, 0, pile_for(view, top))
    if view.cover == NOTHING:
        if view.rules.spite:
            number = _list_spites(view, number)
        number = _list_endings(view, number, have)
    return number


@compiled
def values_held(view):
    """The values that you hold, as bits; Wilds as bit 0."""
    have = 0
    for value in range(VALUES):
        have |= int(view.hand[value] > 0) << value
    return have


@compiled
def _list(view, number, action, source, value, wild, target):
    view.action[number] = action
    view.source[number] = source
    view.value[number] = value
    view.wild[number] = wild
    view.target[number] = target
    return number + 1


@compiled
def _list_plays(view, number, source, values, wild):
    """Plays of cards with each of these values, ascending."""
    while values:
        value = bits.pick(values, 0)
        values &= values - 1
        number = _list(view, number, PLAY, source, value, wild, pile_for(view, value))
    return number


@compiled
def _list_spites(view, number):
    """Each Spite card held, by number, against each other player, clockwise."""
    for i in range(view.hand[WILD]):
        for step in range(1, view.players):
            number = _list(view, number, SPITE, HAND, view.spite_text[i], 0, (view.me + step) % view.players)
    return number


@compiled
def _list_endings(view, number, have):
    """Each value that may be stored, on each Store Pile that may take it; or the end of the turn."""
    values = storable_values(view, have)
    if values == 0:
        return _list(view, number, END, HAND, 0, 0, NOTHING)
    while values:
        value = bits.pick(values, 0)
        values &= values - 1
        targets = store_targets(view, view.me)
        while targets:
            number = _list(view, number, STORE, HAND, value, 0, bits.pick(targets, 0))
            targets &= targets - 1
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
    wilds = 0
    gone = np.zeros(MOST_STORES, dtype=np.int64)
    after_wild = False
    for value in range(top + 1, goal):
        if view.hand[value] > 0 or _on_a_store(view, view.me, value, gone):
            after_wild = False
            continue
        if after_wild or value == ONE or view.rules.banned >> value & 1 or wilds == view.hand[WILD]:
            return -1
        wilds += 1
        after_wild = True
    return wilds


@compiled
def _on_a_store(view, seat, value, gone):
    """Is this value on top of a Store Pile from which `gone` cards were taken? Then it is taken, too."""
    for i in range(view.rules.stores):
        if gone[i] < view.store_size[seat, i] and stored(view, seat, i, gone[i]) == value:
            gone[i] += 1
            return True
    return False


@apart
def missing(view, seat, top):
    """How many cards a seat lacks on its Store Piles to bring a Build Pile from `top` to just below its UP card; 99: the pile is no use."""
    goal = view.up[seat]
    if goal <= top:
        return 99
    gone = np.zeros(MOST_STORES, dtype=np.int64)
    lacking = 0
    for value in range(top + 1, goal):
        lacking += not _on_a_store(view, seat, value, gone)
    return lacking


@compiled
def give_to_fewest(view):
    """In give: the option of whoever has the fewest cards left on the Card Stack; of several the next one clockwise."""
    best = 0
    for i in range(1, view.options):
        if view.stack[(view.me + 1 + i) % view.players] < view.stack[(view.me + 1 + best) % view.players]:
            best = i
    return best
