"""Tuning a strategy of whose parameters one is known to matter and one to do nothing."""

import json
import sys
from dataclasses import replace

import polars as pl
import pytest

import simlab
from simlab.base import paths
from simlab.base.faults import BadInput
from simlab.commands.running import show_plan
from simlab.commands.verifying import verify
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.lab.journal import Journal
from simlab.lab.tuning import FIRST, Desk, tuned
from simlab.runner import Settings, run_experiment
from simlab.storage.parts import sealed
from tests.lab.stopping import stopped_and_gone_on

IDLE = '"idle": Param(5, 0, 10, "nothing at all"), "unread": Param(5, 0, 10, "not even read"), '
READ = "rank(view, my.suffer + 0 * my.idle)"


def noted(folder):
    return json.loads((folder / "search.json").read_text())["record"]["lines"]


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A strategy whose `suffer` should be about 2.7 against these, and begins at 0.2."""
    file, shipped = tmp_path_factory.mktemp("strategies") / "planted.py", paths.shipped("strategies") / "what_the_heck" / "proportional.py"
    file.write_text(shipped.read_text().replace("PARAMS = {", f"PARAMS = {{{IDLE}").replace("rank(view, my.suffer)", READ))
    start = {"strategy": str(file), "suffer": 0.2}
    tune = {"strategy": start, "against": ["matches", "mixer"], "budget": 6_000, "field": ["first", "random", "matches", "mixer"]}
    return {"question": "?", "name": "planted", "game": "what_the_heck", "players": 3, "games": 24_000, "seed": 3, "tune": tune}


@pytest.fixture(scope="module")
def run(asked, tmp_path_factory):
    return simlab.run(asked, out=tmp_path_factory.mktemp("runs") / "tuned", jobs=1)


def test_what_matters_is_found_and_confirmed(run):
    found = json.loads((run.path / "tuned.json").read_text())
    assert 1.5 < found["suffer"] < 4
    assert "which matters" in run.answer[0]
    assert run.answer[0].startswith("Tuned, planted wins ")
    assert len(" ".join(run.answer)) <= 450


def test_its_budget_is_kept_and_its_games_are_others(run):
    tune = run.manifest["experiment"]["tune"]
    assert 0.85 * 6_000 <= tune["tried"][-1]["spent"] <= 6_000
    assert max(pl.scan_parquet(run.path / "games" / "*.parquet").collect()["deal"]) < FIRST
    tried = run.table("tuning")
    assert tried["spent"].max() == tune["tried"][-1]["spent"]
    looks = tried.filter(parameter="suffer").group_by("spent").agg(pl.col("games").sum(), pl.col("copied").first()).sum()
    assert tried["copied"].max() + tried["spent"].max() == looks["games"].item()
    assert tried["copied"].max() > 2_000, "much of it is alike"
    assert set(tried["parameter"]) == {"suffer", "idle", "unread"}
    assert tried["value"].head(3).to_list() == [5, 5, 0.2]


def test_its_gain_is_that_of_its_rows(run):
    rows = run.games.collect().filter(pl.col("table").is_in(["as it is", "tuned"]))
    won = pl.sum_horizontal(
        pl.when(pl.col(f"strategy_{seat}").cast(str).str.contains("default|tuned")).then(pl.col(f"share_{seat}")).otherwise(0.0)
        for seat in range(3)
    )
    by = rows.with_columns(won=won).group_by("table", "deal").agg(pl.col("won").mean()).pivot("table", index="deal", values="won")
    each = by["tuned"] - by["as it is"]
    line = run.table("gains").row(0, named=True)
    assert line["mean"] == pytest.approx(each.mean())
    assert line["se"] == pytest.approx(each.std() / len(each) ** 0.5)
    assert run.table("gains")["against"].to_list() == ["matches, mixer", *run.table("gains")["against"][1:]]


def test_its_page_shows_the_way_and_verifies(run):
    page = run.report.read_text(encoding="utf-8")
    assert "The way of the search" in page
    assert "Tuning planted" in page
    verify(str(run.path), 1)


def test_a_search_that_was_stopped_goes_on_and_comes_to_the_same(asked):
    stopped_and_gone_on(tuned, make_plan(load(asked)), 5)


def test_a_run_that_was_killed_in_its_search_goes_on_in_its_directory(asked, tmp_path):
    few = {**asked, "games": 600, "tune": {**asked["tune"], "budget": 1_000}}

    settings = Settings(jobs=1, out=tmp_path / "run")
    with pytest.raises(SystemExit):
        run_experiment(load(few), replace(settings, so_far=lambda _: sys.exit()))
    assert sorted(file.name for file in (tmp_path / "run").glob("*.json")) == ["manifest.json", "search.json"]
    begun = noted(tmp_path / "run")
    folder = run_experiment(load(few), settings)
    assert len(noted(folder.path)) > len(begun) == 1
    assert noted(folder.path)[:1] == begun
    assert pl.read_parquet(folder.table_file("tuning")).equals(simlab.run(few, out=tmp_path / "whole", jobs=1).table("tuning"))


@pytest.mark.parametrize("left", ["by another version", "torn", "with other questions"])
def test_a_journal_of_other_questions_is_never_replayed(asked, tmp_path, left):
    """What an earlier version has left unfinished is begun anew, and that is said."""
    few, said = {**asked, "games": 600, "tune": {**asked["tune"], "budget": 1_000}}, []
    settings = Settings(jobs=1, out=tmp_path / "run", say=said.append)
    with pytest.raises(SystemExit):
        run_experiment(load(few), replace(settings, so_far=lambda _: sys.exit()))
    file = tmp_path / "run" / "search.json"
    record = json.loads(file.read_text())["record"]
    if left == "by another version":
        file.write_text(json.dumps({"whose": record["identity"], "answers": [record["lines"][0]["answer"]]}))
    elif left == "torn":
        file.write_text(file.read_text()[:-40])
    else:
        record["lines"][0]["asked"]["tried"][0]["suffer"] = 0.3
        record["lines"][0]["answer"][1] += 1_000_000
        file.write_text(sealed(record))
    folder = run_experiment(load(few), settings)
    assert folder.path == tmp_path / "run"
    (line,) = [text for text in said if "searched before" in text or "search begins anew" in text]
    assert ("0 of its 1 answers are used" in line) == (left == "with other questions")
    assert pl.read_parquet(folder.table_file("tuning")).equals(simlab.run(few, out=tmp_path / "whole", jobs=1).table("tuning"))


@pytest.mark.parametrize("has_manifest", [True, False])
def test_a_search_for_something_else_is_left_alone(asked, tmp_path, has_manifest):
    few, said = {**asked, "games": 600, "tune": {**asked["tune"], "budget": 1_000}}, []
    settings = Settings(jobs=1, out=tmp_path / "run", say=said.append)
    with pytest.raises(SystemExit):
        run_experiment(load(few), replace(settings, so_far=lambda _: sys.exit()))
    before = noted(tmp_path / "run")
    if not has_manifest:
        (tmp_path / "run" / "manifest.json").unlink()
    other = run_experiment(load({**few, "tune": {**few["tune"], "budget": 1_001}}), settings)
    assert other.path == tmp_path / "run-2"
    assert "holds another run" in said[0]
    assert ("tuned.budget: 1000 is now 1001" in said[0]) == has_manifest
    assert noted(tmp_path / "run") == before


def test_nothing_is_claimed_of_what_does_nothing(asked, tmp_path):
    flat = {**asked, "games": 4_000, "tune": {**asked["tune"], "over": {"idle": [0, 10]}, "budget": 2_000}}
    run = simlab.run(flat, out=tmp_path / "flat", jobs=1)
    assert run.answer[0].startswith("No better than the default")
    assert json.loads((run.path / "tuned.json").read_text()) == asked["tune"]["strategy"]


def test_no_game_is_played_for_a_parameter_that_is_never_read(run, asked):
    assert set(run.table("tuning").filter(parameter="unread")["value"]) == {5}
    journal = Journal()
    found = tuned(make_plan(load({**asked, "tune": {**asked["tune"], "over": {"unread": [0, 10]}}})), Desk(journal, 1, lambda *_: None))
    assert (found.found, found.tried, journal.lines) == ({}, (), [])


def test_the_same_command_again_answers_at_once(run, asked, monkeypatch):
    monkeypatch.setattr("simlab.runner.tuning.tuned", None)
    assert simlab.run(asked, out=run.path, jobs=1).answer == run.answer


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"strategy": "mixr"}, 'no strategy for what_the_heck "mixr"; did you mean "mixer"'),
        ({"strategy": "random"}, "random has no parameters"),
        ({"against": ["random"]}, "tune.against: 1 others for 3 players; allowed: exactly 2"),
        ({"over": {"idle": [6, 0]}}, "write the lower end first"),
        ({"over": {"idle": [0, 60]}}, "0 to 60 is out of range; allowed: 0 to 10"),
        ({"over": {"idel": [0, 6]}}, 'did you mean "idle"'),
        ({"budget": 3}, "tune.budget: 3 is out of range"),
        ({"found": {"idle": 60}}, "tune.found.idle: 60 is out of range"),
    ],
)
def test_a_faulty_tuning_is_refused(asked, changed, said):
    with pytest.raises(BadInput, match=said):
        load({**asked, "tune": {**asked["tune"], **changed}})


@pytest.mark.parametrize("other", [{"lineup": ["random"] * 3}, {"scenarios": {"as printed": {}}}, {"players": [2, 3]}])
def test_tuning_is_a_question_of_its_own(asked, other):
    with pytest.raises(BadInput, match="tune"):
        load({**asked, **other})


def test_a_tuning_loads_again_as_it_was_stored(run, asked):
    stored = load(run.manifest["experiment"], is_stored=True)
    assert load(stored.as_dict(), is_stored=True) == stored
    assert stored.tune.found is not None
    assert list(stored.lineups) == list(load(asked).lineups)


def test_progress_goes_on_from_the_search_to_the_games(asked, tmp_path):
    told, best = [], []
    few = {**asked, "games": 600, "tune": {**asked["tune"], "budget": 1_000}}
    run_experiment(load(few), Settings(jobs=1, out=tmp_path / "few", progress=lambda *at: told.append(at), so_far=best.append))
    assert len({games for _, games in told}) == 1
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]
    assert best[0].startswith("best so far ")


def test_its_plan_tells_of_the_search(asked, capsys):
    show_plan(load(asked), as_json=False)
    assert "before that a search with at most 6,000 games" in capsys.readouterr().out
