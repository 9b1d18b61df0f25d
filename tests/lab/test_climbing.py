"""A search where the best is known: it is found, its budget is kept, and the same is found again."""

from dataclasses import replace

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from simlab.lab import climbing
from simlab.lab.climbing import MOST_STEPS, Search
from simlab.lab.surface import Surface, Won

LUCK, GAIN = 0.15, 0.08  # of a deal; of the best point


def always(deals, chance):
    """Of each of these deals, how many of the games part from the first: all."""
    return np.ones(len(deals))


def tenth(deals, chance):
    """In each a tenth of them."""
    return np.full(len(deals), 0.1)


def later(first):
    """None at first, and then all."""
    return lambda deals, chance: deals >= first


def sometimes(share):
    """In so many deals all of them, in the others none."""
    return lambda deals, chance: chance.random(len(deals)) < share


def searched(top, budget, seed, width=0.3, parted=always):
    """The best point that is found, and the search: a point wins less the farther it is from the top, and all share some luck. `parted`:
    how many of the games of each deal, but those of the first of some points, are no copies.
    """
    luck = np.random.default_rng([seed, 7])

    def worth(point):
        return GAIN * np.exp(-np.sum((np.array(point) - top) ** 2) / (2 * width**2)) if len(top) else 0.0

    def ask(points, first, deals):
        worths, own = np.array([[worth(point)] for point in points]), luck.normal(size=(len(points), deals))
        won = worths + LUCK * (0.4 * luck.normal(size=deals) + 0.9 * own)
        parts = parted(np.arange(first, first + deals), luck)
        return Won(deals, won.sum(axis=1), won @ won.T, deals + int((len(points) - 1) * parts.sum()))

    start = (0.98,) * max(1, len(top))
    search = Search(start, budget, 1, ask, lambda point: tuple(round(x, 3) for x in point), np.random.default_rng(seed))
    with threadpool_limits(1, user_api="blas"):
        best = search.best()
    return worth(best) / GAIN, best, search


@pytest.mark.parametrize("top", [[0.1], pytest.param([0.6, 0.2], marks=pytest.mark.slow)])
def test_a_planted_optimum_is_found_from_a_bad_start(top):
    found = [searched(np.array(top), 10_000, seed)[0] for seed in range(3)]
    assert np.mean(found) >= 0.9


@pytest.mark.parametrize(("budget", "parted"), [(40, always), (333, always), (2_000, always), (2_000, tenth)])
def test_it_keeps_to_its_budget_and_spends_most_of_it(budget, parted):
    _, _, search = searched(np.array([0.3, 0.3]), budget, 1, parted=parted)
    assert search.spent == sum(won.games for _, won in search.asked) <= budget
    assert search.spent >= 0.85 * budget
    looked_at = sum(won.deals * len(points) for points, won in search.asked)
    assert looked_at == search.spent if parted is always else looked_at > 2.5 * search.spent, "copies are for nothing"
    assert all(0 <= x <= 1 for each in search.seen for x in each.point)


@pytest.mark.parametrize("parted", [later(20), *map(sometimes, (0.02, 0.1, 0.2))], ids=["later", "1 in 50", "1 in 10", "1 in 5"])
def test_it_keeps_to_its_budget_also_where_few_deals_tell_little_of_the_others(parted, monkeypatch):
    monkeypatch.setattr(climbing, "GUESSES", 40)  # what is found does not matter
    for seed in range(10):
        _, _, search = searched(np.array([0.3]), 300, seed, parted=parted)
        assert 0.85 * 300 <= search.spent <= 300
        assert all(won.deals > 0 for _, won in search.asked)


@pytest.mark.parametrize("late", range(0, 300, 40))
def test_a_look_keeps_to_what_its_search_has_left_from_whenever_on_games_part(late):
    def ask(points, first, deals):
        games = deals + 2 * int(later(late)(np.arange(first, first + deals), None).sum())
        return Won(deals, np.zeros(3), np.zeros((3, 3)), games)

    search = Search((0.5,), 300, 1, ask, lambda point: point, np.random.default_rng(1))
    search._look([(0.1,), (0.2,), (0.3,)], 300, "final")
    assert 0.75 * 300 <= search.spent <= 300


def test_the_same_seed_finds_the_same_and_no_deal_serves_two_stages():
    first, again = (searched(np.array([0.3, 0.8]), 2_000, 5) for _ in range(2))
    assert first[1] == again[1]
    assert [vars(each) for each in first[2].seen] == [vars(each) for each in again[2].seen]
    assert first[2].seen[0].point == (0.98, 0.98), "what is there is among the starts"
    assert {"halving", "descent", "surface", "final"} == {each.stage for each in first[2].seen}


def seen(points, means, deals, together=None):
    """What was seen of points that play the same deals, whose luck varies like that."""
    means, n = np.array(means), len(points)
    together = 0.04 * np.eye(n) if together is None else together
    return points, Won(deals, deals * means, deals * (together + np.outer(means, means)))


def test_a_surface_is_pulled_to_what_was_seen_and_unsure_far_from_it():
    each = [seen([(x / 10,)], [0.3 + 0.05 * np.sin(x / 2)], 4_000) for x in range(11)]
    worth, unsure = Surface.through(each).at([(0.31,), (0.9,), (5.0,)])
    assert worth[0] == pytest.approx(0.3 + 0.05 * np.sin(1.55), abs=0.01)
    assert worth[1] == pytest.approx(0.3 + 0.05 * np.sin(4.5), abs=0.01)
    assert unsure[2] > 4 * max(unsure[:2])


@pytest.mark.parametrize("steps", [True, False])
def test_a_surface_is_rough_where_there_are_steps_and_smooth_where_there_are_none(steps):
    """A parameter that is compared with whole numbers wins as much from one of them to the next."""

    def worth(x):
        return 0.3 + 0.05 * np.sin(6 * (np.floor(x * 6) / 6 if steps else x))

    chance = np.random.default_rng(2)
    each = [seen([(x,)], [worth(x) + 0.001 * chance.normal()], 40_000) for x in chance.random(40)]
    surface = Surface.through(each)
    assert surface.likely.is_rough == steps
    at = [(x,) for x in np.linspace(0.02, 0.98, 200)]
    assert np.abs(surface.at(at)[0] - [worth(x) for (x,) in at]).mean() < (0.008 if steps else 0.001)


def test_who_plays_the_same_games_shares_their_luck():
    """Two that differ in few games are told apart where two that differ in all are not."""
    points, means = [(0.0,), (1.0,)], [0.30, 0.32]
    apart = 0.04 * np.eye(2)
    alike = np.array([[0.04, 0.0396], [0.0396, 0.04]])
    gains = []
    for together in (apart, alike):
        worth, _ = Surface.through([seen(points, means, 200, together), seen(points, [0.31, 0.31], 4)]).at(points)
        gains.append(worth[1] - worth[0])
    assert gains[0] < 0.012 < 0.018 < gains[1] <= 0.02


def test_what_is_drawn_of_a_surface_is_as_unsure_as_the_surface():
    surface = Surface.through([seen([(0.2,), (0.25,)], [0.3, 0.35], 100)])
    points = [(0.2,), (0.24,), (0.9,)]
    worth, unsure = surface.at(points)
    drawn = surface.drawn(points, np.random.default_rng(1).normal(size=(4_000, 3)))
    assert drawn.mean(axis=0) == pytest.approx(worth, abs=5 * max(unsure) / 4_000**0.5)
    assert drawn.std(axis=0) == pytest.approx(unsure, rel=0.06)
    assert np.corrcoef(drawn.T)[0, 1] > np.corrcoef(drawn.T)[0, 2]


def test_what_was_won_tells_gains_and_who_leads():
    won = np.array([[5, 5, 5, 5] * 20, [5, 5, 5, 6] * 20, [0, 1, 2, 3] * 20])
    told = Won(80, won.sum(axis=-1), won @ won.T)
    mean, se = told.gain(1, 0)
    assert mean == 0.25
    assert se == pytest.approx((won[1] - won[0]).std(ddof=1) / 80**0.5)
    assert told.leading(3) == [1]
    assert told.leading(6) == [0, 1]
    assert Won(1, won[:, 0], np.outer(won[:, 0], won[:, 0])).gain(1, 2) == (5.0, np.inf), "one deal tells nothing"
    assert replace(told, deals=29).leading(3) == [0, 1, 2], "few deals tell nothing"


def test_a_descent_without_luck_ends_near_the_top_and_looks_nearer_and_nearer():
    top, looked = np.array([0.3, 0.6]), []

    def ask(points, first, deals):
        looked.append(np.abs(np.subtract(*points)).max())
        means = np.array([-np.sum((np.array(point) - top) ** 2) for point in points])
        return Won(deals, deals * means, deals * np.outer(means, means), 2 * deals)

    search = Search((0.9, 0.9), 8_000, 1, ask, lambda point: point, np.random.default_rng(3))
    end, middle = search._climb((0.9, 0.9), 8_000)
    left, before = (np.abs(np.array(point) - top).max() for point in (end, middle))
    assert left < before < 0.15, "from 0.6 away, in few steps"
    assert len({*looked}) == MOST_STEPS
    assert looked[-1] < looked[0] / 2
    assert 0.95 * 4_000 < search.first <= 4_000, "each step has deals of its own"
