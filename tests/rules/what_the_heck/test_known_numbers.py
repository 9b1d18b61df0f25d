"""Numbers that can be worked out exactly, beside what the compiled engine plays: within four standard errors."""

from fractions import Fraction

import numpy as np
import pytest

from simlab.engine.metric import UNIT
from simlab.games.what_the_heck import GAME
from simlab.players import strategies
from simlab.table import Table
from simlab.table.rows import win_shares
from tests.compiling import compiled_only

DEALS = 100_000

pytestmark = compiled_only  # plays some hundred thousand games


def rows(*lineup, deals=DEALS, **house_rules):
    """Games of these strategies."""
    return Table(GAME, [(strategies.find("what_the_heck", name), {}) for name in lineup], GAME.Rules(**house_rules), 20).rows(0, deals)


def agrees(values, exact):
    """Is the mean of these values within four standard errors of the exact one?"""
    return abs(values.mean() - float(exact)) <= 4 * values.std(ddof=1) / np.sqrt(len(values))


@pytest.mark.parametrize(
    ("players", "carries", "cancels"),
    [
        (2, Fraction(14, 15), Fraction(1)),
        (3, Fraction(14, 225), Fraction(43, 15)),
        (4, Fraction(602, 3375), Fraction(397, 75)),
        (5, Fraction(658, 16875), Fraction(8867, 1125)),
    ],
)
def test_carries_and_cancels_of_random_bids(players, carries, cancels):
    """In each round every player bids each card with the same chance, whatever the others do: 15^n equally likely rounds. A pot is carried
    over in 14 of the 15 where all cards cancel."""
    games = rows(*["random"] * players)
    assert agrees(games["carries"], carries)
    assert agrees(games["cancels"], cancels)


@pytest.mark.parametrize("players", GAME.players)
def test_random_players_are_equal(players):
    shares = win_shares(rows(*["random"] * players, deals=40_000), players) / UNIT
    for seat in range(players):
        assert agrees(shares[:, seat], Fraction(1, players))


@pytest.mark.parametrize("players", GAME.players)
def test_all_first(players):
    games = rows(*["first"] * players, deals=200)
    assert (games["score"] == 0).all()
    assert (games["carries"] == 14).all()
    assert (games["won"][:, :players] == 1).all()
    assert (games["lost_points"] == 40).all()


@pytest.mark.parametrize("size", [4, 7, 13])
def test_matching_the_prize_against_random_bids(size):
    games = rows("matches", "random", player_cards=size, point_cards=tuple(range(1, size + 1)), ties="discard")
    difference = (games["score"][:, 0] - games["score"][:, 1]) / UNIT
    assert agrees(difference, Fraction(size**2 - 1, 6))
    if size == 13:
        assert agrees(difference > 0, 0.961377)
        assert agrees(difference == 0, 0.003768)
        assert difference.std() == pytest.approx(15.237, abs=4 * 15.237 / np.sqrt(2 * DEALS))
