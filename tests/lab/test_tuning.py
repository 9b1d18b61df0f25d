"""Tuning a strategy of whose parameters one is known to matter and one to do nothing."""

import json
import re
import sys
from pathlib import Path
from shutil import copytree

import polars as pl
import pytest

import simlab
from simlab.base import paths
from simlab.base.faults import BadInput, RunFailure
from simlab.commands.running import show_plan
from simlab.commands.verifying import verify
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.lab import climbing
from simlab.lab.journal import Journal
from simlab.lab.tuning import FIRST, Desk, tuned
from simlab.runner import Settings, run_experiment
from simlab.stats.evaluating import evaluated
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
def few(asked):
    return {**asked, "games": 600, "tune": {**asked["tune"], "budget": 1_000}}


@pytest.fixture(scope="module")
def whole(few, tmp_path_factory):
    return simlab.run(few, out=tmp_path_factory.mktemp("runs") / "whole", jobs=1)


@pytest.fixture(scope="module")
def stopped(few, tmp_path_factory):
    """The directory of a search that was stopped after its first answer."""
    out = tmp_path_factory.mktemp("runs") / "run"
    with pytest.raises(SystemExit):
        run_experiment(load(few), Settings(jobs=1, out=out, so_far=lambda _: sys.exit()))
    return out


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


def test_a_run_that_was_killed_in_its_search_goes_on_in_its_directory(few, whole, stopped, tmp_path):
    out = Path(copytree(stopped, tmp_path / "run"))
    assert sorted(file.name for file in out.glob("*.json")) == ["manifest.json", "search.json"]
    begun = noted(out)
    folder = run_experiment(load(few), Settings(jobs=1, out=out, say=pytest.fail))
    assert len(noted(folder.path)) > len(begun) == 1
    assert noted(folder.path)[:1] == begun
    assert pl.read_parquet(folder.table_file("tuning")).equals(whole.table("tuning"))


@pytest.mark.parametrize("left", ["by another version", "torn", "with other questions"])
def test_a_journal_of_other_questions_is_never_replayed(few, whole, stopped, tmp_path, left):
    """What an earlier version has left unfinished is begun anew, and that is said."""
    file, said = Path(copytree(stopped, tmp_path / "run")) / "search.json", []
    record = json.loads(file.read_text())["record"]
    if left == "by another version":
        file.write_text(json.dumps({"whose": record["identity"], "answers": [record["lines"][0]["answer"]]}))
    elif left == "torn":
        file.write_text(file.read_text()[:-40])
    else:
        record["lines"][0]["asked"]["tried"][0]["suffer"] = 0.3
        record["lines"][0]["answer"][1] += 1_000_000
        file.write_text(sealed(record))
    folder = run_experiment(load(few), Settings(jobs=1, out=tmp_path / "run", say=said.append))
    assert folder.path == tmp_path / "run"
    (line,) = [text for text in said if "searched before" in text or "search begins anew" in text]
    assert ("0 of its 1 answers are used" in line) == (left == "with other questions")
    assert pl.read_parquet(folder.table_file("tuning")).equals(whole.table("tuning"))


@pytest.mark.parametrize("has_manifest", [True, False])
def test_a_search_for_something_else_is_left_alone(few, stopped, tmp_path, has_manifest):
    out, said = Path(copytree(stopped, tmp_path / "run")), []
    before = noted(out)
    if not has_manifest:
        (out / "manifest.json").unlink()
    other = load({**few, "tune": {**few["tune"], "budget": 1_001}})
    assert run_experiment(other, Settings(jobs=1, out=out, say=said.append)).path == tmp_path / "run-2"
    assert "holds another run" in said[0]
    assert ("tuned.budget: 1000 is now 1001" in said[0]) == has_manifest
    assert noted(out) == before


def test_nothing_is_claimed_of_what_does_nothing(asked, tmp_path):
    flat = {**asked, "games": 4_000, "tune": {**asked["tune"], "over": {"idle": [0, 10]}, "budget": 2_000}}
    run = simlab.run(flat, out=tmp_path / "flat", jobs=1)
    assert run.answer[0].startswith("No better than the default")
    assert json.loads((run.path / "tuned.json").read_text()) == asked["tune"]["strategy"]


TURNED = '''"""Bids by chance; which chance is which bid is turned round by a parameter that makes nothing better or worse."""

from simlab.games.what_the_heck import uniform
from simlab.players.params import Param

PARAMS = {"turn": Param(0.5, 0, 1, "how far chance is turned round"), "idle": Param(5, 0, 10, "nothing at all")}


def bid(view, my):
    return int((uniform(view) + my.turn + 0 * my.idle) % 1 * view.options)
'''


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(100), marks=pytest.mark.slow)], ids=["few", "many"])
def test_of_a_hundred_searches_where_nothing_is_to_be_gained_hardly_one_claims_a_gain(seeds, asked, tmp_path, monkeypatch):
    """Every candidate plays otherwise, and all are worth the same: who leads is lucky, and is found out on other deals."""
    monkeypatch.setattr(climbing, "GUESSES", 100)
    monkeypatch.setattr(climbing, "LIKELY", 30)
    file, claimed = tmp_path / "turned.py", 0
    file.write_text(TURNED)
    tune = {"strategy": str(file), "against": ["matches", "mixer"], "budget": 1_000, "field": ["first", "random"]}
    for seed in seeds:
        experiment = load({**asked, "games": 3_000, "seed": seed, "tune": tune})
        found = tuned(make_plan(experiment), Desk(Journal(), 1, lambda *_: None))
        confirmed = experiment.model_copy(update={"tune": found, "lineups": found.lineups(seed)})
        claimed += not evaluated(make_plan(confirmed)).answer[0].startswith("No better than the default")
    assert claimed <= 0.05 * len(seeds)


CARELESS = '''"""Cannot count where `keep` is large."""

from simlab.players.params import Param

PARAMS = {"keep": Param(2, 0, 10, "how much it keeps")}


def play(view, my):
    if my.keep > 6 and view.cards == 9:
        return view.hand[view.cards + 90]
    return 0
'''


@pytest.mark.parametrize("errand", ["tune", "adapt"])
def test_a_candidate_that_raises_is_named_with_file_line_and_deal(errand, tmp_path):
    file = tmp_path / "careless.py"
    file.write_text(CARELESS)
    tune = {"strategy": str(file), "against": ["first", "random"], "budget": 2_000, "field": ["first", "random"]}
    adapt = {"lineup": [str(file), "first", "random"], "adapt": {"budget": 4_000}}
    rules = {"scenarios": {"as printed": {}, "an Eight wins": {"eight_last": "wins"}}}
    plain = {"question": "?", "name": "careless", "game": "mean", "players": 3, "games": 600}
    with pytest.raises(RunFailure) as failure:
        simlab.run({**plain, **({"tune": tune} if errand == "tune" else {**adapt, **rules})}, out=tmp_path / "run", jobs=1)
    assert str(failure.value).startswith(f"{file}:10: play raised IndexError")
    assert re.search(r"game mean, deal 10000\d{7}, seat \d \(careless\)", str(failure.value))
    assert f"{file}:keep=" in str(failure.value), "with the parameters with which it happens"


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


def test_progress_goes_on_from_the_search_to_the_games(few, tmp_path):
    told, best = [], []
    run_experiment(load(few), Settings(jobs=1, out=tmp_path / "few", progress=lambda *at: told.append(at), so_far=best.append))
    assert len({games for _, games in told}) == 1
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]
    assert best[0].startswith("best so far ")


def test_its_plan_tells_of_the_search(asked, capsys):
    show_plan(load(asked), as_json=False)
    assert "before that a search with at most 6,000 games" in capsys.readouterr().out
