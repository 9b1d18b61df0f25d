"""Numbers as they are said: every form of sentence, of numbers made by hand."""

import doctest

import pytest

from simlab import games
from simlab.engine.metric import own
from simlab.metrics import Setting, metrics_of
from simlab.words import spoken
from tests.stats.estimated import told

OF = {metric.name: metric for metric in metrics_of(Setting(games.find("what_the_heck"), ("crab", "owl"), 2))}
SHARE, SEAT, SCORE, TURNS, EVENT = OF["share.crab"], OF["seat.0"], OF["score.owl"], OF["turns"], OF["lead_changes"]


def test_the_examples_hold():
    assert doctest.testmod(spoken).failed == 0


@pytest.mark.parametrize(
    ("metric", "change", "text"),
    [
        (SHARE, told(0.0265, 0.0004, 0.4169), "crab wins 44.3% of games rather than 41.7%"),
        (SHARE, told(-0.0027, 0.0004, 0.0958), "crab wins 9.31% of games rather than 9.58%"),
        (SHARE, told(0.26, 0.0004, 0.4), "crab wins 66.0% of games rather than 40.0%"),
        (SHARE, told(0.26, 0.02, 0.4), "crab wins 66% of games rather than 40%"),
        (SEAT, told(0.02, 0.001, 0.25), "seat 0 wins 27.0% of games rather than 25.0%"),
        (SCORE, told(2.5, 0.1, 20.2), "owl scores 22.7 points rather than 20.2"),
        (TURNS, told(1.2, 0.1, 40.5), "games last 41.7 turns rather than 40.5"),
        (TURNS, told(68, 3.0, 37), "games last 105 turns rather than 37"),
        (TURNS, told(680, 60, 370), "games last 1,050 turns rather than 370"),
        (TURNS, told(50, 200, 47), "games last 97 turns rather than 47"),
        (OF["decisions"], told(-5, 0.2, 20), "games take 15.0 decisions rather than 20.0"),
        (EVENT, told(1.15, 0.01, 1.3), "lead changes a game rise from 1.3 to 2.5"),
        (OF["margin"], told(-6.2, 0.1, 12.8), "the winner's margin falls from 12.8 to 6.6"),
        (own("flow", "flow", "flow a game"), told(-1, 0.1, 3), "flow a game falls from 3.0 to 2.0"),
        (OF["fired.carries"], told(-0.1, 0.001, 0.3), "the share of games with “carries” falls from 30.0% to 20.0%"),
    ],
)
def test_a_change(metric, change, text):
    assert spoken.told(metric, change) == text


def test_several_in_a_sentence():
    assert spoken.told(SHARE, told(0.02, 0.001, 0.25), "each crab") == "each crab wins 27.0% of games rather than 25.0%"
    assert spoken.told_briefly(SHARE, told(0.02, 0.001, 0.25)) == "crab 27.0% rather than 25.0%"
    assert spoken.pair(TURNS, told(0.0, 0.01, 43.64)) == ("43.6", "43.6")


def test_what_no_longer_happens():
    assert spoken.happens(["a"], still=False) == "“a” no longer happens"
    assert spoken.happens(["a", "b"], still=False) == "“a” and “b” no longer happen"
    assert spoken.happens(["a", "b", "c"], still=True) == "“a”, “b” and “c” now happen"
    assert spoken.happens(["a", "b", "c", "d"], still=True) == "“a”, “b” and 2 others now happen"


def test_how_far_nobody_moves():
    assert spoken.as_much_as(0.01) == "a point"
    assert spoken.as_much_as(0.02) == "2 points"
    assert spoken.as_much_as(0.005) == "0.5 points"


def test_how_often():
    assert spoken.of_games(0.996) == "nearly every game"
    assert spoken.of_games(0.0093) == "9 of 1,000 games"
    assert spoken.of_games(0.0096) == "1 of 100 games"


def test_under_how_many_rules():
    assert [spoken.either_way(count) for count in (2, 3, 5, 6)] == [
        *("either way", "under all three rules", "under all five rules", "under all 6 rules")
    ]


def test_a_name_is_cut():
    assert spoken.cut("x" * 40, 20) == "x" * 18 + " …"
    assert len(spoken.cut("x" * 40, 3)) == spoken.SHORTEST
    assert [spoken.plain_value(value) for value in ("true", "false", "8")] == ["on", "off", "8"]
