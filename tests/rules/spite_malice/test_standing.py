"""How near a seat of Spite & Malice is to winning: by the cards left in its Card Stack."""

from simlab.games.spite_malice import GAME
from tests.rules.harness import standings
from tests.rules.spite_malice.position import Position, play


def test_fewer_cards_in_the_card_stack_are_nearer_and_no_others_count():
    state = Position.of("stacks: 5 9 | 7 3 W | 9\nhands: 3 5 | - | 2 2 2 2\nstores: 9 8 | - | 4").state()
    assert standings(GAME, state[0]) == [-2, -3, -1]


def test_who_wins_has_none_left():
    after = play("stacks: 4 | 9 9 | 9\nhands: - | 5 | 5\nbuilds: 1 2 3", "0: up 4")
    assert after.winners == [0]
    assert standings(GAME, after.state) == [0, -2, -1]
