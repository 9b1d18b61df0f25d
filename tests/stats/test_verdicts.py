"""Verdicts, families, contrasts: arithmetic on numbers made by hand."""

import numpy as np
import pytest

from simlab.stats.contrasts import EFFECT, INTERACTION, MAIN, Contrasts
from simlab.stats.estimates import Estimate
from simlab.stats.intervals import NEVER, Intervals, holm_levels
from simlab.stats.moments import Moments
from simlab.stats.verdicts import Verdict, level_of, word_of
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from tests.stats.estimated import estimated

SHARE = (-1.0, 1.0)


@pytest.mark.parametrize(
    ("mean", "se", "word"),
    [
        (0.030, 0.005, MATTERS),  # 2.0 to 4.0 points
        (-0.030, 0.005, MATTERS),
        (0.030, 0.0103, UNDECIDED),  # 0.98 to 5.0
        (0.002, 0.001, NO_DIFFERENCE),
        (0.0, 0.0, NO_DIFFERENCE),  # of 1,000 deals none changed: at most 0.37 points
        (0.01, 0.0, UNDECIDED),  # exactly as large as what is too small to matter
        (0.0101, 0.0, UNDECIDED),  # one deal that nobody has seen may be otherwise
        (0.0160, 0.0, MATTERS),
        (0.0050, 0.0, NO_DIFFERENCE),
        (0.009, 0.001, UNDECIDED),
        (0.012, 0.0005, MATTERS),  # also a small one that is known well
    ],
)
def test_an_interval_outside_inside_or_across_the_margin(mean, se, word):
    verdict = Verdict.of(estimated(mean, se, bounds=SHARE), 0.01)
    assert verdict.word == word
    assert (verdict.more_deals > 0) == (word == UNDECIDED)


def test_merely_not_zero_is_no_verdict():
    """Twenty standard errors from zero and too small to matter."""
    assert Verdict.of(estimated(0.002, 0.0001, bounds=SHARE), 0.01).word == NO_DIFFERENCE


def test_where_nobody_knows_the_largest_change_silence_decides_nothing():
    verdict = Verdict.of(Estimate(Moments.of([0] * 10_000)), 1.0)
    assert (verdict.word, verdict.more_deals >= NEVER / 2) == (UNDECIDED, True)
    some = [0] * 960 + [1] * 29
    assert Verdict.of(Estimate(Moments.of(some)), 1.0).word == UNDECIDED, "29 changed deals"
    assert Verdict.of(Estimate(Moments.of([*some, 1])), 1.0).word == NO_DIFFERENCE
    assert Verdict.of(Estimate(Moments.of([1] * 40)), 0.5).word == MATTERS, "a rule that adds exactly one turn"


def test_a_margin_of_nothing_and_no_difference():
    assert Verdict.of(estimated(0.0, 0.0, bounds=SHARE), 0.0).word == UNDECIDED, "some deal may change"
    assert Verdict.of(estimated(0.1, 0.0, bounds=SHARE), 0.0).word == MATTERS


def test_a_single_deal_decides_nothing():
    one = Estimate(Moments.of([1], 2), SHARE)
    assert Verdict.of(one, 0.01) == Verdict(UNDECIDED, 0.01, 200, 200)
    assert level_of(one, 0.01) == 1.0
    assert one.span == (0.5, *SHARE)


@pytest.mark.parametrize(
    ("deals", "reach"), [(1, np.inf), (2, 12.70620), (10, 2.262157), (199, 1.972017), (200, 1.959964), (10**6, 1.959964)]
)
def test_few_deals_are_measured_by_students_t(deals, reach):
    """As tables have it: the 97.5% quantile with one degree of freedom less than there are deals."""
    assert Intervals().reach(deals) == pytest.approx(reach, rel=1e-6)
    assert Intervals().level(deals, reach) == pytest.approx(0.05 if deals > 1 else 1.0, rel=1e-5)


def test_holms_levels():
    """0.01 is tested at 0.05/4, 0.015 at 0.05/3; 0.03 fails at 0.05/2, and with it all that follow."""
    assert holm_levels([0.03, 0.01, 0.2, 0.015]) == pytest.approx([0.025, 0.0125, 0.025, 0.05 / 3])
    assert holm_levels([0.01, 0.02]) == pytest.approx([0.025, 0.05])
    assert holm_levels([]) == []


@pytest.mark.parametrize("intervals", [Intervals(), Intervals(planned=5_000)])
def test_a_verdict_is_decided_exactly_where_its_level_is_reached(intervals):
    rng = np.random.default_rng(1)
    for mean, se, alpha in zip(rng.normal(0, 0.02, 300), rng.uniform(0.0005, 0.01, 300), rng.uniform(0.001, 0.05, 300), strict=True):
        found = estimated(mean, se, bounds=SHARE, intervals=intervals)
        assert (word_of(found.at(alpha), 0.01) != UNDECIDED) == (level_of(found, 0.01) < alpha)


def test_contrasts_of_two_rules():
    """Values 10, 20, 13, 29 of (first, second) = 00, 01, 10, 11."""
    values = np.array([[10], [20], [13], [29]])
    contrasts = Contrasts(4, (2, 2))
    found = {(c.kind, c.where): each[0] / c.divisor for c, each in zip(contrasts.all, contrasts.each(values), strict=True)}
    assert found[EFFECT, (3,)] == 19
    assert found[MAIN, (0, 1)] == ((13 - 10) + (29 - 20)) / 2
    assert found[MAIN, (1, 1)] == ((20 - 10) + (29 - 13)) / 2
    assert found[INTERACTION, (0, 1, 1, 1)] == 29 - 13 - 20 + 10


def test_contrasts_of_three_rules_are_averages_over_the_others():
    grid = np.random.default_rng(1).integers(0, 100, (2, 3, 4))
    contrasts = Contrasts(24, (2, 3, 4))
    found = {(c.kind, c.where): each[0] / c.divisor for c, each in zip(contrasts.all, contrasts.each(grid.reshape(-1, 1)), strict=True)}
    assert len(found) == 24 + 23 + (1 + 2 + 3) + (2 + 3 + 6)
    assert found[MAIN, (2, 3)] == pytest.approx(grid[..., 3].mean() - grid[..., 0].mean())
    pair = grid.mean(axis=0)
    assert found[INTERACTION, (1, 2, 2, 3)] == pytest.approx(pair[2, 3] - pair[2, 0] - pair[0, 3] + pair[0, 0])
