"""Does it matter where one sits."""

import numpy as np
import pytest

from simlab.stats.estimates import GroupStats
from simlab.stats.intervals import Intervals
from simlab.stats.measures import Measures
from simlab.stats.places import Place
from simlab.table.rows import win_shares
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


def test_edges_and_the_test_of_all_together_by_other_means(measures, rows):
    """Hotelling's, in numpy."""
    edges = edges_of(rows)
    found = place_of(measures, rows).rivals
    errors = edges.std(axis=0, ddof=1) / np.sqrt(300)
    assert [e.mean for e in found.seat_edges()] == pytest.approx(edges.mean(axis=0))
    assert [e.se for e in found.seat_edges()] == pytest.approx(errors)
    assert [e.half_width for e in found.seat_edges(0.01)] == pytest.approx(2.5758293 * errors)
    assert [e.half_width for e in found.seat_edges()] == pytest.approx(1.9599640 * errors)
    from scipy.stats import chi2

    mean, spread = edges.mean(axis=0)[1:], np.cov(edges[:, 1:].T)
    assert found.seat_test() == pytest.approx(chi2.sf(300 * mean @ np.linalg.solve(spread, mean), 3))


def test_at_any_time_the_smallest_p_value_of_a_seat_times_seats(measures):
    process = Process(before=(0.25,) * 4)
    rows = process.rows(np.random.default_rng(1), measures.group, 300)
    rows["won"][:150] = np.arange(8) == 2
    intervals = Intervals(1_000)
    rivals = Place(GroupStats(measures, tally_of(measures, rows), intervals), 0, 0).rivals
    levels = [intervals.level(300, abs(edge.mean) / edge.se) for edge in rivals.seat_edges()]
    assert rivals.seat_test() == pytest.approx(4 * min(levels))
    assert rivals.seat_edges()[2].half_width == pytest.approx(intervals.reach(300) * rivals.seat_edges()[2].se)


def test_seats_that_are_exactly_fair(measures):
    rows = np.zeros((10, 4), dtype=MEAN.row)
    rows["won"][:, np.arange(4), np.arange(4)] = 1
    rivals = place_of(measures, rows).rivals
    assert rivals.seat_test() == 1.0
    assert {(e.mean, e.half_width) for e in rivals.seat_edges()} == {(0.0, 0.0)}
    assert place_of(measures, rows[:1]).rivals.seat_test() == 1.0


def test_the_table():
    analysis = drawn_for(scenarios={"one": {}, "two": {"piles": 5}})
    place = analysis.places[1]
    lines = analysis.table("seats").filter(scenario="two").to_dicts()
    assert [line["seat"] for line in lines] == [0, 1, 2, 3]
    assert {line["p_joint"] for line in lines} == {place.rivals.seat_test()}
    for seat, (line, edge) in enumerate(zip(lines, place.rivals.seat_edges(), strict=True)):
        e = place.mean(f"seat.{seat}")
        assert (line["share"], line["low"], line["high"]) == (e.mean, e.low, e.high)
        assert (line["edge"], line["edge_low"], line["edge_high"]) == (edge.mean, edge.low, edge.high)
