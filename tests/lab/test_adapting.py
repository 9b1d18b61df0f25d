"""Players who adapt: one whose best parameter depends on a rule, and by a rule to which nothing adapts."""

import json
import re

import polars as pl
import pytest

import simlab
from simlab.base import paths
from simlab.base.faults import BadInput
from simlab.commands.running import show_plan
from simlab.commands.verifying import verify
from simlab.experiment import load
from simlab.experiment.adapting import ADAPTED, BEFORE, WRITTEN
from simlab.experiment.plan import make_plan
from simlab.lab.adapting import UNSEEN, adapted
from simlab.report.material import analysis_of
from simlab.runner import Settings, run_experiment
from tests.lab.stopping import stopped_and_gone_on

TEXT = '''"""Sheds all it can where `few` is as the rules want it, and as little where it is not."""

from simlab.games.mean import gives_away, goes_out, plays
from simlab.players.params import Param

PARAMS = {"few": Param(2, 0, 10, "below 5 is best with four Piles, above it with three"), "idle": Param(3, 0, 10, "nothing")}


def play(view, my):
    is_right = (my.few < 5) == (view.rules.piles == 4)
    best, best_score = 0, -1000.0
    for i in range(plays(view)):
        score = 2.0 * view.count[i] + 100 * goes_out(view, i) - 100 * gives_away(view, i) + 0 * my.idle
        score = score if is_right else -score
        if score > best_score:
            best, best_score = i, score
    return best
'''


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """A strategy that plays well while `few` is as the rules want it."""
    file = tmp_path_factory.mktemp("strategies") / "planted.py"
    file.write_text(TEXT)
    return str(file)


def question(planted, **changed):
    usual = {"question": "?", "name": "adapting", "game": "mean", "players": 3, "games": 6_000, "seed": 3}
    asked = {"lineup": [planted, "shedder", "random"], "adapt": {"budget": 24_000, "over": {"planted": {"few": [0, 10]}}}}
    rules = {"as printed": {}, "three Piles": {"piles": 3}, "a later end": {"turn_limit": 5_000}}
    return {**usual, **asked, "scenarios": rules, **changed}


@pytest.fixture(scope="module")
def run(planted, tmp_path_factory):
    return simlab.run(question(planted), out=tmp_path_factory.mktemp("runs") / "adapting", jobs=1)


def test_who_has_reason_to_adapts_and_nobody_else(run):
    found = run.manifest["experiment"]["adapt"]["found"]
    assert found["three Piles"]["planted"]["few"] > 5
    assert "planted" not in found["as printed"], "as it is written it does best there"
    assert found["a later end"] == found["as printed"], "what nothing depends on is adapted to by nobody"
    assert "planted with few " in run.answer[-1]
    assert any(text.startswith("With “three Piles”, ") and "where nobody adapts" in text for text in run.answer)
    assert any(text.startswith("Nobody is known to adapt to “a later end”") for text in run.answer)
    said = {c.scenario for c in analysis_of(run.path).adapted.of("three Piles")}
    assert said == {"three Piles"}
    low, high = re.search(r"\(\+([\d.]+) to \+([\d.]+) points\)", " ".join(run.answer)).groups()
    line = run.table("adapted").filter(scenario="three Piles", metric="share.planted").row(0, named=True)
    assert (float(low), float(high)) == pytest.approx((100 * line["low"], 100 * line["high"]), abs=0.6)
    assert len(run.answer) <= 4
    assert len(" ".join(run.answer)) <= 450
    assert [ruling.text for ruling in analysis_of(run.path).rulings][1] == "nobody is known to adapt"


def test_both_effects_are_those_of_its_rows_on_the_same_deals(run):
    rows = run.games.collect()
    won = pl.sum_horizontal(
        pl.when(pl.col(f"strategy_{seat}").cast(str) == "planted").then(pl.col(f"share_{seat}")).otherwise(0.0) for seat in range(3)
    )
    by = rows.with_columns(won=won).group_by("table", "scenario", "deal").agg(pl.col("won").mean())
    each = by.cast({"table": str, "scenario": str}).sort("deal").group_by("table", "scenario")
    wide = {f"{lineup}|{scenario}": of["won"].to_numpy() for (lineup, scenario), of in each}
    line = run.table("adapted").filter(scenario="three Piles", metric="share.planted").row(0, named=True)
    for lineup, column in ((WRITTEN, "as_written"), (BEFORE, "as_before"), (ADAPTED, "as_adapted")):
        assert line[column] == pytest.approx((wide[f"{lineup}|three Piles"] - wide[f"{lineup}|as printed"]).mean())
    apart = wide[f"{ADAPTED}|three Piles"] - wide[f"{BEFORE}|three Piles"]
    assert line["mean"] == pytest.approx(apart.mean()) == pytest.approx(line["as_adapted"] - line["as_before"])
    assert line["se"] == pytest.approx(apart.std(ddof=1) / len(apart) ** 0.5)
    assert line["low"] > 0.01, "it wins more where it adapts"
    assert line["as_before_high"] < line["as_adapted_low"]
    assert rows["deal"].max() < UNSEEN


def test_who_adapts_was_confirmed_on_deals_that_no_search_has_seen(run):
    table = run.table("adapting")
    there = table.filter(scenario="three Piles", parameter="few").row(0, named=True)
    assert there["written"] == there["before"] == 2
    assert there["adapted"] > 5
    assert there["gain"] > 3 * there["gain_se"] > 0
    assert table.filter(pl.col("scenario") != "three Piles")["gain"].to_list() == [None, None]


def test_where_all_play_alike_no_game_is_played_twice(run):
    rows = run.games.collect().cast({"table": str, "scenario": str})
    names = [name for name in rows.columns if name not in ("table", "game")]
    printed = [rows.filter(table=lineup, scenario="as printed").select(names) for lineup in (WRITTEN, BEFORE, ADAPTED)]
    assert printed[0].equals(printed[1])
    assert printed[1].equals(printed[2])
    assert run.manifest["copied"] >= 5 / 9 * run.manifest["games"]


def test_games_are_the_same_where_every_one_is_played(run, planted, tmp_path):
    found = load(run.manifest["experiment"], is_stored=True).adapt.as_dict()
    asked = load({**question(planted, games=300), "adapt": found})
    folders = [run_experiment(asked, Settings(jobs=1, out=tmp_path / str(copies), copies=copies)) for copies in (True, False)]
    copied, played = (pl.read_parquet(folder.games / "*.parquet") for folder in folders)
    assert copied.equals(played)


def test_its_page_shows_both_and_verifies(run):
    page = run.report.read_text(encoding="utf-8")
    assert "nobody adapts" in page
    assert "all adapt" in page
    assert "How players adapt" in page
    verify(str(run.path), 1)


@pytest.mark.slow
def test_its_budget_is_kept_and_a_stop_loses_nothing(planted):
    plan = make_plan(load(question(planted, adapt={"budget": 6_000, "over": {"planted": {"few": [0, 10]}}})))
    done = stopped_and_gone_on(adapted, plan, 7)
    assert 0.7 * 6_000 < done[-1] <= 6_000
    assert done == sorted(done)


@pytest.mark.slow
def test_somebody_adapts_to_shared_ties(tmp_path):
    run = simlab.run(paths.shipped("experiments") / "what_the_heck_ties_adapted.yaml", games=30_000, out=tmp_path / "ties", jobs=1)
    lines = run.table("adapting").filter(scenario="shared", strategy="proportional", parameter="suffer")
    assert lines["adapted"].item() > lines["before"].item()
    assert lines["gain"].item() > 3 * lines["gain_se"].item()
    answer = " ".join(run.answer)
    assert "To “shared” adapts" in answer
    assert "proportional with suffer" in answer


@pytest.mark.slow
def test_nothing_is_claimed_where_nothing_does_anything(planted, tmp_path):
    asked = question(planted, games=900, adapt={"budget": 3_000, "over": {"planted": {"idle": [0, 10]}}})
    run = simlab.run(asked, out=tmp_path / "flat", jobs=1)
    assert run.manifest["experiment"]["adapt"]["found"] == {"as printed": {}, "three Piles": {}, "a later end": {}}
    assert run.answer[-1] == "Nobody is known to adapt to “three Piles” or “a later end”: adapting changes nothing that can be told."
    assert run.answer[0].startswith("With “three Piles”"), "what the rules do comes first"
    assert not any("table" in text for text in run.answer)
    assert set(run.table("adapted")["mean"]) == {0}
    assert set(run.table("adapted")["verdict"]) == {"makes no practical difference"}
    assert json.loads((run.path / "search.json").read_text())["record"]["lines"]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"scenarios": {"as printed": {}}}, "there is nothing to adapt to; write scenarios"),
        ({"adapt": {}}, "budget is missing"),
        ({"adapt": {"budget": 3}}, "adapt.budget: 3 is out of range"),
        ({"adapt": {"budget": 5_000, "over": {"planner": {"near": [0, 6]}}}}, 'no player "planner"'),
        ({"adapt": {"budget": 5_000, "over": {"planted": {"fwe": [0, 6]}}}}, 'did you mean "few"'),
        ({"adapt": {"budget": 5_000, "over": {"planted": {"few": [6, 0]}}}}, "write the lower end first"),
        ({"adapt": {"budget": 5_000, "found": {"three Pils": {"planted": {"few": 3}}}}}, 'did you mean "three Piles"'),
        ({"adapt": {"budget": 5_000, "found": {"three Piles": {"shedder": {}}}}}, 'no player who adapts "shedder"'),
        ({"adapt": {"budget": 5_000, "found": {"three Piles": {"planted": {"few": 60}}}}}, "60 is out of range"),
        ({"lineup": ["random"] * 3, "adapt": {"budget": 5_000}}, "nobody here can adapt"),
        ({"precision": {"share": 0.1}}, "adapt and precision exclude each other"),
        ({"players": [3, 4]}, "adapt is for one number of players"),
    ],
)
def test_a_faulty_question_is_refused(planted, changed, said):
    with pytest.raises(BadInput, match=said):
        load(question(planted, **changed))


def test_without_a_search_there_is_nothing_to_evaluate(planted):
    with pytest.raises(BadInput, match="adapt: nothing was found yet"):
        simlab.evaluate(question(planted), deals=range(3))


def test_it_loads_again_as_it_was_stored_and_answers_at_once(run, planted, monkeypatch):
    stored = load(run.manifest["experiment"], is_stored=True)
    assert load(stored.as_dict(), is_stored=True) == stored
    monkeypatch.setattr("simlab.runner.tuning.adapted", None)
    assert simlab.run(question(planted), out=run.path, jobs=1).answer == run.answer


def test_its_plan_tells_of_the_search(planted, capsys):
    show_plan(load(question(planted)), as_json=False)
    assert "before that a search with at most 24,000 games" in capsys.readouterr().out
