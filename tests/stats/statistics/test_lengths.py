"""How long games are."""

import numpy as np
import pytest

from simlab.stats.estimates import GroupStats
from simlab.stats.intervals import Intervals
from simlab.stats.measures import Measures
from simlab.stats.places import Place
from simlab.stats.statistics.lengths import capped, length_quantiles
from tests.stats.process import MEAN, Process, anything, group, place_of, said_of, tally_of

PERCENTS = (5, 25, 50, 75, 95)


@pytest.fixture(scope="module")
def measures() -> Measures:
    return Measures(MEAN, group(scenarios=["one", "two"]))


@pytest.fixture(scope="module")
def rows(measures) -> np.ndarray:
    return Process().rows(np.random.default_rng(1), measures.group, 400)


def test_every_length_is_counted(measures, rows):
    counted = tally_of(measures, rows)["lengths"]["lengths"][0, 1]
    assert counted.tolist() == np.bincount(rows["turns"][:, 4:].reshape(-1), minlength=len(counted)).tolist()


def test_the_share_of_games_up_to_a_length_has_the_variance_of_a_mean_over_deals(measures, rows):
    """From `repeats` as from the games themselves."""
    repeats, turns = tally_of(measures, rows)["lengths"]["repeats"], rows["turns"][:, 4:8]
    for length in (20, 25, 40, 90):
        counts = (turns <= length).sum(axis=1)
        assert repeats[0, 1, : length + 1].sum() == (counts**2).sum()


def test_quantiles_and_their_intervals_by_other_means(measures, rows):
    """Woodruff's: an interval for the share of games up to the quantile, deal by deal, read back as lengths."""
    turns = rows["turns"][:, 4:8]
    place = place_of(measures, rows, 0, 1)
    lengths = np.arange(turns.max() + 1)
    shares = np.array([(turns <= length).mean() for length in lengths])
    for percent, found in zip(PERCENTS, length_quantiles(place), strict=True):
        assert found.value == np.quantile(turns, percent / 100, method="inverted_cdf")
        up_to = (turns <= found.value).mean(axis=1)
        width = Intervals().reach(400) * up_to.std() / np.sqrt(399)
        assert found.low == lengths[shares + width >= percent / 100][0]
        above = lengths[shares - width >= percent / 100]
        assert found.high == (above[0] if len(above) else lengths[-1])
        assert found.low <= found.value <= found.high


def test_with_one_deal_a_quantile_may_be_anything_that_was_seen(measures, rows):
    place = place_of(measures, rows[:1])
    found = length_quantiles(place, (50,))[0]
    turns = rows["turns"][0]
    assert (found.value, found.low, found.high) == (sorted(turns[:4])[1], 0, turns.max())


def test_in_games_of_one_length_the_quantile_is_that(measures, rows):
    same = rows.copy()
    same["turns"] = 33
    assert {(q.value, q.low, q.high) for q in length_quantiles(place_of(measures, same))} == {(33, 33, 33)}


def test_at_any_time_intervals_are_wider(measures, rows):
    stats = GroupStats(measures, tally_of(measures, rows), Intervals(4_000))
    fixed, anytime = length_quantiles(place_of(measures, rows))[2], length_quantiles(Place(stats, 0, 0))[2]
    assert anytime.low < fixed.low < fixed.value == anytime.value < fixed.high < anytime.high


def test_the_tables():
    rows = anything(group(scenarios=["only"]), 50)
    analysis = said_of(rows, lineup=["shedder", "random", "first", "planner"])
    line, e = analysis.table("lengths").to_dicts()[0], analysis.places[0].mean("turns")
    assert [line[f"q{percent}"] for percent in PERCENTS] == [q.value for q in length_quantiles(analysis.places[0])]
    assert (line["mean"], line["low"], line["high"]) == (e.mean, e.low, e.high)
    assert line["mean"] == pytest.approx(rows["turns"].mean())
    assert line["capped"] == capped(analysis.places[0]) == pytest.approx((rows["ending"] == 2).mean())
    counts = analysis.table("length_counts").select("turns", "games").rows()
    assert counts == [(turns, games) for turns, games in enumerate(np.bincount(rows["turns"].reshape(-1)).tolist()) if games]
