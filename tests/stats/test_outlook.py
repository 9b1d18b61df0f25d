"""How many more deals decide something: as many as it says, with the chance that it says."""

from math import inf

import numpy as np
import pytest

from simlab.stats.estimates import Estimate
from simlab.stats.intervals import FEW_DEALS, NEVER
from simlab.stats.moments import Moments
from simlab.stats.outlook import EVEN, LIKELY, Outlook
from simlab.stats.silence import UNKNOWN
from simlab.stats.verdicts import Verdict, sits_on, word_of
from simlab.words.changes import UNDECIDED
from tests.stats.estimated import estimated

SHARE = (-1.0, 1.0)


def changed(deals: int, up: int, down: int, bounds: tuple[float, float] = SHARE) -> Estimate:
    """Of so many deals, that many are won instead of lost, and that many lost."""
    powers = (up - down, up + down, up - down, up + down)
    return Estimate(Moments(deals, up + down, powers, -1 if down else 0, 1 if up else 0), bounds)


def test_half_a_point_from_the_margin():
    """With 1,000 deals ±1 point, with 4,000 ±0.5: then it is decided with a chance of one half, because the estimate may go either way."""
    outlook = Outlook(estimated(0.015, 0.01 / 1.959964, bounds=SHARE), 0.01)
    assert outlook.chance(4_000) == pytest.approx(0.5, abs=0.02)
    assert outlook.deals_for(EVEN, NEVER) == pytest.approx(4_000, rel=0.05)
    assert outlook.deals_for(LIKELY, NEVER) == pytest.approx(22_000, rel=0.1), "where the truth is near the margin it takes long"
    chances = [outlook.chance(deals) for deals in (1_001, 2_000, 8_000, 10**5, 10**8)]
    assert chances == sorted(chances)
    assert 0 <= chances[0] < 0.1
    assert chances[-1] > 0.99


def test_an_estimate_at_the_margin_may_still_go_either_way():
    """By hand: it is decided where it moves by 1.96 standard errors of then; half of all do, once these are a third of the present ones."""
    outlook = Outlook(estimated(0.01, 0.001, deals=10_000, bounds=SHARE), 0.01)
    assert outlook.deals_for(EVEN, NEVER) == pytest.approx(10_000 * (1 + (1.959964 / 0.6744898) ** 2), rel=0.05)


def test_a_larger_estimate_needs_as_many_deals_as_its_mirror_image():
    up, down = (Outlook(changed(400, *counts), 0.01) for counts in ((20, 9), (9, 20)))
    assert [up.chance(deals) for deals in (500, 5_000)] == pytest.approx([down.chance(deals) for deals in (500, 5_000)])


def test_where_nobody_knows_the_largest_change_there_must_be_enough_that_changed():
    assert Outlook(Estimate(Moments.of([0] * 10_000)), 1.0).deals_for(EVEN, NEVER) == NEVER
    ten = Outlook(changed(1_000, 10, 0, UNKNOWN), 0.5)
    assert ten.chance(2_999) == 0
    assert ten.chance(3_000) > 0.9
    one_carries_all = Outlook(Estimate(Moments.of([0] * 900 + [1] * 99 + [1_000])), 5.0)
    assert one_carries_all.chance(9_000) == 0
    assert one_carries_all.chance(10_100) > 0


def test_silence_may_be_broken():
    """None of 100 deals changed: as many more without a change as make it certain would be likely, were they not also to be changed."""
    outlook = Outlook(changed(100, 0, 0), 0.01)
    silent = next(deals for deals in range(100, 1_000) if word_of(changed(deals, 0, 0), 0.01) != UNDECIDED)
    assert 0.8 * silent < outlook.deals_for(EVEN, NEVER) < 3 * silent
    assert outlook.deals_for(LIKELY, NEVER) > 1.5 * outlook.deals_for(EVEN, NEVER)


def test_what_a_verdict_says_of_it():
    found = estimated(0.015, 0.01 / 1.959964, bounds=SHARE)
    verdict, outlook = Verdict.of(found, 0.01), Outlook(found, 0.01)
    assert (verdict.more_deals, verdict.likely_deals) == tuple(outlook.deals_for(chance, NEVER) - 1_000 for chance in (EVEN, LIKELY))
    assert Verdict.of(estimated(0.05, 0.001, bounds=SHARE), 0.01) == Verdict("matters", 0.01, 0, 0, sits_on_margin=False)
    one = Verdict.of(Estimate(Moments.of([1]), SHARE), 0.01)
    assert (one.word, one.more_deals, one.likely_deals) == (UNDECIDED, FEW_DEALS, FEW_DEALS)


@pytest.mark.parametrize(
    ("mean", "half_width", "is_on"),
    [
        (0.010, 0.004, True),
        (-0.010, 0.004, True),
        (0.010, 0.006, False),
        (0.006, 0.002, False),
        (0.013, 0.004, False),
        (0.0, 0.005, False),
        (0.0, 0.0, False),
    ],
)
def test_what_sits_on_the_margin(mean, half_width, is_on):
    """What lies between half of it and one and a half times, whichever way: no number of deals is named for that."""
    found = estimated(mean, half_width / 1.959964, deals=10_000, bounds=(-inf, inf))
    assert sits_on(found, 0.01) == is_on
    assert Verdict.of(found, 0.01).sits_on_margin == (is_on and word_of(found, 0.01) == UNDECIDED)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deals", "rate", "alpha", "bounds"),
    [
        (4_000, 0.3, 0.05, SHARE),
        (2_000, 0.3, 0.002, SHARE),
        (400, 0.01, 0.05, SHARE),
        (1_000, 0.002, 0.05, SHARE),
        (2_000, 0.02, 0.05, UNKNOWN),
    ],
)
def test_as_many_more_deals_decide_it_as_often_as_it_says(deals, rate, alpha, bounds):
    """Of differences up to four times the margin, in either direction: those that are undecided are played on for so many deals."""
    rng, decided = np.random.default_rng(1), {EVEN: [], LIKELY: [], "twice": []}
    while len(decided[EVEN]) < 1_000:
        truth = rng.uniform(-0.04, 0.04)
        chances = [1 - max(rate, abs(truth)), *((max(rate, abs(truth)) + sign * truth) / 2 for sign in (1, -1))]
        first = rng.multinomial(deals, chances)
        found = changed(deals, *first[1:].tolist(), bounds).at(alpha)
        if (verdict := Verdict.of(found, 0.01)).word != UNDECIDED or verdict.more_deals > NEVER / 2:
            continue
        for name, more in ((EVEN, verdict.more_deals), (LIKELY, verdict.likely_deals), ("twice", 2 * verdict.more_deals)):
            later = first + rng.multinomial(more, chances)
            word = word_of(changed(deals + more, *later[1:].tolist(), bounds).at(alpha), 0.01)
            decided[name].append(word != UNDECIDED)
    shares = {name: np.mean(each) for name, each in decided.items()}
    assert 0.4 < shares[EVEN] < 0.58, shares
    assert 0.74 < shares[LIKELY] < 0.86, shares
    assert shares["twice"] < 0.72, (
        "twice as many are no four in five, because it is the estimate that is far from the margin, not the truth"
    )
