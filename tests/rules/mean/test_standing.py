"""How near a seat of MEAN! is to winning: by the cards in hand."""

import pytest

from simlab.games.mean import GAME
from tests.rules.harness import standings
from tests.rules.mean.position import Position, play


@pytest.mark.parametrize("deck", ["-", "7 7 7"])
def test_fewer_cards_are_nearer_whatever_the_draw_deck_holds(deck):
    state = Position.of(f"hands: 9 9 5 | 3 | - | W W\ndeck: {deck}").state()
    assert standings(GAME, state[0]) == [-3, -1, 0, -2]


def test_who_is_out_stands_above_all_who_play_and_the_first_to_go_out_highest():
    state = Position.of("hands: out | - | out | 5 5").state(play_on=True)
    assert standings(GAME, state[0]) == [4, 0, 3, -2]


def test_who_wins_stands_highest():
    after = play("hands: 9 9 | 3 3 | 4\narea: 8 up", "0: 2x9")
    assert after.winners == [0]
    assert standings(GAME, after.state) == [3, -2, -1]


def test_who_ends_on_an_eight_stands_below_the_largest_hand():
    after = play("hands: 8 | 3 3 4 5 6 7 8 9 | 4\narea: 7 up")
    assert (after.ending, after.losers) == ("eight_last", [0])
    lost, *others = standings(GAME, after.state)
    assert others == [-8, -1]
    assert lost < -4 * 4 * 17, "more cards than there can be"


def test_who_went_out_before_an_eight_still_stands_highest():
    after = play("hands: 8 | out | 4 4\narea: 7 up", play_on=True)
    assert after.ending == "eight_last"
    assert standings(GAME, after.state)[1:] == [3, -2]
