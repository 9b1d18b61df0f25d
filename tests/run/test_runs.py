"""A run: the same rows however it is carried out, nothing lost when it is stopped, nothing mixed."""

import json
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pandas
import polars as pl
import pytest

import simlab
from simlab.base.faults import BadInput, RunFailure
from simlab.experiment import load
from simlab.experiment.plan import BLOCK_GAMES, MOST_CHUNKS, MOST_ROWS, chunk_size, make_plan
from simlab.storage.folder import Folder, manifest_in
from tests.run.harness import EXPERIMENT, children_of, interrupt, is_alive, parts, run, simlab_run, wait_until


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A run that was never stopped."""
    return run(tmp_path_factory.mktemp("whole") / "run", jobs=1).path


def test_rows_do_not_depend_on_jobs_or_backend(whole, tmp_path):
    for jobs, backend in ((2, "threading"), (2, "loky")):
        assert parts(run(tmp_path / backend, jobs=jobs, backend=backend).path) == parts(whole)


@pytest.mark.parametrize(("block", "chunk"), [(7_000, None), (3_000, 20_000), (40_000, 1_000_000)])
def test_rows_do_not_depend_on_the_chunk_size(whole, monkeypatch, tmp_path, block, chunk):
    """Nor on the blocks in which a chunk is played."""
    monkeypatch.setattr("simlab.experiment.plan.BLOCK_GAMES", block)
    folder = run(tmp_path / "run", chunk_games=chunk).path
    assert pl.read_parquet(folder / "games" / "*.parquet").equals(pl.read_parquet(whole / "games" / "*.parquet"))
    assert (folder / "summary.parquet").read_bytes() == (whole / "summary.parquet").read_bytes()


def test_a_run_has_never_more_parts_than_can_be_kept_track_of():
    for games in (1, 10**6, 10**9, 10**12):
        assert games / chunk_size(games, "summary") <= MOST_CHUNKS
    assert chunk_size(10**6, "games") == chunk_size(10**9, "games") == BLOCK_GAMES
    assert chunk_size(10**12, "games") == MOST_ROWS, "a part is held in memory while it is written"
    assert 10**12 / chunk_size(10**12, "summary", thinks=True) <= MOST_CHUNKS


def test_where_somebody_thinks_all_cores_have_something_to_do_and_little_is_lost():
    """A chunk of so many games as others have would be a whole run, and take minutes."""
    assert [chunk_size(games, "games", thinks=True) for games in (10, 640, 6_401, 10**6)] == [1, 10, 101, 400]
    asked = {"question": "?", "game": "mean", "players": 2, "games": 200, "seating": "fixed"}
    thoughtful, quick = (make_plan(load({**asked, "lineup": [one, "random"]})) for one in ("thinker", "first"))
    assert (len([*thoughtful.chunks()]), len([*quick.chunks()])) == (50, 1)
    many = {"players": 5, "seating": "permute", "games": 10_000_080, "lineup": ["thinker", "first", "random", "planner", "shedder"]}
    of_many_cells = make_plan(load({**asked, **many}))
    assert len(of_many_cells.groups[0].cells) == 120
    assert MOST_CHUNKS / 2 < len([*of_many_cells.chunks()]) <= MOST_CHUNKS


def test_every_game_has_its_row(whole):
    rows = pl.read_parquet(whole / "games" / "*.parquet")
    experiment = load(EXPERIMENT)
    assert rows.height == 2 * 60_000
    assert set(rows["scenario"]) == set(experiment.scenarios)
    once = rows.group_by("scenario", "table", "deal", "strategy_0", "strategy_1", "strategy_2").len()
    assert (once["len"] == 1).all(), "a deal is played once in each scenario and seating"
    shares = rows.select(pl.sum_horizontal("share_0", "share_1", "share_2").round(12)).to_series()
    assert set(shares) <= {0.0, 1.0}


def test_a_run_that_is_finished_plays_nothing_again(whole):
    before = {path: path.stat().st_mtime_ns for path in (whole / "games").iterdir()}
    run(whole)
    assert {path: path.stat().st_mtime_ns for path in (whole / "games").iterdir()} == before


def test_a_damaged_part_is_noticed_and_made_again(whole, tmp_path):
    folder = run(tmp_path / "run").path
    victim = sorted((folder / "games").iterdir())[1]
    data = bytearray(victim.read_bytes())
    data[len(data) // 2] ^= 1
    victim.write_bytes(data)
    said: list[str] = []
    run(folder, say=said.append)
    assert any(victim.name in text for text in said)
    assert parts(folder) == parts(whole)


def test_a_missing_part_and_a_damaged_manifest_are_made_again(whole, tmp_path):
    folder = run(tmp_path / "run").path
    sorted((folder / "games").iterdir())[0].unlink()
    (folder / "manifest.json").write_text("{ not json")
    run(folder)
    assert parts(folder) == parts(whole)
    assert json.loads((folder / "manifest.json").read_text())["status"] == "finished"


@pytest.mark.parametrize(
    ("backend", "blow"),
    [("threading", signal.SIGKILL), *(pytest.param("loky", blow, marks=pytest.mark.slow) for blow in (signal.SIGTERM, signal.SIGKILL))],
)
def test_a_killed_run_goes_on_where_it_was(tmp_path, backend, blow):
    """Killed in mid-run, twice; the same command ends with the same parts as a run that was never stopped, and nobody goes on working."""
    out, file = tmp_path / "run", tmp_path / "duel.yaml"
    file.write_text(json.dumps({**EXPERIMENT, "games": 240_000}))
    for _ in range(2):
        before = len(list(out.glob("games/part-*.parquet")))
        process = simlab_run(file, out, "--backend", backend, "--jobs", "2")
        wait_until(lambda before=before: len(list(out.glob("games/part-*.parquet"))) > before)
        children = children_of(process.pid)
        process.send_signal(blow)
        assert process.wait() == -blow, "in the middle"
        wait_until(lambda children=children: not any(map(is_alive, children)))
        process.communicate()
    assert backend == "threading" or len(children) >= 2
    run(out, {"games": 240_000})
    assert parts(out) == parts(run(tmp_path / "whole", {"games": 240_000}).path)
    assert not list(out.rglob("*.tmp"))


def test_ctrl_c_ends_soon_and_names_the_command_that_goes_on(tmp_path):
    file = tmp_path / "long.yaml"
    file.write_text(json.dumps({**EXPERIMENT, "name": "long", "games": 50_000_000}))
    process = simlab_run(file, tmp_path / "run")
    wait_until(lambda: list(tmp_path.glob("run/games/part-*.parquet")))
    errors = interrupt(process)
    assert "simlab run" in errors
    assert "--out" in errors


@pytest.mark.slow
def test_what_is_printed_when_processes_are_stopped(tmp_path):
    file = tmp_path / "long.yaml"
    file.write_text(json.dumps({**EXPERIMENT, "name": "long", "games": 50_000_000}))
    process = simlab_run(file, tmp_path / "run", "--backend", "loky", "--jobs", "2")
    wait_until(lambda: list(tmp_path.glob("run/games/part-*.parquet")))
    assert (
        interrupt(process)
        == f"stopped; finished parts are kept. To go on: simlab run {file} --out {tmp_path / 'run'} --backend loky --jobs 2\n"
    )


BARE = {key: value for key, value in EXPERIMENT.items() if key not in ("lineup", "scenarios")} | {"games": 300}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "otherwise"),
    [
        ({"scenarios": {"a": {}, "b": {"eight_last": "wins"}}}, {"scenarios": {"b": {"eight_last": "wins"}, "a": {}}}),
        ({"lineups": {"a": ["random"] * 3, "b": ["first"] * 3}}, {"lineups": {"b": ["first"] * 3, "a": ["random"] * 3}}),
        ({"players": [2, 3]}, {"players": [3, 2]}),
        ({"vary": {"play_on": [False, True], "piles": [3, 4]}}, {"vary": {"piles": [3, 4], "play_on": [False, True]}}),
        ({"vary": {"play_on": [False, True]}}, {"vary": {"play_on": [True, False]}}),
    ],
    ids=["scenarios", "line-ups", "players", "varied rules", "values of a rule"],
)
def test_another_order_is_another_experiment(tmp_path, asked, otherwise):
    """What stands first is what the rest is compared with: results are never taken for those of another order."""
    lineup = {} if "lineups" in asked else {"lineup": ["random", "first"] if "players" in asked else ["random", "first", "random"]}
    simlab.run({**BARE, **lineup, **asked}, out=tmp_path / "run")
    other = simlab.run({**BARE, **lineup, **otherwise}, out=tmp_path / "run")
    assert other.path == tmp_path / "run-2"
    assert other.summary.equals(simlab.run({**BARE, **lineup, **otherwise}, out=tmp_path / "alone").summary)


def test_files_that_no_run_left_are_never_touched(tmp_path):
    """Names alone prove nothing: a page of one's own, rows of one's own, another program's manifest."""
    theirs = [["index.html"], ["games/mine.parquet"], ["manifest.json", "index.html"], ["notes.txt"], ["progress/x.json"]]
    theirs += [[".lock"], [".notes.tmp"], ["games/part-3p-000000.parquet"], ["tally.json"]]
    for number, names in enumerate(theirs):
        out = tmp_path / str(number)
        for name in names:
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            (out / name).write_text('{"name": "mine"}')
        with pytest.raises(BadInput, match=r"is not empty .* and holds no run of simlab"):
            run(out, {"games": 300})
        assert {str(file.relative_to(out)) for file in out.rglob("*") if file.is_file()} == set(names)
    out = run(tmp_path / "run", {"games": 300}).path
    for name in ("games/mine.parquet", "notes.txt", ".notes.tmp"):
        (out / name).write_text("mine")
    run(out, {"games": 300, "seed": 6}, fresh=True)
    assert {(out / name).read_text() for name in ("games/mine.parquet", "notes.txt", ".notes.tmp")} == {"mine"}


@pytest.mark.parametrize("left", ["", "a-host.example:", "a-host.example:1", "a-host.example:123:0f", "a-host:123:0f\0\0\0", "\0" * 40])
def test_a_lock_that_was_only_half_written_refuses_nobody(tmp_path, left):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / ".lock").write_text(left)
    assert run(tmp_path / "run", {"games": 300}).path == tmp_path / "run"


def test_only_what_the_manifest_names_is_read_whatever_a_folder_is_called(tmp_path):
    """A name that means something to a shell, and what a program that keeps folders alike leaves beside a part."""
    made = simlab.run({**EXPERIMENT, "games": 300}, out=tmp_path / "run[12]*")
    part = made.path / "games" / "part-3p-000000.parquet"
    for beside in ("part-3p-000000 (conflicted copy).parquet", "part-3p-000007.parquet"):
        shutil.copy(part, made.path / "games" / beside)
    assert made.games.collect().height == 600
    simlab.run({**EXPERIMENT, "games": 300, "seed": 6}, out=tmp_path / "run1")
    assert made.games.collect().equals(pl.read_parquet(part, glob=False))
    manifest = json.loads((made.path / "manifest.json").read_text())
    manifest["parts"][0]["name"] = "../../run1/games/part-3p-000000"
    (made.path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(BadInput, match=r"manifest.json is missing or damaged"):
        _ = made.games


def test_a_run_without_its_manifest_is_still_not_replaced(tmp_path):
    out = run(tmp_path / "run", {"games": 300}).path
    before = parts(out)
    (out / "manifest.json").unlink()
    assert run(out, {"games": 300, "seed": 6}).path.name == "run-2"
    assert parts(out) == before
    assert run(out, {"games": 300}).path == out
    assert parts(out) == before


def test_a_kill_while_another_run_is_replaced(tmp_path, monkeypatch):
    """Whenever it comes, the directory is still known to be a run's."""
    whole = parts(run(tmp_path / "whole", {"games": 300, "seed": 6}).path)
    for moment in range(4):
        out = run(tmp_path / str(moment), {"games": 300}).path
        left = iter([True] * moment)

        def dying(paths, left=left):
            if not next(left, False):
                raise KeyboardInterrupt
            for path in paths:
                path.unlink()

        with monkeypatch.context() as patch:
            patch.setattr("simlab.storage.folder.remove", dying)
            with pytest.raises(KeyboardInterrupt):
                run(out, {"games": 300, "seed": 6}, fresh=True)
        assert parts(run(out, {"games": 300, "seed": 6}, fresh=True).path) == whole


def test_the_working_directory_may_hold_a_run(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert run(".", {"games": 300}).path.resolve() == tmp_path / "here"
    assert run(".", {"games": 300, "seed": 6}).path.resolve() == tmp_path / "here-2"


def test_a_finished_run_that_is_looked_at_again_keeps_its_time(tmp_path):
    took = [manifest_in(run(tmp_path / "run", {"games": 3_000}).path)["seconds"] for _ in range(2)]
    assert took[0] == took[1] > 0


def test_all_parts_of_a_run_are_one_dataset(tmp_path):
    """Also where numbers of players differ: who was not there has nothing in his columns."""
    made = simlab.run({**EXPERIMENT, "players": [2, 4], "games": 100, "lineup": ["random", "first"]}, out=tmp_path / "run")
    games = made.games.collect()
    assert games.height == 2 * (100 + 100)
    assert games.columns == simlab.simulate("mean", ["random"] * 4, 1).columns
    for seats, there in ((2, False), (4, True)):
        of = games.filter(pl.col("players") == seats)
        for name in ("strategy_3", "won_3", "share_3"):
            assert of[name].is_null().all() != there
        assert of["share_0"].null_count() == 0
    assert pandas.read_parquet(tmp_path / "run" / "games").shape == games.shape


def test_every_table_of_a_run_goes_to_pandas_and_back(tmp_path):
    """Whoever works with pandas has the same numbers, types and gaps."""
    made = simlab.run({**EXPERIMENT, "games": 300}, out=tmp_path / "run")
    for name in made.manifest["tables"]:
        table = made.table(name)
        with_pandas = table.to_pandas()
        assert isinstance(with_pandas, pandas.DataFrame)
        assert pl.from_pandas(with_pandas, schema_overrides=table.schema).equals(table), name
    assert simlab.simulate("mean", ["random", "first"], 10).to_pandas()["won_0"].sum() > 0


def test_where_rules_are_varied_their_effects_are_data_as_well(tmp_path):
    asked = {**BARE, "lineup": ["random", "first", "random"], "vary": {"eight_last": ["loses", "wins"], "piles": [4, 3]}}
    made = simlab.run(asked, out=tmp_path / "run")
    assert set(made.factors["rule"]) == {"eight_last", "piles"}
    turns = made.games.group_by("scenario").agg(pl.col("turns").mean()).collect()
    mean = dict(zip(turns["scenario"], turns["turns"], strict=True))
    wins, loses = (sum(mean[f"eight_last={value}, piles={piles}"] for piles in (3, 4)) / 2 for value in ("wins", "loses"))
    found = made.factors.filter(rule="eight_last", metric="turns").to_dicts()[0]
    assert found["mean"] == pytest.approx(wins - loses)
    together = made.interactions.filter(metric="turns").to_dicts()[0]
    both, one, other, none = (
        mean[f"eight_last={value}, piles={piles}"] for value, piles in (("wins", 3), ("wins", 4), ("loses", 3), ("loses", 4))
    )
    assert together["mean"] == pytest.approx(both - one - other + none)


def test_a_run_that_keeps_no_games_says_so(tmp_path):
    made = simlab.run({**EXPERIMENT, "games": 300, "keep": "summary"}, out=tmp_path / "run")
    with pytest.raises(BadInput, match="holds no games: its experiment says `keep: summary`"):
        _ = made.games


def test_another_experiment_in_the_same_place_is_never_mixed(tmp_path):
    said: list[str] = []
    first = run(tmp_path / "run", {"games": 300})
    other = run(tmp_path / "run", {"games": 300, "seed": 6}, say=said.append)
    assert other.path == tmp_path / "run-2"
    assert any("seed: 5 is now 6" in text for text in said)
    fresh = run(tmp_path / "run", {"games": 300, "seed": 6}, fresh=True)
    assert fresh.path == first.path
    assert parts(fresh.path) == parts(other.path)


def test_a_changed_strategy_is_another_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "strategies" / "mean" / "mine.py"
    file.parent.mkdir(parents=True)
    changed = {"games": 300, "lineup": ["mine", "first", "random"]}
    said: list[str] = []
    for answer in ("0", "view.options - 1"):
        file.write_text(f'"""Answers always the same."""\n\n\ndef play(view):\n    return {answer}\n')
        run(tmp_path / "run", changed, say=said.append)
    assert (tmp_path / "run-2").is_dir()
    assert any("strategies.mine" in text for text in said)


def test_a_directory_with_foreign_files_is_left_alone(tmp_path):
    (tmp_path / "letters.txt").write_text("dear aunt")
    with pytest.raises(BadInput, match=r"letters\.txt"):
        run(tmp_path, {"games": 300})
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


def test_two_runs_in_one_directory_do_not_meet(tmp_path):
    folder = Folder(tmp_path / "run", "identity")
    with folder.opened(), pytest.raises(RunFailure, match="another run"):
        run(tmp_path / "run", {"games": 300})


def test_where_nothing_can_be_written_nothing_is_started(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="--out"):
        run(tmp_path / "file" / "run", {"games": 300})


def test_where_the_disk_is_full_finished_parts_are_kept(whole, tmp_path):
    """No file may grow beyond a limit that the first parts keep and the manifest of a finished run does not: as on a full disk."""
    file = tmp_path / "duel.yaml"
    file.write_text(json.dumps(EXPERIMENT))
    largest = max(len(part) for part in parts(whole).values())

    def full_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest - 1, largest - 1))

    process = simlab_run(file, tmp_path / "run", "--jobs", "1", preexec_fn=full_disk)
    _, errors = process.communicate()
    assert process.returncode == 3
    assert "finished parts are kept" in errors
    assert "Traceback" not in errors
    kept = parts(tmp_path / "run")
    assert all(data == parts(whole)[name] for name, data in kept.items() if name.endswith(".parquet") and not name.startswith("."))
    run(tmp_path / "run")
    assert parts(tmp_path / "run") == parts(whole)


def test_a_strategy_that_fails_late_is_named_with_its_game_and_costs_nothing_else(tmp_path):
    """It raises in one deal of thousands: which strategy, where, in which game, and how to see it; finished parts are kept."""
    file = tmp_path / "careless.py"
    fails = "view.cards == 19 and view.rules.eight_last == 1"  # by other rules than those by which it was tried
    file.write_text(f'"""Cannot count."""\n\n\ndef play(view):\n    if {fails}:\n        return view.hand[view.cards]\n    return 0\n')
    with pytest.raises(RunFailure) as failure:
        run(tmp_path / "run", {"lineup": [str(file), "random", "first"]}, jobs=1)
    text = str(failure.value)
    for part in (f"{file}:6", "IndexError", "deal ", "seat ", "simlab trace mean --players 3"):
        assert part in text


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_games(tmp_path):
    """Ten times the games, hardly more memory."""
    code = """
import resource, sys
sys.path.insert(0, {root!r})
from pathlib import Path
from tests.run.harness import run
run(Path({out!r}), {{"games": {games}, "keep": "summary"}}, jobs=2)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    root = str(Path(__file__).parents[2])
    used = []
    for games in (100_000, 1_000_000):
        text = code.format(root=root, out=str(tmp_path / str(games)), games=games)
        done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
        used.append(int(done.stdout.split()[-1]))
    assert used[1] < used[0] * 1.3


def test_from_python(tmp_path):
    made = simlab.run({**EXPERIMENT, "games": 900}, out=tmp_path / "run")
    assert made.games.collect().height == 2 * 900
    assert {"metric", "n", "mean", "se", "low", "high"} <= set(made.summary.columns)
    assert made.effects["scenario"].unique().to_list() == ["an Eight wins"]
    assert made.report.is_file()
    assert made.manifest["experiment"]["question"] == EXPERIMENT["question"]
