"""Every file operation of a command fails once: an error, a kill before it, a torn write and then a kill. Afterwards the same command ends
with the same files.

A process for itself, which loads all that is needed and then forks for every command: it must not have used threads before. It is told
which of SWEEPS it makes, in which of KINDS.
"""

import errno
import importlib
import json
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from simlab import report
from simlab.base.faults import BadInput, RunFailure
from simlab.engine.compiled import cache
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.runner.running import Settings, compile_everything, run_experiment
from simlab.runner.worker import versions

KINDS = ERROR, KILL, TORN = "error", "kill", "torn"
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


@dataclass
class Sweep:
    """A command in a folder, what stands there before it, and what must be the same whenever it has ended well."""

    before: Path
    folder: Path
    command: Callable[[], object]
    same: Callable[[], object]

    @property
    def said(self) -> Path:
        """What the last command wrote."""
        return self.folder.parent / "said"

    def begin(self) -> None:
        """As it was before."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.before, self.folder)

    def run(self, number: int = 0, kind: str = ERROR) -> tuple[int, int]:
        """The command, one of whose operations may fail: how it ended, and how many it had."""
        return in_child(self.command, Faults(str(self.folder), number, kind), self.said)

    def load(self) -> None:
        """Load here, once, what the command would load in every fork."""
        names, threads = self.folder.parent / "modules", os.listdir("/proc/self/task")

        def tell() -> None:
            self.command()
            names.write_text(json.dumps(list(sys.modules)))

        self.begin()
        in_child(tell, Faults(str(self.folder), 0, ERROR), self.said)
        for name in json.loads(names.read_text()):
            with suppress(ImportError):  # what is made anew by every command
                importlib.import_module(name)
        assert os.listdir("/proc/self/task") == threads, "a fork lacks the threads of what it was forked from"

    def fail_everywhere(self, kind: str) -> int:
        """Let each operation below the folder fail in one way; how many there were."""
        self.load()
        self.begin()
        code, _ = self.run()
        assert code == 0, self.said.read_text()
        wanted = self.same()
        self.begin()
        _, count = self.run(kind=kind)
        for number in range(1, count + 1):
            self.begin()
            code, _ = self.run(number, kind)
            where = f"{kind} at operation {number} of {count}"
            said = self.said.read_text(errors="replace")
            assert "Traceback" not in said, f"{where}: {said}"
            assert code in ((0, 2, 3) if kind == ERROR else (-signal.SIGKILL,)), f"{where}: {code} {said}"
            code, _ = self.run()
            assert code == 0, f"{where}, and then: {self.said.read_text()}"
            now = self.same()
            assert now == wanted, f"{where}: {sorted(key for key in {*now, *wanted} if now.get(key) != wanted.get(key))}"
        return count


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


class Runs:
    """What is done with a run in its folder."""

    def __init__(self, base: Path) -> None:
        self.base, self.path = base, base / "run"
        self.experiment = load(ASKED)
        compile_everything(make_plan(self.experiment), Settings(jobs=1))
        versions()  # the same for all, whatever is edited meanwhile

    def sweep(self, before: Path, command: Callable[[], object]) -> Sweep:
        """What is made of what stands in `before`."""
        return Sweep(before, self.path, told(command), lambda: contents(self.path))

    def play(self, progress: Callable[[int, int], None] = lambda *_: None) -> None:
        """In several parts."""
        run_experiment(self.experiment, Settings(jobs=1, out=self.path, chunk_games=400, progress=progress))

    def left_by(self, command: Callable[[], object]) -> Path:
        """What a command leaves, elsewhere."""
        in_child(command, Faults(str(self.path), 0, ERROR), self.base / "said")
        return Path(shutil.move(self.path, self.base / "before"))


def a_run(base: Path) -> Sweep:
    """From its beginning, its lock included."""
    runs = Runs(base)
    (base / "before").mkdir()
    return runs.sweep(base / "before", runs.play)


def a_resume(base: Path) -> Sweep:
    """Of a run that was killed and lost a part."""
    runs = Runs(base)

    def killed(done: int, _: int) -> None:
        if done > 400:
            os.kill(os.getpid(), signal.SIGKILL)

    before = runs.left_by(lambda: runs.play(killed))
    (before / "games/part-2p-000000.parquet").unlink()
    return runs.sweep(before, runs.play)


def a_report(base: Path) -> Sweep:
    """The page of a whole run."""
    runs = Runs(base)
    before = runs.left_by(lambda: run_experiment(runs.experiment, Settings(jobs=1, out=runs.path)))
    return runs.sweep(before, lambda: report.write(runs.path))


def a_compilation(base: Path) -> Sweep:
    """What is kept of compiled code, its lock included."""
    (base / "before").mkdir()
    kept = base / "cache"
    cache.folder = lambda: kept

    def compile_it() -> None:
        assert cache.generated("kept", TEXT).triple(14) == 42

    return Sweep(base / "before", kept, told(compile_it), lambda: cache.is_cached("kept", TEXT))


SWEEPS = {"run": a_run, "resume": a_resume, "report": a_report, "compilation": a_compilation}

if __name__ == "__main__":
    _, sweep, kind, folder = sys.argv
    print(SWEEPS[sweep](Path(folder)).fail_everywhere(kind))
