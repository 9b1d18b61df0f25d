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


def gauges(text, seat):
    return GAME.gauges(Position.of(text).state()[0], seat)


def test_what_tells_how_likely_a_seat_is_to_win():
    """Cards left, in terms of the smallest stack too; what it lacks below its UP card; and Wilds, others and stored cards."""
    text = "stacks: 5 9 | 7 3 W | 9\nhands: 3 5 W | - | 2 2 2 2\nstores: 9 8 | - | 4"
    assert gauges(text, 0) == (-2, -2, -3, 1, 2, 2), "it lacks 1, 2 and 4"
    assert gauges(text, 2) == (-1, -1, -6, 0, 4, 1), "it lacks 1, 3 and 5 to 8"
    assert gauges(f"{text}\nbuilds: 1 2 3", 0)[2] == -1, "only the 4"
    assert gauges(f"{text}\nbuilds: 1 2 3 4 5", 0)[2] == -3, "no pile that has passed its card"
    nearer = gauges("stacks: 5 9 9 9 | 7 3 W 2\nhands: 3 W | 1", 0)
    assert nearer == (-4, -1, -1.5, 0.5, 0.5, 0)
