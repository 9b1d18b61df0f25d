"""What a search says in words: at most four sentences and 450 letters, whatever it found; and what a finalist is said to reach."""

from types import SimpleNamespace

import polars as pl
import pytest

from simlab import games
from simlab.experiment import Check
from simlab.metrics import Setting, metrics_of
from simlab.stats.answers import MOST_LETTERS, answer
from simlab.stats.checks import Measured
from simlab.stats.estimates import Span
from simlab.stats.seeking import rulings
from simlab.stats.sought import MEETS, MISSES, OPEN, Finalist, Reached

MEAN = games.find("mean")
LENGTH = Check("turns.mean", "within", 28.0, 32.0, "28 to 32")
SHARE = Check("share.planner", ">", 0.35, None, "> 0.35")
EDGE = Check("seat_edge", "<", None, 0.01, "< 0.01")
PLACE = SimpleNamespace(
    players=4,
    lineup=SimpleNamespace(name="lineup"),
    metrics=metrics_of(Setting(MEAN, ("planner", "random"), 4)),
    group=SimpleNamespace(rules=(MEAN.resolve(MEAN.Rules(), 4),), baseline=0),
)


def reached(goal, value, width, unit=1.0, wider=0.0):
    shown, guarded = (Span(value, value - far, value + far) for far in (width, width + wider))
    return Reached(goal, PLACE, Measured(shown, guarded), unit)


def finalist(changes, length, share=0.44, searched=0.0, width=0.1):
    name = ", ".join(f"{rule}={value}" for rule, value in changes.items()) or "as printed"
    of = (reached(LENGTH, length, width, 0.8), reached(SHARE, share, 0.005, 0.01), reached(EDGE, 0.002, 0.001, 0.01))
    return Finalist(name, changes, of, len(changes), len(changes), searched)


def said(*found, obstacles=(), stages=("misses a goal",), impossible=0, sets=240, looked_at=240, elsewhere=()):
    tables = {
        "search": pl.DataFrame([{"sets": sets, "impossible": impossible, "looked_at": looked_at}]),
        "obstacles": pl.DataFrame(list(obstacles), schema={"goals": pl.String, "candidate": pl.String, "miss": pl.Float64}),
        "elsewhere": pl.DataFrame(list(elsewhere)),
        "candidates": pl.DataFrame({"candidate": [str(i) for i in range(len(stages))], "stage": list(stages)}),
    }
    analysis = SimpleNamespace(
        is_search=True,
        is_league=False,
        tuned=None,
        adapted=None,
        finalists=list(found),
        table=tables.__getitem__,
        experiment=SimpleNamespace(goals=(LENGTH, SHARE, EDGE)),
        stats=[SimpleNamespace(deals=25_000)],
        where=lambda *_: [],
    )
    told = answer(analysis)
    assert len(told) <= 4
    assert len(" ".join(told)) <= MOST_LETTERS
    assert rulings(analysis)
    return told


PRINTED = finalist({}, 39.6)
ONE = finalist({"hand_size": 7}, 35.6)
PAIR = finalist({"hand_size": 7, "piles": 6}, 31.2)


def test_what_is_found():
    assert said(PRINTED, ONE, PAIR) == [
        "Hand size 7 (not 5) and piles 6 (not 4) together meet all goals: games last 31.20 turns, planner wins 44.0% of games and the "
        "largest edge of a seat is 0.20 points.",
        "With fewer changes the nearest is hand size 7 (not 5), and games last 35.60 turns (28 to 32 was wanted).",
        "All 240 rule sets were tried, and 3 confirmed on 25,000 other deals.",
    ]


def test_how_far_it_holds():
    goals = {"players": 4, "goal": "seat_edge", "wanted": "< 0.01"}
    words = [("piles=9", "misses"), ("hand_size=7, piles=6", "meets"), ("hand_size=7, piles=6", "misses")]
    at = [{**goals, "candidate": name, "lineup": str(table), "verdict": word} for table, (name, word) in enumerate(words)]
    told = said(PRINTED, ONE, PAIR, elsewhere=at)
    assert len(told) == 4
    assert told[2] == "Of 2 other tables it meets them at 1; seat_edge < 0.01 fails most often."


def test_one_change_is_enough():
    assert said(PRINTED, finalist({"hand_size": 7}, 30.0))[:2] == [
        "Hand size 7 (not 5) meets all goals: games last 30.00 turns, planner wins 44.0% of games and the largest edge of a seat is 0.20 "
        "points.",
        "As printed, games last 39.60 turns (28 to 32 was wanted).",
    ]


def test_none_is_needed():
    assert said(finalist({}, 30.0))[0].startswith("The printed rules meet all goals already: games last 30.00 turns")


def test_nothing_is_found():
    ways = [
        {"goals": "turns.mean 28 to 32", "candidate": "eight_last=wins", "miss": 4.0},
        {"goals": "seat_edge < 0.01", "candidate": None, "miss": None},
    ]
    assert said(PRINTED, ONE, obstacles=ways, impossible=12, looked_at=100) == [
        "No allowed set of rules meets all goals.",
        "Nearest is hand size 7 (not 5): games last 35.60 turns (28 to 32 was wanted).",
        "What stands in the way is turns.mean 28 to 32: eight_last=wins meets all other goals.",
        "100 of 240 rule sets were tried (12 more are impossible), and 2 confirmed on 25,000 other deals.",
    ]
    together = [{"goals": "turns.mean 28 to 32 + share.planner > 0.35", "candidate": None, "miss": None}]
    assert said(ONE, obstacles=together)[2] == "Nothing meets turns.mean 28 to 32 and share.planner > 0.35 together, as it looks."
    assert said(ONE, stages=("open",))[0] == "No allowed set of rules is known to meet all goals."


def test_what_may_meet_the_goals():
    told = said(PRINTED, finalist({"piles": 6}, 31.95))
    assert told[0].startswith("No set of rules is known to meet all goals; piles 6 (not 4) may: games last 31.95 turns")
    assert told[1] == "More games would tell of turns.mean 28 to 32."


def test_long_names_are_cut():
    changes = {"going_out_on_mean": "not_allowed", "must_pass_mean": False, "eight_last": "swaps", "hand_size": 7, "deal_size": 3}
    many = [finalist(dict(list(changes.items())[:count]), length) for count, length in ((3, 35.0), (5, 30.0))]
    assert "…" in " ".join(said(*many))


@pytest.mark.parametrize(
    ("value", "width", "wider", "word", "miss"),
    [
        (30.0, 0.5, 0.0, MEETS, (0, 0, 0)),
        (30.0, 0.5, 2.0, OPEN, (0, 0, 0)),  # what was seen meets it; what was not might not
        (31.9, 0.5, 0.0, OPEN, (0, 0, 0.5)),
        (34.0, 0.5, 0.0, MISSES, (2.5, 1.875, 3.125)),
        (26.0, 0.5, 0.0, MISSES, (2.5, 1.875, 3.125)),
    ],
)
def test_a_goal_is_met_by_the_guarded_interval_and_missed_by_the_shown_one(value, width, wider, word, miss):
    one = reached(LENGTH, value, width, 0.8, wider)
    assert one.word == word
    assert tuple(one.miss) == pytest.approx(miss)


def test_a_finalist_is_as_good_as_its_worst_goal():
    assert (PAIR.word, PAIR.distance) == (MEETS, (0, 0, 0))
    assert ONE.word == MISSES
    assert ONE.distance == pytest.approx((4.5, 4.375, 4.625))
    assert finalist({}, 30.0, share=0.3).worst.goal is SHARE
