"""Where few deals change anything: what is said of games of a known process, through the same doors as of real ones."""

from collections import Counter
from math import ceil
from pathlib import Path

import numpy as np
import pytest
import yaml

from simlab.experiment.plan import FEWEST, LOOKS
from simlab.stats.estimates import Estimate, GroupStats
from simlab.stats.evaluating import evaluate
from simlab.stats.intervals import Intervals
from simlab.stats.measures import Measures
from simlab.stats.moments import Moments
from simlab.stats.places import Place
from simlab.stats.verdicts import word_of
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from tests.stats.process import MEAN, Process, group, tally_of

ROOT = Path(__file__).parents[2]
LONGER = 8  # turns, where a deal changes
MEASURES = Measures(MEAN, group())


def rare(rng: np.random.Generator, deals: int, rate: float) -> np.ndarray:
    """Games in which the other scenario changes nothing but on a few deals: there strategy a wins in all seatings, after more turns, with
    a swap.
    """
    rows = Process().rows(rng, MEASURES.group, deals)
    rows["swaps"] = 0
    before, after = rows[:, :4], rows[:, 4:]
    after[:] = before
    at = rng.random(deals) < rate
    for column, cell in enumerate(MEASURES.group.cells[:4]):
        after["won"][at, column] = np.arange(8) == cell.seating.index(0)
    after["turns"][at] += LONGER
    after["swaps"][at] = 1
    return rows


def effects(rng: np.random.Generator, deals: int, rate: float, intervals: Intervals | None = None) -> dict[str, tuple]:
    """What is said of them, each beside the truth and beside what is too small to matter."""
    stats = GroupStats(MEASURES, tally_of(MEASURES, rare(rng, deals, rate)), intervals or Intervals())
    before, after = Place(stats, 0, 0), Place(stats, 0, 1)
    return {
        "share of a": (after.effect("share.a"), 0.75 * rate, 0.01),
        "share of b": (after.effect("share.b"), -0.25 * rate, 0.01),
        "length": (after.effect("turns"), LONGER * rate, 0.02 * before.mean("turns").mean),
        "games with a swap": (after.mean("fired.swaps"), rate, 0.01),
        "swaps": (after.effect("swaps"), rate, 0.01),
        "flipped": (after.mean("flipped"), 0.75 * rate, 0.01),
        "a seat": (after.rivals.seat_edges[2], 0.0, 0.01),
        "two strategies": (after.rivals.difference(0, 3), rate, 0.01),
    }


@pytest.mark.slow
@pytest.mark.parametrize("deals", [40, 200, 400])
@pytest.mark.parametrize("rate", [0.002, 0.02, 0.1])
def test_intervals_cover_the_truth_and_verdicts_are_seldom_false(deals, rate):
    rng, hits, false = np.random.default_rng(deals), Counter(), Counter()
    runs = 600
    for _ in range(runs):
        for name, (found, truth, margin) in effects(rng, deals, rate).items():
            hits[name] += found.low - 1e-9 <= truth <= found.high + 1e-9
            word = word_of(found, margin)
            false[name] += word == (NO_DIFFERENCE if abs(truth) > margin else MATTERS)
    assert min(hits.values()) >= 0.93 * runs, hits
    assert max(false.values()) <= 0.05 * runs, false


@pytest.mark.parametrize("intervals", [Intervals(), Intervals(10_000)])
def test_silence_is_no_proof(intervals):
    """Not one of 100 deals changed: of a share too little is known, of a counter nothing."""
    found = effects(np.random.default_rng(1), 100, 0.0, intervals)
    for name in ("share of a", "length", "swaps"):
        effect, _, margin = found[name]
        assert (effect.mean, effect.se, word_of(effect, margin)) == (0.0, 0.0, UNDECIDED)
        assert effect.low < -margin
        assert effect.high > margin
        assert effect.most_changed == pytest.approx(0.0295, rel=0.01) if intervals.planned is None else effect.most_changed > 0.0295
    assert found["swaps"][0].span == (0.0, -np.inf, np.inf)
    assert found["share of a"][0].bounds == (-1, 1)
    assert found["length"][0].bounds == (-1_000, 1_000), "the turn limit"
    assert found["games with a swap"][0].low == 0


def test_enough_silence_is_worth_something():
    found = effects(np.random.default_rng(1), 2_000, 0.0)
    assert word_of(*found["share of a"][::2]) == NO_DIFFERENCE
    assert word_of(*found["swaps"][::2]) == UNDECIDED, "whose largest change nobody knows"


def test_the_eight_is_not_said_to_change_nothing_after_two_deals():
    """Its effect on who wins is up to 2.6 points."""
    asked = yaml.safe_load((ROOT / "experiments" / "mean_eight.yaml").read_text())
    (answer,) = evaluate({**asked, "games": 8, "seed": 1}).answer
    assert answer.startswith("Undecided: none of 2 deals changed anything, so at most 78% of all deals do; about ")


def test_games_that_hardly_ever_reach_their_limit_are_not_said_to_be_alike():
    """Two creepers take 10% more turns on average if they may take 10,000 instead of 1,000: nearly all of it on 2 of 1,000 deals."""
    asked = {"question": "?", "game": "mean", "players": 2, "games": 2_000, "lineup": ["creeper", "creeper"]}
    limits = {"scenarios": {"short": {"turn_limit": 1_000}, "long": {"turn_limit": 10_000}}, "metrics": ["turns"]}
    words = Counter()
    for start in range(0, 10_000, 1_000):
        (c,) = evaluate({**asked, **limits}, deals=range(start, start + 1_000)).headline
        words[c.verdict.word] += 1
        assert c.effect.bounds == (-1_000, 10_000)
    assert words[NO_DIFFERENCE] == 0
    assert words[UNDECIDED] > words[MATTERS] > 0


def test_a_number_that_does_not_keep_to_its_bounds_has_none():
    rows = rare(np.random.default_rng(1), 50, 0.0)
    rows["turns"][7, 5:] = 9_999
    effect = Place(GroupStats(MEASURES, tally_of(MEASURES, rows)), 0, 1).effect("turns")
    assert effect.bounds == (-np.inf, np.inf)
    assert not effect.may_claim


@pytest.mark.slow
@pytest.mark.parametrize("is_watched", [False, True])
@pytest.mark.parametrize(("sizes", "bounds", "rate", "margin"), [
    ([1, 1], (-1, 1), 0.012, 0.01),  # a share, a little more than what is too small to matter
    ([1, 1], (-1, 1), 0.009, 0.01),
    ([4, -4], (-4, 4), 0.01, 0.02),  # up or down: nothing on average
    ([1_000, 9_000], (-1_000, 10_000), 0.0005, 1.0),  # two creepers
])  # fmt: skip
def test_runs_that_stop_as_soon_as_it_is_decided_are_seldom_wrong(sizes, bounds, rate, margin, is_watched):
    """Looked at after 200 deals and whenever there are 1.3 times as many, up to 5,000."""
    rng, planned, runs = np.random.default_rng(1), 5_000, 300
    truth, words = rate * np.mean(sizes), Counter()
    for _ in range(runs):
        values = np.where(rng.random(planned) < rate, rng.choice(sizes, planned), 0)
        word = UNDECIDED
        for deals in (ceil(planned * share) for share in LOOKS):
            if word == UNDECIDED and deals >= FEWEST:
                word = word_of(Estimate(Moments.of(values[:deals]), bounds, Intervals(planned, is_watched)), margin)
        words[word] += 1
    assert words[NO_DIFFERENCE if abs(truth) > margin else MATTERS] <= 0.05 * runs, words
