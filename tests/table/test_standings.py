"""How near each seat was to winning after each turn of a game, and that lead changes are counted as they follow from it."""

import numpy as np
import pytest

from simlab import games
from simlab.engine.metric import UNIT
from simlab.players import strategies
from simlab.table import Table
from simlab.table import table as module

PLAYERS = 3


def table(name, players=PLAYERS, **house_rules):
    game = games.find(name)
    return Table(game, [(strategies.find(name, "random"), {})] * players, game.resolve(game.Rules(**house_rules), players), seed=4)


NOBODY = -1


def leaders(near: np.ndarray) -> np.ndarray:
    """The seat that alone is nearest to winning after each turn; where several are, -1."""
    nearest = near == near.max(axis=1, keepdims=True)
    return np.where(nearest.sum(axis=1) == 1, nearest.argmax(axis=1), NOBODY)


def lead_changes(near: np.ndarray) -> int:
    """How often the sole leader was another than the sole leader before. The first one is no change, and a tie is forgotten."""
    alone = leaders(near)
    alone = alone[alone != NOBODY]
    return int((alone[1:] != alone[:-1]).sum())


# Written by hand

# 0 leads; 1 and 2 share the lead; 1 leads; all alike; 1 leads; 2 leads
NEAR = np.array([[3, 1, 0], [3, 4, 4], [0, 5, 4], [5, 5, 5], [5, 6, 0], [2, 6, 8]], dtype=float)


def test_who_is_nearest_alone_leads():
    assert leaders(NEAR).tolist() == [0, -1, 1, -1, 1, 2]
    assert leaders(-NEAR).tolist() == [2, 0, 0, -1, 2, 0], "below zero too"


def test_lead_changes_remember_over_ties_and_the_first_leader_is_none():
    assert lead_changes(NEAR) == 2
    assert lead_changes(NEAR[1:5]) == 0
    assert lead_changes(NEAR[[1, 3]]) == 0, "nobody ever led"
    assert lead_changes(NEAR[:0]) == 0


# What the engine writes


@pytest.mark.parametrize("name", games.names())
def test_there_is_a_standing_of_each_seat_after_each_turn(name):
    at = table(name)
    rows = at.rows(0, 40)
    assert [at.standings(deal).shape for deal in range(40)] == [(row["turns"], PLAYERS) for row in rows]


@pytest.mark.parametrize("name", games.names())
def test_watching_a_game_does_not_change_it(name):
    at = table(name)
    row, told = at.rows(3, 1), at.trace(3)
    near = at.standings(3)
    assert at.rows(3, 1) == row
    assert at.trace(3) == told
    assert (at.standings(3) == near).all()


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
    assert all((at.standings(deal)[-1] * sign * UNIT).round().tolist() == row["score"][:PLAYERS].tolist() for deal, row in enumerate(rows))


@pytest.mark.parametrize("name", ["hit_the_deck", "spite_malice", "what_the_heck"])
def test_lead_changes_are_those_that_the_game_counts(name):
    at = table(name)
    rows = at.rows(0, 60)
    assert rows["lead_changes"].sum() > 0
    assert [lead_changes(at.standings(deal)) for deal in range(60)] == rows["lead_changes"].tolist()


@pytest.mark.parametrize("house_rules", [{}, {"sixes": 12, "clear_at": 2}, {"turn_limit": 60}])
def test_lead_changes_of_mean_once_the_draw_deck_is_empty(house_rules):
    """MEAN! counts them from the turn on in which it ran out, and not after the turn that ended the game."""
    at = table("mean", 4, **house_rules)
    counted = []
    rows = at.rows(0, 200)
    for deal, row in enumerate(rows):
        near, empty = at.standings(deal), row["deck_empty_turn"]
        if empty < 0:
            counted.append(0)
            continue
        if at.game.endings[row["ending"]] != "turn_limit":
            while len(near) and (near[-1] == at.standings(deal)[-1]).all():
                near = near[:-1]
        counted.append(lead_changes(near[max(0, empty - 1) :]))
    assert sum(counted) > 0
    assert counted == rows["lead_changes"].tolist()


def test_turns_used_up_by_another_end_with_it():
    """MEAN!: who has to take Piles for a cleared set has no turn of their own, and the engine writes nothing after it."""
    at = table("mean", 4, sixes=12, clear_at=2)
    used_up = 0
    for deal in range(20):
        near = at.standings(deal)
        written = at._written(deal, "following")[0].reshape(-1, 5)[:, 0].tolist()
        for turn in set(range(1, len(near) + 1)) - set(written):
            assert (near[turn - 1] == near[turn]).all()
            used_up += 1
    assert used_up > 0


def test_a_long_game_is_not_cut_off(monkeypatch):
    at = table("spite_malice")
    whole = at.standings(1)
    monkeypatch.setattr(module, "_FIRST_LOG", 16)
    assert (at.standings(1) == whole).all()
