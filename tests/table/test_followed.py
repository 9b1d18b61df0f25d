"""Games that are followed: from words written by hand, and from every game."""

import numpy as np
import pytest

from simlab import games
from simlab.engine.compiled.play import BEGINS, CHOOSES
from simlab.engine.metric import UNIT
from simlab.table.followed import Followed
from tests.table.test_standings import PLAYERS, lead_changes, table

DEALS = np.arange(40)

# Two games of three, a line each: the first has a choice, a turn, a turn without a choice, a turn that uses up another one, and a choice
# when all turns are over; the second a choice of a single option, which is none.
WRITTEN = [
    [BEGINS, 7, 0, 0],
    *([CHOOSES - 2, 1, 5, 0], [1, 3 * UNIT, 2 * UNIT, 0], [2, 0, UNIT, UNIT], [CHOOSES, 0, 2, 0], [4, 0, 0, UNIT], [CHOOSES, 2, 3, 0]),
    *([BEGINS, 8, 0, 0], [CHOOSES, 0, 1, 0], [1, UNIT, 0, 0], [CHOOSES, 1, 4, 0]),
]


def by_hand(won=((1, 0, 0), (0, 1, 1))):
    game = games.find("mean")
    rows = np.zeros(2, dtype=game.row)
    rows["won"][:, :3] = won
    return Followed.read(np.array(WRITTEN).reshape(-1), rows, 3)


def test_each_turn_has_a_standing_also_one_that_another_used_up():
    followed = by_hand()
    assert followed.turns.tolist() == [4, 1]
    assert followed.near.tolist() == [[3, 2, 0], [0, 1, 1], [0, 0, 1], [0, 0, 1], [1, 0, 0]]
    assert followed.game.tolist() == [0, 0, 0, 0, 1]
    assert followed.leader.tolist() == [0, -1, 2, 2, 0]


def test_choices_know_their_turn_whose_and_of_what_kind_they_are():
    followed = by_hand()
    assert [followed.turn.tolist(), followed.seat.tolist(), followed.kind.tolist(), followed.options.tolist()] == [
        [0, 3, 3, 4],
        [1, 0, 2, 1],
        [2, 0, 0, 0],
        [5, 2, 3, 4],
    ]
    assert followed.over_choices(followed.options).tolist() == [10, 4]


def test_half_time_is_the_middle_turn_or_the_last_of_the_first_half():
    followed = by_hand()
    assert followed.at_half_time.tolist() == [[0, 1, 1], [1, 0, 0]]
    assert followed.shares.tolist() == [[1, 0, 0], [0, 0.5, 0.5]]


@pytest.mark.parametrize("name", games.names())
def test_many_games_at_once_are_each_of_them_alone(name):
    at = table(name)
    whole, start = at.followed(DEALS + 100), 0
    for number, deal in enumerate(DEALS + 100):
        one = at.followed(np.array([deal]))
        turns, chosen = whole.game == number, whole.game[whole.turn] == number
        assert (whole.near[turns] == one.near).all()
        assert (whole.turn[chosen] - start == one.turn).all()
        assert all((getattr(whole, it)[chosen] == getattr(one, it)).all() for it in ("seat", "kind", "options"))
        start += len(one.near)


@pytest.mark.parametrize("name", games.names())
def test_every_decision_is_told_and_nothing_else(name):
    at = table(name)
    rows, followed = at.rows(0, len(DEALS)), at.followed(DEALS)
    assert np.bincount(followed.game[followed.turn], minlength=len(DEALS)).tolist() == rows["decisions"].tolist()
    assert (followed.rows == rows).all()
    assert set(followed.seat) <= set(range(PLAYERS))
    assert set(followed.kind) <= set(range(len(at.game.decisions)))
    assert followed.options.min() >= 2
    leads = [followed.leader[followed.game == number] for number in range(len(DEALS))]
    assert [lead_changes(at.standings(deal)) for deal in DEALS] == [
        int((led[1:] != led[:-1]).sum()) for led in (lead[lead >= 0] for lead in leads)
    ]
