"""A cluster on loopback: a scheduler and workers, each a process of its own, in a directory without anybody's strategies."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.run.harness import LONG, environment, wait_until


class Processes:
    """A scheduler and its workers."""

    def __init__(self, home: Path) -> None:
        self.home = home
        home.mkdir(parents=True, exist_ok=True)
        self._file = home / "scheduler.json"
        self._file.unlink(missing_ok=True)
        self.workers: list[subprocess.Popen] = []
        self.scheduler = self._started(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0", "--scheduler-file", str(self._file)
        )
        wait_until(lambda: is_whole_json(self._file))
        self.address: str = json.loads(self._file.read_text())["address"]  # what --scheduler takes

    def add_worker(self, *options: str, env: Mapping[str, str] | None = None) -> subprocess.Popen:
        """One more worker, with one thread."""
        worker = self._started(
            "worker", "--scheduler-file", str(self._file), "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1",
            "--death-timeout", str(LONG), *options, env=env,
        )  # fmt: skip
        self.workers.append(worker)
        return worker

    def _started(self, what: str, *options: str, env: Mapping[str, str] | None = None) -> subprocess.Popen:
        log = (self.home / f"{what}-{len(self.workers)}.log").open("wb")
        command = [sys.executable, "-m", "dask", what, *options]
        env = environment(OMP_NUM_THREADS="1", **(env or {}))
        return subprocess.Popen(command, cwd=self.home, env=env, stdout=log, stderr=log)

    def kill(self) -> None:
        """All of them, at once."""
        for process in (*self.workers, self.scheduler):
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            process.wait()


@contextmanager
def cluster(home: Path, workers: int = 3) -> Iterator[Processes]:
    """A scheduler with so many workers, for as long as it is needed. All are there: where one came first it could play everything."""
    processes = Processes(home)
    try:
        for _ in range(workers):
            processes.add_worker()
        if workers:
            wait_for_workers(processes, workers)
        yield processes
    finally:
        processes.kill()


def wait_for_workers(processes: Processes, count: int) -> None:
    """Wait until so many have come to the scheduler."""
    from distributed import Client

    with Client(processes.address, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=LONG)


def is_whole_json(file: Path) -> bool:
    """Whether a file that another process writes is there, and to its end: a file exists before there is anything in it."""
    try:
        json.loads(file.read_text())
    except (FileNotFoundError, json.JSONDecodeError):
        return False
    return True
