"""What the plain functions become when they are compiled: the same answers, from counts and sets written by hand."""

import platform
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba import njit

from simlab.engine.compiled import alone, aside, bits, counting, lanes, memory
from simlab.engine.compiled.functions import load_instructions
from simlab.engine.records import blank, record
from tests.compiling import compiled_only

KIND = record("own: u1[16]\nsums: u1[16]\nwide[16]")
compiled_or_not = pytest.mark.parametrize("is_compiled", [False, pytest.param(True, marks=compiled_only)])
COUNTS = [3, 0, 1, 200, 4, 0, 0, 2, 0, 1, 0, 0, 5, 0, 0, 7]
BELOW = [3, 3, 4, 204, 208, 208, 208, 210, 210, 211, 211, 211, 216, 216, 216, 223]


def played(g, low, high, lane):
    """Every function of lanes, its result in the record or among the numbers."""
    own = lanes.load(g.own)
    lanes.save(g.sums, lanes.prefix_sums(own))
    lanes.spread(g.wide, lanes.smaller(own, lanes.same(4)) + lanes.one(lane) - lanes.only(lane))
    within = lanes.between(low, high)
    found = lanes.total(own & within), lanes.at(own, lane), lanes.count_up_to(own, low), lanes.at(within, low), lanes.at(within, high + 1)
    return *found, lanes.filled(own)


@compiled_or_not
def test_lanes(is_compiled):
    load_instructions()
    g = blank(KIND)[0]
    g.own[:] = COUNTS
    assert (njit(played) if is_compiled else played)(g, 2, 8, 12) == (207, 5, 11, 255, 0, 0b1001_0010_1001_1101)
    assert list(g.sums) == BELOW
    assert list(g.wide) == [3, 0, 1, 4, 4, 0, 0, 2, 0, 1, 0, 0, (4 + 1 - 255) % 256, 0, 0, 4]


def shown(counts, row):
    counting.show(counts[1], row)


@compiled_or_not
@pytest.mark.parametrize("size", [16, 64])
def test_counts_are_shown_as_whole_numbers(is_compiled, size):
    load_instructions()
    counts, row = np.arange(3 * size).astype(np.uint8).reshape(3, size), np.full(size + 1, -9)
    (njit(shown) if is_compiled else shown)(counts, row[:size])
    assert row.tolist() == [*range(size, 2 * size), -9]


def laid_out(g):
    """Every function of lanes of bits."""
    as_bits = lanes.as_bits(lanes.load(g.own))
    lanes.save(g.sums, as_bits)
    lanes.spread(g.wide, lanes.bits_in_each(as_bits))
    return lanes.total_bits(as_bits), lanes.nth_bit(as_bits, 0), lanes.nth_bit(as_bits, 3), lanes.nth_bit(as_bits, 17)


@compiled_or_not
@pytest.mark.parametrize("machine_has", [True, False])
def test_lanes_of_bits(monkeypatch, is_compiled, machine_has):
    load_instructions()
    if not machine_has:
        monkeypatch.setattr("simlab.engine.compiled.instructions._has", lambda context, feature: False)
    g = blank(KIND)[0]
    g.own[:] = COUNTS
    assert (njit(laid_out) if is_compiled else laid_out)(g) == (31, 0, 8 * 2, 8 * 7 + 1)
    assert list(g.sums) == [0b111, 0, 1, 255, 0b1111, 0, 0, 0b11, 0, 1, 0, 0, 0b11111, 0, 0, 0b1111111]
    assert list(g.wide) == [3, 0, 1, 8, 4, 0, 0, 2, 0, 1, 0, 0, 5, 0, 0, 7]


def nearer(a, b):
    return memory.either(a < b, a, 10 * b)


@compiled_or_not
def test_one_of_two_without_a_branch(is_compiled):
    load_instructions()
    asked = njit(nearer) if is_compiled else nearer
    assert [asked(np.int64(a), np.int64(b)) for a, b in ((1, 2), (2, 1), (3, 3))] == [1, 10, 30]


def raised(flags, bits):
    before = memory.flagged(flags)
    memory.flag(flags, bits)
    return before


@compiled_or_not
def test_flags_are_bytes_and_told_as_bits(is_compiled):
    load_instructions()
    flags = np.zeros(66, dtype=np.uint8)
    flags[[2, 9, 64, 65]] = 1, 4, 8, 8
    before = (njit(raised) if is_compiled else raised)(flags[:64], np.uint64(1 << 63 | 1 << 9 | 1))
    assert before == 1 << 2 | 1 << 9
    assert np.flatnonzero(flags).tolist() == [0, 2, 9, 63, 64, 65]
    assert flags[64:].tolist() == [8, 8]


def counted(cards):
    return bits.total(cards), bits.lowest(cards), bits.highest(cards), bits.nth(cards, 0), bits.nth(cards, 2)


@compiled_or_not
@pytest.mark.parametrize(
    ("cards", "found"), [([0, 3, 62], (3, 0, 62, 0, 62)), ([5, 6, 7, 8], (4, 5, 8, 5, 7)), ([1, 40, 41, 61], (4, 1, 61, 1, 41))]
)
def test_sets_of_cards(is_compiled, cards, found):
    load_instructions()
    assert (njit(counted) if is_compiled else counted)(np.int64(sum(1 << card for card in cards))) == found


def listed(row, cards):
    return bits.list_in(row, cards)


@compiled_or_not
@pytest.mark.parametrize("machine_has", [True, False])
@pytest.mark.parametrize(
    "cards", [[], [0], [5, 6, 7, 8], [1, 40, 41, 61], [0, 3, 62], list(range(40, 56)), list(range(40, 57)), list(range(63))]
)
def test_a_set_is_listed_in_a_row(monkeypatch, is_compiled, machine_has, cards):
    load_instructions()
    if not machine_has:
        monkeypatch.setattr("simlab.engine.compiled.instructions._has", lambda context, feature: False)
    row = np.full(65, -9)
    number = (njit(listed) if is_compiled else listed)(row[:64], np.int64(sum(1 << card for card in cards)))
    assert (number, row[:number].tolist(), row[64]) == (len(cards), cards, -9)


LOOP = """
from numba import njit
from simlab.engine.compiled import instructions
from simlab.engine.compiled.functions import load_instructions

def dearest(things, limit):
    best = most = 0
    for i in range(len(things)):
        price = 7 * things[i] if things[i] > limit else 3
        if price > most:
            best, most = i, price
    return best

def branches():
    asked = njit("int64(int64[::1], float64)")(dearest)
    return sum(line.strip().startswith("j") for line in asked.inspect_asm(asked.signatures[0]).splitlines())

before = branches()
load_instructions()
assert branches() < before
load_instructions()
"""


@compiled_only
@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="an option of LLVM for x86")
def test_choices_in_loops_become_no_branches():
    """In a process of its own: LLVM is told once, and for good."""
    subprocess.run([sys.executable, "-c", LOOP], check=True, cwd=Path(__file__).parents[2])


def thrice(number):
    return 3 * number


@compiled_only
@pytest.mark.parametrize(("declared", "calls"), [(aside, 0), (alone, 1)])
def test_what_is_compiled_alone_is_merged_by_nobody(declared, calls):
    own = declared(thrice)
    asked = njit("int64(int64)", no_cpython_wrapper=True, no_cfunc_wrapper=True)(lambda number: own(number) + 1)
    assert sum("thrice" in line for line in asked.inspect_llvm()[asked.signatures[0]].splitlines() if " call " in line) == calls
