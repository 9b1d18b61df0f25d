"""The course of a game in one number: the same in two games if and only if nothing that happened in them differed.

Folded into it is all that is told at the table, whether or not anybody looks, and at the end the row, but for the number of decisions:
to have had a choice, and to have taken what there was, is nothing that happened. A fold is a step of a polynomial in an odd factor,
modulo 2^64; the numbers of an event stand in a word side by side, so that no small ones add up to the same.
"""

import numpy as np

from simlab.engine.compiled.functions import apart, compiled
from simlab.engine.compiled.memory import byte, word, words
from simlab.engine.records import record
from simlab.engine.state import RESULT, SEATS

FACTOR = np.uint64(0xD6E8FEB86659FD93)
BEHIND_DECISIONS = 2  # with the course and the turns, these are the first words of a row
_SCORES = record(RESULT).itemsize // 8  # the first of the words with scores; a row without them has there what follows
_BEHIND_SCORES = np.uint64(pow(int(FACTOR), SEATS, 1 << 64))
_SPREAD = np.uint64(29)


@compiled
def folded(course, number):
    """A course after one more number."""
    return (course + np.uint64(np.int64(number))) * FACTOR


@compiled
def note(g, event, a=0, b=0, c=0, d=0, e=0, f=0):
    """Something happened that has these numbers."""
    packed = event + 1 + (np.int64(a) << 8) + (np.int64(b) << 18) + (np.int64(c) << 28)
    more = (np.int64(d) << 38) + (np.int64(e) << 48) + (np.int64(f) << 58)
    g.row.course = folded(g.row.course, packed + more)


@apart
def note_numbers(g, numbers, start, stop):
    """What happened has a list of numbers besides: those from `start` up to before `stop`, or down to it."""
    g.row.course = with_numbers(g.row.course, numbers, start, stop)


@apart
def with_numbers(course, numbers, start, stop):
    """A course after a list of numbers."""
    low, high = (start, stop) if start <= stop else (stop + 1, start + 1)
    at, end = low * numbers.itemsize, high * numbers.itemsize
    course = folded(course, stop - start)
    while at + 8 <= end:
        course = folded(course, word(numbers, at))
        at += 8
    rest = 0
    while at < end:
        rest = rest << 8 | byte(numbers, at)
        at += 1
    return folded(course, rest)


@compiled
def mark(pack, size, how):
    """With what a game's course begins: the cards it is played with, sorted, and how they are dealt, as one number."""
    return folded(with_numbers(np.uint64(0), pack, 0, size), how)


@compiled
def close_course(row, has_scores):
    """Games are over: the row of one belongs to its course, too. Not at once: what was written just now is read slowly. Scores that a row
    leaves out count as zeros.
    """
    course, weight = row.course + np.uint64(row.turns), FACTOR
    for i in range(BEHIND_DECISIONS, words(row)):
        if i == _SCORES and not has_scores:
            weight *= _BEHIND_SCORES
        course += word(row, 8 * i) * weight
        weight *= FACTOR
    row.course = course ^ course >> _SPREAD
