"""What is said of tables: as many digits as tell two numbers apart, in units that say something, and of whom it hangs on."""

from types import SimpleNamespace

import pytest

from simlab.engine.metric import EVENTS
from simlab.metrics.shares import STRATEGIES
from simlab.stats.robust.answer import _Told, at_tables, places_of, scale_of, unit_of
from simlab.stats.robust.holding import Member
from simlab.stats.robust.spread import Split
from simlab.stats.verdicts import together
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED


@pytest.mark.parametrize(("size", "places"), [(0, 0), (float("inf"), 0), (0.004, 2), (0.05, 2), (0.4, 2), (4.2, 1), (42, 0), (4_200, 0)])
def test_two_digits_are_told_and_no_more_than_two_decimals(size, places):
    assert places_of(size) == places


@pytest.mark.parametrize(
    ("family", "baseline", "scale", "unit"),
    [(STRATEGIES, 0.25, 100, " points"), (EVENTS, 2.0, 50, "%"), (EVENTS, 0.01, 10_000, "%"), (EVENTS, 0.001, 1, " a game")],
)
def test_shares_are_told_in_points_and_what_hardly_happens_not_in_percent(family, baseline, scale, unit):
    held = SimpleNamespace(of=lambda _: [SimpleNamespace(effect=SimpleNamespace(baseline=baseline))] * 2)
    metric = SimpleNamespace(family=family)
    assert scale_of(held, metric) == pytest.approx(scale)
    assert unit_of(held, metric) == unit


def held_of(*words, members=()):
    return SimpleNamespace(
        words=words, tables=dict(enumerate(words)), count=list(words).count, members=members, said="a change", players=3, change="a change"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([MATTERS] * 3, "matters at all 3 tables"),
        ([MATTERS, MATTERS, UNDECIDED], "matters at 2 of 3 tables (undecided at 1)"),
        ([NO_DIFFERENCE, MATTERS, NO_DIFFERENCE], "matters at 1 of 3 tables"),
        ([NO_DIFFERENCE, NO_DIFFERENCE, UNDECIDED], "matters at none of 3 tables (undecided at 1)"),
        ([NO_DIFFERENCE] * 3, "makes no practical difference at all 3 tables"),
        ([UNDECIDED] * 2, "is undecided at both tables"),
    ],
)
def test_at_how_many_tables_it_matters(words, said):
    assert at_tables(held_of(*words)) == said


def test_a_table_matters_where_anything_does():
    assert together([NO_DIFFERENCE, MATTERS, UNDECIDED]) == MATTERS
    assert together([NO_DIFFERENCE, UNDECIDED]) == UNDECIDED
    assert together([NO_DIFFERENCE]) == NO_DIFFERENCE


@pytest.mark.parametrize(
    ("there", "elsewhere", "strengths", "is_sure", "said"),
    [
        ((4, 4), (6, 2), (5.0, 1.0), True, "it hangs on owl: it matters at 4 of 4 tables with it, at 2 of 6 without."),
        ((4, 4), (6, 6), (5.0, 1.5), True, "it is stronger where owl sits than elsewhere."),
        ((4, 2), (6, 3), (1.0, 3.0), True, "it is weaker where owl sits than elsewhere."),
        ((4, 4), (6, 2), (5.0, 1.0), False, "no one player makes the difference."),
    ],
)
def test_whom_it_hangs_on(there, elsewhere, strengths, is_sure, said):
    member = Member("owl", there, elsewhere, Split(*strengths, 0.1, 5.0), is_sure)
    assert _Told(held_of(MATTERS, members=[member]), 60, has_players=False).member() == said
    assert _Told(held_of(UNDECIDED, members=[member]), 60, has_players=False).member() == "", "where nothing is known to matter"
