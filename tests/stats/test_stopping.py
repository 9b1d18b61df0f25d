"""When a run with `precision` may stop, and what it says then."""

from types import SimpleNamespace

import pytest

from simlab.experiment.plan import make_plan
from simlab.stats.stopping import Stopping, Target, stages
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from tests.stats.played import experiment
from tests.stats.process import drawn_for

NARROW, WIDE = Target("x", 0.01, 0.01, None), Target("y", 0.0123, 0.01, UNDECIDED)
DECIDED = Target("z", 0.02, 0.01, MATTERS)
TWO = {"one": {}, "two": {"piles": 5}}


@pytest.mark.parametrize(
    ("target", "is_open", "text"),
    [
        (NARROW, False, "x is narrow enough (±0.01)"),
        (WIDE, True, "y is still ±0.012, wanted ±0.01"),
        (DECIDED, False, "z matters (±0.02)"),
        (Target("z", 0.02, 0.01, NO_DIFFERENCE), False, "z makes no practical difference (±0.02)"),
        (Target("z", 0.005, 0.01, UNDECIDED), False, "z is narrow enough (±0.005)"),
        (Target("z", 0.02, 0.01, None), True, "z is still ±0.02, wanted ±0.01"),
        (Target("z", float("inf"), 0.01, None), True, "z is still of unknown width, wanted ±0.01"),
    ],
)
def test_what_it_waits_for(target, is_open, text):
    assert target.is_open == is_open
    assert str(target) == text


@pytest.mark.parametrize(
    ("deals", "targets", "may_stop", "early"),
    [
        ({4: 200}, (NARROW, DECIDED), True, True),
        ({4: 199}, (NARROW, DECIDED), False, False),
        ({4: 900}, (NARROW, WIDE), False, False),
        ({4: 1_000}, (NARROW,), True, False),
        ({4: 900}, (), False, False),
        ({4: 1_000, 5: 199}, (NARROW,), False, False),
        ({4: 1_000, 5: 200}, (NARROW,), True, True),
    ],
)
def test_when_it_may_stop(deals, targets, may_stop, early):
    stopping = Stopping(deals, dict.fromkeys(deals, 1_000), targets)
    assert (stopping.may_stop, stopping.stopped_early) == (may_stop, early)
    assert stopping.as_dict() == {"deals": deals, "planned": dict.fromkeys(deals, 1_000), "why": [str(target) for target in targets]}


def test_what_is_said_of_it():
    start = "stopped after 3,000 of 25,000 deals: of"
    said = [
        str(Stopping({4: 3_000}, {4: 25_000}, targets)) for targets in ((NARROW,), (NARROW, DECIDED), (DECIDED, DECIDED, NARROW, NARROW))
    ]
    assert said == [
        f"{start} 1 result that had to be precise 1 is narrow enough",
        f"{start} 2 results that had to be precise 1 is decided and 1 is narrow enough",
        f"{start} 4 results that had to be precise 2 are decided and 2 are narrow enough",
    ]
    several = str(Stopping({2: 300, 3: 1_000}, {2: 500, 3: 5_000}, (DECIDED,)))
    assert several.startswith("stopped after 300 of 500 deals with 2 players, 1,000 of 5,000 deals with 3 players: of 1 result")


def test_without_comparisons_the_means_must_be_narrow():
    analysis = drawn_for(lineup=["first", "first", "random", "random"], precision={"share": 0.02, "turns": 1.0})
    place = analysis.places[0]
    assert [(t.name, t.half_width, t.wanted, t.verdict) for t in analysis.stopping.targets] == [
        ("share.first", place.mean("share.first").half_width, 0.02, None),
        ("share.random", place.mean("share.random").half_width, 0.02, None),
        ("turns", place.mean("turns").half_width, 1.0, None),
    ]
    assert (analysis.stopping.deals, analysis.stopping.planned) == ({4: 30}, {4: 1_000})


def test_with_comparisons_only_these_must_be():
    lineups = {"a": ["first", "random"], "b": ["random", "random"]}
    analysis = drawn_for(lineup=None, lineups=lineups, players=[2, 4], scenarios=TWO, precision={"turns": 1.0})
    assert [t.name for t in analysis.stopping.targets] == [
        f"two: turns ({players} players, {lineup})" for players in (2, 4) for lineup in "ab"
    ]
    first, c = analysis.stopping.targets[0], next(c for c in analysis.headline if c.metric.name == "turns")
    assert (first.half_width, first.verdict) == (c.effect.half_width, c.verdict.word)
    single = drawn_for(lineup=["random"] * 4, scenarios=TWO, precision={"share": 0.1})
    assert [t.name for t in single.stopping.targets] == [f"two: seat.{seat}" for seat in range(4)]
    assert drawn_for(scenarios=TWO).stopping.targets == ()


def test_how_narrow_the_intervals_are_by_now():
    analysis = drawn_for(deals=50, lineup=["first", "random"] * 2, scenarios=TWO)
    widest = max(place.mean(f"share.{name}").half_width for place in analysis.places for name in ("first", "random"))
    assert analysis.so_far == f"win shares ±{100 * widest:.0f} points"


def test_looks_come_after_rounds_that_grow():
    """A round is a chunk of every group; they grow by 1.3 times what there is."""
    plan = make_plan(experiment(players=[2, 3], lineup=["first", "random"], games=100_000, precision={"share": 0.01}), 1_200)
    rounds = [len({chunk.number for chunk in stage}) for stage in stages(plan)]
    assert rounds[:10] == [1, 1, 1, 1, 2, 2, 3, 4, 5, 6]
    assert sum(rounds) == max(chunk.number for chunk in plan.chunks()) + 1
    assert list(stages(SimpleNamespace(experiment=experiment(), chunks=lambda: iter("abc")))) == [["a", "b", "c"]]
