"""Games whose winners are others than in the baseline."""

from dataclasses import replace

import pytest

from simlab.stats.measures import Measures
from simlab.stats.played import NO_GAME
from simlab.stats.replays import flipped_deals
from simlab.stats.statistics.flips import FLIPS
from simlab.table.rows import win_shares
from tests.stats.process import MEAN, anything, drawn_for, group, place_of, tally_of


@pytest.mark.parametrize(("baseline", "others"), [(0, (1, 2)), (1, (0, 2)), (2, (0, 1))])
def test_they_are_what_a_loop_finds(baseline, others):
    measures = Measures(MEAN, replace(group(scenarios=["as printed", "other", "third"]), baseline=baseline))
    rows = anything(measures.group, 40)
    shares = win_shares(rows, 4)
    for number, s in enumerate(others):
        cells = [(deal, k) for deal in range(40) for k in range(4)]
        differ = [(deal, k) for deal, k in cells if (shares[deal, 4 * s + k] != shares[deal, 4 * baseline + k]).any()]
        place = place_of(measures, rows, 0, s)
        assert place.mean("flipped").mean == pytest.approx(len(differ) / 160)
        counted = tally_of(measures, rows, first=100)["flips"]["first"][0, number].tolist()
        assert counted == [(100 + deal) * 4 + k for deal, k in differ[:24]]


def test_where_the_same_win_there_are_none():
    measures = Measures(MEAN, group("ab"))
    rows = anything(measures.group, 5)
    rows["won"][:, 2:] = rows["won"][:, :2]
    assert tally_of(measures, rows)["flips"]["first"].tolist() == [[[NO_GAME] * FLIPS]]


def test_the_tables_say_how_many_and_which():
    analysis = drawn_for(
        players=3, lineup=["shedder", "random", "first"], scenarios={"one": {}, "two": {"piles": 5}, "three": {"piles": 3}}
    )
    assert analysis.table("flipped")["scenario"].to_list() == ["two", "three"]
    place = analysis.places[2]
    e, row = place.mean("flipped"), analysis.table("flipped").to_dicts()[1]
    assert (row["share"], row["low"], row["high"]) == (e.mean, e.low, e.high)
    deals = analysis.table("flipped_deals").filter(scenario="three")
    assert deals.height == 24
    codes = place.stats.tally["flips"]["first"][0, 1].tolist()
    assert [3 * deal + seating for deal, seating in deals.select("deal", "seating").rows()] == codes
    told = [flip for flip in flipped_deals(analysis) if flip.scenario == "three"]
    assert [(flip.deal, flip.seating) for flip in told] == [
        (deal, place.lineup.seatings[seating]) for deal, seating in deals.select("deal", "seating").rows()
    ]
    assert told[0].strategies == place.lineup.labels_at(told[0].seating)
