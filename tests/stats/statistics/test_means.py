"""The means of all metrics, and the sums that every comparison is made of."""

import pytest

from simlab.stats.measures import Measures
from simlab.stats.moments import Moments
from simlab.table.rows import win_shares
from tests.stats.process import MEAN, anything, drawn_for, group, tally_of


def test_sums_and_squares_are_what_a_loop_over_the_games_finds():
    """A naive twin of the numpy code, game by game in Python's whole numbers."""
    measures = Measures(MEAN, group(scenarios=["as printed", "other", "third"]))
    rows = anything(measures.group, 40)
    counted, shares, cells = tally_of(measures, rows, first=100)["means"], win_shares(rows, 4), measures.group.cells
    total, squares, changes = 0, 0, []
    for deal in range(40):
        change = 0
        for column, cell in enumerate(cells):
            share = int(shares[deal, column, cell.seating.index(0)])  # where strategy a sits
            change += share * ((cell.scenario == 2) - (cell.scenario == 0))
            total += share * (cell.scenario == 2)
        squares += change**2
        changes.append(change)
    effect = measures.contrasts.index["effect", (2,)]
    assert counted["squares"][measures.index["share.a"], 0, effect] == squares
    assert counted["sums"][measures.index["share.a"], 0, 2] == total
    assert Moments.at((measures.index["share.a"], 0, effect), counted, 40, 840) == Moments.of(changes, 840)


def test_a_line_for_every_metric_at_every_place():
    analysis = drawn_for(deals=150, players=[2, 3], lineup=["first", "random"], scenarios={"one": {}, "two": {"piles": 5}})
    for place in analysis.places:
        lines = analysis.summary.filter(**place.where).to_dicts()
        assert [line["metric"] for line in lines] == [metric.name for metric in place.metrics]
        turns = next(line for line in lines if line["metric"] == "turns")
        e = place.mean("turns")
        assert {key: turns[key] for key in ("n", "mean", "se", "low", "high")} == {
            "n": 150,
            "mean": e.mean,
            "se": e.se,
            "low": pytest.approx(e.mean - 1.9760132 * e.se, abs=0.1 * e.se),  # Student's t with 149 degrees of freedom
            "high": pytest.approx(e.mean + 1.9760132 * e.se, abs=0.1 * e.se),
        }


def test_what_is_not_asked_for_is_summed_all_the_same():
    asked = drawn_for(metrics=["swaps"])
    assert asked.summary.rows() == drawn_for().summary.rows()
    assert list(asked.metrics) == ["swaps"]
