"""docs/rules/meow.md, section 10: the end of a set and of the game; and the columns that look at who leads."""

from fractions import Fraction

import numpy as np
import pytest

from simlab.engine.metric import UNIT
from simlab.games.meow import GAME
from simlab.games.meow.components import COPY_OUT
from tests.rules.meow.position import Position, engine
from tests.rules.meow.test_cards_and_set_up import table, told
from tests.rules.paragraphs import rule


def ended(*sets, **house_rules):
    """The state after a game whose sets ended with these coins."""
    players = len(sets[0])
    state = Position.of("hands: " + " | ".join("1" * players)).state(sets=len(sets), **house_rules)
    g = state.view(np.recarray)[0]
    for coins in sets:
        engine.begin_set(g)
        g.coins[:players] = coins
        engine.end_set(g)
    engine.end_game(g)
    return g


def scores(*sets, **house_rules):
    """The scores after such a game, exactly."""
    return [Fraction(int(score), UNIT) for score in ended(*sets, **house_rules).row.score[: len(sets[0])]]


def test_10_1_one_set_scores_its_coins():
    assert scores([30, 20, -5]) == [30, 20, -5]
    set_end, end = table(3).trace(0)[-2:]
    assert set_end["bonus"] == []
    assert set_end["coins"] == end["scores"]


@pytest.mark.parametrize(
    ("coins", "bonus"),
    [
        ([30, 20], [6, -6]),
        ([20, 35, 20.0 + 1], [-6, 6, 0]),
        ([1, 2, 3, 4], [-6, -3, 3, 6]),
        ([50, 40, 30, -10, 15], [6, 3, 0, -6, -3]),
    ],
)
@rule("R3")
def test_10_2_several_sets_give_a_bonus_by_rank(coins, bonus):
    assert scores(coins, coins) == [2 * one for one in bonus]


@rule("R10")
def test_10_3_tied_players_share_the_bonuses_of_their_places():
    assert scores([30, 30, 10], [25, 25, 25]) == [3, 3, -6]
    assert scores([9, 9, 9, 1], [9, 9, 9, 1]) == [4, 4, 4, -12]
    thirds = scores([9, 9, 9, 1], [9, 9, 9, 1], bonus=[1, 0, 0, 0.5])
    assert thirds == [Fraction(2, 3)] * 3 + [1]
    fifths = scores([5] * 5, [5] * 5, bonus=[0.5, 0, 0, 0, 0])
    assert fifths == [Fraction(1, 5)] * 5


@rule("R11")
def test_10_4_the_bonuses_add_up_or_coins_and_bonuses():
    sets = [30, 20, 25], [10, 40, 25]
    assert scores(*sets) == [0, 0, 0]
    assert scores(*sets, set_score="coins_and_bonus") == [40, 60, 50]
    assert scores([30, 20, 25], set_score="coins_and_bonus") == [30, 20, 25], "one set gives no bonus"


def test_10_4_every_set_has_its_coins_anew():
    sets = told("set_end", 3, strategy="random", sets=3)
    assert [sum(end["coins"]) for end in sets] == [75] * 3
    assert table(3, "random", sets=3).trace(0)[-1]["scores"] == [sum(end["bonus"][seat] for end in sets) for seat in range(3)]


@rule("R9")
def test_10_5_the_highest_score_wins_and_equal_ones_share():
    row = ended([30, 20, 30, 20]).row
    assert (row.won[:4].tolist(), row.lost[:4].tolist()) == ([1, 0, 1, 0], [0, 1, 0, 1])
    everybody = ended([25, 25]).row
    assert (everybody.won[:2].tolist(), everybody.lost[:2].tolist()) == ([1, 1], [0, 0])
    assert GAME.endings == ("scored",)
    assert ended([1, 2], [9, 8], bonus=[1, 2]).row.won[:2].tolist() == [1, 1]


def test_10_6_places():
    assert ended([30, 20, 30, 20, 5]).row.place[:5].tolist() == [1, 3, 1, 3, 5]
    assert ended([3, 2]).row.place[:2].tolist() == [1, 2]


def lead_changes(*rounds, sets=1):
    """How often the lead changed, in rounds that ended with these coins."""
    players = len(rounds[0])
    g = Position.of("hands: " + " | ".join("1" * players)).state().view(np.recarray)[0]
    for _ in range(sets):
        engine.begin_set(g)
        for coins in rounds:
            g.coins[:players], g.how = coins, COPY_OUT
            engine.end_round(g)
    return int(g.row.lead_changes)


@rule("15.12", "15.14")
def test_the_lead_changes():
    assert lead_changes([30, 20, 25]) == 0, "the first leader is no change"
    assert lead_changes([30, 20, 25], [30, 31, 25]) == 1
    assert lead_changes([30, 20, 25], [30, 30, 25], [31, 20, 25]) == 0, "a tie changes nothing"
    assert lead_changes([30, 20, 25], [30, 30, 25], [25, 30, 25], [20, 30, 31]) == 2
    assert lead_changes([25, 25, 25], [20, 30, 25]) == 0
    assert lead_changes([30, 20, 25], [30, 31, 25], sets=2) == 2, "anew in every set"


@rule("15.1")
def test_rounds_of_all_sets_are_counted():
    assert table(3, sets=3, rounds=2).rows(0, 1)["rounds"] == 6
