"""The commands as a user types them: what they print, where they print it, and the exit code."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from simlab.base.processes import cores
from tests.cli.in_process import Done, simlab_here
from tests.compiling import compiled_only

ROOT = Path(__file__).parents[2]

EXPERIMENT = """\
question: Does the Eight matter between two?
game: mean
players: 2
games: 2_000
seed: 5
lineup: [random, first]
scenarios:
  as printed: {}
  an Eight wins: {eight_last: wins}
"""


def alone(*words: str, cwd: Path) -> Done:
    """The command in a process of its own, as a user has it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-m", "simlab", *words], cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "duel.yaml").write_text(EXPERIMENT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path


def test_help_names_every_command(workspace):
    done = alone("--help", cwd=workspace)
    assert done.returncode == 0
    for command in (
        "run",
        "report",
        "verify",
        "trace",
        "games",
        "rules",
        "strategies",
        "new",
        "check",
        "init",
        "bench",
        "schema",
        "compare",
    ):
        assert command in done.stdout


def test_help_is_quick_because_nothing_is_loaded(workspace):
    code = "import sys, simlab.cli; print(sorted({'numba', 'numpy', 'polars', 'matplotlib', 'pydantic'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "words", [["--help"], ["games"], ["rules", "mean"], ["strategies"], ["strategies", "mean"], ["schema"]], ids=" ".join
)
def test_what_only_tells_loads_no_compiler_and_no_pictures(workspace, words):
    heavy = {"numba", "llvmlite", "scipy", "joblib", "matplotlib", "pandas", "polars"}
    at_the_end = f"print({heavy} & sys.modules.keys(), file=sys.stderr)"
    code = f"import atexit, sys\nfrom simlab.cli import app\natexit.register(lambda: {at_the_end})\napp({words})"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=workspace, capture_output=True, text=True, check=True
    )
    assert done.stdout
    assert done.stderr.strip() == "set()"


@pytest.mark.parametrize(("wanted", "most"), [({}, 1), ({"OPENBLAS_NUM_THREADS": "2"}, 2)])
def test_numpy_starts_no_threads_of_its_own_unless_that_is_wanted(workspace, wanted, most):
    """How many are asked for, and how many there are: never more than cores."""
    code = (
        "import atexit, os, sys\nfrom simlab.cli import main\n"
        "def tell():\n    import numpy\n    from threadpoolctl import threadpool_info\n"
        "    threads = [pool['num_threads'] for pool in threadpool_info() if pool['user_api'] == 'blas']\n"
        "    print(os.environ['OPENBLAS_NUM_THREADS'], threads, file=sys.stderr)\n"
        "atexit.register(tell)\nsys.argv = ['simlab', 'games']\nmain()"
    )
    others = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    environment = {**others, **wanted, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, cwd=workspace, capture_output=True, text=True, check=True)
    asked, threads = done.stderr.split(maxsplit=1)
    assert int(asked) == most
    assert all(number == min(most, cores()) for number in json.loads(threads))


def test_a_run_looks_for_garbage_once_games_are_played_and_loads_nothing_that_only_others_need(workspace):
    """What is compiled before is only loaded then."""
    assert simlab_here("run", "duel", "--games", "300", "--out", "before").returncode == 0
    unneeded = {"numba.np.npyimpl", "scipy.linalg", "scipy.stats", "matplotlib.figure", "pandas", "simlab.lab.tuning", "simlab.lab.playing"}
    at_the_end = f"print(gc.isenabled(), gc.get_freeze_count() > 10_000, {unneeded} & sys.modules.keys() or '', file=sys.stderr)"
    code = f"import atexit, gc, sys\nfrom simlab.cli import app\natexit.register(lambda: {at_the_end})\napp(sys.argv[1:])"
    for more, told in (["--plan"], "False False"), (["--quiet"], "True True"):
        words = ["run", "experiments/duel.yaml", *more]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", code, *words], env=environment, cwd=workspace, capture_output=True, text=True, check=True
        )
        assert done.stderr.strip() == told


def test_run_answers_on_stdout_and_leaves_its_report(workspace):
    done = alone("run", "experiments/duel.yaml", cwd=workspace)
    assert done.returncode == 0, done.stderr
    assert "an Eight wins" in done.stdout
    assert "reports/duel/index.html" in done.stdout.replace("\n", "")
    for name in ("index.html", "summary.parquet", "effects.parquet", "manifest.json"):
        assert (workspace / "reports" / "duel" / name).is_file()
    assert (workspace / "reports" / "index.html").is_file()


def test_run_by_name_with_changes(workspace):
    done = simlab_here("run", "duel", "--games", "300", "--set", "eight_swap=never", "--seed", "9", "--out", "here")
    assert done.returncode == 0, done.stderr
    manifest = json.loads((workspace / "here" / "manifest.json").read_text())
    assert manifest["experiment"]["games"] == 300
    assert manifest["experiment"]["seed"] == 9
    assert manifest["experiment"]["rules"]["eight_swap"] == "never"


def test_json_is_one_object_on_stdout(workspace):
    done = alone("run", "duel", "--games", "300", "--json", cwd=workspace)
    told = json.loads(done.stdout)
    assert told["question"] == "Does the Eight matter between two?"
    assert told["answer"]
    assert {row["scenario"] for row in told["effects"]} == {"an Eight wins"}


def test_json_has_null_for_what_a_single_deal_cannot_tell(workspace):
    def never(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    told = json.loads(simlab_here("run", "duel", "--games", "2", "--json").stdout, parse_constant=never)
    assert told["effects"][0]["n"] == 1
    assert told["effects"][0]["se"] is None


def test_plan_plays_nothing(workspace):
    done = simlab_here("run", "duel", "--plan")
    assert done.returncode == 0
    assert "4,000 games" in done.stdout
    told = json.loads(simlab_here("run", "duel", "--plan", "--json", "--set", "piles=5").stdout)
    assert (told["games"], told["groups"][0]["lineups"]["lineup"]["seatings"]) == (4_000, 2)
    assert told["scenarios"]["an Eight wins"] == {"piles": 5, "eight_last": "wins"}
    assert not (workspace / "reports").exists()


def test_quiet_prints_only_the_answer(workspace):
    assert simlab_here("run", "duel", "--games", "300", "--quiet").stderr == ""


def test_a_broken_check_is_exit_code_1(workspace):
    (workspace / "experiments" / "strict.yaml").write_text(EXPERIMENT + 'checks: {turns.mean: "< 3"}\n')
    done = simlab_here("run", "strict", "--games", "300")
    assert done.returncode == 1
    assert "turns.mean" in done.stdout


def test_report_makes_the_page_again(workspace):
    simlab_here("run", "duel", "--games", "300")
    page = workspace / "reports" / "duel" / "index.html"
    before = page.read_bytes()
    page.unlink()
    assert simlab_here("report", "reports/duel").returncode == 0
    assert page.read_bytes() == before


def test_a_page_needs_nothing_but_what_was_stored(workspace):
    """The strategy has gone since; without the stored games the page says that none are shown."""
    (workspace / "mine.py").write_text('"""Has a mind of its own."""\n\n\ndef play(view):\n    return 0\n')
    (workspace / "mine.yaml").write_text(EXPERIMENT.replace("[random, first]", "[./mine.py, first]"))
    assert alone("run", "mine.yaml", "--games", "300", cwd=workspace).returncode == 0
    run = workspace / "reports" / "mine"
    before = (run / "index.html").read_bytes()
    (workspace / "mine.py").unlink()
    assert alone("report", str(run), cwd=workspace.parent).returncode == 0
    assert (run / "index.html").read_bytes() == before
    assert b"Has a mind of its own." in before
    stored = (run / "examples.json").read_text()
    (run / "examples.json").write_text(stored.replace('"turns": ', '"turns": 1', 1))
    assert alone("report", str(run), cwd=workspace.parent).returncode == 0
    after = (run / "index.html").read_text()
    assert "Single games are not shown" in after
    assert "A typical game" not in after


def test_report_names_the_command_that_finishes_a_run(workspace):
    simlab_here("run", "duel", "--games", "300", "--out", "here")
    file = workspace / "here" / "manifest.json"
    file.write_text(file.read_text().replace('"finished"', '"running"'))
    done = simlab_here("report", "here")
    assert done.returncode == 2
    assert done.stderr == "here: is not finished; go on with: simlab run duel --games 300 --out here\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("run", "dual"), 'did you mean "duel"'),
        (("run", "duel", "--set", "eight_lst=wins"), 'did you mean "eight_last"'),
        (("run", "duel", "--set", "hand_size=99"), "1-12"),
        (("run", "duel", "--backend", "smoke"), "threading, loky, dask"),
        (("run", "duel", "--games", "0"), "games"),
        (("run", "duel", "--jobs", "-1"), "--jobs"),
        (("run", "duel", "--out", ""), "--out"),
        (("run", "no/such/duel"), 'did you mean "duel"'),
        (("run", "duel", "--set", "piles=[3]"), "--set rules.piles: [3] is not a whole number"),
        (("trace", "meen"), 'did you mean "mean"'),
        (("trace", "mean", "--players", "9"), "2-8"),
        (("trace", "mean", "--lineup", "random,frist"), 'did you mean "first"'),
        (("trace", "mean", "--deals", "9:3"), "upwards"),
        (("trace", "mean", "--deals", "-1"), "--deals"),
        (("trace", "mean", "--deals", "5:5"), "upwards"),
        (("trace", "mean", "--deals", "0:4", "--html", "x.html"), "4 games; a page has room for 3, such as --deals 0:3"),
        (("trace", "duel", "--lineup", "random,first,random"), "is for 3 players; allowed: 2"),
        (("trace", "duel", "--lineup", "random,frist"), 'did you mean "first"'),
        (("trace", "mean", "--players", "8", "--set", "deal_size=12", "--set", "piles=8"), "cards"),
        (("rules", "maen"), 'did you mean "mean"'),
        (("strategies", "maen"), 'did you mean "mean"'),
        (("new", "strategy", "mean", "../evil"), "no name for a strategy"),
        (("check", "mean/shreder"), "did you mean"),
        (("check", "nowhere.py"), "nowhere.py"),
        (("report", "nowhere"), "holds no run"),
        (("frobnicate",), "frobnicate"),
    ],
)
def test_what_a_user_gets_wrong_is_told_in_a_sentence(workspace, words, told):
    done = simlab_here(*words)
    assert done.returncode == 2, done.stderr
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert not (workspace / "reports").exists()


def test_every_fault_of_a_file_is_told_at_once_with_its_place(workspace):
    (workspace / "experiments" / "wrong.yaml").write_text(
        EXPERIMENT.replace("lineup: [random, first]", "lineup: [randm, first]\nplayer: 4")
    )
    done = simlab_here("run", "wrong")
    assert done.returncode == 2
    assert "wrong.yaml:6:10: " in done.stderr
    assert "wrong.yaml:7:1: " in done.stderr


def test_traces_follow_one_another_in_one_stream(workspace):
    done = simlab_here("trace", "mean", "--players", "3", "--lineup", "random,first,random", "--deals", "4:7", "--format", "jsonl")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert [event["deal"] for event in events if event["event"] == "header"] == [4, 5, 6]
    assert sum(event["event"] == "end" for event in events) == 3


def test_a_trace_reads_like_a_game(workspace):
    done = simlab_here("trace", "mean", "--lineup", "random,first", "--set", "eight_last=wins")
    assert "House rules: eight_last = wins" in done.stdout
    assert "Seat 0 (random) draws" in done.stdout
    assert "Winner: Seat" in done.stdout


@pytest.mark.slow
def test_a_trace_may_be_a_page(workspace):
    done = simlab_here("trace", "duel", "--deals", "4", "--curve", "4", "--html", "game.html")
    assert done.stdout == "Page: game.html\n"
    page = (workspace / "game.html").read_text(encoding="utf-8")
    assert "simlab trace mean --players 2" in page
    assert "--deals 4 --seed" in page
    assert "--curve 4</code>" in page
    assert 'id="win-curve-4"' in page


def test_a_trace_of_an_experiment_takes_its_scenario(workspace):
    done = simlab_here("trace", "experiments/duel.yaml", "--scenario", "an Eight wins", "--format", "jsonl")
    header = json.loads(done.stdout.splitlines()[0])
    assert header["rules"]["eight_last"] == "wins"
    assert header["strategies"] == ["random", "first"]


def test_a_trace_of_an_experiment_may_have_another_line_up(workspace):
    done = simlab_here("trace", "duel", "--lineup", "first,hoarder:keep=2", "--format", "jsonl")
    assert json.loads(done.stdout.splitlines()[0])["strategies"] == ["first", "hoarder(keep=2)"]


def test_a_replay_plays_the_same_game_whatever_a_file_is_called(workspace):
    file = workspace / "no, no: wild.py"
    file.write_text('"""Errs."""\n\nPARAMS = {"weight": 0.5}\n\n\ndef play(view, my):\n    return 7_000 if my.weight > 0.6 else 0\n')
    asked = {"strategy": str(file), "weight": 0.123456789 + 0.5}
    (workspace / "wild.yaml").write_text(EXPERIMENT.replace("[random, first]", json.dumps([asked, "first"])))
    failed = simlab_here("run", "wild.yaml").stderr
    replay = next(line for line in failed.splitlines() if "replay: " in line).partition("simlab ")[2]
    assert "0.623456789" in replay
    again = simlab_here(*shlex.split(replay))
    assert again.returncode == 3
    assert "play answered 7000" in again.stderr


def test_whoever_stops_reading_is_no_fault(workspace):
    command = f"{sys.executable} -m simlab trace mean --deals 0:300 | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_address_that_is_none_is_told_in_a_line(workspace):
    done = simlab_here("run", "duel", "--scheduler", "foo")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_new_strategy_works_as_it_is(workspace):
    done = simlab_here("new", "strategy", "mean", "mine")
    assert "simlab check strategies/mean/mine.py" in done.stdout
    checked = simlab_here("check", "strategies/mean/mine.py")
    assert checked.returncode == 0, checked.stdout
    assert "fails" not in checked.stdout
    assert simlab_here("new", "strategy", "mean", "mine").returncode == 2, "nothing is overwritten"


@compiled_only  # else it is not tried before it is checked
def test_check_finds_a_strategy_out(workspace):
    file = workspace / "strategies" / "mean" / "sly.py"
    file.parent.mkdir(parents=True)
    file.write_text('"""Answers with more than there is."""\n\n\ndef play(view):\n    return view.options\n')
    done = simlab_here("check", "strategies/mean/sly.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "strategies/mean/sly.py:5: play answered 8, and there are 8 options (0 to 7) (deal 0, 2 players, seed 2)\n"
    file.write_text('"""Talks."""\n\n\ndef play(view):\n    print(view.top)\n    return 0\n')
    done = simlab_here("check", "strategies/mean/sly.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "strategies/mean/sly.py:5:5: a strategy is asked millions of times and can't print; leave it out; to look on"
    )


def test_init_makes_a_workspace_that_works(workspace):
    done = alone("init", "mine", cwd=workspace)
    assert done.returncode == 0, done.stderr
    made = workspace / "mine"
    assert list((made / "experiments").glob("*.yaml"))
    assert (made / "strategies" / "mean" / "random.py").is_file()
    assert alone("run", "experiments/mean_eight.yaml", "--games", "400", cwd=made).returncode == 0
    assert "go_fish" in alone("games", cwd=made).stdout
    offered = json.loads((made / "experiments" / "experiment.schema.json").read_text())
    assert "go_fish" in offered["properties"]["game"]["enum"]
    for experiment in (made / "experiments").glob("*.yaml"):
        assert experiment.read_text().startswith("# yaml-language-server: $schema=experiment.schema.json\nquestion: ")
    assert not list(made.rglob("__pycache__"))
    assert alone("init", "mine", cwd=workspace).returncode == 2, "a workspace that is there is left alone"


def test_lists(workspace):
    assert "MEAN!" in simlab_here("games").stdout
    rules = simlab_here("rules", "mean").stdout
    for part in ("eight_last", "loses | wins | swaps", "R5", "A1"):
        assert part in rules
    assert "random" in simlab_here("strategies", "mean").stdout
    assert json.loads(simlab_here("schema").stdout)["properties"]["question"]


@pytest.mark.slow
def test_bench_measures(workspace):
    done = simlab_here("bench", "mean", "--seconds", "0.2", "--json")
    for row in json.loads(done.stdout)["measured"]:
        assert row["games_per_second"] > 0
        assert row["ns_per_turn"] > 0
