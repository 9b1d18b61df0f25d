"""What a strategy for MEAN! may ask."""

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.bits import lowest
from simlab.engine.compiled.memory import either
from simlab.games.mean.components import CHOOSING, EIGHT, LOSES, MAY, MUST, NEVER, SIX, UPWARDS, WILD, WINS

WILDS = 16  # in a set of values: Wilds announced as a value stand so many bits higher

# The plays of a value, up to sixteen; by most house rules half of that is enough. How many cards: 1, 2, 3 ..., or each of them twice, where
# the player chooses the direction; and which way play goes then: down, up, or both in turn, up before down.
HALF = 8
_PLAYS = np.arange(2 * HALF)
COUNTS = np.array([_PLAYS + 1, _PLAYS // 2 + 1])
WAYS = np.array([0 * _PLAYS, 0 * _PLAYS + 1, 1 - _PLAYS % 2, 1 - _PLAYS % 2])
EACH = np.repeat(_PLAYS, 2 * HALF).reshape(2 * HALF, 2 * HALF)  # a number, in all of a row


@apart
def plays(view):
    """List the legal plays: view.value[i], .count[i], .wild[i] and .goes_up[i] for i below the number returned.

    Of each value a whole row is written, from its first play on, and what is too much of it overwritten by the next: whether there are one
    or three of them nobody can foretell. What does not change meanwhile is read before.
    """
    top, most = view.top, view.rules.clear_at
    most_on_top = most - view.run
    both_ways, upwards = CHOOSING * (top == 0), UPWARDS | CHOOSING * view.up
    possible = (2 << view.highest) - (1 << view.lowest)
    values = view._held & possible | (possible << WILDS) * (view._held >> WILD & 1)
    number = 0
    while values != 0:
        place = lowest(values)
        values &= values - 1
        value, wild = place % WILDS, place // WILDS
        both = both_ways >> value & 1
        ways = WAYS[2 * both | upwards >> value & 1]
        _list(view, number, 0, EACH[value], COUNTS[both], EACH[wild], ways)
        held = view.hand[either(wild != 0, WILD, value)]
        count = min(held, either(value == top, most_on_top, most)) << both
        if count > HALF:
            _list(view, number, HALF, EACH[value], COUNTS[both], EACH[wild], ways)
        number += count
    if view.may_take:
        _list(view, number, 0, EACH[0], EACH[0], EACH[0], EACH[view.up])
        number += 1
    return number


@compiled
def _list(view, number, half, values, counts, wilds, ways):
    """From that number on: plays of a value, one half of a row."""
    number, start = np.uint64(number + half), np.uint64(half)
    for i in range(np.uint64(HALF)):
        view.value[number + i] = values[start + i]
    for i in range(np.uint64(HALF)):
        view.count[number + i] = counts[start + i]
    for i in range(np.uint64(HALF)):
        view.wild[number + i] = wilds[start + i]
    for i in range(np.uint64(HALF)):
        view.goes_up[number + i] = ways[start + i]


@compiled
def clears(view, i):
    """After plays(view): does play i clear the Play Area?"""
    below = either(view.value[i] == view.top, view.run, 0)
    return below + view.count[i] == view.rules.clear_at


@compiled
def gives_away(view, i):
    """After plays(view): does play i lose by ending on an Eight, or leave its empty hand to whom it must swap with?"""
    if view.count[i] < view.cards or view.value[i] != EIGHT:
        return False
    if view.rules.eight_last == LOSES:
        return True
    return view.rules.eight_swap == MUST and not (view.rules.eight_last == WINS and view.deck == 0)


@compiled
def goes_out(view, i):
    """After plays(view): is play i the last one, with the Draw Deck empty? (A MEAN! card may still have to land on somebody.)"""
    return view.count[i] == view.cards and view.deck == 0 and not gives_away(view, i)


@compiled
def next_hand(view):
    """How many cards the next player holds."""
    i = 0
    while not view.other_in[i]:
        i += 1
    return view.other_cards[i]


@compiled
def smallest_hand(view):
    """The fewest cards that another player holds."""
    fewest = 1 << 30
    for i in range(view.players - 1):
        if view.other_in[i]:
            fewest = min(fewest, view.other_cards[i])
    return fewest


@compiled
def swap_gain(view, i):
    """After plays(view): by how many cards a swap into the smallest hand after play i makes yours smaller; 0 where it swaps nothing."""
    if view.value[i] != EIGHT or view.rules.eight_swap == NEVER:
        return 0
    gain = view.cards - view.count[i] - smallest_hand(view)
    return max(gain, 0) if view.rules.eight_swap == MAY else gain


@compiled
def swap_with_fewest(view):
    """In swap: the option of the player with the fewest cards; nobody, where that is allowed and they hold no fewer than you."""
    others = view.options - (view.rules.eight_swap == MAY)
    best = 0
    for i in range(1, others):
        if view.other_cards[view.partner[i]] < view.other_cards[view.partner[best]]:
            best = i
    if others < view.options and view.other_cards[view.partner[best]] >= view.cards:
        return others
    return best


@compiled
def unseen(view, value):
    """How many cards of this value (0: Wilds) you have not seen: in other hands, the Draw Deck, Piles or removed."""
    copies = 4
    if value == WILD:
        copies = view.rules.wilds
    elif value == SIX:
        copies = view.rules.sixes
    seen = view.hand[value] + view.area[value] + view.gone[value]
    for i in range(view.piles):
        seen += view.pile_face[i] == value
    return copies * view.rules.decks - seen
