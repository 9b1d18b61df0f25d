"""What a strategy for MEAN! may ask."""

import numpy as np

from simlab.engine.compiled import apart, compiled, lanes
from simlab.engine.compiled.bits import lowest
from simlab.engine.compiled.memory import either
from simlab.games.mean.components import CHOOSING, DOWN, EIGHT, LOSES, MAY, MUST, NEVER, SIX, UP, UPWARDS, VALUES, WILD, WINS

OPENING = 2  # beside down and up: on an empty Play Area the player chooses the way
FEW = 4  # Wilds
AT_ONCE = 8  # so many plays are written together: whether there are one or three of a value nobody can foretell


def _plays_of_a_value():
    """[way, value]: how many cards, 1, 2, 3 ..., or each of them twice where the player chooses the way; and whether play goes up then, where
    it is chosen up before down.
    """
    number, value = np.arange(16), np.arange(VALUES)[:, np.newaxis]
    counts, ups = np.zeros((2, 3, VALUES, 16), dtype=np.int64)
    for way in (DOWN, UP, OPENING):
        is_chosen = (CHOOSING >> value & 1) * (way == OPENING) == 1
        counts[way] = np.where(is_chosen, number // 2, number) + 1
        ups[way] = np.where(is_chosen, 1 - number % 2, (UPWARDS | CHOOSING * (way == UP)) >> value & 1)
    return counts, ups


def _plays_of_few_wilds():
    """[way, how many Wilds]: as which value, how many, and whether play goes up then."""
    listed = np.zeros((3, 3, FEW + 1, 20 * FEW + 8), dtype=np.int64)
    for way in (DOWN, UP, OPENING):
        for wilds in range(1, FEW + 1):
            each = [wilds << (CHOOSING >> value & 1) * (way == OPENING) for value in range(VALUES)]
            plays = [(value, COUNTS[way, value, i], UPS[way, value, i]) for value in range(1, VALUES) for i in range(each[value])]
            listed[:, way, wilds, : len(plays)] = np.transpose(plays)
    return listed


COUNTS, UPS = _plays_of_a_value()
WILD_VALUES, WILD_COUNTS, WILD_UPS = _plays_of_few_wilds()


@apart
def plays(view):
    """List the legal plays: view.value[i], .count[i], .wild[i] and .goes_up[i] for i below the number returned."""
    way = either(view.top == 0, OPENING, view.up)
    wilds = view.hand[WILD]
    number = _list(view, 0, view._naturals, way, 0)
    if 0 < wilds <= FEW and wilds <= view.rules.clear_at - view.run:
        number = _list_few_wilds(view, number, way, wilds)
    else:
        number = _list(view, number, view._wilds, way, 1)
    if view.may_take:
        view.value[number], view.count[number], view.wild[number], view.goes_up[number] = 0, 0, 0, view.up
        number += 1
    return number


@compiled
def _list(view, number, each, way, wild):
    """From that number on: the plays of natural cards, or of Wilds, so many of each value. The number behind them. What is written too much
    of one value is overwritten by the next.
    """
    values = lanes.filled(lanes.load(each))
    while values != 0:
        value = lowest(values)
        values &= values - 1
        _list_some(view, number, value, way, wild, 0)
        if each[value] > AT_ONCE:
            _list_some(view, number, value, way, wild, AT_ONCE)
        number += int(each[value])
    return number


@compiled
def _list_some(view, number, value, way, wild, first):
    """From the `first` on, some plays of a value."""
    _fill(view.value, number + first, value)
    _copy(view.count, number + first, COUNTS[way, value], first)
    _fill(view.wild, number + first, wild)
    _copy(view.goes_up, number + first, UPS[way, value], first)


@compiled
def _list_few_wilds(view, number, way, wilds):
    """From that number on: the plays of a few Wilds, as many of each value that may be played. The number behind them."""
    first = (view.lowest - 1) * wilds
    plays = either(way == OPENING, 20, view.highest - view.lowest + 1) * wilds
    for start in range(0, plays, AT_ONCE):
        _copy(view.value, number + start, WILD_VALUES[way, wilds], first + start)
        _copy(view.count, number + start, WILD_COUNTS[way, wilds], first + start)
        _fill(view.wild, number + start, 1)
        _copy(view.goes_up, number + start, WILD_UPS[way, wilds], first + start)
    return number + plays


@compiled
def _fill(row, at, number):
    """Write a number several times."""
    for i in range(np.uint64(AT_ONCE)):
        row[np.uint64(at) + i] = number


@compiled
def _copy(row, at, listed, first):
    """Write what is listed from the `first` on."""
    for i in range(np.uint64(AT_ONCE)):
        row[np.uint64(at) + i] = listed[np.uint64(first) + i]


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
