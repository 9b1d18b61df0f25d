"""How near a seat of Meow is to winning: by its coins, or by what the set would score of several."""

import pytest

from simlab.engine.metric import UNIT
from simlab.games.meow import GAME
from tests.rules.harness import standings
from tests.rules.meow.position import Position


@pytest.mark.parametrize(
    ("house_rules", "expected"),
    [
        ({}, [25, 20, 35]),
        ({"sets": 2, "bonus": (6.0, 0.5, -6.0)}, [0.5, -6, 6]),
        ({"sets": 2, "bonus": (6.0, 0.5, -6.0), "set_score": "coins_and_bonus"}, [25.5, 14, 41]),
    ],
)
def test_what_the_set_would_score_were_it_over(house_rules, expected):
    state = Position.of("hands: 3 5 | 6 8 | 1\ncoins: 25 20 35").state(**house_rules)
    assert standings(GAME, state[0]) == expected


def test_equal_coins_share_what_their_places_give():
    state = Position.of("hands: 3 5 | 6 8 | 1\ncoins: 25 20 25").state(sets=2, bonus=(6.0, 0.5, -6.0))
    assert standings(GAME, state[0]) == [3.25, -6, 3.25]


def test_earlier_sets_count():
    g = Position.of("hands: 3 5 | 6 8 | 1\ncoins: 25 20 35").state(sets=3, bonus=(6.0, 0.5, -6.0))[0]
    g.row.score[:3] = [12 * UNIT, 0, -UNIT // 2]
    assert standings(GAME, g) == [12.5, -6, 5.5]
