"""How likely each is to win from how all stand: what stands in the games' folders is found again, and what was planted is found."""

from importlib import import_module

import numpy as np
import pytest

from simlab import games
from simlab.lab.fitting import fitted, most_likely

FITTED = ("hit_the_deck", "meow", "spite_malice")


def test_weights_that_were_planted_are_found_within_their_errors():
    luck, weights = np.random.default_rng(4), np.array([0.7, -0.2])
    gauges = luck.normal(size=(4000, 3, 2))
    winner = (gauges @ weights + luck.gumbel(size=(4000, 3))).argmax(axis=1)
    found = most_likely(gauges, np.eye(3)[winner])
    assert (np.abs(found.weights - weights) < 4 * found.errors).all()
    assert (found.errors < 0.04).all()


def test_a_game_that_nobody_wins_teaches_nothing_and_a_shared_win_counts_for_each():
    luck = np.random.default_rng(5)
    gauges, shares = luck.normal(size=(500, 2, 1)), np.zeros((500, 2))
    shares[np.arange(500), (gauges[:, :, 0] + luck.gumbel(size=(500, 2))).argmax(axis=1)] = 1
    found = most_likely(gauges, shares)
    more = most_likely(np.concatenate([gauges, gauges[:50]]), np.concatenate([shares, np.zeros((50, 2))]))
    assert np.allclose(found.weights, more.weights)
    shared = most_likely(np.concatenate([gauges, gauges]), np.concatenate([shares, np.full((500, 2), 0.5)]))
    assert 0 < shared.weights[0] < found.weights[0]


def test_every_game_that_is_left_early_says_how_all_stand():
    assert all(games.find(name).odds for name in games.names() if games.find(name).horizon)
    assert {name for name in games.names() if games.find(name).gauges} == set(FITTED)


@pytest.mark.slow
@pytest.mark.parametrize("name", FITTED)
def test_what_stands_in_the_games_folder_is_found_again(name):
    """In other games than those in which it was found."""
    game, stored = games.find(name), import_module(f"simlab.games.{name}.fitted")
    found = fitted(game, game.rival, 4000, seed=23)
    assert (np.abs(found.weights - stored.WEIGHTS) < 4 * np.hypot(found.errors, stored.ERRORS)).all()
    assert (np.abs(stored.WEIGHTS) > 5 * np.array(stored.ERRORS)).all(), "all of them tell something"
