"""Tallies: exact, and the same in whatever order and portions they are made."""

import json

import numpy as np
import pytest

from simlab.engine.metric import UNIT
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.stats.estimates import GroupStats
from simlab.stats.evaluating import blocks
from simlab.stats.joins import added, first, histogram, products
from simlab.stats.measures import Measures
from simlab.stats.moments import JOINS, Moments, moments_of
from simlab.stats.played import Played
from simlab.stats.rivals import compared, numbers_of
from simlab.stats.statistic import STATISTICS
from simlab.stats.tally import Tally, added_up, layout
from simlab.table.rows import win_shares
from tests.stats.process import MEAN, Process, anything, group, tally_of

AFTER = (0.4, 0.3, 0.2, 0.1)


@pytest.fixture(scope="module")
def measures() -> Measures:
    return Measures(MEAN, group(scenarios=["as printed", "other", "third"]))


@pytest.fixture(scope="module")
def rows(measures) -> np.ndarray:
    return Process(after=AFTER).rows(np.random.default_rng(1), measures.group, 1_000)


def test_merged_in_any_order_and_portions_they_are_the_same(measures, rows):
    whole = tally_of(measures, rows).as_dict()
    rng = np.random.default_rng(2)
    for size in (7, 130, 999):
        parts = [tally_of(measures, rows[start : start + size], start) for start in range(0, len(rows), size)]
        rng.shuffle(parts)
        while len(parts) > 1:  # also in different groupings
            a, b = (parts.pop(int(rng.integers(len(parts)))) for _ in range(2))
            parts.append(a + b)
        assert parts[0].as_dict() == whole, f"in portions of {size}"


def test_several_line_ups_of_different_size():
    """Some with more seatings than are added up one by one."""
    measures = Measures(MEAN, group("abcde", "aabbb", "aaaaa", seating="permute"))
    rows = anything(measures.group, 9)
    parts = [tally_of(measures, rows[start : start + 4], start) for start in (8, 0, 4)]
    assert (parts[0] + parts[1] + parts[2]).as_dict() == tally_of(measures, rows).as_dict()
    assert measures.seatings == (120, 10, 1)
    values = Played(measures, rows).values[measures.index["turns"]]
    starts = (0, 120, 130)
    for s, (t, (start, count)) in ((s, each) for s in range(2) for each in enumerate(zip(starts, measures.seatings, strict=True))):
        games = rows["turns"][:, s * 131 + start : s * 131 + start + count]
        assert (values[t, s] == games.sum(axis=1)).all()


ALONE = group("aaaa", "abcd", scenarios=["as printed"], seating="fixed")


@pytest.mark.parametrize(
    "of",
    [ALONE, group("aab", scenarios=["as printed"], seating="sample"), group("abcd", scenarios=["as printed", "other"]), group("abcde")],
)
def test_what_is_counted_by_numbers_is_what_the_games_add_up_to(of):
    """Whole numbers of any size, also below 0, and events that fire more often than is told apart."""
    measures, rows = Measures(MEAN, of), anything(of, 60)
    for name, number in (("draws", 70_000), ("plays", 1_000), ("swaps", 1_001), ("turns", 5_000), ("decisions", 2**31 - 1)):
        rows[name][5] = number
    rows["deck_empty_turn"][:9] = -1
    played, tally = Played(measures, rows), tally_of(measures, rows)
    for m, metric in enumerate(measures.metrics):
        games = np.asarray(metric.read(played)).astype(object)
        for t, start in enumerate(measures.starts):
            of_deals = games[:, start : start + measures.seatings[t]].sum(axis=1)
            for c, contrast in enumerate(measures.contrasts.all):
                values = of_deals[list(contrast.plus)].sum(axis=0) - of_deals[list(contrast.minus)].sum(axis=0)
                assert Moments.at((m, t, c), tally["means"], 60) == Moments.of(values), metric.name
    times = tally["events"]["times"]
    assert times.shape[-1] == 1_001
    for event, name in enumerate(MEAN.counted):
        for t, s, seatings in measures.each_cell():
            often = np.minimum(played.field(name)[s, seatings], 1_000)
            assert times[event, t, s].tolist() == np.bincount(often.reshape(-1), minlength=1_001).tolist()


@pytest.mark.parametrize("scenarios", [("as printed",), ("as printed", "other")])
@pytest.mark.parametrize("lineups", [("aaaa", "abcd"), ("aab",)])
def test_shares_that_are_counted_by_who_wins_together_are_those_of_the_games(lineups, scenarios):
    of = group(*lineups, scenarios=scenarios, seating="fixed")
    measures, rows = Measures(MEAN, of), anything(of, 300)
    kept = tally_of(measures, rows)["shares"]
    shares = Played(measures, rows).values[numbers_of(measures)].transpose(1, 2, 0, 3)
    assert (kept["products"] == np.einsum("tsad,tsbd->tsab", shares, shares)).all()
    differences = compared(measures, shares)
    for where in np.ndindex(differences.shape[:-1]):
        assert Moments.at(where, kept, 300) == Moments.of(differences[where])


def test_a_metric_that_is_no_whole_number_of_some_type_is_counted_all_the_same():
    """As real numbers, or as 64 bits without a sign."""
    played = Played(Measures(MEAN, ALONE), anything(ALONE, 5))
    assert played.times(played.turns.astype(float)) is None
    assert played.times(played.turns.astype(np.uint64)) is None
    assert played.times(played.turns)[0, 0].tolist() == np.bincount(played.turns[0, 0], minlength=played.turns.max() + 1).tolist()


@pytest.mark.parametrize("deals", [1, 7, 5_000])
def test_columns_are_those_of_the_rows(deals):
    """However many are read at once, from rows that lie beside others, too; courses also where nothing is compared."""
    of = group("ab", scenarios=["as printed", "other", "third"])
    whole = anything(of, deals)
    for rows, measures in ((whole, Measures(MEAN, of)), (whole[:, :2], Measures(MEAN, group("ab", scenarios=["as printed"])))):
        played = Played(measures, rows)
        for name in MEAN.row.names:
            column = played.field(name)
            assert column.dtype == MEAN.row[name].base, name
            assert (column.reshape((*column.shape[:-3], -1, deals)) == rows[name].T).all(), name


def test_real_games_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scenarios = {"as printed": {}, "an Eight wins": {"eight_last": "wins"}}
    lineups = {"mixed": ["random", "first", "random"], "first": ["first", "first", "first"]}
    experiment = load({"question": "?", "game": "mean", "players": 3, "games": 800, "lineups": lineups, "scenarios": scenarios})
    found = []
    for chunk_games in (300, 1_111, 10**6):
        plan = make_plan(experiment, chunk_games)
        found.append(added_up(block.tallies for chunk in plan.chunks() for block in blocks(plan, chunk))[0].as_dict())
    assert found[0] == found[1] == found[2]


def test_they_survive_the_way_through_a_file(measures, rows):
    tally = tally_of(measures, rows)
    again = Tally.from_dict(json.loads(json.dumps(tally.as_dict())))
    assert again.as_dict() == tally.as_dict()
    assert (again + tally).as_dict() == (tally + tally).as_dict()
    for name, sums in tally.sums.items():
        for key, array in sums.items():
            assert (again[name][key] == array).all()
            assert again[name][key].shape == array.shape


def test_where_most_is_0_only_the_rest_is_written():
    """In a file: the shape, the numbers, and where they stand unless that is everywhere."""
    tally = Tally(1, {"x": {"half": np.array([0, 5]), "most": np.array([0, 0, 5])}})
    assert tally.as_dict() == {"deals": 1, "x": {"half": [[2], [0, 5]], "most": [[3], [5], [2]]}}
    assert Tally.from_dict(tally.as_dict())["x"]["most"].tolist() == [0, 0, 5]


def test_sums_that_outgrow_64_bits_stay_exact(measures, rows):
    tally = tally_of(measures, rows)
    large = Tally.from_dict(tally.as_dict())
    large["means"]["squares"] = large["means"]["squares"] + ((1 << 62) - 1)
    both = large + large
    assert (both["means"]["squares"] == 2 * large["means"]["squares"].astype(object)).all()
    again = Tally.from_dict(json.loads(json.dumps(both.as_dict())))
    assert (again["means"]["squares"] == both["means"]["squares"]).all()
    GroupStats(measures, again).mean(0, 0, 0)


@pytest.mark.parametrize("size", [(1 << 61) - 1, 1 << 61, (1 << 62) - 1, 1 << 63, -(1 << 61), -(1 << 62)])
def test_sums_at_the_edge_of_64_bits(size):
    a = np.array([size, 1], dtype=object if abs(size) > 1 << 62 else np.int64)
    assert added(a, a).tolist() == [2 * size, 2]


@pytest.mark.parametrize("size", [3, (1 << 30) - 1, 1 << 31, -(1 << 31), 1 << 40])
def test_products_at_the_edge_of_64_bits(size):
    a = np.array([[size, size, 1, 1], [1, 2, 3, 4]])
    assert products(a, a).tolist() == [2 * size**2 + 2, 30]
    assert products(a, a[::-1]).tolist() == [3 * size + 7] * 2


@pytest.mark.parametrize("size", [1, 840, 840 * 24, 840 * 120, (1 << 31) - 1, 1 << 31, 1 << 40])
@pytest.mark.parametrize("deals", [500, 5_000])  # of which so many outgrow 64 bits where so few do not
def test_moments_are_exact_whatever_outgrows_64_bits(size, deals):
    values = np.random.default_rng(1).integers(-size, size + 1, (2, 3, deals))
    values[0, 0] = 0
    kept = moments_of(values)
    assert list(kept) == list(JOINS)
    for where in np.ndindex(2, 3):
        assert Moments.at(where, kept, deals, 7) == Moments.of(values[where], 7)
    halves = moments_of(values[..., :123]), moments_of(values[..., 123:])
    for name, join in JOINS.items():
        assert (join(halves[0][name], halves[1][name]) == kept[name]).all()


def test_counts_are_as_long_as_the_longer():
    a, b = np.array([[1, 2, 3]]), np.array([[10]])
    assert histogram(a, b).tolist() == histogram(b, a).tolist() == [[11, 2, 3]]
    assert (a.tolist(), b.tolist()) == ([[1, 2, 3]], [[10]]), "both stay as they are"


def test_the_first_of_both():
    assert first(3)(np.array([[2, 9]]), np.array([[1, 4]])).tolist() == [[1, 2, 4]]


def test_one_scenario_and_one_deal(rows):
    measures = Measures(MEAN, group(scenarios=["only"]))
    tally = tally_of(measures, rows[:1, :4])
    assert tally["fired"]["changes"].size == tally["flips"]["first"].size == 0
    assert (tally + tally_of(measures, rows[1:2, :4])).deals == 2


def test_the_layout_says_which_statistics_there_are_and_how_they_count(measures, rows):
    assert layout() == {statistic.name: statistic.version for statistic in STATISTICS}
    assert list(tally_of(measures, rows).sums) == list(layout())
    others = {name: version for name, version in layout().items() if version > 1}
    assert others == {"means": 2, "shares": 2, "luck": 2}, "where one counts otherwise, say so here too"


def test_win_shares_are_those_of_the_rows(measures, rows):
    chunk = Played(measures, rows)
    assert chunk.deals == 1_000
    assert (chunk.shares.reshape(4, -1, len(rows)).transpose(2, 1, 0) == win_shares(rows, 4)).all()
    assert (chunk.shares.sum(axis=0) == UNIT).all()
