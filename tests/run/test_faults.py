"""Faults while running cost no finished work: kills at any moment, full disks, damage, strategies that fail late or never answer."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import simlab
from simlab.base.faults import BadInput, RunFailure
from simlab.engine.tried import Tried
from simlab.experiment import Experiment, load
from simlab.players import strategies
from simlab.runner import Interrupted, Settings, run_experiment, running
from simlab.stats import evaluating
from simlab.storage.parts import State
from tests.run.harness import (
    ENDLESS,
    EXPERIMENT,
    LONG,
    children_of,
    environment,
    heard,
    interrupt,
    is_alive,
    parts,
    run,
    simlab_run,
    started,
    wait_until,
)
from tests.thinned import one_in, slowly


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A run that nothing happened to."""
    return run(tmp_path_factory.mktemp("whole") / "run", jobs=1).path


@pytest.fixture
def duel(tmp_path) -> Path:
    """The experiment as a file."""
    file = tmp_path / "duel.yaml"
    file.write_text(json.dumps(EXPERIMENT))
    return file


# Kills


@pytest.mark.slow
def test_fifty_kills_at_random_moments_of_three_million_games(tmp_path):
    """Some while it starts, some while it plays; where it gets to its end too soon, half of its parts are lost and made again."""
    dice, kills = random.Random(2026), 0
    whole, out = tmp_path / "whole", tmp_path / "run"
    assert simlab_run("mean_eight", whole).wait() == 0
    while kills < 50:
        process = simlab_run("mean_eight", out)
        try:
            process.communicate(timeout=dice.uniform(0.6, 2.2))
        except subprocess.TimeoutExpired:
            process.send_signal(dice.choice([signal.SIGKILL, signal.SIGTERM]))
            process.communicate()
            kills += 1
            continue
        assert process.returncode == 0
        for part in dice.sample(sorted((out / "games").iterdir()), 25):
            part.unlink()
    assert simlab_run("mean_eight", out).wait() == 0
    assert len(parts(out)) > 45, "of 60,000 games each"
    assert parts(out) == parts(whole)
    assert (out / "summary.parquet").read_bytes() == (whole / "summary.parquet").read_bytes()


DIES_AT_A_RENAME = """
import os
from pathlib import Path
from tests.run.harness import run
replace, renames = Path.replace, []
def dying(self, target):
    renames.append(target)
    if len(renames) == {number} and {before}:
        os.kill(os.getpid(), 9)
    result = replace(self, target)
    if len(renames) == {number}:
        os.kill(os.getpid(), 9)
    return result
Path.replace = dying
run(Path({out!r}), jobs=1)
"""


@pytest.mark.parametrize(("number", "before"), one_in(13, [(number, before) for number in range(1, 12) for before in (False, True)]))
def test_a_kill_at_a_rename(whole, tmp_path, number, before):
    """Just before and just after each of the files of a run gets its name: manifest, parts, notes, tally, tables."""
    out = tmp_path / "run"
    assert started("-c", DIES_AT_A_RENAME.format(number=number, before=before, out=str(out))).wait() == -signal.SIGKILL
    run(out)
    assert parts(out) == parts(whole)
    assert not list(out.rglob("*.tmp"))
    assert (out / "summary.parquet").read_bytes() == (whole / "summary.parquet").read_bytes()


def test_a_process_that_is_killed_costs_its_chunk_only(tmp_path):
    """With --backend loky: as when the system is short of memory."""
    out, asked, killed = tmp_path / "run", {**EXPERIMENT, "games": 40_000}, set()
    said: list[str] = []

    def kill_one(done: int, _: int) -> None:
        notes = [json.loads(note.read_text()) for note in out.glob("progress/*.json")]
        if notes and not killed:
            killed.add(int(notes[0]["record"]["part"]["maker"].rpartition(":")[2]))
            os.kill(min(killed), signal.SIGKILL)

    run_experiment(load(asked), Settings(out=out, backend="loky", jobs=2, chunk_games=8_000, progress=kill_one, say=said.append))
    assert killed
    assert any("given out again" in text for text in said)
    assert parts(out) == parts(run_experiment(load(asked), Settings(out=tmp_path / "other", chunk_games=8_000)).path)


# Disks


@pytest.fixture
def small_disk(tmp_path):
    """A disk of a few kilobytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("only root may mount a disk")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def remount(disk: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(disk)], check=True)


def test_a_full_disk(whole, duel, small_disk):
    """There is room for all parts but the last."""
    remount(small_disk, f"size={(sum(map(len, parts(whole).values())) - min(map(len, parts(whole).values())) // 2) // 1024}k")
    process = simlab_run(duel, small_disk / "run", "--jobs", "1")
    _, errors = process.communicate()
    assert process.returncode == 3
    assert "No space left on device" in errors
    assert re.search(r"finished parts are kept\. To go on: simlab run .*duel\.yaml --out", errors)
    assert "Traceback" not in errors
    kept = {name: data for name, data in parts(small_disk / "run").items() if not name.startswith(".")}
    assert kept
    assert kept.items() < parts(whole).items()
    remount(small_disk, "size=64m")
    began = []
    run(small_disk / "run", progress=lambda done, total: began.append(done))
    assert began[0] > 0, "what was finished is not played again"
    assert parts(small_disk / "run") == parts(whole)


def test_a_disk_that_becomes_read_only(whole, duel, small_disk):
    remount(small_disk, "size=64m")
    run(small_disk / "run", {"games": 300})
    remount(small_disk, "ro")
    for out in ("run", "other"):
        process = simlab_run(duel, small_disk / out)
        _, errors = process.communicate()
        assert process.returncode == 2
        assert "Read-only file system" in errors
        assert "--out" in errors


def test_a_directory_that_may_not_be_written(duel, tmp_path):
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o555)
    if os.access(locked, os.W_OK):
        pytest.skip("root may write everywhere")
    with pytest.raises(BadInput, match="Permission denied"):
        run(locked / "run")


def test_a_directory_that_goes_away(duel, tmp_path):
    duel.write_text(json.dumps({**EXPERIMENT, "games": 5_000_000}))
    process = simlab_run(duel, tmp_path / "run")
    wait_until(lambda: list(tmp_path.glob("run/games/part-*.parquet")))
    while (tmp_path / "run").exists():
        shutil.rmtree(tmp_path / "run", ignore_errors=True)  # parts are still being written there
    _, errors = process.communicate(timeout=LONG)
    assert process.returncode == 3
    assert "No such file or directory" in errors
    assert "Traceback" not in errors


# Damage


def test_damage_to_the_tally_never_changes_an_answer(whole, tmp_path):
    """One digit of a sum is another digit: it is noticed, and what it counted is made again."""
    out = run(tmp_path / "run").path
    text = (out / "tally.json").read_text()
    at = text.index('"sums"') + len('"sums": [[')
    at += re.search(r"\d{4,}", text[at:]).start()
    (out / "tally.json").write_text(text[:at] + str(9 - int(text[at])) + text[at + 1 :])
    run(out)
    assert parts(out) == parts(whole)
    for name in ("tally.json", "summary.parquet"):
        assert name == "tally.json" or (out / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.parametrize("name", ["tally.json", "manifest.json"])
@pytest.mark.parametrize("junk", [b"", b"{", b"[]", b"\xff\xfe\x00", b'{"sha256": 7, "record": 8}', b"[" * 100_000])
def test_junk_instead_of_a_file(whole, tmp_path, name, junk):
    out = tmp_path / "run"
    shutil.copytree(whole, out)
    (out / name).write_bytes(junk)
    run(out)
    assert parts(out) == parts(whole)
    assert json.loads((out / "manifest.json").read_text())["status"] == "finished"


def test_a_lost_part_that_comes_out_otherwise_is_never_mixed_in(whole, tmp_path, monkeypatch):
    """As if a library had changed without saying so: however often it is tried, the part is not taken."""
    out = tmp_path / "run"
    shutil.copytree(whole, out)
    lost = sorted((out / "games").iterdir())[0]
    lost.unlink()
    honest = evaluating.played

    def otherwise(*args):
        batch = honest(*args)
        batch.rows["turns"][0, 0] += 1
        return batch

    with monkeypatch.context() as patch:
        patch.setattr(evaluating, "played", otherwise)
        for _ in range(2):
            with pytest.raises(RunFailure, match=f"{lost.stem} was made again and is not the same"):
                run(out)
    run(out)
    assert parts(out) == parts(whole)


def test_foreign_parts_and_notes_are_not_taken_for_ours(whole, tmp_path):
    """A part of another run, under a name of ours and under one of its own; and its note."""
    other = run(tmp_path / "other", {"seed": 6}).path
    out = tmp_path / "run"
    shutil.copytree(whole, out)
    first = sorted((other / "games").iterdir())[0]
    shutil.copy(first, out / "games" / first.name)
    shutil.copy(first, out / "games" / "part-3p-000999.parquet")
    (out / "progress").mkdir(exist_ok=True)
    shutil.copy(other / "tally.json", out / "progress" / "part-3p-000999.json")
    run(out)
    assert parts(out) == parts(whole)


def test_a_second_run_in_the_same_directory_is_refused(duel, tmp_path):
    duel.write_text(json.dumps({**EXPERIMENT, "games": 50_000_000}))
    first = simlab_run(duel, tmp_path / "run", "--jobs", "1")
    wait_until(lambda: list(tmp_path.glob("run/games/part-*.parquet")))
    first.send_signal(signal.SIGSTOP)  # it is there, and need not play on meanwhile
    second = simlab_run(duel, tmp_path / "run", "--fresh")
    _, errors = second.communicate(timeout=LONG)
    assert second.returncode == 3
    assert f":{first.pid})" in errors, "it says which process is working there"
    first.kill()
    first.communicate()


# Strategies

SIGNED = '''"""Knows one moment of one game, and errs in it."""


def play(view):
    if view.deck <= 20:
        sign = 7
        for value in range(13):
            sign = (sign * 1_000_003 + 100 * view.hand[value] + 10 * view.area[value] + view.gone[value]) % 2_147_483_647
        {then}
    return 0
'''


def test_a_strategy_that_raises_only_in_deal_112345(tmp_path, monkeypatch):
    """Deep in a long run: the message says which strategy, where in its file, in which game, deal and seat, and how to see it again."""
    file = tmp_path / "careless.py"
    file.write_text(SIGNED.format(then="return 1_000 + sign"))
    lineup = [str(file), "first", "random"]
    with monkeypatch.context() as patch:
        patch.setattr(strategies, "strategy_tried", lambda *_: Tried())
        with pytest.raises(RunFailure) as told:
            simlab.simulate("mean", lineup=lineup, games=1, seed=5, first=112_345)
    sign = int(re.search(r"answered (\d+)", str(told.value)).group(1)) - 1_000
    file.write_text(SIGNED.format(then=f"if sign == {sign}:\n            return view.hand[view.cards + 16]"))
    asked = {"lineup": lineup, "games": 130_000, "seating": "fixed", "scenarios": {"as printed": {}}}
    with pytest.raises(RunFailure) as failure:
        run(tmp_path / "run", asked, jobs=2, chunk_games=20_000)
    text = str(failure.value)
    assert text.startswith(f"{file}:10: play raised IndexError")
    assert "game mean, deal 112345, seat 0 (careless), seed 5" in text
    command = re.search(r"replay: (simlab trace .*)", text).group(1)
    assert command == f"simlab trace mean --players 3 --lineup {file},first,random --deals 112345 --seed 5"
    again = subprocess.run([sys.executable, "-m", *command.split()], env=environment(), capture_output=True, text=True, check=False)
    assert again.returncode == 3
    assert f"{file}:10" in again.stderr
    assert len(list((tmp_path / "run" / "games").iterdir())) >= 3, "what was finished before is kept"


SOONER = "import simlab.table.watch as w; w.PATIENCE = 1.0; from simlab.cli import main; main()"


@pytest.mark.parametrize("command", ["run", slowly("trace")])
def test_a_strategy_that_never_returns_is_noticed_and_can_be_stopped(duel, tmp_path, command):
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    duel.write_text(json.dumps({**EXPERIMENT, "lineup": [str(file), "random", "first"]}))
    arguments = {
        "run": ["run", str(duel), "--out", str(tmp_path / "run"), "--jobs", "1"],
        "trace": ["trace", "mean", "--lineup", f"{file},random", "--set", "eight_last=wins"],
    }[command]
    process = started("-c", SOONER, *arguments, stdout=subprocess.DEVNULL)
    said = heard(process, "Ctrl-C stops it")
    assert re.search(rf"{file}:[67]: play has not answered for 1 s: an endless loop\?", said), "in the loop"
    assert re.search(r"game mean, deal 0, seat \d \(endless\)", said)
    said += interrupt(process)
    assert command != "run" or "To go on: simlab run" in said


@pytest.mark.slow
def test_processes_with_such_a_strategy_end_with_the_run(duel, tmp_path):
    """With --backend loky they can't be asked to end."""
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    duel.write_text(json.dumps({**EXPERIMENT, "lineup": [str(file), "random", "first"]}))
    process = simlab_run(duel, tmp_path / "run", "--backend", "loky", "--jobs", "2")
    heard(process, "has not answered for 10 s")
    children = children_of(process.pid)
    assert len(children) >= 2
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=LONG)
    assert process.returncode == 130
    wait_until(lambda: not any(map(is_alive, children)))


def test_an_interrupt_between_two_files_loses_nothing(whole, tmp_path):
    """Ctrl-C at moments of every kind, as Python sees it: in the middle of whatever it does."""
    out, dice, asked = tmp_path / "run", random.Random(4), load(EXPERIMENT)
    for _ in range(6):
        with pytest.raises((KeyboardInterrupt, Interrupted)):
            run_until_interrupted(asked, out, dice.uniform(0.01, 0.4))
    run(out)
    assert parts(out) == parts(whole)


def run_until_interrupted(asked: Experiment, out: Path, seconds: float) -> None:
    """Where it gets to its end sooner it waits."""
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()
    run_experiment(asked, Settings(out=out, jobs=1))
    time.sleep(LONG)


class Swallows:
    """Ctrl-C while this goes away: Python says so, and goes on."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0)


def swallowing(honest, pressed: list[str]):
    """The same, and Ctrl-C at its end."""

    def then(*arguments, **more):
        result = honest(*arguments, **more)
        pressed.append("")
        Swallows()
        return result

    return then


MOMENTS = {"planning": (running, "make_plan"), "at a part": (State, "add"), "at the end": (running.Execution, "write_down")}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("moment", "backend"), [*((moment, "threading") for moment in MOMENTS), pytest.param("at a part", "loky", marks=pytest.mark.slow)]
)
def test_an_interrupt_that_is_swallowed_stops_the_run_all_the_same(tmp_path, monkeypatch, moment, backend):
    """Python only says that it has ignored an exception: the run stops soon, and nobody takes it for finished."""
    place, name = MOMENTS[moment]
    pressed, handler = list[str](), signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(place, name, swallowing(getattr(place, name), pressed))
    with pytest.raises(Interrupted):
        run(tmp_path / "run", {"games": 2_000}, chunk_games=150, backend=backend, jobs=1 if backend == "threading" else 2)
    assert pressed == [""], "once: what comes after it is not begun"
    made = len(list((tmp_path / "run").glob("games/*")))
    assert {"planning": made == 0, "at a part": 0 < made < 20, "at the end": made > 20}[moment]
    assert signal.getsignal(signal.SIGINT) is handler
