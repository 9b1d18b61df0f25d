"""Estimates of runs that stopped early: as large as the truth as often as smaller, with intervals that cover it."""

from math import ceil, exp, sqrt

import numpy as np
import pytest

from simlab.stats.estimates import Estimate
from simlab.stats.intervals import Intervals
from simlab.stats.moments import Moments
from simlab.stats.stagewise import Ends, Glance, adjusted
from simlab.stats.verdicts import word_of
from simlab.words.changes import UNDECIDED
from tests.stats.estimated import estimated
from tests.stats.test_spending import estimates

SHARE = (-1.0, 1.0)


def test_a_published_example():
    """From the tests of the R package rpact (Wassmer and Pahlke), of survival data: three looks at a hazard ratio, after 0.2, 0.4 and
    all of the information, with boundaries of Wang and Tsiatis (0.25); z is 2.9 with 38 events in the end.
    """
    gates = [(time, [(-9.0, bound * sqrt(time))]) for time, bound in ((0.2, 3.03664), (0.4, 2.55348))]
    ends = Ends(gates, 1.0, 2.9, 2.9)
    assert ends.chance(np.zeros(1))[0] == pytest.approx(0.0074535505, rel=1e-4)
    ratios = [exp(ends.drift(chance) * 2 / sqrt(38)) for chance in (0.025, 0.5, 0.975)]
    assert ratios == pytest.approx([1.222663, 2.4764002, 4.752454], rel=1e-4)


STAYS = ((0.3, ((-1.2, 1.2),)), (0.5, ((-1.4, -0.1), (0.1, 1.4))), (0.7, ((-1.5, -0.3), (0.3, 1.5))))


@pytest.mark.parametrize(("time", "at"), [(1.0, 1.6), (1.0, -0.4), (0.7, 0.2), (0.7, 1.7)])
@pytest.mark.parametrize("drift", [-0.5, 0.8, 2.0])
def test_the_order_of_ends_is_what_runs_show(time, at, drift):
    """Of runs that can stop above, below or in the middle: how many end as at least as much, counted."""
    rng, gates = np.random.default_rng(1), [(when, stays) for when, stays in STAYS if when < time]
    value, before, more, goes_on = np.zeros(200_000), 0.0, np.zeros(200_000, dtype=bool), np.ones(200_000, dtype=bool)
    for when, stays in gates:
        value, before = value + rng.normal(drift * (when - before), sqrt(when - before), len(value)), when
        stays_on = np.any([(low < value) & (value < high) for low, high in stays], axis=0)
        is_above = value > stays[-1][1]
        more |= goes_on & ~stays_on & (is_above | (~is_above & (value > stays[0][0]) & (value / when > at / time)))
        goes_on &= stays_on
    value = value + rng.normal(drift * (time - before), sqrt(time - before), len(value))
    counted = (more | (goes_on & (value > at))).mean()
    assert Ends(gates, time, at, at / time).chance(np.array([drift]))[0] == pytest.approx(counted, abs=0.004)


def test_where_no_look_could_have_stopped_it_nothing_is_adjusted():
    found = estimated(0.02, 0.004, deals=5_000, bounds=SHARE)
    usual = [0.02, 0.02 - 1.959964 * 0.004, 0.02 + 1.959964 * 0.004]
    far = Glance(1_000, 0.03, True, ((-0.9, 0.9),))
    for glances in ([], [far], [far, Glance(2_000, 0.013, False, far.stays)], [Glance(1_000, 0.03, True, ())]):
        assert adjusted(found, glances) == pytest.approx(usual, abs=1e-5)


def test_it_is_less_where_chance_has_helped_the_same_either_way():
    """Stopped just beyond the boundary, which it hardly missed before; what was played afterwards for others counts by itself."""
    intervals = Intervals(10_000, is_watched=False)
    looks = [
        estimated(mean, 0.4 / sqrt(deals), deals, SHARE, intervals) for deals, mean in ((3_502, 0.024), (4_552, 0.024), (5_918, 0.026))
    ]
    waited = [Glance.of(look, 0.01, waits=True) for look in looks[:2]]
    last = looks[-1]
    found = adjusted(last, waited)
    assert last.mean - 1.2 * last.se < found.value < last.mean - 0.05 * last.se
    assert found.low < found.value < found.high
    mirrored = [Glance(deals, -mean, waits, tuple((-high, -low) for low, high in reversed(stays))) for deals, mean, waits, stays in waited]
    down = adjusted(estimated(-last.mean, last.se, last.deals, SHARE, intervals), mirrored)
    assert down == pytest.approx([-found.value, -found.high, -found.low], abs=1e-5)
    later = estimated(0.026, 0.4 / sqrt(10_000), 10_000, SHARE, intervals)
    freed = adjusted(later, [*waited, Glance.of(last, 0.01, waits=False)])
    assert found.value < freed.value < later.mean


def test_it_goes_on_exactly_where_there_is_no_verdict():
    """Also where few deals have changed, so that nothing is as wide on both sides."""
    for up, down in ((40, 10), (12, 35), (300, 200)):
        found = Estimate(
            Moments(3_000, up + down, (up - down, up + down, up - down, up + down), -1, 1), SHARE, Intervals(5_000, is_watched=False)
        )
        glance = Glance.of(found, 0.01, waits=True)
        inside = any(low < found.mean < high for low, high in glance.stays)
        assert inside == (word_of(found, 0.01) == UNDECIDED)
    unknown = Estimate(Moments.of([0] * 99 + [1]))
    assert Glance.of(unknown, 0.01, waits=True).stays == ()
    assert adjusted(unknown, []) is None


def ended(runs: list[list[Estimate]], margin: float, others: list[int] | None = None) -> list[tuple[Estimate, list[Glance]]]:
    """Where runs stop, with all that they saw; some are played on for something else, for so many looks."""
    found = []
    for number, run in enumerate(runs):
        glances, more = [], 0
        for look in run:
            is_open = word_of(look, margin) == UNDECIDED
            if more or not is_open:
                more += 1
            if more > (others[number] if others else 0) or look is run[-1]:
                break
            if more <= 1:
                glances.append(Glance.of(look, margin, waits=is_open))
        found.append((look, glances))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("is_played_on", [False, True])
@pytest.mark.parametrize(("effect", "rate"), [(0.03, 0.12), (0.03, 0.5), (0.02, 0.04), (0.0, 0.1)])
def test_it_is_too_large_as_often_as_too_small_and_its_interval_covers_the_truth(effect, rate, is_played_on):
    """Half of all estimates are too large, where more than 58% were; games played on for others blur that a little."""
    rng, count = np.random.default_rng(7), 800
    planned = min(ceil(1.06 * (rate - effect**2) * (3.24 / max(abs(effect - 0.01), 0.004)) ** 2), 40_000)
    runs = [estimates(rng, effect, rate, planned) for _ in range(count)]
    stopped = ended(runs, 0.01, rng.integers(0, 5, count).tolist() if is_played_on else None)
    spans = [(found, span) for found, glances in stopped if (span := adjusted(found, glances))]
    assert len(spans) > 0.97 * count, "where enough deals have changed"
    assert np.mean([span.low <= effect <= span.high for _, span in spans]) >= 0.935
    assert abs(np.mean([span.value > effect for _, span in spans]) - 0.5) < (0.065 if is_played_on else 0.04)
    if effect:
        assert np.mean([found.mean > effect for found, _ in spans]) > (0.51 if is_played_on else 0.57)
        naive, told = np.mean([(found.mean, span.value) for found, span in spans], axis=0)
        assert abs(told - effect) < 0.7 * abs(naive - effect)
