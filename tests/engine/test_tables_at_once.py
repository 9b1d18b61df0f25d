"""Seats, short lists and rows of cards that are handled at once: compiled and uncompiled the same answers as written by hand."""

import pytest
from numba import njit

from simlab.engine.compiled import COMPILES, counting, lanes, packed, seats
from simlab.engine.compiled.functions import load_instructions
from simlab.engine.records import blank, record

KIND = record("cards: i2[8]\nlies: u1[64]\nsums: u1[9, 16]\ncounts[16]\nfound: u1[16]")
PLAIN = [] if COMPILES else [lambda one: one]  # what is compiled gives no lanes to Python
NJIT = [njit] if COMPILES else []


def at_the_table(g, playing, seat):
    return seats.fewest(g.cards, playing), seats.following(playing, seat)


@pytest.mark.parametrize("way", [lambda one: one, *NJIT])
@pytest.mark.parametrize(
    ("playing", "seat", "found"),
    [
        (0b1111, 3, (0b0110, 0)),
        (0b1001, 0, (0b1000, 3)),
        (0b0100, 2, (0b0100, 2)),
        (0b10000001, 7, (0b10000000, 0)),
    ],
)
def test_who_is_next_and_who_holds_the_fewest(way, playing, seat, found):
    load_instructions()
    g = blank(KIND)[0]
    g.cards[:] = [300, 2, 2, 299, 0, 0, 0, 1]
    assert way(at_the_table)(g, playing, seat) == found


def test_a_short_list_loses_a_number():
    left = packed.without(packed.without(packed.FIRST_EIGHT, 2), 0)
    assert [packed.at(left, i) for i in range(6)] == [1, 3, 4, 5, 6, 7]


def counted(g):
    laid = counting.lay_out(g.counts, g.lies)
    counting.count_along(g.lies, 1, 8, g.sums)
    lanes.save(g.found, counting.stretch(g.sums, 2, 6))
    return laid, lanes.total(counting.counted(g.lies, 2, 6))


@pytest.mark.parametrize("way", PLAIN + NJIT)
def test_cards_are_laid_in_a_row_and_counted(way):
    load_instructions()
    g = blank(KIND)[0]
    g.counts[:13] = [2, 0, 0, 3, 0, 18, 0, 0, 0, 0, 0, 0, 1]
    assert way(counted)(g) == (24, 4)
    assert g.lies[:24].tolist() == [0] * 2 + [3] * 3 + [5] * 18 + [12]
    assert g.found.tolist() == [0, 0, 0, 3, 0, 1, *[0] * 10]
