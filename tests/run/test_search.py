"""A search, from a file to what it leaves: the same however many play, and however often it was stopped."""

import io
import json
import signal
from pathlib import Path
from shutil import copytree

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from simlab.base.faults import BadInput
from simlab.commands.running import show_plan
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.inspection.runs import verified
from simlab.lab.elsewhere import FIRST, other_tables
from simlab.lab.playing import UNSEEN
from simlab.report import analysis_of
from simlab.runner import Settings, run_experiment
from simlab.runner.running import Execution
from simlab.runner.worker import Interrupted
from simlab.stats.evaluating import evaluated
from simlab.stats.sought import MEETS, MISSES, OPEN
from simlab.storage.folder import FOUND, SEARCH, manifest_in
from tests.run.harness import parts, simlab_run, wait_until

ASKED = {
    "name": "sought",
    "question": "Which rules make it shorter?",
    "game": "mean",
    "players": 3,
    "games": 9_000,
    "lineup": ["shedder", "first", "random"],
    "seed": 5,
    "goals": {"turns.mean": "< 49", "share.shedder": "> 30%", "turn_limit": "< 1%"},
    "over": {"hand_size": [4, 5, 6, 7], "eight_last": ["loses", "wins"], "piles": [3, 4, 5]},
    "budget": 90_000,
    "elsewhere": {"from": ["first", "random", "hoarder", "planner"], "tables": 3},
}
TABLES = ("candidates", "elsewhere", "finalists", "obstacles", "race", "search")
KEPT = ("tally.json", SEARCH, FOUND, *(f"{name}.parquet" for name in TABLES))


def tables(folder) -> dict[str, pl.DataFrame]:
    return {name: pl.read_parquet(io.BytesIO((folder / f"{name}.parquet").read_bytes())) for name in TABLES}


def search(out, jobs=1, chunk_games=5_000, **changed):
    return run_experiment(load({**ASKED, **changed}), Settings(jobs=jobs, out=out, chunk_games=chunk_games)).path


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return search(tmp_path_factory.mktemp("found") / "run")


def test_what_it_leaves(found):
    left, analysis = tables(found), analysis_of(found)
    space, candidates = left["search"].to_dicts()[0], left["candidates"]
    assert space["sets"] == space["looked_at"] == candidates["candidate"].n_unique() == 24
    assert candidates.height == 24 * 3
    played = candidates.unique("candidate")
    assert played["games"].sum() == space["games"] <= ASKED["budget"]
    assert set(candidates["stage"]) <= {"confirmed", "misses a goal", "waits for fewer edits", "meets all goals so far", "open"}
    assert set(left["finalists"]["candidate"]) == set(analysis.experiment.scenarios)
    best = analysis.finalists[-1]
    assert best.word == MEETS
    assert (best.edits, best.changes.keys()) == (1, {"hand_size"})
    assert "meets all goals" in analysis.answer[0]
    assert len(analysis.answer) <= 4
    assert len(" ".join(analysis.answer)) <= 450


def test_all_goals_of_all_finalists_are_one_family(found):
    rows, analysis = tables(found)["finalists"], analysis_of(found)
    last = tables(found)["candidates"]["round"].max()
    for row in rows.filter(goal="turns.mean").to_dicts():
        e = analysis.placed[3, "lineup", row["candidate"]].mean("turns").at(0.05 / 2**last / rows.height)
        assert (row["low"], row["high"]) == pytest.approx((e.low, e.high))


def test_finalists_are_what_the_same_games_say_in_a_run_of_their_own(found, tmp_path):
    """`finalists.yaml` runs as it is: the deals, and so the means, are those that confirmed."""
    again = analysis_of(run_experiment(load(found / FOUND), Settings(jobs=1, out=tmp_path / "again")).path)
    for row in tables(found)["finalists"].filter(goal="turns.mean").to_dicts():
        assert again.placed[3, "lineup", row["candidate"]].mean("turns").mean == row["value"]


def test_what_was_found_is_played_at_other_tables_on_deals_of_their_own(found):
    """The same numbers as of an experiment at such a table, all goals of all sets at all tables being one family."""
    rows, plan = tables(found)["elsewhere"], make_plan(load(ASKED))
    met = {one.scenario for one in analysis_of(found).finalists if one.word == MEETS}
    others = other_tables(plan)
    assert set(rows["candidate"]) == met
    assert len(others) == 3
    assert rows.height == len(met) * 3 * 3
    table, name = others[0], rows["candidate"][0]
    assert "shedder" in table.labels, "a goal is about it"
    scenarios = {"as printed": {}, name: analysis_of(found).experiment.scenarios[name]}
    plain = {key: value for key, value in ASKED.items() if key not in ("goals", "over", "budget", "elsewhere")}
    asked = load({**plain, "lineup": list(table.labels), "scenarios": scenarios})
    alone = evaluated(make_plan(asked), range(FIRST, FIRST + table.deals))
    e = alone.placed[3, "lineup", name].mean("turns").at(0.05 / rows.height)
    (row,) = rows.filter(candidate=name, lineup=table.name, goal="turns.mean").to_dicts()
    assert (row["value"], row["low"], row["high"]) == pytest.approx((e.mean, e.low, e.high))
    assert row["verdict"] == (MEETS if e.high < 49 else MISSES if e.low > 49 else OPEN)
    assert UNSEEN + max(group.deals for group in plan.groups) <= FIRST, "unseen by search and confirmation"


def test_the_plan_says_what_other_tables_cost(found, capsys):
    experiment = load(ASKED)
    show_plan(experiment, as_json=True)
    told = json.loads(capsys.readouterr().out)["search"]
    rows = tables(found)["elsewhere"].unique("lineup", maintain_order=True)
    assert [", ".join(seats) for seats in told["elsewhere"]] == rows["lineup"].to_list()
    assert told["games elsewhere"] == rows["deals"].sum() * 3 == ASKED["games"]
    show_plan(experiment, as_json=False)
    said = " ".join(capsys.readouterr().out.split())
    assert "what meets all goals is played at 3 other tables, 9,000 games of each and of these rules: shedder, " in said


@pytest.mark.parametrize("jobs", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_the_same_for_any_number_of_threads(found, jobs, tmp_path):
    other = search(tmp_path / "run", jobs)
    for name, table in tables(other).items():
        assert_frame_equal(table, tables(found)[name])
    assert (other / "tally.json").read_bytes() == (found / "tally.json").read_bytes()


@pytest.mark.parametrize("after", [3, *(pytest.param(after, marks=pytest.mark.slow) for after in (1, 8))])
def test_stopped_and_gone_on_with_it_comes_to_the_same_end(found, after, tmp_path, monkeypatch):
    """Whatever was played is not played again."""
    from simlab.lab.playing import Games

    play, played = Games.play, []

    def stops(games, levels, first, deals):
        if len(played) == after:
            raise Interrupted
        played.append((levels.tolist(), first, deals))
        return play(games, levels, first, deals)

    with monkeypatch.context() as patched:
        patched.setattr(Games, "play", stops)
        with pytest.raises(Interrupted):
            search(tmp_path / "run")
    before = list(played)
    with monkeypatch.context() as patched:
        patched.setattr(Games, "play", lambda *of: (played.append((of[1].tolist(), *of[2:])), play(*of))[1])
        again = search(tmp_path / "run")
    assert len(set(map(str, played))) == len(played), "nothing twice"
    assert played[: len(before)] == before
    for name, table in tables(again).items():
        assert_frame_equal(table, tables(found)[name])
    assert (again / "tally.json").read_bytes() == (found / "tally.json").read_bytes()


def test_a_finished_search_plays_nothing_again(found, tmp_path, monkeypatch):
    from simlab.lab.playing import Games

    monkeypatch.setattr(Games, "play", lambda *_: pytest.fail("it is known"))
    monkeypatch.setattr(Execution, "_play", lambda *_: pytest.fail("it is known"))
    before = {name: (found / name).read_bytes() for name in (*KEPT, "manifest.json")}
    assert len(parts(found)) > 2, "more than the rules that it began with would have"
    assert search(found) == found
    assert {name: (found / name).read_bytes() for name in before} == before


def test_a_damaged_journal_is_not_believed(found, tmp_path):
    again = Path(copytree(found, tmp_path / "run"))
    record = json.loads((again / SEARCH).read_text())
    first, second = record["record"]["lines"][:2]
    first["answer"] = second["answer"]
    (again / SEARCH).write_text(json.dumps(record))
    search(again)
    for name, table in tables(again).items():
        assert_frame_equal(table, tables(found)[name])


def test_other_goals_are_another_run(found):
    other = search(found, goals={"turns.mean": "< 50"})
    assert other != found
    assert manifest_in(other)["identity"]["search"]["goals"] == {"turns.mean": "< 50"}


def test_it_is_verified(found):
    checked = verified(found, 1)
    assert [text for text in checked.wrong if "index.html" not in text] == []
    assert checked.again == checked.parts


def test_goals_that_nothing_meets_and_one_that_stands_in_the_way(tmp_path):
    found = analysis_of(search(tmp_path / "run", goals={"turns.mean": "< 10", "share.shedder": "> 30%"}))
    assert {one.word for one in found.finalists} <= {MISSES, OPEN}
    assert found.answer[0] == "No allowed set of rules meets all goals."
    assert "What stands in the way is turns.mean < 10" in " ".join(found.answer)


def test_what_is_told_of_a_second_round(tmp_path, monkeypatch):
    """Where the first round's sets fail, others are confirmed; the first are told of with what became of them."""
    from simlab.runner import searching
    from simlab.stats import sought

    confirm, rounds = searching.Searching._confirm, []

    def fails_once(self, finalists):
        rounds.append(list(finalists))
        run = confirm(self, finalists)
        if len(rounds) == 1:
            self.rounds[-1] = dict.fromkeys(finalists, sought.MISSES)
            self.search.confirmed = dict.fromkeys(self.search.confirmed, sought.MISSES)
        return run

    monkeypatch.setattr(searching.Searching, "_confirm", fails_once)
    left = tables(search(tmp_path / "run"))
    assert len(rounds) > 1
    assert not set(rounds[0]) & set(rounds[1])
    by_round = left["candidates"].filter(pl.col("round").is_not_null()).unique("candidate")
    assert {row["candidate"]: row["round"] for row in by_round.to_dicts()} == {name: n for n, of in enumerate(rounds, 1) for name in of}
    assert set(left["finalists"]["candidate"]) <= set(rounds[-1])


LONGER = {"games": 60_000, "over": {**ASKED["over"], "pile_size": [2, 3, 4]}, "budget": 900_000, "name": "longer"}
MOMENTS = {
    "while rule sets race": lambda out: (out / SEARCH).exists(),
    "while finalists are confirmed": lambda out: list(out.glob("games/part-*")),
    "at other tables": lambda out: b'"elsewhere": ' in (out / SEARCH).read_bytes(),
}


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_killed_and_gone_on_with_it_leaves_the_same_bytes(tmp_path, jobs):
    """By kill -9, once in each stretch of the search, whoever plays."""
    file, out, killed = tmp_path / "longer.yaml", tmp_path / "run", 0
    file.write_text(json.dumps({**ASKED, **LONGER}))
    for is_there in MOMENTS.values():
        process = simlab_run(file, out, "--jobs", jobs)
        wait_until(lambda process=process, is_there=is_there: is_there(out) or process.poll() is not None)
        process.kill()
        killed += process.wait() == -signal.SIGKILL
        process.communicate()
    assert killed == len(MOMENTS)
    again, whole = (search(at, chunk_games=0, **LONGER) for at in (out, tmp_path / "whole"))
    for name in KEPT:
        assert (again / name).read_bytes() == (whole / name).read_bytes(), name
    assert parts(again) == parts(whole)
    assert not list(out.rglob("*.tmp"))


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"goals": {"turns.mean": "quick"}}, 'goals.turns.mean: "quick" is not a check; allowed: "28 to 32", "< 0.02" or "> 35%"'),
        ({"goals": {"turns.p95": "< 60"}}, 'goals.turns.p95: no goal "turns.p95"'),
        ({"goals": {}}, "goals: {} has 0 entries"),
        ({"over": None}, "over: no value is given"),
        ({"over": {"hand_size": [99]}}, "over.hand_size.0: 99 is out of range"),
        ({"over": {"hand_size": [4, 4]}}, "over.hand_size.1"),
        ({"rules": {"piles": 5}}, "over.piles: piles may change here and is fixed under rules"),
        ({"scenarios": {"a": {}}}, "goals and scenarios exclude each other"),
        ({"vary": {"piles": [3, 4]}}, "goals and vary exclude each other"),
        ({"precision": {"share": 0.01}}, "goals and precision exclude each other"),
        ({"budget": 0}, "budget: 0 is out of range"),
        ({"budget": 100}, "budget: 100 is too little"),
    ],
)
def test_what_is_wrong_is_said(changed, fault, tmp_path):
    with pytest.raises(BadInput) as refused:
        search(tmp_path / "run", **changed)
    assert fault in str(refused.value)


@pytest.mark.parametrize("missing", ["goals", "over", "budget"])
def test_its_keys_belong_together(missing):
    with pytest.raises(BadInput, match=f"needs {missing} as well"):
        load({key: value for key, value in ASKED.items() if key != missing})
