"""When a run with `precision` may stop, and what it says then."""

from dataclasses import replace
from itertools import pairwise

import pytest

from simlab.experiment.plan import by_players, make_plan
from simlab.stats.stagewise import Glance
from simlab.stats.stopping import Portion, Stopping, Target, stages
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


def portions(*deals: int, planned: int = 1_000) -> tuple[Portion, ...]:
    return tuple(Portion(number, f"{number + 4} players", each, planned) for number, each in enumerate(deals))


@pytest.mark.parametrize(
    ("deals", "targets", "may_stop", "early"),
    [
        ([200], (NARROW, DECIDED), True, True),
        ([199], (NARROW, DECIDED), False, True),
        ([900], (NARROW, WIDE), False, True),
        ([1_000], (NARROW,), True, False),
        ([900], (), False, True),
        ([1_000, 199], (NARROW,), False, True),
        ([1_000, 200], (NARROW,), True, True),
    ],
)
def test_when_it_may_stop(deals, targets, may_stop, early):
    stopping = Stopping(portions(*deals), targets)
    assert (stopping.may_stop, stopping.stopped_early) == (may_stop, early)
    names = [portion.name for portion in stopping.portions]
    planned = dict.fromkeys(names, 1_000)
    assert stopping.as_dict() == {
        "deals": dict(zip(names, deals, strict=True)),
        "planned": planned,
        "why": [str(target) for target in targets],
    }


def test_what_is_settled_is_not_played_on():
    """A group of games in which nothing is waited for, and that has enough deals; whatever there is in others."""
    settled, waiting = (Target("x", 0.01, 0.01, None, is_settled=is_settled) for is_settled in (True, False))
    targets = (settled, replace(settled, group=1), replace(waiting, group=1), replace(settled, group=2))
    assert Stopping(portions(200, 900, 199, 200), targets).settled == {0, 3}


def test_what_is_said_of_it():
    start = "stopped after 3,000 of 25,000 deals: of"
    all_of = portions(3_000, planned=25_000)
    waited_for = ((NARROW,), (NARROW, DECIDED), (DECIDED, DECIDED, NARROW, NARROW), (DECIDED, WIDE))
    assert [str(Stopping(all_of, targets)) for targets in waited_for] == [
        f"{start} 1 result that had to be precise 1 is narrow enough",
        f"{start} 2 results that had to be precise 1 is decided and 1 is narrow enough",
        f"{start} 4 results that had to be precise 2 are decided and 2 are narrow enough",
        f"{start} 2 results that had to be precise 1 is decided and 1 is still open",
    ]
    two, many = portions(300, 1_000), portions(300, 900, 200, 400)
    assert str(Stopping(two, (DECIDED,))).startswith(
        "stopped after 300 of 1,000 deals with 4 players, 1,000 of 1,000 deals with 5 players: of 1 "
    )
    assert str(Stopping(many, (DECIDED,))).startswith("stopped after 200 (6 players) to 900 (5 players) of 1,000 deals: of 1 result")


def test_a_look_notes_what_it_finds_of_each_comparison():
    """Games are played on until it is decided among all that is compared; while others are open, until it is settled without these."""
    c = drawn_for(deals=250, lineup=["first", "random"] * 2, scenarios=TWO, precision={"turns": 0.01}).headline[-1]
    target = Target("x", 1.0, 0.1, UNDECIDED, alone=1e-4, comparison=c)
    decided = replace(target, verdict=MATTERS)
    of_group, of_all = (Glance.of(c.effect.at(level), c.verdict.margin, waits=True) for level in (1e-4, c.verdict.level))
    assert of_group.stays != of_all.stays
    both = portions(250, 250)
    assert Stopping(both, (target, NARROW)).glances == {"x": of_all}
    assert Stopping(both, (decided, replace(WIDE, group=1))).glances == {"x": of_group}, "decided, but not settled"
    assert Stopping(both, (replace(decided, is_settled=True), replace(WIDE, group=1))).glances == {"x": of_group._replace(waits=False)}
    assert Stopping(both, (decided, WIDE)).glances == {"x": of_all._replace(waits=False)}, "what else is open at its own table is no matter"


def test_without_comparisons_the_means_must_be_narrow():
    analysis = drawn_for(lineup=["first", "first", "random", "random"], precision={"share": 0.02, "turns": 1.0})
    place = analysis.places[0]
    assert [(t.name, t.half_width, t.wanted, t.verdict) for t in analysis.stopping.targets] == [
        ("share.first", place.mean("share.first").half_width, 0.02, None),
        ("share.random", place.mean("share.random").half_width, 0.02, None),
        ("turns", place.mean("turns").half_width, 1.0, None),
    ]
    assert analysis.stopping.portions == (Portion(0, "4 players", 30, 1_000),)


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


def test_looks_come_after_shares_of_the_planned_deals_that_grow():
    """From 200 deals of each group on; no chunk goes on beyond a look."""
    asked = experiment(players=[2, 3], lineup=["first", "random"], games=6_000, precision={"share": 0.01})
    plan = make_plan(asked, 600)
    assert [group.deals for group in plan.groups] == [3_000, 2_000]
    assert plan.looks[0] == (368, 246), "an eighth of the deals"
    assert plan.looks[-2:] == ((2_308, 1_539), (3_000, 2_000))
    assert [end / start for start, end in pairwise(end for end, _ in plan.looks)] == pytest.approx([1.3] * 8, rel=0.01)
    done = [0, 0]
    for chunks, ends in zip(stages(plan), plan.looks, strict=True):
        for chunk in chunks:
            assert (chunk.first, plan.chunk(chunk.groups, chunk.number)) == (done[chunk.groups[0]], chunk)
            done[chunk.groups[0]] += chunk.deals
        assert tuple(done) == ends
    assert make_plan(experiment(precision={"share": 0.01}, games=700)).looks == ((175,),)
    assert make_plan(experiment()).looks == ((1_000,),)


def test_each_line_up_has_games_of_its_own_where_it_may_stop_before_others():
    lineups = {"a": ["first", "random"], "b": ["random", "random"]}
    asked = {"lineup": None, "lineups": lineups, "players": [2, 4], "scenarios": TWO}
    plan = make_plan(experiment(**asked, precision={"turns": 1.0}), 1_000)
    assert [(group.players, [lineup.name for lineup in group.lineups], group.deals) for group in plan.groups] == [
        (2, ["a"], 1_334), (2, ["b"], 1_334), (4, ["a"], 1_334), (4, ["b"], 1_334)
    ]  # fmt: skip
    parts = [chunk.part for chunk in plan.chunks()]
    assert len(set(parts)) == len(parts)
    whole = make_plan(experiment(**asked)).groups
    assert by_players(plan.groups) == whole


def test_each_scenario_has_games_of_its_own_beside_the_baseline():
    """Whose games they share: as they are played they are one group again, in the order of the experiment."""
    asked = {"scenarios": {"one": {}, "two": {"piles": 5}, "three": {"piles": 3}}, "baseline": "two"}
    plan = make_plan(experiment(**asked, precision={"turns": 1.0}), 1_000)
    assert [(group.scenarios, group.baseline) for group in plan.groups] == [(("one", "two"), 1), (("two", "three"), 0)]
    (whole,) = make_plan(experiment(**asked)).groups
    assert plan.bundles == ((0, 1),)
    assert plan.together((0, 1)) == whole
    assert by_players(plan.groups) == (whole,)
    assert plan.games == whole.games
    chunk = next(plan.chunks())
    assert list(chunk.without({0})) == [plan.chunk((1,), chunk.number)]
    assert list(chunk.without({0, 1})) == []
    varied = make_plan(experiment(vary={"piles": [3, 4, 5]}, precision={"turns": 1.0}))
    assert [len(group.scenarios) for group in varied.groups] == [3]
