"""Does it matter where one sits."""

import numpy as np
import pytest

from simlab.stats.estimates import GroupStats
from simlab.stats.intervals import Intervals, holm_levels
from simlab.stats.measures import Measures
from simlab.stats.places import Place
from simlab.stats.verdicts import level_of, word_of
from simlab.table.rows import win_shares
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from tests.stats.process import MEAN, Process, anything, drawn_for, group, place_of, tally_of


@pytest.fixture(scope="module")
def measures() -> Measures:
    return Measures(MEAN, group(scenarios=["only"]))


@pytest.fixture(scope="module")
def rows(measures) -> np.ndarray:
    return anything(measures.group, 300)


def edges_of(rows: np.ndarray) -> np.ndarray:
    """[deal, seat]: by how much a seat's share is above that of the mean seat."""
    shares = win_shares(rows, 4).mean(axis=1) / 840
    return shares - shares.mean(axis=1, keepdims=True)


def test_edges_by_other_means(measures, rows):
    edges = edges_of(rows)
    found = place_of(measures, rows).rivals.seat_edges
    errors = edges.std(axis=0, ddof=1) / np.sqrt(300)
    assert [e.mean for e in found] == pytest.approx(edges.mean(axis=0))
    assert [e.se for e in found] == pytest.approx(errors)
    assert [e.half_width for e in found] == pytest.approx(1.9599640 * errors, rel=0.03)
    assert [e.at(0.01).half_width for e in found] == pytest.approx(2.5758293 * errors, rel=0.03)
    assert {e.bounds for e in found} == {(-0.25, 0.75)}


@pytest.mark.parametrize("intervals", [Intervals(), Intervals(1_000)])
def test_the_test_of_all_is_the_smallest_p_value_of_a_seat_times_seats(measures, intervals):
    """A p-value is the level at which the interval just touches an even share."""
    rows = Process(before=(0.25,) * 4).rows(np.random.default_rng(1), measures.group, 300)
    rows["won"][:40] = np.arange(8) == 2
    rivals = Place(GroupStats(measures, tally_of(measures, rows), intervals), 0, 0).rivals
    levels = [edge.level(0.0) for edge in rivals.seat_edges]
    assert rivals.seat_test == min(1.0, 4 * min(levels))
    strongest = rivals.seat_edges[int(np.argmin(levels))]
    assert strongest.at(min(levels)).low == pytest.approx(0, abs=1e-6)


def test_seats_that_are_exactly_fair(measures):
    rows = np.zeros((10, 4), dtype=MEAN.row)
    rows["won"][:, np.arange(4), np.arange(4)] = 1
    rivals = place_of(measures, rows).rivals
    assert rivals.seat_test == 1.0
    assert {(e.mean, e.se) for e in rivals.seat_edges} == {(0.0, 0.0)}
    assert all(e.low < 0 < e.high for e in rivals.seat_edges), "on ten deals"
    assert place_of(measures, rows[:1]).rivals.seat_test == 1.0


def test_seats_at_all_places_are_judged_together():
    """With 24 seats one is often far enough off by itself."""
    analysis = drawn_for(deals=400, scenarios={str(piles): {"piles": piles} for piles in (2, 3, 4, 5, 6, 7)})
    levels = [level_of(judged.edge, 0.01) for judged in analysis.seats]
    assert len(levels) == 24
    for judged, level in zip(analysis.seats, holm_levels(levels), strict=True):
        alone = judged.place.rivals.seat_edges[judged.seat]
        assert judged.edge == alone.at(level)
        assert judged.word == word_of(judged.edge, 0.01)


def test_the_table():
    analysis = drawn_for(scenarios={"one": {}, "two": {"piles": 5}})
    place = analysis.places[1]
    lines = analysis.table("seats").filter(scenario="two").to_dicts()
    assert [line["seat"] for line in lines] == [0, 1, 2, 3]
    assert {line["p_joint"] for line in lines} == {place.rivals.seat_test}
    for seat, (line, edge) in enumerate(zip(lines, place.rivals.seat_edges, strict=True)):
        e = place.mean(f"seat.{seat}")
        assert (line["share"], line["low"], line["high"]) == (e.mean, e.low, e.high)
        assert line["verdict"] in (MATTERS, NO_DIFFERENCE, UNDECIDED)
        assert (line["edge"], line["edge_low"], line["edge_high"]) == (edge.mean, edge.low, edge.high)
