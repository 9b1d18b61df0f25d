"""The looks of a run that may stop early: their intervals hold together, cost few deals, and claims overstate as it is said of them."""

from functools import cache
from math import ceil, sqrt

import numpy as np
import pytest

from simlab.experiment.plan import LOOKS
from simlab.stats.estimates import Estimate
from simlab.stats.intervals import Intervals
from simlab.stats.moments import Moments
from simlab.stats.verdicts import word_of
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED

PLANNED = 100_000
INTERVALS = Intervals(PLANNED, is_watched=False)
DEALS = [ceil(PLANNED * share) for share in LOOKS]
POWER = 1.2815516  # standard errors beyond a reach at which nine in ten are


@cache
def walks(runs: int) -> np.ndarray:
    """[run, look]: where estimates of nothing are at each look, times the deals until then: as a Brownian motion."""
    steps = np.sqrt(np.diff([0, *LOOKS]))
    return np.cumsum(np.random.default_rng(1).normal(0, steps, (runs, len(LOOKS))), axis=1)


@pytest.mark.parametrize(("alpha", "near"), [(0.05, 0.04), (0.005, 0.1)])
def test_the_intervals_of_all_looks_hold_together(alpha, near):
    """Of runs in which nothing differs so many raise a false alarm at any look; as many as were spent until each."""
    reaches = np.array([INTERVALS.reach(deals, alpha) for deals in DEALS])
    is_out = (np.abs(walks(200_000)) / np.sqrt(LOOKS) > reaches).cumsum(axis=1) > 0
    assert is_out.mean(axis=0)[-1] == pytest.approx(alpha, rel=near)
    assert is_out.mean(axis=0)[-5:] == pytest.approx(alpha * np.array(LOOKS[-5:]) ** 2, rel=2 * near)


def test_what_a_look_costs():
    """At the last look hardly more than a fixed run's 1.96 standard errors, and far less than what is watched; at the first very much."""
    reaches = [INTERVALS.reach(deals) for deals in DEALS]
    assert reaches[-1] == pytest.approx(2.104, abs=0.001)
    assert reaches[0] > 4
    assert sorted(reaches[1:], reverse=True) == reaches[1:]
    assert Intervals(PLANNED).reach(PLANNED) > 2.7
    assert [INTERVALS.reach(deals) for deals in (1_000, DEALS[3] - 1, DEALS[3], DEALS[3] + 1, 10 * PLANNED)] == [
        reaches[i] for i in (0, 2, 3, 3, -1)
    ], "between looks it is that of the last"


@pytest.mark.parametrize("planned", [150, 5_000])
def test_a_level_is_where_the_interval_just_leaves_a_value_out(planned):
    for deals in (50, 140, 199, 260, 1_000, 5_000):
        intervals = Intervals(planned, is_watched=False)
        for alpha in (0.2, 0.05, 1e-3, 1e-6):
            assert intervals.level(deals, intervals.reach(deals, alpha)) == pytest.approx(alpha)
    assert intervals.level(1, 9.0) == intervals.level(300, 0.0) == 1.0
    assert intervals.reach(199) > 1.005 * intervals.reach(200), "Student's t"


def test_a_mean_over_a_part_of_the_deals_reaches_as_far_as_one_over_all():
    for deals in (DEALS[2], DEALS[9], PLANNED):
        for some in (deals // 3, deals // 7, deals):
            for intervals in (INTERVALS, Intervals(PLANNED)):
                assert intervals.of_part(some / deals).reach(some) == pytest.approx(intervals.reach(deals))
    assert Intervals().of_part(0.1) == Intervals()


def test_it_takes_fewer_deals_than_a_run_of_a_fixed_size():
    """With the same power, of nine in ten: 0.69 of its deals on average, and at most 1.07 of them."""
    walked, reaches, looks = walks(200_000), np.array([INTERVALS.reach(deals) for deals in DEALS]), np.array(LOOKS)
    fixed = 1.959964 + POWER
    for more in np.arange(1.0, 1.1, 0.002):  # times as many deals at most
        is_out = np.abs(walked + fixed * sqrt(more) * looks) / np.sqrt(looks) > reaches
        if is_out.any(axis=1).mean() >= 0.9:
            break
    assert more <= 1.07
    stops = np.where(is_out.any(axis=1), is_out.argmax(axis=1), len(LOOKS) - 1)
    assert 0.6 < looks[stops].mean() * more <= 0.75


def estimates(rng: np.random.Generator, effect: float, rate: float, planned: int) -> list[Estimate]:
    """What a run knows at each look of a change of shares, of which a part of all deals has any: up, or down."""
    chances = [1 - rate, (rate + effect) / 2, (rate - effect) / 2]
    intervals, counts, found = Intervals(planned, is_watched=False), np.zeros(3, dtype=int), []
    for deals in (ceil(planned * share) for share in LOOKS):
        counts += rng.multinomial(deals - counts.sum(), chances)
        up, down = counts[1:].tolist()
        moments = Moments(deals, up + down, (up - down, up + down, up - down, up + down), -1 if down else 0, 1 if up else 0)
        found.append(Estimate(moments, (-1.0, 1.0), intervals))
    return [each for each in found if each.deals >= 200]


@pytest.mark.slow
@pytest.mark.parametrize(("effect", "rate"), [(0.03, 0.12), (0.03, 0.5), (0.02, 0.04)])
def test_real_runs_keep_what_looks_promise(effect, rate):
    """Runs that would be decided in nine of ten cases with a fixed size: they need 0.75 of its deals, and overstate by 10 to 20%."""
    fixed = (rate - effect**2) * ((1.959964 + POWER) / (effect - 0.01)) ** 2
    rng, planned, runs, words, deals, claimed = np.random.default_rng(3), ceil(1.06 * fixed), 1_000, [], [], []
    for _ in range(runs):
        for found in estimates(rng, effect, rate, planned):
            if (word := word_of(found, 0.01)) != UNDECIDED:
                break
        words.append(word)
        deals.append(found.deals)
        claimed += [found.mean] if word == MATTERS else []
    assert words.count(MATTERS) / runs > 0.86
    assert words.count(NO_DIFFERENCE) / runs < 0.01
    assert np.mean(deals) / fixed < 0.75
    assert 1.08 < np.mean(claimed) / effect < 1.22


@pytest.mark.slow
@pytest.mark.parametrize("effect", [0.0, 0.01])
@pytest.mark.parametrize(("rate", "planned"), [(0.02, 5_000), (0.1, 20_000), (0.6, 5_000)])
def test_of_real_runs_few_are_wrong_at_any_look(effect, rate, planned):
    """All their intervals hold the truth in 95% of runs, also where few deals change anything; and nothing false is claimed more often."""
    rng, runs, missed, false = np.random.default_rng(5), 2_000, 0, 0
    for _ in range(runs):
        found = estimates(rng, effect, rate, planned)
        missed += any(not each.low <= effect <= each.high for each in found)
        false += any(word_of(each, 0.0099 if effect else 0.01) == (NO_DIFFERENCE if effect else MATTERS) for each in found)
    assert missed / runs < 0.06
    assert false / runs < 0.05
