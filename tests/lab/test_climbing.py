"""A search where the best is known: it is found, its budget is kept, and the same is found again."""

import numpy as np
import pytest

from simlab.lab.climbing import MOST_STEPS, Search
from simlab.lab.surface import Surface

LUCK, GAIN = 0.15, 0.08  # of a deal; of the best point


def searched(top, budget, seed, width=0.3):
    """The best point that is found, and the search: a point wins less the farther it is from the top, and all share some luck."""
    luck = np.random.default_rng([seed, 7])

    def worth(point):
        return GAIN * np.exp(-np.sum((np.array(point) - top) ** 2) / (2 * width**2)) if len(top) else 0.0

    def ask(points, first, deals):
        shared = luck.normal()
        return [deals * worth(point) + LUCK * deals**0.5 * (0.4 * shared + 0.9 * luck.normal()) for point in points]

    start = (0.98,) * max(1, len(top))
    search = Search(start, budget, ask, lambda point: tuple(round(x, 3) for x in point), np.random.default_rng(seed))
    best = search.best()
    return worth(best) / GAIN, best, search


@pytest.mark.parametrize("top", [[0.1], pytest.param([0.6, 0.2], marks=pytest.mark.slow)])
def test_a_planted_optimum_is_found_from_a_bad_start(top):
    found = [searched(np.array(top), 10_000, seed)[0] for seed in range(3)]
    assert np.mean(found) >= 0.9


@pytest.mark.parametrize("budget", [40, 333, 4_000])
def test_it_keeps_to_its_budget_and_spends_most_of_it(budget):
    _, _, search = searched(np.array([0.3, 0.3]), budget, 1)
    assert search.spent <= budget
    assert search.spent >= 0.85 * budget
    assert all(0 <= x <= 1 for each in search.seen for x in each.point)


def test_the_same_seed_finds_the_same_and_no_deal_serves_two_stages():
    first, again = (searched(np.array([0.3, 0.8]), 2_000, 5) for _ in range(2))
    assert first[1] == again[1]
    assert [vars(each) for each in first[2].seen] == [vars(each) for each in again[2].seen]
    assert first[2].seen[0].point == (0.98, 0.98), "what is there is among the starts"
    assert {"halving", "surface", "final"} == {each.stage for each in first[2].seen}


def test_a_surface_is_pulled_to_what_was_seen_and_unsure_far_from_it():
    seen = [((x / 10,), 0.3 + 0.05 * np.sin(x / 2), 4_000, x) for x in range(11)]
    worth, unsure = Surface.through(seen).at([(0.31,), (0.9,), (5.0,)])
    assert worth[0] == pytest.approx(0.3 + 0.05 * np.sin(1.55), abs=0.01)
    assert worth[1] == pytest.approx(0.3 + 0.05 * np.sin(4.5), abs=0.01)
    assert unsure[2] > 4 * max(unsure[:2])


def test_a_descent_without_luck_ends_near_the_top_and_looks_nearer_and_nearer():
    top, looked = np.array([0.3, 0.6]), []

    def ask(points, first, deals):
        looked.append(np.abs(np.subtract(*points)).max())
        return [-deals * np.sum((np.array(point) - top) ** 2) for point in points]

    search = Search((0.9, 0.9), 0, ask, lambda point: point, np.random.default_rng(3))
    end, middle = search._climb((0.9, 0.9), 8_000)
    left, before = (np.abs(np.array(point) - top).max() for point in (end, middle))
    assert left < before < 0.15, "from 0.6 away, in few steps"
    assert len(looked) == MOST_STEPS
    assert looked[-1] < looked[0] / 2
    assert search.first == MOST_STEPS * 500, "each step has deals of its own"
