"""Choices of which every option is tried: what is known of a small game by hand, and that the game itself is left alone."""

import numpy as np
import pytest

from simlab import games
from simlab.players import strategies
from simlab.table import Table
from simlab.table.choices import choices_of
from tests.contract.test_thinkers import GAMES, lineup, table_of
from tests.games.test_thinking import CHANCE, workspace  # noqa: F401  # a fixture

IMAGINED = 600
RIGHT = (5 / 8, 1 / 8, 1 / 8, 1 / 8)  # how likely each guess is right


@pytest.mark.slow
def test_each_option_is_worth_what_it_must_be(workspace):  # noqa: F811
    """Who guesses first, once more by chance, and then another twice."""
    game = games.find("guess")
    table = Table(game, [(strategies.find("guess", "random"), {})] * 2, game.Rules(), seed=1)
    (choice,) = choices_of(table, [(0, 0.0)], IMAGINED)
    assert (choice.seat, choice.shares.shape) == (0, (IMAGINED, 4, 2))
    assert choice.shares.sum(axis=2) == pytest.approx(1)
    for right, found in zip(RIGHT, choice.shares[:, :, 0].mean(axis=0), strict=True):
        of = [(1 - right) * 3 / 4, right * 3 / 4 + (1 - right) / 4, right / 4]
        assert abs(found - np.dot(of, CHANCE)) < 4 * (0.25 / IMAGINED) ** 0.5


@pytest.mark.parametrize("name", [pytest.param(name, marks=[] if name == "mean" else pytest.mark.slow) for name in GAMES])
def test_what_is_hidden_does_not_matter_and_the_game_is_left_alone(name):
    """Dealt anew once more, nothing that is imagined changes; and the deals come out as without."""
    table = table_of(name, *lineup(name, "random", "first"))
    rows, told = table.rows(0, 4), []
    for permuted in (0, 2):
        trier = table.try_options(6)
        for mind in trier.minds.values():
            mind.permuted = permuted
        trier.at(3)
        table.rows(1, 1)
        told.append(trier.tried)
        assert (table.rows(0, 4) == rows).all()
    assert told[0][0] == told[1][0]
    assert np.array_equal(told[0][1], told[1][1])
    assert told[0][1].size


def test_a_game_without_a_choice_has_no_options():
    table = table_of("mean", "random", "random")
    trier = table.try_options(2)
    trier.at(1_000_000)
    table.rows(0, 1)
    assert trier.tried[1].size == 0
