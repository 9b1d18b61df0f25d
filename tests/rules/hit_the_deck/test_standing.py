"""How near a seat of Hit the Deck is to winning: by its points."""

from simlab.games.hit_the_deck import GAME
from tests.rules.harness import standings
from tests.rules.hit_the_deck.position import Position, play


def test_fewer_points_are_nearer_and_what_is_held_does_not_count():
    state = Position.of("hands: R1 Y3 HH | G2 | B5\ndiscard: R4\ntotals: 40 0 7").state()
    assert standings(GAME, state[0]) == [-40, 0, -7]


def test_what_is_held_counts_when_the_hand_has_ended():
    after = play("hands: R1 | G2 G3 | B5\ndraw: Y1\ndiscard: R4\ntotals: 40 0 7", turns=1)
    assert after.totals == [40, 5, 12]
    assert standings(GAME, after.state) == [-40, -5, -12]
