"""The legal plays of MEAN!, listed for a strategy: value by value, first those of natural cards, then those of Wilds (see `legal`)."""

import numpy as np

from simlab.engine.compiled import apart, compiled, lanes
from simlab.engine.compiled.bits import lowest
from simlab.engine.compiled.memory import either
from simlab.games.mean.components import CHOOSING, DOWN, UP, UPWARDS, VALUES, WILD

OPENING = 2  # beside down and up: on an empty Play Area the player chooses the way
OPENINGS = VALUES - 1 + CHOOSING.bit_count()  # then, of a single card
FEW = 4  # Wilds
AT_ONCE = 8  # so many plays are written together: whether there are one or three of a value nobody can foretell


def _plays_of_a_value():
    """[way, value]: how many cards, 1, 2, 3 ..., or each of them twice where the player chooses the way; and whether play goes up then, up
    before down where it is chosen.
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
    listed = np.zeros((3, 3, FEW + 1, OPENINGS * FEW + AT_ONCE), dtype=np.int64)
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
    """From that number on: the plays of a few Wilds, where all of them may be played as whatever value may be. The number behind them."""
    first = (view.lowest - 1) * wilds
    plays = either(way == OPENING, OPENINGS, view.highest - view.lowest + 1) * wilds
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
    """Write some of what is listed, from the `first` on."""
    for i in range(np.uint64(AT_ONCE)):
        row[np.uint64(at) + i] = listed[np.uint64(first) + i]
