"""What a player of MEAN! must have held before a turn, from what was seen of it and the hand that somebody imagines now."""

import numpy as np
import pytest

from simlab.engine.compiled.memory import Left
from simlab.games.mean import GAME
from tests.rules.harness import Recorder, entries
from tests.rules.mean.position import Position, by_value, cards, play

_ENTRIES = '''"""Generated: a hand as it was before a turn, and that turn once more, for tests."""
from numba import from_dtype, njit, types
from simlab.games.mean import GAME
from simlab.games.mean.play import take_turn
from simlab.games.mean.set_up import prepare

STATE, lay = from_dtype(GAME.state), GAME.recall


@njit(types.int64(STATE, STATE, STATE, types.int64, types.int64), nogil=True, cache=True)
def recall(g, after, now, own, other):
    return lay(g, after, now, own, other)


@njit(types.void(STATE, types.int64), nogil=True, cache=True)
def play_once_more(g, seat):
    prepare(g)
    take_turn(g, seat)
'''
OWN, OTHER = 1, 0  # the turn is seat 0's, and seat 1 wonders what it held


def recalled(text, imagined, *script, **house_rules):
    """Was it told what the hand was before the turn of that script, if it is now as imagined? And the game in which it lies."""
    before, after = Position.of(text).state(**house_rules), play(text, *script, **house_rules).state
    now = np.array([after]).view(np.recarray)
    now[0].hands[OTHER] = np.bincount(cards(imagined), minlength=16)
    with np.errstate(over="ignore"):
        told = entries(GAME, "recalling", _ENTRIES).recall(before[0], after, now[0], OWN, OTHER)
    return told, before


def hands(state):
    return [by_value(hand) for hand in state[0].hands[: state[0].seen.players]]


def test_a_hand_was_what_it_is_and_what_was_played():
    told, before = recalled("hands: 5 7 7 9 | 3 4 | 11\narea: 5 up", "2 W", "0: 2x7", hand_size=1)
    assert (told, hands(before)) == (1, ["2 7 7 W", "3 4", "-"])
    assert before[0].cards[:3].tolist() == [4, 2, 1]


def test_what_was_played_and_cleared_was_in_it_too():
    told, before = recalled("hands: 7 9 9 | 3 4\narea: 7 7 7 up", "2", "0: 7", "0: 9 up", hand_size=1, clear_at=4)
    assert (told, hands(before)) == (1, ["2 7 9", "3 4"])


def test_what_is_drawn_at_the_start_of_a_turn_is_there_already():
    told, before = recalled("hands: 7 | 3 4\narea: 5 up\ndeck: 9 10 11", "2 12", "0: 7", hand_size=3)
    assert (told, hands(before)) == (1, ["2 7 12", "3 4"])
    assert (before[0].cards[OTHER], before[0].seen.deck) == (3, 1)


def test_what_came_of_a_pile_may_be_any_of_it():
    told, before = recalled("hands: 3 4 | 5\narea: 9 up\npiles: 2 9 4 | 7 1", "1 1 2 2 3", "0: pile 0", hand_size=1)
    assert (told, before[0].hands[OTHER].sum(), before[0].cards[OTHER]) == (1, 2, 2)
    assert (before[0].hands[OTHER] <= np.bincount(cards("1 1 2 2 3"), minlength=16)).all()
    assert before[0].pile_cards[:5].tolist() == [0, 0, 4, 0, 1], "what lies face up is there to be seen"


def test_of_a_turn_in_which_hands_were_swapped_it_is_not_told():
    assert recalled("hands: 8 9 9 | 3 4 | 5\narea: 5 up", "5", "0: 8", "0: with 2", hand_size=1)[0] == 0


def test_a_turn_is_left_where_hands_are_swapped_when_it_is_played_once_more():
    """Even where the Eight clears, so that it would go on with a hand that is blank."""
    told, before = recalled("hands: 8 9 9 | 3 4 | 5 5 5\narea: 8 8 8 up", "8 9", "0: 9", hand_size=1, clear_at=4)
    assert (told, hands(before)) == (1, ["8 9 9", "3 4", "-"])
    recorder = Recorder(GAME, before, room=4)
    for seat in range(3):
        recorder.sit(seat)
    recorder.answers[:2], recorder.notes[0].given = (0, 1), 2  # an Eight, with seat 2
    with np.errstate(over="ignore"), pytest.raises((Left, StopIteration)):
        entries(GAME, "recalling", _ENTRIES).play_once_more(before[0], OTHER)
    assert recorder.asked == 2
