"""Where few deals change anything the interval holds, and silence proves nothing."""

from math import inf, nan

import numpy as np
import pytest
from scipy.stats import beta

from simlab.stats.moments import Moments
from simlab.stats.silence import UNKNOWN, errors_from, interval, may_claim, most_that_change

SHARE = (-1.0, 1.0)
Z = 1.959964


@pytest.fixture
def dice():
    return np.random.default_rng(1)


def test_moments_are_exact_and_add_up_in_any_order(dice):
    values = dice.integers(-(10**6), 10**6, 500)
    whole = Moments.of(values, 840)
    parts = [Moments.of(values[i : i + 100], 840) for i in (300, 0, 400, 100, 200)]
    assert sum(parts[1:], parts[0]) == whole
    scaled = values / 840
    away = scaled - scaled.mean()
    assert whole.mean == pytest.approx(scaled.mean())
    assert whole.central == pytest.approx([(away**k).mean() for k in (2, 3, 4)])
    assert whole.se == pytest.approx(scaled.std(ddof=1) / np.sqrt(500))
    assert (whole.low, whole.high) == (scaled.min(), scaled.max())
    assert whole.in_units_of(2).mean == whole.mean / 2
    assert -whole == Moments.of(-values, 840)
    with pytest.raises(ValueError, match="1/840 and of 1/1"):
        whole + Moments.of([1])


def test_nothing_is_lost_where_large_sums_nearly_cancel():
    huge = Moments.of([10**15, 10**15 + 1, 10**15 + 2])
    assert huge.central == (2 / 3, 0.0, 2 / 3)


def test_what_carries_the_variance():
    rare = Moments.of([0] * 990 + [5] * 10)
    assert rare.carriers == pytest.approx(10, rel=0.05)
    assert rare.typical == pytest.approx(5, rel=0.02)
    assert Moments.of([0, 0]).carriers == 0
    assert Moments.of([3, 3]).carriers == 2
    assert Moments.of([3]).se != Moments.of([3]).se  # no number


@pytest.mark.parametrize(("changed", "deals"), [(0, 300), (1, 300), (7, 300), (40, 300), (150, 300)])
def test_guarded_it_is_the_exact_interval_of_a_share(changed, deals):
    """Clopper and Pearson 1934."""
    found = interval(Moments.of([1] * changed + [0] * (deals - changed)), Z, (0, 1), is_guarded=True)
    exact = beta.ppf(0.025, changed, deals - changed + 1) if changed else 0.0, beta.ppf(0.975, changed + 1, deals - changed)
    assert found == pytest.approx(exact, abs=0.0006)


@pytest.mark.parametrize("is_guarded", [False, True])
@pytest.mark.parametrize("value", [-0.4, 0.5, 2.5])
def test_how_far_it_reaches_and_when_it_touches_are_inverse(dice, value, is_guarded):
    """Skewed values, and symmetrical ones."""
    for values in (dice.exponential(1, 500) * 100, dice.normal(1, 3, 500) * 100):
        moments = Moments.of(values.astype(int), 100)
        errors = errors_from(moments, value, (-20, 20), is_guarded=is_guarded)
        ends = interval(moments, errors, (-20, 20), is_guarded=is_guarded)
        assert min(abs(end - value) for end in ends) < 1e-4 or errors > 8


def test_with_many_changes_it_is_the_normal_interval(dice):
    moments = Moments.of(dice.integers(-100, 101, 20_000), 100)
    low, high = interval(moments, Z, SHARE)
    assert (low, high) == pytest.approx((moments.mean - Z * moments.se, moments.mean + Z * moments.se), abs=2e-5)


def test_silence_has_a_width():
    none = Moments.of([0] * 1000)
    assert interval(none, Z, SHARE, is_guarded=True)[1] == pytest.approx(3.7 / 1000, rel=0.02)
    assert interval(none, Z) == UNKNOWN, "of a number without a bound nothing at all is known"
    assert interval(Moments.of([0]), Z, SHARE) == SHARE
    assert interval(none, inf, SHARE) == interval(none, nan, SHARE) == SHARE


def test_who_may_claim_anything():
    none, some = Moments.of([0] * 1000), Moments.of([0] * 900 + [1, 2] * 50)
    assert may_claim(none, SHARE)
    assert not may_claim(none)
    assert may_claim(some)
    assert not may_claim(Moments.of([0] * 971 + [1] * 29)), "29 changed deals are one too few"
    assert not may_claim(Moments.of([0] * 900 + [1] * 99 + [1000])), "one deal carries it all"


def test_the_rule_of_three():
    assert most_that_change(Moments.of([0] * 100), 0.05) == pytest.approx(0.0295, abs=1e-4)
    assert most_that_change(Moments.of([1] * 9), 0.05) == 1


SIZES = {"up or down": ([1, -1], [0.5, 0.5]), "always up": ([4], [1.0]), "mixed": ([1, 2, 3, 4], [0.6, 0.25, 0.1, 0.05])}


@pytest.mark.parametrize("deals", [8, 40, 400])
@pytest.mark.parametrize("rate", [0.002, 0.02, 0.2])
@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES)
def test_it_covers_the_truth_however_rare_changes_are(dice, sizes, rate, deals):
    """Repeated runs of a known process; the normal interval covers it in 2% of them where changes are rarest."""
    values, chances = sizes
    truth = rate * float(np.dot(values, chances)) / 4
    counts, times = np.unique(dice.multinomial(deals, [1 - rate, *(rate * np.array(chances))], size=600), axis=0, return_counts=True)
    held = 0
    for count, often in zip(counts, times, strict=True):
        moments = Moments.of(np.repeat([0, *values], count), 4)
        z = Z if deals >= 200 else {8: 2.3646, 40: 2.0227}[deals]
        low, high = interval(moments, z, SHARE)
        held += often * (low - 1e-9 <= truth <= high + 1e-9)
    assert held / 600 > 0.925
