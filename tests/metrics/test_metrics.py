"""What is measured of the games of two games as it is declared: every word, unit, order and default margin."""

import pytest

from simlab import games
from simlab.metrics import Setting, askable, checkable, metrics_of

MEAN = Setting(games.find("mean"), ("crab", "owl"), 2)
WHAT = Setting(games.find("what_the_heck"), ("crab",), 2)
QUANTILES = {"turns.p5": 5, "turns.p25": 25, "turns.median": 50, "turns.p75": 75, "turns.p95": 95}

FAMILIES = {
    # name: title, unit of a column, one, several and short of a difference, margin, order, section, factor, is_headline, stands_in
    "share": ("win shares by strategy", "%", "percentage point", "percentage points", "pp", 0.01, 1, "effects", 100, True, False),
    "seat": ("win shares by seat", "%", "percentage point", "percentage points", "pp", 0.01, 1.5, "shares", 100, False, True),
    "score": ("scores by strategy", "points", "point", "points", "points", "2%", 2, "effects", 1, False, False),
    "turns": ("length in turns", "turns", "turn", "turns", "turns", "2%", 3, "effects", 1, True, False),
    "decisions": ("length in decisions", "decisions", "decision", "decisions", "decisions", "2%", 4, "effects", 1, False, False),
    "count": ("events", "a game", "a game", "a game", "a game", "2%", 5, "effects", 1, False, False),
    "ending": ("endings", "% of games", "percentage point", "percentage points", "pp", 0.01, 6, "endings", 100, False, False),
    "fired": (
        *("games in which an event fired", "% of games", "percentage point", "percentage points", "pp"),
        *(0.01, 7, "ledger", 100, False, False),
    ),
    "flipped": (
        *("games with other winners", "% of games", "percentage point", "percentage points", "pp"),
        *(0.01, 8, "flipped", 100, False, False),
    ),
}


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_is_what_is_said_of_it(name):
    found = {metric.family for setting in (MEAN, WHAT) for metric in metrics_of(setting) if metric.family.name == name}
    assert len(found) == 1
    family = found.pop()
    unit = family.difference
    said = (family.title, family.unit, unit.one, unit.more, unit.short, family.margin.written, family.order, family.section, family.factor)
    assert (*said, family.is_headline, family.stands_in) == FAMILIES[name]
    assert family.is_share == (FAMILIES[name][1][0] == "%")


def said(setting: Setting, name: str) -> tuple:
    metric = next(metric for metric in metrics_of(setting) if metric.name == name)
    checks = {check.name: (check.of, check.percent) for check in metric.checks}
    words = metric.label, metric.subject, metric.plural, metric.title
    return *words, metric.family.name, metric.key, metric.is_askable, metric.strategy, metric.scale, checks


@pytest.mark.parametrize(
    ("setting", "name", "expected"),
    [
        (
            *(MEAN, "share.owl"),
            ("owl", "owl's share", False, "win share of owl", "share", "share", True, "owl", 840, {"share.owl": ("mean", 0)}),
        ),
        (
            *(MEAN, "seat.0"),
            (
                "seat 0",
                "seat 0's share",
                False,
                "win share of seat 0",
                "seat",
                "share",
                True,
                None,
                840,
                {"seat_edge": ("largest edge", 0)},
            ),
        ),
        (MEAN, "seat.1", ("seat 1", "seat 1's share", False, "win share of seat 1", "seat", "share", True, None, 840, {})),
        (WHAT, "score.crab", ("crab", "crab's score", False, "score of crab", "score", "score", True, "crab", 840, {})),
        (
            *(MEAN, "turns"),
            (
                *("turns", "the games' length", False, "game length", "turns", "turns", True, None, 1),
                {"turns.mean": ("mean", 0), **{name: ("quantile", percent) for name, percent in QUANTILES.items()}},
            ),
        ),
        (MEAN, "decisions", ("decisions", "decisions a game", True, "game length", "decisions", "decisions", True, None, 1, {})),
        (
            *(MEAN, "wilds_played"),
            (
                *("wilds played", "wilds played a game", True, "wilds played", "count", "wilds_played", True, None, 1),
                {"wilds_played.mean": ("mean", 0)},
            ),
        ),
        (
            *(MEAN, "deck_empty_turn"),
            (
                *("deck empty turn", "the turn in which the Draw Deck runs out", False, "deck empty turn"),
                *("count", "deck_empty_turn", True, None, 1, {"deck_empty_turn.mean": ("mean", 0)}),
            ),
        ),
        (
            *(WHAT, "margin"),
            ("margin", "the winner's margin", False, "margin", "count", "margin", True, None, 840, {"margin.mean": ("mean", 0)}),
        ),
        (
            *(MEAN, "ending.turn_limit"),
            (
                *("turn limit", "the share of games with “turn limit”", False, "turn limit", "ending", "ending.turn_limit", False, None, 1),
                {"ending.turn_limit": ("mean", 0), "turn_limit": ("mean", 0)},
            ),
        ),
        (
            *(MEAN, "ending.out"),
            (
                *("out", "the share of games with “out”", False, "out", "ending", "ending.out", False, None, 1),
                {"ending.out": ("mean", 0)},
            ),
        ),
        (
            *(MEAN, "fired.mean_played"),
            (
                *("mean played", "the share of games with “mean played”", False, "mean played"),
                *("fired", "fired.mean_played", False, None, 1, {}),
            ),
        ),
        (MEAN, "flipped", ("flipped", "the share of games with other winners", False, "flipped", "flipped", "flipped", False, None, 1, {})),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_all_that_is_said_of_a_metric(setting, name, expected):
    assert said(setting, name) == expected


def test_in_which_order_they_stand():
    measured, counted, endings = (list(each) for each in (MEAN.game.measured, MEAN.game.counted, MEAN.game.endings))
    assert [metric.name for metric in metrics_of(MEAN)] == [
        *("share.crab", "share.owl", "seat.0", "seat.1", "turns", "decisions", *measured),
        *(f"ending.{name}" for name in endings),
        *(f"fired.{name}" for name in counted),
        "flipped",
    ]
    assert [metric.name for metric in metrics_of(WHAT)][:5] == ["share.crab", "seat.0", "seat.1", "score.crab", "turns"]


def test_what_an_experiment_may_ask_for():
    assert askable(MEAN) == ("share", "turns", "decisions", *MEAN.game.measured)
    assert askable(WHAT) == ("share", "score", "turns", "decisions", *WHAT.game.measured)


def test_what_it_may_demand_something_of():
    assert [check.name for check, _ in checkable(MEAN)] == [
        *("share.crab", "share.owl", "seat_edge", "turns.mean", *QUANTILES),
        *(f"{name}.mean" for name in MEAN.game.measured),
        *("ending.out", "ending.eight_last", "ending.turn_limit", "turn_limit"),
    ]
    of = {check.name: (check.of, metric.name) for check, metric in checkable(WHAT)}
    assert of["turn_limit"] == ("nothing", "turns"), "a game that needs no limit reaches none"
    assert of["margin.mean"] == ("mean", "margin")
    assert of["seat_edge"] == ("largest edge", "seat.0")
