"""How often a change touches a game, what it does there, where games part, and who sets off what shows a rule."""

from itertools import combinations, zip_longest

import numpy as np
import polars as pl
import pytest
from scipy.stats import beta

from simlab.experiment.plan import Cell
from simlab.stats.estimates import GroupStats
from simlab.stats.intervals import Intervals
from simlab.stats.measures import Measures
from simlab.stats.moments import Moments
from simlab.stats.places import Place
from simlab.stats.ratios import share_among
from simlab.stats.statistics.courses import AMONG, _touched, effect_among
from simlab.table.batches import rows_of, table_at
from simlab.table.rows import frame
from tests.stats.played import EIGHTS, play
from tests.stats.process import MEAN, anything, group, tally_of

SCENARIOS = ["as printed", "other", "third"]


@pytest.fixture(scope="module")
def eights():
    return play(scenarios=EIGHTS, games=4_000)


def partly_alike(measures: Measures, deals: int) -> np.ndarray:
    """Rows of which about half are those of the baseline's games."""
    rows = anything(measures.group, deals)
    seated = rows.shape[1] // len(measures.group.scenarios)
    for column in range(seated, rows.shape[1]):
        same = np.random.default_rng(column).random(deals) < 0.5
        rows[same, column] = rows[same, column % seated]
    return rows


def test_it_is_what_a_loop_finds():
    measures = Measures(MEAN, group(scenarios=SCENARIOS))
    rows = partly_alike(measures, 60)
    place = Place(GroupStats(measures, tally_of(measures, rows)), 0, 2)
    each = []
    for row in rows:
        touched = [row["course"][i] != row["course"][i + 8] for i in range(4)]
        flipped = [(row["won"][i, :4] != row["won"][i + 8, :4]).any() for i in range(4)]
        longer = sum(int(row["turns"][i + 8]) - int(row["turns"][i]) for i in range(4) if touched[i])
        each.append((sum(touched), sum(np.array(touched) & flipped), longer))
    w, x, turns = np.array(each).T
    found = _touched(place)
    assert found["baseline"] == "as printed"
    assert found["games"] == 240
    assert found["touched"] == pytest.approx(w.sum() / 240)
    assert found["flipped"] == pytest.approx(x.sum() / w.sum())
    assert found["touched_low"] < found["touched"] < found["touched_high"]
    ratio, n = turns.sum() / w.sum(), (w > 0).sum()
    width = Intervals().reach(n) * np.sqrt((((turns - ratio * w)[w > 0]) ** 2).sum() / (n - 1) * n) / w.sum()
    assert list(effect_among(place, place.named["turns"]).values()) == pytest.approx([ratio, ratio - width, ratio + width])
    assert effect_among(place, place.named["decisions"]) == dict.fromkeys(AMONG), "where nothing else differs there may be more of them"


def test_unrelated_deals_are_all_pairs_of_deals_in_the_same_seating():
    measures = Measures(MEAN, group(scenarios=SCENARIOS))
    rows = anything(measures.group, 30)
    others = [(a[:4] != b[:4]).any() for i in range(4) for a, b in combinations(rows["won"][:, i], 2)]
    found = _touched(Place(GroupStats(measures, tally_of(measures, rows)), 0, 1))
    assert found["unrelated"] == pytest.approx(np.mean(others))
    assert found["unrelated_low"] < found["unrelated"] < found["unrelated_high"]


def test_of_many_seatings_some_are_looked_at():
    measures = Measures(MEAN, group("abcd", "aabb", seating="permute"))
    rows = anything(measures.group, 20)
    kept = tally_of(measures, rows)["courses"]["winners"].sum(axis=-1)
    assert kept.tolist() == [[20] * 8, [20] * 6 + [0] * 2]


def test_where_nothing_is_touched_nothing_is_known():
    measures = Measures(MEAN, group())
    rows = anything(measures.group, 20)
    rows[:, 4:] = rows[:, :4]
    place = Place(GroupStats(measures, tally_of(measures, rows)), 0, 1)
    found = _touched(place)
    assert (found["touched"], found["touched_low"], found["flipped"]) == (0, 0, None)
    assert 0 < found["touched_high"] < 0.2
    assert effect_among(place, place.named["turns"]) == dict.fromkeys(AMONG)


@pytest.mark.parametrize(("flipped", "touched"), [(0, 7), (7, 7), (2, 40), (39, 40), (150, 400)])
def test_of_single_games_it_is_an_exact_interval(flipped, touched):
    """Clopper and Pearson's; wider where few deals are seen, as all intervals are."""
    x = Moments.of([1] * flipped + [0] * (500 - flipped))
    w = Moments.of([1] * touched + [0] * (500 - touched))
    found = share_among(x, w, [flipped] * 6, 1, Intervals())
    low, high = (0 if flipped == 0 else beta.ppf(0.025, flipped, touched - flipped + 1)), beta.ppf(0.975, flipped + 1, touched - flipped)
    assert found.value == flipped / touched
    high = 1 if flipped == touched else high
    assert found.low <= low + 0.005
    assert found.high >= high - 0.005
    if touched > 30:
        assert (found.low, found.high) == pytest.approx((low, high), abs=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("deals", [60, 400])
@pytest.mark.parametrize("chance", [0.03, 0.3, 0.9])
def test_its_interval_covers_the_truth(deals, chance):
    """A deal's four games are touched, and flipped, more alike than by chance."""
    rng, covered = np.random.default_rng(3), []
    for _ in range(1_000):
        of_deal = rng.random(deals) < 0.3
        touched = rng.random((deals, 4)) < np.where(of_deal, 0.6, 0.05)[:, None]
        flipped = touched & (rng.random((deals, 4)) < np.where(rng.random(deals) < 0.5, chance, chance / 2)[:, None])
        w, x = touched.sum(axis=1), flipped.sum(axis=1)
        crosses = [int((x**a * w**b).sum()) for a, b in ((1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (1, 3))]
        found = share_among(Moments.of(x), Moments.of(w), crosses, 4, Intervals())
        covered.append(found.low <= 0.75 * chance <= found.high)
    assert np.mean(covered) >= 0.935


def test_a_parting_is_the_first_difference_of_two_traces(eights):
    plan, analysis = eights
    group, seen = plan.groups[0], 0
    for place, found in analysis.partings:
        for parting in found[:20]:
            tables = (table_at(plan, group, Cell(s, 0, place.lineup.seatings[parting.seating])) for s in (0, place.s))
            pairs = zip_longest(*(table.trace(parting.deal)[1:] for table in tables))
            assert next(pair for pair in pairs if pair[0] != pair[1]) == (parting.before, parting.after)
            seen += 1
    assert seen > 20
    told = analysis.table("partings").filter(scenario="an Eight wins").to_dicts()[0]
    assert (told["before"], told["after"]) == ("ending.eight_last", "out")
    assert "goes out" in told["after_words"]
    assert told["count"] / told["share"] == pytest.approx(len(analysis.partings[0][1]))
    courses = analysis.table("courses").to_dicts()[0]
    turns = [parting.turn for parting in analysis.partings[0][1]]
    assert (courses["replayed"], courses["parted_turn"]) == (len(turns), np.median(turns))
    assert min(turns) > 0


def test_who_sets_it_off_can_be_read_off_the_rows(eights):
    plan, analysis = eights
    chunk = next(plan.chunks())
    rows = frame(plan, chunk, rows_of(plan, chunk)).filter(scenario="as printed")
    found = {(line["shown_by"], line["strategy"]): line for line in analysis.table("set_off").filter(scenario="as printed").to_dicts()}
    for label in plan.groups[0].labels:
        last = sum(
            rows.filter(pl.col("ending") == "eight_last", pl.col("last") == s, pl.col(f"strategy_{s}") == label).height for s in range(4)
        )
        swaps = sum(rows.filter(pl.col("by_swaps").cast(int) // 2**s % 2 == 1, pl.col(f"strategy_{s}") == label).height for s in range(4))
        seats = sum((rows[f"strategy_{s}"] == label).sum() for s in range(4))
        assert found["ending.eight_last", label]["count"] == last
        assert found["swaps", label]["count"] == swaps
        assert found["swaps", label]["of_games"] == pytest.approx(swaps / seats)
    for name in ("swaps", "ending.eight_last"):
        assert sum(line["share"] for (shown, _), line in found.items() if shown == name) == pytest.approx(1)
