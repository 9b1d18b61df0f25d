"""How near a seat of What the Heck? is to winning: by its points."""

from simlab.games.what_the_heck import GAME
from tests.rules.harness import standings
from tests.rules.what_the_heck.position import Position, play


def test_more_points_are_nearer():
    state = Position.of("hands: 1 4 | 2 4 | 3 9\npoints: 5 -3\nscores: 2 -0.5 4").state()
    assert standings(GAME, state[0]) == [2, -0.5, 4]


def test_a_pot_taken_counts_at_once():
    after = play("hands: 7 1 | 4 2 | 9 3\npoints: 5 2\npot: 1\nscores: 2 0 -3", "0: 7", "1: 4", "2: 9")
    assert after.story[-1] == "2 takes 6"
    assert standings(GAME, after.state) == [2, 0, 3]
