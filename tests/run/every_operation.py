"""Every file operation of a command fails once: an error, a kill before it, a torn write and then a kill. Afterwards the same command ends
with the same files.

A process for itself, which loads all that is needed and then forks for every command: it must not have used threads before.
"""

import errno
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from simlab import report
from simlab.base.faults import BadInput, RunFailure
from simlab.engine.compiled import cache
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.runner.running import Settings, compile_everything, run_experiment
from simlab.runner.worker import versions

ERROR, KILL, TORN = "error", "kill", "torn"
EVENTS = ("open", "os.rename", "os.remove", "os.mkdir", "os.listdir", "os.scandir", "fsync")
WRITES = ("os.rename", "os.remove", "os.mkdir", "fsync")  # else a kill is one before the next of them
TEARS = ("os.rename", "fsync")


@dataclass
class Faults:
    """Counts the operations below a folder, and lets one of them fail."""

    below: str
    number: int  # of the operation; 0: none
    kind: str
    done: int = 0

    def meet(self, event: str, arguments: tuple) -> None:
        """As an audit hook."""
        path = arguments[0] if arguments else None
        if event not in EVENTS or not isinstance(path, str | os.PathLike) or not str(path).startswith(self.below):
            return
        is_written = event in WRITES or (event == "open" and bool(arguments[2] & (os.O_WRONLY | os.O_RDWR)))
        if (self.kind == KILL and not is_written) or (self.kind == TORN and event not in TEARS):
            return
        self.done += 1
        if self.done != self.number:
            return
        if self.kind == ERROR:
            raise OSError(errno.EIO, "it fails once", str(path))
        if self.kind == TORN and event == "os.rename":
            os.truncate(path, os.path.getsize(path) // 2)
            os.system(f"mv '{path}' '{arguments[1]}'")  # our own paths
        if self.kind == TORN and event == "fsync":
            os.truncate(path, os.path.getsize(path) // 2)
        os.kill(os.getpid(), signal.SIGKILL)

    def install(self) -> None:
        """From now on, in this process."""
        fsync = os.fsync

        def failing(number: int) -> None:
            self.meet("fsync", (os.readlink(f"/proc/self/fd/{number}"),))
            fsync(number)

        os.fsync = failing
        sys.addaudithook(self.meet)


def in_child(command: Callable[[], object], faults: Faults, said: Path) -> tuple[int, int]:
    """Run a command in a fork of this process: how it ended, and how many operations it had."""
    reads, writes = os.pipe()
    pid = os.fork()
    if not pid:
        with said.open("wb") as log:
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
        code = 1
        try:
            faults.install()
            command()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        except BaseException:
            traceback.print_exc()
        finally:
            os.write(writes, str(faults.done).encode())
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    os.close(writes)
    _, status = os.waitpid(pid, 0)
    told = os.read(reads, 100)
    os.close(reads)
    return os.waitstatus_to_exitcode(status), int(told or 0)


def told(command: Callable[[], object]) -> Callable[[], object]:
    """With what goes wrong in a sentence and an exit code, as the command line has it."""

    def tell() -> None:
        try:
            command()
        except (BadInput, RunFailure, OSError) as error:
            sys.stderr.write(f"{error}\n")
            raise SystemExit(3) from None

    return tell


def contents(folder: Path) -> dict[str, bytes]:
    """What must be the same: all but who made it when, and locks."""
    left_out = ("manifest.json", ".lock")
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in left_out
    }


def sweep(name: str, before: Path, folder: Path, command: Callable[[], object], same: Callable[[], object]) -> int:
    """Let each operation below a folder fail, in each way, from what stands in `before`; how many there were."""
    said, failed = folder.parent / "said", 0

    def begin() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(before, folder)

    begin()
    code, _ = in_child(command, Faults(str(folder), 0, ERROR), said)
    assert code == 0, said.read_text()
    wanted = same()
    for kind in (ERROR, KILL, TORN):
        begin()
        _, count = in_child(command, Faults(str(folder), 0, kind), said)
        assert count > 3, f"{name}: {count} operations"
        for number in range(1, count + 1):
            begin()
            code, _ = in_child(command, Faults(str(folder), number, kind), said)
            where = f"{name}, {kind} at operation {number} of {count}"
            assert "Traceback" not in said.read_text(errors="replace"), f"{where}: {said.read_text()}"
            assert code in ((0, 2, 3) if kind == ERROR else (-signal.SIGKILL,)), f"{where}: {code} {said.read_text()}"
            code, _ = in_child(command, Faults(str(folder), 0, ERROR), said)
            assert code == 0, f"{where}, and then: {said.read_text()}"
            now = same()
            assert now == wanted, f"{where}: {sorted(key for key in {*now, *wanted} if now.get(key) != wanted.get(key))}"
            failed += 1
    print(f"{name}: {failed}", flush=True)
    return failed


TEXT = "from numba import njit\n\n\n@njit('int64(int64)', cache=True)\ndef triple(x):\n    return 3 * x\n"
ASKED = {
    "name": "asked",
    "question": "Which fails?",
    "game": "mean",
    "players": 2,
    "games": 600,
    "lineup": ["first", "random"],
    "scenarios": {"as printed": {}, "an Eight wins": {"eight_last": "wins"}},
}


def of_runs(base: Path) -> None:
    """A run from its beginning, its lock included; one that was killed and lost a part; and the page."""
    experiment, run = load(ASKED), base / "run"
    compile_everything(make_plan(experiment), Settings(jobs=1))
    versions()  # the same for all, whatever is edited meanwhile

    def play(progress: Callable[[int, int], None] = lambda *_: None) -> None:
        run_experiment(experiment, Settings(jobs=1, out=run, chunk_games=400, progress=progress))

    def killed(done: int, _: int) -> None:
        if done > 400:
            os.kill(os.getpid(), signal.SIGKILL)

    def same() -> dict[str, bytes]:
        return contents(run)

    def kept_after(name: str, command: Callable[[], object], *gone: str) -> Path:
        in_child(command, Faults(str(run), 0, ERROR), base / "said")
        for file in gone:
            (run / file).unlink()
        shutil.move(run, base / name)
        return base / name

    (base / "empty").mkdir()
    begun = kept_after("begun", lambda: play(killed), "games/part-2p-000000.parquet")
    whole = kept_after("whole", lambda: run_experiment(experiment, Settings(jobs=1, out=run)))
    sweep("run", base / "empty", run, told(play), same)
    sweep("resume", begun, run, told(play), same)
    sweep("report", whole, run, told(lambda: report.write(run)), same)


def of_a_compilation(base: Path) -> None:
    """What is kept of compiled code, its lock included."""
    kept = base / "cache"
    cache.folder = lambda: kept

    def compile_it() -> None:
        assert cache.generated("kept", TEXT).triple(14) == 42

    def same() -> dict[str, bytes]:
        return {"is whole": str(cache.is_cached("kept", TEXT)).encode()}

    sweep("compilation", base / "empty", kept, told(compile_it), same)


if __name__ == "__main__":
    of_runs(Path(sys.argv[1]))
    of_a_compilation(Path(sys.argv[1]))
