"""Runs with `precision`: they stop where it is enough, at the same deal however they are carried out. And what else a run leaves."""

import json
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest

from simlab.base.faults import BadInput, RunFailure
from simlab.experiment.plan import make_plan
from simlab.report import write
from simlab.runner import Interrupted, Settings, run_experiment
from simlab.stats.stopping import stages
from simlab.storage.folder import Folder, manifest_in
from simlab.storage.parts import key_of
from tests.stats.played import EIGHTS, experiment

SMALL = 1_200  # games in a part: many parts, so that there is much to stop at
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
    assert 200 <= stopped["deals"]["4 players"] < stopped["planned"]["4 players"] == 10_000
    assert manifest["games"] == stopped["deals"]["4 players"] * 12 < manifest["planned"] == 120_000
    assert len(stopped["why"]) == 2 * 3, "each strategy's share in each other scenario"
    assert all("narrow enough" in why or "matters" in why or "no practical difference" in why for why in stopped["why"])
    assert any("stopped after" in text for text in said)
    rows = pl.read_parquet(folder / "games" / "*.parquet")
    assert rows.height == manifest["games"]
    assert rows["deal"].max() == stopped["deals"]["4 players"] - 1, "the first deals, none left out"


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
    assert 200 <= deals["4 players, twins"] < deals["4 players, planners"]
    counted = pl.read_parquet(apart / "games" / "*.parquet").group_by("table").agg(pl.col("deal").n_unique())
    assert {f"4 players, {name}": count for name, count in counted.rows()} == deals
    assert set(pl.read_parquet(apart / "summary.parquet").select("lineup", "n").rows()) == {
        (name.removeprefix("4 players, "), count) for name, count in deals.items()
    }
    page = write(apart)
    assert f"{deals['4 players, twins']:,} of" in page.read_text()


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


def test_a_lost_note_of_an_early_part_does_not_move_the_stopping_point(whole, tmp_path):
    def stop(done: int, total: int) -> None:
        if done > 6_000:
            raise Interrupted

    with pytest.raises(Interrupted):
        run(tmp_path / "run", progress=stop, jobs=1)
    sorted((tmp_path / "run" / "progress").glob("*.json"))[0].unlink()
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
    assert set(stopped[0]["deals"]) == {"2 players", "3 players"}


def test_looks_get_rarer_and_see_every_group():
    plan = make_plan(experiment(players=[2, 3], lineup=["first", "random"], games=60_000, precision={"share": 0.01}), 1_200)
    sizes = [len(stage) for stage in stages(plan)]
    assert sum(sizes) == len(list(plan.chunks()))
    assert all({chunk.group for chunk in stage} == {0, 1} for stage in list(stages(plan))[:-1])
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
