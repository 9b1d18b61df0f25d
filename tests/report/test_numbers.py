"""How numbers are written."""

import doctest
from math import inf, nan

import pytest
from simlab.report.numbers import about, decimals, number, signed, span

from simlab.report import material, numbers, rows
from simlab.report.sections import luck


@pytest.mark.parametrize("module", [numbers, rows, material, luck])
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
