"""Runs with `precision`: they stop where it is enough, at the same deal however they are carried out. And what else a run leaves."""

import json
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest

from simlab.base.faults import BadInput, RunFailure
from simlab.commands.verifying import verify
from simlab.experiment.plan import make_plan
from simlab.report import write
from simlab.report.compared import compare
from simlab.runner import Interrupted, Settings, run_experiment
from simlab.stats.side_by_side import PAIRED
from simlab.stats.stopping import stages
from simlab.storage.folder import Folder, manifest_in
from simlab.storage.parts import key_of
from tests.stats.played import EIGHTS, experiment

SMALL = 1_200  # games in a part: many parts, so that there is much to stop at
APART = tuple(f"4 players, {name}" for name in list(EIGHTS)[1:])  # each beside the baseline
ASKED = {"scenarios": EIGHTS, "games": 40_000, "precision": {"share": 0.012}}


def run(out: Path, changed: dict | None = None, **settings) -> Folder:
    return run_experiment(experiment(**{**ASKED, **(changed or {})}), Settings(out=out, chunk_games=SMALL, **settings))


def left(folder: Path) -> tuple:
    """What a run left that must not depend on how it was carried out."""
    manifest = json.loads((folder / "manifest.json").read_text())
    parts = {path.name: path.read_bytes() for path in sorted((folder / "games").iterdir())}
    tables = [pl.read_parquet(folder / f"{name}.parquet").to_dicts() for name in ("summary", "effects")]
    return parts, tables, manifest["stopped"], manifest["games"], [part["name"] for part in manifest["parts"]]


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A run that was never interrupted."""
    return run(tmp_path_factory.mktemp("whole") / "run", jobs=1).path


def test_it_stops_before_all_is_played_and_says_why(whole, tmp_path):
    said: list[str] = []
    folder = run(tmp_path / "run", say=said.append).path
    manifest = json.loads((folder / "manifest.json").read_text())
    stopped = manifest["stopped"]
    deals = stopped["deals"].values()
    assert stopped["planned"] == dict.fromkeys(APART, 10_000)
    assert stopped["deals"].keys() == set(APART)
    assert 200 <= min(deals) < max(deals) < 10_000
    assert manifest["games"] == (max(deals) + sum(deals)) * 4 < manifest["planned"] == 120_000, "the baseline's once"
    assert len(stopped["why"]) == 2 * 3, "each strategy's share in each other scenario"
    assert all("narrow enough" in why or "matters" in why or "no practical difference" in why for why in stopped["why"])
    assert any("stopped after" in text for text in said)
    rows = pl.read_parquet(folder / "games" / "*.parquet")
    assert rows.height == manifest["games"]
    assert rows["deal"].max() == max(deals) - 1, "the first deals, none left out"


def test_a_scenario_that_is_settled_is_not_played_on(whole):
    """Its effect is that of its own deals, against the baseline on the same; the baseline is played as long as any scenario needs it."""
    deals = {name.removeprefix("4 players, "): count for name, count in manifest_in(whole)["stopped"]["deals"].items()}
    deals["as printed"] = max(deals.values())
    assert len(set(deals.values())) == 2
    rows = pl.read_parquet(whole / "games" / "*.parquet")
    assert dict(rows.group_by("scenario").agg(pl.col("deal").n_unique()).rows()) == deals
    summary = pl.read_parquet(whole / "summary.parquet")
    assert dict(summary.select("scenario", "n").unique().rows()) == deals
    means = dict(summary.filter(metric="turns").select("scenario", "mean").rows())
    effects = pl.read_parquet(whole / "effects.parquet").filter(metric="turns")
    assert list(effects["scenario"]) == list(EIGHTS)[1:]
    for line in effects.to_dicts():
        on = rows.filter(pl.col("deal") < line["n"]).group_by("scenario").agg(pl.col("turns").mean())
        turns = dict(on.rows())
        assert line["n"] == deals[line["scenario"]]
        assert line["mean"] == pytest.approx(turns[line["scenario"]] - turns["as printed"])
        assert line["baseline_mean"] == pytest.approx(turns["as printed"])
        assert means[line["scenario"]] == pytest.approx(turns[line["scenario"]])
    assert means["as printed"] == pytest.approx(rows.filter(scenario="as printed")["turns"].mean())
    assert effects["adjusted"].is_null().all(), "nobody waited for these"
    page = write(whole)
    assert f"{min(deals.values()):,} of 10,000 deals" in page.read_text()
    assert verify(str(whole), 1) == 0, "parts of one scenario and of two are played again, and are the same"


def test_combinations_of_rules_are_played_on_together(tmp_path):
    """What a rule does is told of all of them, on the same deals."""
    varied = {"scenarios": None, "vary": {"eight_last": ["loses", "wins"], "piles": [3, 4]}, "games": 8_000, "precision": {"share": 0.03}}
    folder = run(tmp_path / "run", varied).path
    rows = pl.read_parquet(folder / "games" / "*.parquet")
    (deals,) = rows.group_by("scenario").agg(pl.col("deal").n_unique())["deal"].unique()
    assert manifest_in(folder)["stopped"]["deals"] == {"4 players": deals}
    assert deals < 2_000


def test_two_runs_with_scenarios_of_their_own_length_can_be_compared(whole, tmp_path):
    """On the deals that both have, scenario by scenario."""
    other = run(tmp_path / "run", {"precision": {"share": 0.02}}).path
    found = {(key.scenario, key.metric): change for key, change in compare([whole, other]).whole.changes.items()}
    rows = [pl.read_parquet(folder / "games" / "*.parquet") for folder in (whole, other)]
    for scenario, deals in ((name, manifest_in(other)["stopped"]["deals"][f"4 players, {name}"]) for name in list(EIGHTS)[1:]):
        change = found[scenario, "share.first"]
        assert (change.how, change.difference.deals) == (PAIRED, deals)
        assert change.difference.mean == 0, "the same games"
    assert all(of["course"].n_unique() > 1 for of in rows)


def test_what_it_waited_for_is_told_freed_of_when_it_stopped(whole):
    """As its looks were noted: an interval of its own, hardly wider than that of a run of a fixed size."""
    effects = pl.read_parquet(whole / "effects.parquet").filter(pl.col("metric").str.starts_with("share."))
    widths = effects.select((pl.col("adjusted_high") - pl.col("adjusted_low")) / 2 / pl.col("se")).to_series()
    assert len(widths) == 6
    assert 1.95 < widths.min() <= widths.max() < 2.6
    assert effects.select(((pl.col("adjusted") - pl.col("mean")).abs() / pl.col("se")).max()).item() < 1
    assert effects.select((pl.col("adjusted_low") < pl.col("adjusted")) & (pl.col("adjusted") < pl.col("adjusted_high"))).to_series().all()


def test_any_number_of_jobs_stops_at_the_same_deal(whole, tmp_path):
    assert left(run(tmp_path / "run", jobs=2).path) == left(whole)


def test_an_interrupted_run_stops_at_the_same_deal(whole, tmp_path):
    """Stopped three times, each time a few parts further."""
    for more in (1, 2, 4):
        so_far: list[int] = []

        def stop(done: int, total: int, more: int = more, so_far: list[int] = so_far) -> None:
            so_far.append(done)
            if done > so_far[0] and len(set(so_far)) > more:
                raise Interrupted

        with pytest.raises(Interrupted):
            run(tmp_path / "run", progress=stop, jobs=2)
    assert left(run(tmp_path / "run", jobs=2).path) == left(whole)


LINEUPS = {
    "lineup": None,
    "lineups": {"twins": ["first", "first", "random", "random"], "planners": ["planner", "planner", "shedder", "spoiler"]},
    "precision": {"share": 0.008},
    "games": 24_000,
}


@pytest.fixture(scope="module")
def apart(tmp_path_factory) -> Path:
    """A run of two line-ups, which was never interrupted."""
    return run(tmp_path_factory.mktemp("apart") / "run", LINEUPS, jobs=1).path


def test_a_lineup_that_is_settled_is_not_played_on(apart):
    deals = json.loads((apart / "manifest.json").read_text())["stopped"]["deals"]
    counted = pl.read_parquet(apart / "games" / "*.parquet").group_by("table", "scenario").agg(pl.col("deal").n_unique())
    played = {f"4 players, {table}, {scenario}": count for table, scenario, count in counted.rows() if scenario != "as printed"}
    assert played == deals
    assert 200 <= max(count for name, count in deals.items() if "twins" in name) < max(deals.values())
    summary = pl.read_parquet(apart / "summary.parquet").filter(pl.col("scenario") != "as printed")
    assert {f"4 players, {lineup}, {scenario}": n for lineup, scenario, n in summary.select("lineup", "scenario", "n").rows()} == deals
    page = write(apart)
    assert f"{min(deals.values()):,} (4 players, " in page.read_text()


def test_lineups_that_are_interrupted_stop_at_the_same_deals(apart, tmp_path):
    """Stopped again and again, each time after a few parts more, also when one line-up is settled and the other is not."""
    for _ in apart.glob("games/*"):
        done: set[int] = set()

        def stop(games: int, total: int, done: set[int] = done) -> None:
            done.add(games)
            if len(done) > 4:
                raise Interrupted

        with suppress(Interrupted):
            run(tmp_path / "run", LINEUPS, progress=stop, jobs=1)
            break
    assert left(tmp_path / "run") == left(apart)


def test_a_finished_run_and_one_with_lost_parts_stop_there_again(whole, tmp_path):
    folder = run(tmp_path / "run").path
    for victim in (0, -1):
        sorted((folder / "games").iterdir())[victim].unlink()
    assert left(run(folder).path) == left(whole)
    assert left(run(folder).path) == left(whole)
    (folder / "tally.json").unlink()
    assert left(run(folder).path) == left(whole)


@pytest.mark.parametrize("lost", ["a note", "what is merged"])
def test_a_lost_note_of_an_early_part_does_not_move_the_stopping_point(lost, whole, tmp_path):
    """Nor change what the looks have found: where that is lost with the first parts, those after them are made again, too."""

    def stop(done: int, total: int) -> None:
        if done > 6_000:
            raise Interrupted

    with pytest.raises(Interrupted):
        run(tmp_path / "run", progress=stop, jobs=1)
    notes = sorted((tmp_path / "run" / "progress").glob("*.json"))
    (notes[0] if lost == "a note" else tmp_path / "run" / "tally.json").unlink()
    assert left(run(tmp_path / "run").path) == left(whole)


def test_another_precision_is_another_run(tmp_path):
    said: list[str] = []
    first = run(tmp_path / "run")
    other = run(tmp_path / "run", {"precision": {"share": 0.02}}, say=said.append)
    assert other.path != first.path
    assert "precision" in said[0]


def test_a_run_whose_precision_is_out_of_reach_plays_all(tmp_path):
    folder = run(tmp_path / "run", {"games": 2_000, "precision": {"share": 1e-9}, "matters": {"share": 1e-9}}).path
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["stopped"] is None
    assert manifest["games"] == manifest["planned"]


def test_with_one_scenario_the_shares_themselves_must_be_narrow(tmp_path):
    folder = run(tmp_path / "run", {"scenarios": None, "precision": {"share": 0.03, "turns": 2}}).path
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["games"] < manifest["planned"]
    assert len(manifest["stopped"]["why"]) == 3 + 1


def test_several_player_counts_stop_together(tmp_path):
    changed = {"players": [2, 3], "lineup": ["first", "random"], "games": 12_000, "precision": {"share": 0.03}}
    stopped = [json.loads((run(tmp_path / str(jobs), changed, jobs=jobs).path / "manifest.json").read_text())["stopped"] for jobs in (1, 2)]
    assert stopped[0] == stopped[1]
    assert set(stopped[0]["deals"]) == {f"{players} players, {name}" for players in (2, 3) for name in list(EIGHTS)[1:]}


def test_looks_get_rarer_and_see_every_group():
    plan = make_plan(experiment(players=[2, 3], lineup=["first", "random"], games=60_000, precision={"share": 0.01}), 1_200)
    sizes = [len(stage) for stage in stages(plan)]
    assert sum(sizes) == len(list(plan.chunks()))
    assert all({chunk.groups for chunk in stage} == {(0,), (1,)} for stage in list(stages(plan))[:-1])
    assert len(sizes) < 20 < sum(sizes)
    assert [chunk for stage in stages(make_plan(experiment(), 400)) for chunk in stage] == list(make_plan(experiment(), 400).chunks())


def test_the_tables_of_a_run(whole):
    summary, effects = (pl.read_parquet(whole / f"{name}.parquet") for name in ("summary", "effects"))
    assert {"players", "lineup", "scenario", "metric", "n", "mean", "se", "low", "high"} <= set(summary.columns)
    assert {"baseline", "margin", "verdict", "more_deals"} <= set(effects.columns)
    widths = effects.filter(pl.col("se") > 0).select((pl.col("high") - pl.col("low")) / 2 / pl.col("se")).to_series()
    assert widths.min() > 2.5, "wider than 1.96 standard errors: they hold at every look"
    assert not list(whole.rglob("*.tmp"))


def test_without_precision_nothing_is_looked_at(tmp_path):
    folder = run(tmp_path / "run", {"precision": None, "games": 1_200}).path
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["stopped"] is None
    effects = pl.read_parquet(folder / "effects.parquet").filter(pl.col("se") > 0)
    assert effects.select(((pl.col("high") - pl.col("low")) / 2 / pl.col("se")).median()).item() == pytest.approx(1.959964, rel=0.05)


OWN = '"""Always the last option."""\n\n\ndef play(view):\n    return view.options - 1\n'


def test_other_processes_play_strategies_of_ones_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "strategies" / "mean" / "mine.py"
    file.parent.mkdir(parents=True)
    file.write_text(OWN)
    asked = {"lineup": ["mine", "first", "random", "mine"], "games": 2_400, "precision": None}
    found = [left(run(tmp_path / backend, asked, backend=backend, jobs=2).path) for backend in ("threading", "loky")]
    assert found[0] == found[1]


def test_a_failure_in_one_chunk_keeps_the_parts_that_are_finished(tmp_path):
    file = tmp_path / "careless.py"
    file.write_text(
        '"""Fails now and then."""\n\n\ndef play(view):\n    return 99 if view.cards == 24 and view.rules.eight_last == 1 else 0\n'
    )
    asked = {
        "lineup": [str(file), "random", "first", "random"],
        "games": 20_000,
        "precision": None,
        "scenarios": None,
        "rules": {"eight_last": "wins"},
    }
    with pytest.raises(RunFailure, match="answered 99"):
        run(tmp_path / "run", asked, jobs=1)
    finished = Folder(tmp_path / "run", key_of(manifest_in(tmp_path / "run")["identity"])).state().parts
    assert finished.keys() == {part.stem for part in (tmp_path / "run" / "games").glob("*.parquet")} != set()


def test_where_dask_is_not_installed_the_user_is_told_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setattr("simlab.runner.running.find_spec", lambda name: None)
    with pytest.raises(BadInput, match=r"pip install .*simlab\[cluster\]"):
        run(tmp_path / "run", backend="dask")
