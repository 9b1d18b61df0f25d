"""The course of a game: how near each seat was to winning after each turn, and what is measured of it."""

import numpy as np
import pytest

from simlab import games
from simlab.engine.metric import UNIT
from simlab.players import strategies
from simlab.table import Table, courses
from simlab.table import table as module

PLAYERS = 3


def table(name, players=PLAYERS, **house_rules):
    game = games.find(name)
    return Table(game, [(strategies.find(name, "random"), {})] * players, game.resolve(game.Rules(**house_rules), players), seed=4)


# What is measured, of courses written by hand

# 0 leads; 1 and 2 share the lead; 1 leads; all alike; 1 leads; 2 leads
COURSE = np.array([[3, 1, 0], [3, 4, 4], [0, 5, 4], [5, 5, 5], [5, 6, 0], [2, 6, 8]], dtype=float)


def test_who_is_nearest_alone_leads():
    assert courses.leaders(COURSE).tolist() == [0, -1, 1, -1, 1, 2]
    assert courses.leaders(-COURSE).tolist() == [2, 0, 0, -1, 2, 0], "below zero too"


def test_lead_changes_remember_over_ties_and_the_first_leader_is_none():
    assert courses.lead_changes(COURSE) == 2
    assert courses.lead_changes(COURSE[1:5]) == 0
    assert courses.lead_changes(COURSE[[1, 3]]) == 0, "nobody ever led"
    assert courses.lead_changes(COURSE[:0]) == 0


@pytest.mark.parametrize(("turns", "leader"), [(6, 1), (5, -1), (4, -1), (3, 0), (2, 0), (1, -1), (0, -1)])
def test_half_time_is_after_half_of_the_turns(turns, leader):
    assert courses.at_half_time(COURSE[:turns]) == leader


@pytest.mark.parametrize(
    ("turns", "won", "wins"), [(6, [0, 1, 0], True), (6, [1, 0, 1], False), (3, [1, 1, 0], True), (4, [1, 0, 0], None)]
)
def test_does_the_leader_at_half_time_win(turns, won, wins):
    assert courses.half_time_leader_wins(COURSE[:turns], np.array(won)) is wins


@pytest.mark.parametrize(("won", "deficit"), [([0, 0, 1], 6), ([0, 1, 0], 2), ([1, 0, 0], 6), ([0, 1, 1], 6), ([0, 0, 0], 0)])
def test_a_comeback_is_the_largest_deficit_of_a_winner(won, deficit):
    assert courses.comeback(COURSE, np.array(won)) == deficit


def test_a_comeback_looks_only_at_seats_that_are_there():
    assert courses.comeback(COURSE, np.array([0, 1, 0, 1, 0, 0, 0, 0])) == 2
    assert courses.comeback(COURSE[:0], np.array([1, 0, 0])) == 0


# The engine's course


@pytest.mark.parametrize("name", games.names())
def test_a_course_has_a_standing_of_each_seat_after_each_turn(name):
    at = table(name)
    rows = at.rows(0, 40)
    assert [at.course(deal).shape for deal in range(40)] == [(row["turns"], PLAYERS) for row in rows]


@pytest.mark.parametrize("name", games.names())
def test_watching_a_game_does_not_change_it(name):
    at = table(name)
    row, told = at.rows(3, 1), at.trace(3)
    course = at.course(3)
    assert at.rows(3, 1) == row
    assert at.trace(3) == told
    assert (at.course(3) == course).all()


@pytest.mark.parametrize(
    ("name", "sign", "house_rules"),
    [
        ("hit_the_deck", -1, {}),
        ("meow", 1, {}),
        ("meow", 1, {"sets": 3}),
        ("meow", 1, {"sets": 2, "set_score": "coins_and_bonus"}),
        ("spite_malice", -1, {}),
        ("what_the_heck", 1, {"ties": "split"}),
    ],
)
def test_at_the_end_it_is_the_score(name, sign, house_rules):
    at = table(name, **house_rules)
    rows = at.rows(0, 30)
    assert all((at.course(deal)[-1] * sign * UNIT).round().tolist() == row["score"][:PLAYERS].tolist() for deal, row in enumerate(rows))


@pytest.mark.parametrize("name", ["hit_the_deck", "spite_malice", "what_the_heck"])
def test_lead_changes_are_those_that_the_game_counts(name):
    at = table(name)
    rows = at.rows(0, 60)
    assert rows["lead_changes"].sum() > 0
    assert [courses.lead_changes(at.course(deal)) for deal in range(60)] == rows["lead_changes"].tolist()


@pytest.mark.parametrize("house_rules", [{}, {"sixes": 12, "clear_at": 2}, {"turn_limit": 60}])
def test_lead_changes_of_mean_once_the_draw_deck_is_empty(house_rules):
    """MEAN! counts them from the turn on in which it ran out, and not after the turn that ended the game."""
    at = table("mean", 4, **house_rules)
    counted = []
    rows = at.rows(0, 200)
    for deal, row in enumerate(rows):
        course, empty = at.course(deal), row["deck_empty_turn"]
        if empty < 0:
            counted.append(0)
            continue
        if at.game.endings[row["ending"]] != "turn_limit":
            while len(course) and (course[-1] == at.course(deal)[-1]).all():
                course = course[:-1]
        counted.append(courses.lead_changes(course[max(0, empty - 1) :]))
    assert sum(counted) > 0
    assert counted == rows["lead_changes"].tolist()


def test_turns_used_up_by_another_end_with_it():
    """MEAN!: who has to take Piles for a cleared set has no turn of their own, and the engine writes nothing after it."""
    at = table("mean", 4, sixes=12, clear_at=2)
    used_up = 0
    for deal in range(20):
        course = at.course(deal)
        written = at._written(deal, "course")[0].reshape(-1, 5)[:, 0].tolist()
        for turn in set(range(1, len(course) + 1)) - set(written):
            assert (course[turn - 1] == course[turn]).all()
            used_up += 1
    assert used_up > 0


def test_a_long_course_is_not_cut_off(monkeypatch):
    at = table("spite_malice")
    whole = at.course(1)
    monkeypatch.setattr(module, "_FIRST_LOG", 16)
    assert (at.course(1) == whole).all()
