"""Intervals cover the truth as often as they say, tests err as seldom as they say: by simulation of a process that is known."""

import numpy as np
import pytest

from simlab.stats.contrasts import MAIN
from simlab.stats.estimates import Estimate
from simlab.stats.intervals import Intervals
from simlab.stats.measures import Measures
from simlab.stats.moments import Moments
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.statistics.lengths import length_quantiles
from tests.stats.process import MEAN, Process, group, length_at, mean_length
from tests.stats.statistics.test_fired import lines

REPLICATIONS = 2_000
AFTER = (0.32, 0.25, 0.25, 0.18)
PROCESS = Process(after=AFTER)
EFFECT = PROCESS.swaps * (AFTER[0] - 0.25)


def covered(found, truth) -> bool:
    return found.low <= truth <= found.high


def replications(deals: int, seed: int, process: Process = PROCESS):
    measures = Measures(MEAN, group())
    rng = np.random.default_rng(seed)
    for _ in range(REPLICATIONS):
        yield process.stats(rng, measures, deals)


@pytest.mark.slow
@pytest.mark.parametrize("deals", [60, 400])
def test_95_percent_intervals_cover_the_truth_95_percent_of_the_time(deals):
    """Means, effects, differences, seats, what happens where an event fired; with Student's t and with the normal distribution."""
    hits: dict[str, list[bool]] = {}
    for stats in replications(deals, seed=deals):
        before, after = Place(stats, 0, 0), Place(stats, 0, 1)
        fired = lines(after)
        truths = {
            "share": (after.mean("share.a"), 0.25 + EFFECT),
            "share effect": (after.effect("share.a"), EFFECT),
            "length": (before.mean("turns"), mean_length(PROCESS.scale)),
            "length effect": (after.effect("turns"), 2.0),
            "two strategies": (after.rivals.difference(0, 3), PROCESS.swaps * (AFTER[0] - AFTER[3])),
            "a seat": (after.rivals.seat_edges[2], 0.0),
            "games with the event": (before.mean("fired.swaps"), PROCESS.swaps),
        }
        for name, (found, truth) in truths.items():
            hits.setdefault(name, []).append(covered(found, truth))
        for metric, truth in (("share.a", AFTER[0] - 0.25), ("turns", 2.0)):
            line = fired["swaps", metric]
            hits.setdefault(f"effect on {metric} where it fired", []).append(line["low"] <= truth <= line["high"])
    coverage = {name: np.mean(each) for name, each in hits.items()}
    most = 0.965 if deals >= 400 else 0.98  # few deals: rather too wide
    assert all(0.935 <= share <= most for share in coverage.values()), coverage


@pytest.mark.slow
def test_intervals_of_quantiles_cover_the_true_quantiles():
    """Of lengths so long that it hardly shows that they are whole numbers."""
    percents, process = (5, 25, 50, 75, 95), Process(scale=300)
    hits = []
    for stats in replications(300, 7, process):
        found = length_quantiles(Place(stats, 0, 0), percents)
        hits.append([covered(quantile, length_at(percent / 100, 300)) for quantile, percent in zip(found, percents, strict=True)])
    coverage = np.mean(hits, axis=0)
    assert ((coverage >= 0.935) & (coverage <= 0.97)).all(), coverage


@pytest.mark.slow
def test_main_effects_and_interactions_cover_the_truth():
    measures = Measures(MEAN, group(scenarios=[f"{a}{b}" for a in "xy" for b in "uvw"]), {"first": "xy", "second": "uvw"})
    rng, hits = np.random.default_rng(11), []
    index = measures.index["turns"]
    for _ in range(1_000):
        stats = PROCESS.stats(rng, measures, 100)  # all scenarios but xu are longer by 2
        found = [stats.contrast(index, 0, MAIN, (0, 1)), stats.contrast(index, 0, MAIN, (1, 2))]
        found.append(stats.contrast(index, 0, "interaction", (0, 1, 1, 1)))
        hits.append([covered(each, truth) for each, truth in zip(found, (2 / 3, 1.0, -2.0), strict=True)])
    coverage = np.mean(hits, axis=0)
    assert ((coverage > 0.935) & (coverage < 0.98)).all(), coverage


@pytest.mark.slow
def test_the_anytime_interval_is_wrong_in_fewer_than_5_percent_of_runs_looked_at_1000_times():
    """Where nothing differs, an interval that leaves out 0 at any look is a false alarm. A naive interval raises one very often."""
    looks, each, runs = 1_000, 10, 1_000
    rng, measures = np.random.default_rng(3), Measures(MEAN, group())
    deals = np.arange(1, looks + 1) * each
    anytime = Intervals(planned=looks * each)
    reach, naive = (np.array([intervals.reach(int(n)) for n in deals]) for intervals in (anytime, Intervals()))
    nothing = Process(after=Process.before, longer=0)
    values = measures_values(rng, measures, nothing, deals=300_000)
    false, falsely = 0, 0
    for _ in range(runs):
        drawn = values[rng.integers(len(values), size=looks * each)]
        totals, squares = np.cumsum(drawn)[each - 1 :: each], np.cumsum(drawn**2)[each - 1 :: each]
        errors = np.sqrt(np.maximum(squares / deals - (totals / deals) ** 2, 0) / (deals - 1))
        false += bool((np.abs(totals / deals) > reach * errors).any())
        falsely += bool((np.abs(totals / deals) > naive * errors).any())
    assert false / runs < 0.05
    assert falsely / runs > 0.3


def measures_values(rng, measures, process, deals) -> np.ndarray:
    """The change of a share, a deal, as the tally sees it."""
    index = measures.index["share.a"]
    parts = [Played(measures, process.rows(rng, measures.group, 10_000)).values[index, 0] for _ in range(deals // 10_000)]
    values = np.concatenate([part[1] - part[0] for part in parts])
    return np.concatenate([values, -values])  # exactly nothing on average


@pytest.mark.slow
def test_the_seat_test_errs_as_seldom_as_it_says_where_no_seat_has_an_advantage():
    p_values = np.array([Place(stats, 0, 0).rivals.seat_test for stats in replications(300, seed=5)])
    for level in (0.01, 0.05, 0.2):
        assert 0.6 * level < (p_values <= level).mean() < level + 2.3 * np.sqrt(level / REPLICATIONS), level


@pytest.mark.slow
def test_ranks_hold_the_true_rank():
    """With strategies that differ the interval of ranks holds the true one 95% of the time, or more."""
    from simlab.stats.statistics.shares import rank_intervals

    process = Process(before=(0.28, 0.26, 0.24, 0.22))
    measures, rng, hits = Measures(MEAN, group(scenarios=["only"])), np.random.default_rng(13), []
    for _ in range(500):
        rivals = Place(process.stats(rng, measures, 400), 0, 0).rivals
        low, high = rank_intervals(rivals.means[:4], rivals.covariance[:4, :4] / 400)
        hits.append((low <= [1, 2, 3, 4]) & (high >= [1, 2, 3, 4]))
    assert (np.mean(hits, axis=0) > 0.935).all()


def test_an_estimate_is_the_textbooks():
    """Against numpy, on numbers made by hand; where all deals differ its interval is a little wider than the normal one."""
    x = np.array([3, 5, 4, 4, 9] * 50)
    found = Estimate(Moments.of(x), (0, 10))
    assert found.mean == x.mean()
    assert found.se == pytest.approx(x.std(ddof=1) / np.sqrt(250))
    assert 1 < found.half_width / (1.959964 * found.se) < 1.03
    assert found.at(0.01).half_width / found.half_width == pytest.approx(2.575829 / 1.959964, rel=0.01)
    assert found.guarded.low < found.low < found.mean < found.high < found.guarded.high


def test_the_anytime_interval_is_the_published_one():
    """mean +- sd sqrt(2 (n r2 + 1) / (n^2 r2) ln(sqrt(n r2 + 1) / alpha)); its p-value is where it just leaves a value out."""
    n, planned, alpha = 700, 5_000, 0.05
    r2 = (-2 * np.log(alpha) + np.log(-2 * np.log(alpha)) + 1) / planned
    half_width = np.sqrt(2 * (n * r2 + 1) / (n**2 * r2) * np.log(np.sqrt(n * r2 + 1) / alpha))
    intervals = Intervals(planned)
    assert intervals.reach(n) / np.sqrt(n) == pytest.approx(half_width)
    assert intervals.level(n, intervals.reach(n, 0.003)) == pytest.approx(0.003)
    assert intervals.reach(n) > Intervals().reach(n)
