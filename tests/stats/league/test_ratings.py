"""How good each is: ratings recover known strengths, their intervals hold, and they don't depend on the order of the field."""

import numpy as np
import pytest
from scipy.optimize import minimize

from simlab.stats.league.ladder import Ladder, beyond_doubt
from simlab.stats.league.ratings import LOOSE, POINTS, fit
from simlab.stats.league.replies import equilibrium, replies
from tests.stats.league.leagues import all_tables, counted, duels, luce

STRENGTHS = np.array([0.5, 0.2, 0.0, -0.1, -0.6])
SEATS = np.array([0.1, 0.0, -0.1])


def test_ratings_are_those_that_make_the_wins_most_likely():
    seated = all_tables(4, 3)
    won = luce(np.random.default_rng(5), seated, STRENGTHS[:4], SEATS, 40)
    won[3, 2] = [0.5, 0.5, 0]  # a win that is shared

    def unlikely(x):
        drawn = x[:4][seated] + x[4:]
        return -(won * (drawn - np.log(np.exp(drawn).sum(axis=1, keepdims=True)))).sum() + (x**2).sum() / (2 * LOOSE**2)

    best = minimize(unlikely, np.zeros(7), tol=1e-12).x
    found = fit(counted(seated, won)[0])
    assert found.strengths == pytest.approx(POINTS * (best[:4] - best[:4].mean()), abs=0.01)
    assert found.seats == pytest.approx(POINTS * (best[4:] - best[4:].mean()), abs=0.01)


def test_a_hundred_points_are_odds_of_the_fourth_root_of_ten():
    assert np.exp(100 / POINTS) == pytest.approx(10**0.25)


def test_any_order_of_the_field_gives_the_same_ratings():
    seated, order = all_tables(5, 3), np.array([3, 0, 4, 1, 2])
    won = luce(np.random.default_rng(6), seated, STRENGTHS, SEATS, 60)
    one, other = fit(counted(seated, won)[0]), fit(counted(order[seated], won)[0])
    assert one.strengths == pytest.approx(other.strengths[order], abs=1e-9)


def test_twins_are_alike_who_never_wins_is_last_and_a_field_of_one_is_even():
    seated = all_tables(3, 2)
    won = duels(np.random.default_rng(7), seated, [[0.5, 0.5, 1], [0.5, 0.5, 1], [0, 0, 0.5]], 200)
    ladder = Ladder(*counted(seated, won))
    assert ladder.order[-1] == 2
    assert np.isfinite(ladder.fit.covariance).all()
    assert abs(ladder.fit.strengths[0] - ladder.fit.strengths[1]) < 2 * ladder.fit.half_width(0, 1)
    alone = Ladder(*counted(np.zeros((1, 2), dtype=int), np.tile([[1.0, 0.0]], (9, 1, 1))))
    assert [line["rating"] for line in alone.lines(["one"])] == [0]
    assert alone.rungs == [0]
    assert not alone.cycles


def test_a_cycle_is_found_and_its_strategies_are_equal():
    seated = all_tables(4, 2)
    odds = [[0.5, 0.55, 0.45, 0.9], [0.45, 0.5, 0.55, 0.9], [0.55, 0.45, 0.5, 0.9], [0.1, 0.1, 0.1, 0.5]]
    ladder = Ladder(*counted(seated, duels(np.random.default_rng(8), seated, odds, 8_000)))
    assert [set(circle) for circle in ladder.cycles] == [{0, 1, 2}]
    (circle,) = ladder.cycles
    assert circle[0] == ladder.order[0]
    assert all(ladder.pairs[a, b].is_ahead for a, b in zip(circle, [*circle[1:], circle[0]], strict=True))
    assert {(pair.a, pair.b) for pair in ladder.misfits} == {(0, 1), (1, 2), (2, 0)}
    assert ladder.order[3] == 3
    assert len(ladder.rungs) == 2


def test_rungs_are_the_longest_chain_of_sixty_to_forty():
    odds = np.array([[0.5, 0.55, 0.65, 0.8], [0.45, 0.5, 0.55, 0.7], [0.35, 0.45, 0.5, 0.65], [0.2, 0.3, 0.35, 0.5]])
    seated = all_tables(4, 2)
    ladder = Ladder(*counted(seated, duels(np.random.default_rng(9), seated, odds, 20_000)))
    assert ladder.order == [0, 1, 2, 3]
    assert ladder.rungs == [0, 2, 3]
    assert [line["rung"] for line in ladder.lines(list("abcd"))] == [1, None, 2, 3]


def test_holm_multiplies_the_smallest_by_how_many_there_are():
    assert beyond_doubt([0.0, 2.5758, -1.96]) == [False, True, False], "0.05 twice is too much"
    assert beyond_doubt([-2.5, 1.97]) == [True, True], "0.012 twice, and 0.049 once"
    assert beyond_doubt([1.97, 2.2]) == [False, False], "0.028 twice is too much, and so is whatever comes behind it"


def test_the_mix_of_scissors_paper_stone():
    assert equilibrium(np.array([[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]])) == pytest.approx([1 / 3] * 3)
    assert equilibrium(np.array([[0.5, 0.6], [0.4, 0.5]])) == pytest.approx([1, 0])


NAMES = ("scissors", "paper", "stone", "wet paper")
BEATS = np.array([[0.5, 0.7, 0.3, 0.8], [0.3, 0.5, 0.7, 0.75], [0.7, 0.3, 0.5, 0.6], [0.2, 0.25, 0.4, 0.5]])


def replied(odds, names):
    seated = all_tables(len(names), 2)
    return list(replies(names, Ladder(*counted(seated, duels(np.random.default_rng(2), seated, odds, 400)))))


def test_best_replies_who_is_dominated_and_the_mix_of_two():
    lines = {line["strategy"]: line for line in replied(BEATS, NAMES)}
    assert [lines[name]["best_reply"] for name in NAMES] == ["stone", "scissors", "paper", "scissors"]
    assert lines["paper"]["low"] < 0.7 < lines["paper"]["high"]
    assert lines["wet paper"]["dominated_by"] == "paper", "it is worse against everybody"
    assert [lines[name]["dominated_by"] for name in NAMES[:3]] == [None] * 3, "each beats somebody who beats the others"
    assert [lines[name]["mix"] for name in NAMES] == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=0.1)


def test_who_sits_alone_has_no_reply_and_three_players_no_mix():
    assert replied(np.array([[0.5]]), ("alone",))[0] | {"mix": 1} == {
        **dict.fromkeys(("best_reply", "share", "low", "high", "dominated_by")),
        **{"strategy": "alone", "mix": 1},
    }
    seated = all_tables(3, 3)
    of_three = Ladder(*counted(seated, luce(np.random.default_rng(5), seated, STRENGTHS[:3], SEATS, 40)))
    assert {line["mix"] for line in replies("abc", of_three)} == {None}


@pytest.mark.slow
def test_intervals_hold():
    seated, chance, leagues = all_tables(5, 3), np.random.default_rng(10), 1_000
    ratings = differences = claims = 0
    for _ in range(leagues):
        ladder = Ladder(*counted(seated, luce(chance, seated, STRENGTHS, SEATS, 100)))
        off = ladder.fit.strengths - POINTS * (STRENGTHS - STRENGTHS.mean())
        ratings += sum(abs(off[i]) <= ladder.fit.half_width(i) for i in range(5))
        differences += sum(abs(off[i] - off[(i + 1) % 5]) <= ladder.fit.half_width(i, (i + 1) % 5) for i in range(5))
        claims += bool(ladder.cycles or ladder.misfits)
    assert 0.935 <= ratings / leagues / 5 <= 0.965
    assert 0.935 <= differences / leagues / 5 <= 0.965
    assert claims <= 0.05 * leagues
