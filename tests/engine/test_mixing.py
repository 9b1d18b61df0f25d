"""Where two choose at once: mixtures that nobody gains by leaving, and who is held to be who by what was seen."""

import numpy as np
import pytest

from simlab.engine.compiled.chance import STEP, mix
from simlab.engine.compiled.mixing import drawn_from, mixtures

PAPER = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])  # rock, paper, scissors


@pytest.mark.parametrize(
    ("game", "rows", "columns"),
    [
        (PAPER, [1 / 3] * 3, [1 / 3] * 3),
        (PAPER * [[2.0, 1, 2], [1, 1, 1], [2, 1, 1]], None, None),  # rock against scissors counts twice
        (np.array([[3.0, -1.0], [-2.0, 1.0]]), [3 / 7, 4 / 7], [2 / 7, 5 / 7]),
        (np.array([[3.0, 1.0], [4.0, 2.0]]), [0, 1], [0, 1]),
        (np.array([[0.0, 1.0, -1.0]]), [1], [0, 0, 1]),
    ],
)
def test_nobody_gains_by_leaving_a_mixture(game, rows, columns):
    mine, theirs = np.zeros(game.shape[0]), np.zeros(game.shape[1])
    getattr(mixtures, "py_func", mixtures)(game, mine, theirs)
    assert (game @ theirs).max() - (mine @ game).min() < 0.01
    for mixture, expected in ((mine, rows), (theirs, columns)):
        assert mixture.sum() == pytest.approx(1)
        if expected:
            assert mixture == pytest.approx(expected, abs=0.02)


def test_options_are_drawn_as_often_as_the_mixture_has_them():
    mixture, draws = np.array([0.2, 0.0, 0.5, 0.3]), 4000
    with np.errstate(over="ignore"):
        drawn = [drawn_from(mixture, np.uint64(mix(STEP * np.uint64(number)))) for number in range(draws)]
    found = np.bincount(drawn, minlength=4) / draws
    assert found[1] == 0
    assert found == pytest.approx(mixture, abs=4 * (0.25 / draws) ** 0.5)
