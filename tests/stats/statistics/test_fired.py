"""What a change of the rules does to those games in which an event fired."""

from dataclasses import replace

import numpy as np
import pytest

from simlab.stats.estimates import GroupStats
from simlab.stats.intervals import Intervals
from simlab.stats.measures import Measures
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.statistics.fired import STATISTIC
from tests.stats.process import MEAN, anything, drawn_for, group, tally_of

EVENT = list(MEAN.counted).index("swaps")


def lines(place: Place) -> dict[tuple[str, str], dict]:
    """By event and metric."""
    analysis = type("", (), {"places": [place]})
    return {(line["event"], line["metric"]): line for line in STATISTIC.tables[0].lines(analysis)}


@pytest.mark.parametrize(("baseline", "number"), [(0, 1), (1, 1)])
def test_it_is_what_a_loop_finds(baseline, number):
    measures = Measures(MEAN, replace(group(scenarios=["as printed", "other", "third"]), baseline=baseline))
    rows = anything(measures.group, 40)
    tally = tally_of(measures, rows)
    deals = pairs = pairs_squared = turns = turns_squared = both = 0
    per_deal = []
    for row in rows:
        fired = [bool(row["swaps"][column + 4 * baseline] or row["swaps"][column + 8]) for column in range(4)]
        change = sum(int(row["turns"][column + 8]) - int(row["turns"][column + 4 * baseline]) for column in range(4) if fired[column])
        deals += any(fired)
        pairs += sum(fired)
        pairs_squared += sum(fired) ** 2
        turns, turns_squared, both = turns + change, turns_squared + change**2, both + change * sum(fired)
        per_deal.append((change, sum(fired)))
    followed = [metric.name for metric in measures.metrics if metric.family.is_headline].index("turns")
    assert tally["fired"]["pairs"][0, number, EVENT].tolist() == [deals, pairs, pairs_squared]
    assert tally["fired"]["changes"][0, number, EVENT, followed].tolist() == [turns, turns_squared, both]
    line = lines(Place(GroupStats(measures, tally), 0, 2))["swaps", "turns"]
    ratio = turns / pairs
    residuals = [change - ratio * w for change, w in per_deal if w]
    se = np.sqrt(sum(r**2 for r in residuals) / (deals - 1) * deals) / pairs
    half_width = Intervals().reach(deals) * se
    assert (line["deals"], line["games"]) == (deals, pairs)
    assert [line[key] for key in ("effect", "low", "high")] == pytest.approx([ratio, ratio - half_width, ratio + half_width])


def test_changes_that_outgrow_32_bits_together_are_exact():
    measures = Measures(MEAN, group(scenarios=["as printed", "other"]))
    rows = anything(measures.group, 1)
    rows["swaps"], rows["turns"][:, :4], rows["turns"][:, 4:] = 1, 0, 600_000_000
    followed = [metric.name for metric in measures.metrics if metric.family.is_headline].index("turns")
    counted = STATISTIC.count(Played(measures, rows))
    assert counted["changes"][0, 0, EVENT, followed].tolist() == [2_400_000_000, 2_400_000_000**2, 4 * 2_400_000_000]


def test_a_share_is_followed_where_its_strategy_plays():
    """The change of a strategy's share: of one of its seats, in the pairs of games in which the event fired."""
    measures = Measures(MEAN, group("aab", "aaa"))
    rows = anything(measures.group, 60)
    place = Place(GroupStats(measures, tally_of(measures, rows)), 0, 1)
    per_deal = []
    for row in rows:
        changes = []
        for column, cell in enumerate(measures.group.cells[:3]):
            other = column + 4  # three seatings of one line-up, one of the other
            if row["swaps"][column] or row["swaps"][other]:
                shares = [[won[seat] / max(1, won[:3].sum()) for seat in range(3)] for won in (row["won"][column], row["won"][other])]
                seats = [seat for seat in range(3) if cell.seating[seat] != 2]  # where strategy a sits
                changes.append(sum(shares[1][seat] - shares[0][seat] for seat in seats) / 2)
        per_deal.append((sum(changes), len(changes)))
    sums, pairs = np.array([each for each in per_deal if each[1]]).T
    ratio, line = sums.sum() / pairs.sum(), lines(place)["swaps", "share.a"]
    deals = len(sums)
    half_width = Intervals().reach(deals) * np.sqrt(((sums - ratio * pairs) ** 2).sum() / (deals - 1) * deals) / pairs.sum()
    assert [line[key] for key in ("effect", "low", "high")] == pytest.approx([ratio, ratio - half_width, ratio + half_width])
    alike = Place(place.stats, 1, 1)
    assert {metric for _, metric in lines(alike)} == {"share.a", "turns"}


def test_an_event_that_never_fires_has_no_line():
    measures = Measures(MEAN, group())
    rows = anything(measures.group, 20)
    rows["swaps"] = 0
    found = lines(Place(GroupStats(measures, tally_of(measures, rows)), 0, 1))
    assert {event for event, _ in found} == {event for event in MEAN.counted if event != "swaps"}


@pytest.mark.parametrize(("deals", "is_known"), [(1, False), (29, False), (30, True)])
def test_few_deals_say_nothing_of_its_interval(deals, is_known):
    measures = Measures(MEAN, group())
    rows = anything(measures.group, 40)
    rows["swaps"] = 0
    rows["swaps"][:deals, 1] = 1
    line = lines(Place(GroupStats(measures, tally_of(measures, rows)), 0, 1))["swaps", "turns"]
    assert (line["deals"], line["games"]) == (deals, deals)
    assert line["effect"] == pytest.approx((rows["turns"][:deals, 5] - rows["turns"][:deals, 1].astype(int)).mean())
    assert np.isfinite([line["low"], line["high"]]).tolist() == [is_known] * 2


def test_pairs_of_games_that_all_say_the_same_say_nothing_of_it_either():
    measures = Measures(MEAN, group())
    rows = anything(measures.group, 200)
    rows["swaps"], rows["turns"] = 1, 40
    line = lines(Place(GroupStats(measures, tally_of(measures, rows)), 0, 1))["swaps", "turns"]
    assert (line["effect"], line["low"], line["high"]) == (0, -np.inf, np.inf)


def test_in_a_run_that_may_stop_at_any_time_the_part_is_planned_too():
    """Half of the deals had the event: half of the planned ones will."""
    measures = Measures(MEAN, group())
    rows = anything(measures.group, 400)
    rows["swaps"][:200] = 0
    rows["swaps"][200:] = 1
    tally = tally_of(measures, rows)
    fixed, anytime = (
        lines(Place(GroupStats(measures, tally, intervals), 0, 1))["swaps", "turns"] for intervals in (Intervals(), Intervals(4_000))
    )
    wider = (anytime["high"] - anytime["low"]) / (fixed["high"] - fixed["low"])
    assert wider == pytest.approx(Intervals(2_000).reach(200) / Intervals().reach(200))


def test_the_first_scenario_has_no_lines():
    analysis = drawn_for(scenarios={"one": {}, "two": {"piles": 5}})
    assert set(analysis.table("ledger_effects")["scenario"]) == {"two"}
    assert drawn_for().table("ledger_effects").height == 0
