"""An experiment evaluated in memory: the same numbers as a run, to the last digit, and hardly any work beside playing."""

import gc
from itertools import pairwise
from pathlib import Path
from resource import getpagesize
from statistics import median
from time import thread_time
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from simlab.base.faults import BadInput
from simlab.experiment import load
from simlab.experiment.plan import Chunk, make_plan
from simlab.runner import Settings, run_experiment
from simlab.stats.analysis import Analysis
from simlab.stats.evaluating import blocks, evaluate
from simlab.stats.statistics.effects import ADJUSTED
from simlab.stats.tally import added_up
from simlab.storage.folder import Folder
from simlab.table.batches import rows_of
from tests.stats.played import EIGHTS, experiment
from tests.stats.process import tally_of

CHECKS = {"seat_edge": "< 0.5", "turns.p95": "< 500", "effect.an Eight wins.share": "< 0.1"}
ASKED: dict[str, dict[str, Any]] = {
    "one scenario": {},
    "scenarios and checks": {"scenarios": EIGHTS, "checks": CHECKS},
    "numbers of players": {"players": [2, 3, 5], "lineup": ["first", "random"], "scenarios": EIGHTS},
    "line-ups": {"lineup": None, "lineups": {"one": ["first"] * 4, "two": ["first", "random", "random", "random"]}, "seating": "permute"},
    "drawn seatings": {"players": [2, 3], "lineup": ["first", "shedder"], "scenarios": EIGHTS, "seating": "sample"},
    "varied rules": {"vary": {"eight_last": ["loses", "wins"], "piles": [3, 4, 5]}},
    "precision": {"scenarios": EIGHTS, "precision": {"share": 0.05}, "games": 8_000},
    "a scored game": {"game": "meow", "players": 3, "lineup": ["random", "first", "random"], "games": 300},
}


def assert_equal(one: Analysis, other: Analysis) -> None:
    """All that is said, to the last digit."""
    assert list(one.tables) == list(other.tables)
    for name, table in one.tables.items():
        assert_frame_equal(table, other.table(name), check_exact=True)
    assert one.answer == other.answer
    assert one.checks == other.checks
    assert one.stopping == other.stopping


def run(out: Path, changed: dict) -> tuple[Folder, Analysis]:
    asked = experiment(**{"games": 1_500, **changed})
    folder = run_experiment(asked, Settings(out=out, jobs=1, chunk_games=700))
    return folder, Analysis(asked, folder.state().tallies, plan=make_plan(asked))


@pytest.mark.parametrize("changed", ASKED.values(), ids=ASKED)
def test_it_says_what_a_run_says(changed, tmp_path):
    folder, of_run = run(tmp_path / "run", changed)
    deals = range(of_run.stats[0].deals) if "precision" in changed else None  # where the run has stopped
    for jobs in (1, 2):
        found = evaluate(experiment(**{"games": 1_500, **changed}), deals, jobs=jobs)
        assert_equal(found, of_run)
        for name, table in found.tables.items():
            stored = pl.read_parquet(folder.table_file(name))
            looked = [column for column in ADJUSTED if "precision" in changed and column in table.columns]
            assert all(table[column].is_null().all() for column in looked), "who does not look does not stop"
            assert_frame_equal(table.drop(looked), stored.drop(looked), check_exact=True)
    if "precision" in changed:
        assert of_run.stopping.stopped_early


@pytest.mark.parametrize("changed", [ASKED["numbers of players"], ASKED["varied rules"]], ids=["numbers of players", "varied rules"])
def test_a_range_of_deals_is_these_deals(changed):
    asked = experiment(**changed)
    plan, tallies = make_plan(asked), {}
    for number, group in enumerate(plan.groups):
        found = evaluate(asked, range(100, 300)).stats[number]
        tallies[number] = tally_of(found.measures, rows_of(plan, Chunk((number,), group.players, 0, 100, 200)), 100)
        assert found.deals == 200
        assert found.tally.as_dict() == tallies[number].as_dict()
    for jobs in (1, 2, 3):
        assert_equal(evaluate(asked, range(100, 300), jobs=jobs), Analysis(asked, tallies, plan=plan))


def test_ranges_add_up():
    asked = experiment(scenarios=EIGHTS)
    parts = [evaluate(asked, deals).stats[0].tally for deals in (range(70), range(70, 71), range(71, 200))]
    assert (parts[0] + parts[1] + parts[2]).as_dict() == evaluate(asked, range(200)).stats[0].tally.as_dict()


def test_more_deals_than_jobs_and_more_jobs_than_deals():
    asked = experiment(games=12)
    assert_equal(evaluate(asked, jobs=8), evaluate(asked))
    assert evaluate(asked).stats[0].deals == 3


def test_it_takes_what_an_experiment_may_be_given_as(tmp_path):
    given = experiment(games=40)
    file = tmp_path / "x.yaml"
    file.write_text("question: Who wins?\ngame: mean\nplayers: 4\ngames: 40\nseed: 3\nlineup: [shedder, random, first, random]\n")
    for asked in (given, given.as_dict(), file, str(file)):
        assert_frame_equal(evaluate(asked).summary, evaluate(given).summary, check_exact=True)
    with pytest.raises(BadInput):
        evaluate({"question": "?", "game": "chess"})


@pytest.mark.parametrize(
    "deals", [range(0), range(5, 5), range(5, 2), range(0, 10, 2), range(10, 0, -1), range(-5, 5), range(10**12 + 1), 200, [1, 2]]
)
def test_what_is_no_range_of_deals_is_refused(deals):
    with pytest.raises(
        BadInput, match=r"is no range of deals; allowed: range\(first, after the last\), not empty, from 0 to at most 1,000,"
    ):
        evaluate(experiment(games=40), deals)


def test_the_last_deals_that_there_are():
    found = evaluate(experiment(scenarios=EIGHTS), range(10**12 - 40, 10**12))
    assert found.table("flipped_deals")["deal"].min() >= 10**12 - 40


def test_a_range_of_one_deal():
    found = evaluate(experiment(), range(7, 8))
    assert found.stats[0].deals == 1
    assert found.answer == ["One deal says nothing yet: play more games."]


def test_large_chunks_are_played_in_blocks_that_fit_into_memory(monkeypatch):
    plan = make_plan(experiment(games=400))
    monkeypatch.setattr("simlab.experiment.plan.BLOCK_GAMES", 120)
    looks: list[int] = []
    found = list(blocks(plan, plan.chunk((0,), 0), lambda: looks.append(1)))
    assert [(block.chunk.first, block.chunk.deals, len(block.rows)) for block in found] == [
        *((first, 30, 30) for first in (0, 30, 60)),
        (90, 10, 10),
    ]
    assert len(looks) == 4 * 4, "before each batch of games"
    assert added_up(block.tallies for block in found)[0].as_dict() == evaluate(experiment(games=400)).stats[0].tally.as_dict()


def in_use() -> int:
    """Bytes that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="nothing here says how much memory is in use")
@pytest.mark.parametrize("times", [300, pytest.param(2_000, marks=pytest.mark.slow)])
def test_many_in_a_row_need_no_more_memory(times):
    asked = experiment(scenarios={"one": {}, "two": {"piles": 5}}, lineup=["first", "random"], players=2)

    def evaluate_many(number: int) -> tuple[int, int]:
        for first in range(number):
            evaluate(asked, range(first, first + 20))
        gc.collect()
        return len(gc.get_objects()), in_use()

    seen = [evaluate_many(number) for number in (50, *[times // 4] * 4)]
    objects, memory = zip(*seen, strict=True)
    assert objects[-1] - objects[0] < 50, "nothing is kept of each"
    grown = [after - before for before, after in pairwise(memory)]
    assert min(grown) < 1_000_000, "what is kept grows each time; what else this process does, now and then"


def test_evaluating_costs_little_beside_playing():
    """At most 5 ms for 200 deals, on an idle core; measured in the time of this thread, whatever else the machine does."""
    asked = experiment(scenarios={"one": {}, "two": {"piles": 5}})
    plan = make_plan(asked)

    def seconds(what) -> float:
        times = []
        for _ in range(15):
            start = thread_time()
            what()
            times.append(thread_time() - start)
        return median(times)

    evaluate(asked, range(200))
    played = seconds(lambda: rows_of(plan, Chunk((0,), 4, 0, 0, 200)))
    evaluated = seconds(lambda: evaluate(asked, range(200)).table("shares"))
    assert evaluated - played < 4 * 0.005


def test_an_experiment_as_an_object_is_taken_as_it_is(monkeypatch):
    asked = load(experiment(games=40))
    monkeypatch.setattr("simlab.stats.evaluating.load", None)
    assert evaluate(asked).experiment is asked


def test_it_makes_no_difference_where_the_baseline_stands():
    """The first of the scenarios, or another that is named: all tables say the same, as does the answer."""
    one, two, three = EIGHTS.items()
    first = evaluate(experiment(scenarios=dict([one, two, three]), games=1_600))
    named = evaluate(experiment(scenarios=dict([three, two, one]), games=1_600, baseline=one[0]))
    assert named.groups[0].baseline == 2
    for name, table in first.tables.items():
        order = [column for column in table.columns if table[column].dtype in (pl.String, pl.Int64)]
        assert_frame_equal(table.sort(order), named.table(name).sort(order), rel_tol=1e-9)
    assert {(c.scenario, c.metric.name): c.verdict for c in first.headline} == {
        (c.scenario, c.metric.name): c.verdict for c in named.headline
    }
