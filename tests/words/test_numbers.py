"""How numbers are written."""

import doctest
from math import inf, nan

import pytest

from simlab.engine import metric
from simlab.words import changes, numbers
from simlab.words.numbers import (
    about,
    decimals,
    give_or_take,
    listed,
    many,
    number,
    percent,
    probability,
    rounded,
    sentence,
    signed,
    small_percent,
    span,
    trimmed,
)


@pytest.mark.parametrize("module", [numbers, changes, metric])
def test_the_examples_in_the_docs_hold(module):
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("half", [0.99, 0.14, 0.0031, 1.3, 47.0, 0.098, 9.6, 0.0995])
def test_no_digit_goes_beyond_the_first_of_the_standard_error(half):
    places = decimals(half)
    last_digit = 10.0**-places
    assert last_digit >= half / 2 / 10 * 0.99, "a digit that means nothing"
    assert last_digit <= half / 2 * 2.1, "a digit that would mean something is missing"


@pytest.mark.parametrize("half", [0.0, nan, inf, -1.0])
def test_what_has_no_uncertainty_has_two_decimals(half):
    assert decimals(half) == 2


def test_tiny_and_huge_uncertainties():
    assert number(0.123456789, decimals(1e-300)) == "0.123456789000"
    assert number(123_456.0, decimals(30_000.0)) == "120,000"


def test_a_number_that_is_none_is_a_dash():
    assert number(nan, 2) == number(inf) == signed(nan) == "–"
    assert span(nan, 1.0) == "–"
    assert about(inf) == "–"


def test_nothing_has_no_sign():
    assert signed(-0.0, 1) == signed(0.04, 1) == signed(-0.04, 1) == "0.0"


def test_a_minus_is_a_minus():
    assert signed(-1.5, 1) == "\u22121.5"
    assert span(-2, -1, 0) == "\u22122 to \u22121"


@pytest.mark.parametrize(
    ("half", "places"),
    [(0.14, 2), (0.195, 1), (0.196, 1), (0.18, 2), (0.0018, 4), (1.92, 0), (1.88, 1), (3, 0), (19, -1), (18, 0), (1e-13, 12), (1e-9, 10)],
)
def test_a_number_ends_with_the_first_digit_of_its_standard_error(half, places):
    """Half of the interval's half: 0.195 has an error of 0.0975, which is 0.1."""
    assert decimals(half) == places


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (number(1234.5678, 2), "1,234.57"),
        (number(-1250, -2), "−1,200"),
        (number(0.4), "0"),
        (signed(0.06, 1), "+0.1"),
        (signed(-1234, 0), "−1,234"),
        (trimmed("1.500"), "1.5"),
        (trimmed("1,000"), "1,000"),
        (rounded(None, 0.1), "–"),
        (rounded(nan, 0.1), "–"),
        (rounded(0.019, 0.001, 100), "1.90"),
        (rounded(-0.019, 0.001, 100, sign=True), "−1.90"),
        (rounded(0.5, 0), "0.5"),
        (rounded(0.5, 0, sign=True), "+0.5"),
        (rounded(1 / 3, 0), "0.33"),
        (rounded(1 / 3, nan), "0.33"),
        (percent(0.43081, 0.02), "43%"),
        (percent(1, 0), "100%"),
        (percent(0.019, 0.001, sign=True), "+1.90%"),
        (percent(None, 0), "–"),
        (percent(nan, 0.1), "–"),
        (give_or_take(0.0013, 100), "±0.13"),
        (give_or_take(37), "±40"),
        (small_percent(1.0), "100%"),
        (small_percent(0.0994), "9.9%"),
        (small_percent(0.1), "10%"),
        (span(1.25, 2.25, 1), "1.2 to 2.2"),
        (span(0.5, inf), "–"),
        (about(99), "99"),
        (about(101), "110"),
        (about(0), "0"),
        (about(0.3), "1"),
        (about(1_001), "1,100"),
        (probability(0.00099), "p < 0.001"),
        (probability(0.001), "p = 0.001"),
        (probability(0.0996), "p = 0.100"),
        (probability(0.1), "p = 0.10"),
        (probability(1.0), "p = 1.00"),
        (probability(nan), "–"),
        (many(0, "game"), "0 games"),
        (many(1, "strategy", "strategies"), "1 strategy"),
        (many(1_000_000, "game"), "1,000,000 games"),
        (sentence("a"), "A"),
        (sentence(""), ""),
        (listed(["a", "b"]), "a and b"),
        (listed(["a", "b", "c"], "or"), "a, b or c"),
    ],
)
def test_a_number_in_words(text, expected):
    assert text == expected
