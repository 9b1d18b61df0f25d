"""`simlab bench --scale`: what large runs cost on this machine, all in: played, counted, written, checked.

Each figure is the difference between a longer and a shorter run, so that starting and reporting, which happen once, do not count.
"""

import json
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from joblib import cpu_count
from joblib.externals.loky import get_reusable_executor
from rich.console import Console
from rich.table import Table as RichTable

from simlab import games as all_games
from simlab.base.faults import BadInput, RunFailure
from simlab.commands.benching import seats_at
from simlab.commands.listing import found
from simlab.engine.game import Game
from simlab.experiment import load
from simlab.runner import BACKENDS, Settings, run_experiment

CHUNK, CHUNKS = 40_000, 5  # of a game's measurement: as in a real run
TINY, MANY = 40, 600  # of a backend's: chunks with hardly anything to play, so that the overhead is what remains


@dataclass(frozen=True)
class Cost:
    """What a run took."""

    wall: float
    cpu: float  # of this process and of those it started
    bytes: int  # of Parquet

    def __sub__(self, other: "Cost") -> "Cost":
        return Cost(self.wall - other.wall, self.cpu - other.cpu, self.bytes - other.bytes)


def scale(name: str | None, *, as_json: bool) -> None:
    """Measure every game, and every backend that is installed."""
    measured = {
        "games": [_of_game(found(name))] if name else list(_of_all()),
        "backends": [_of_backend(backend) for backend in BACKENDS if backend != "dask" or find_spec("distributed")],
    }
    if as_json:
        sys.stdout.write(json.dumps(measured) + "\n")
        return
    console = Console()
    console.print(_table("a million games, 4 x random", measured["games"]))
    console.print(_table(f"overhead of a chunk, {_jobs()} at once", measured["backends"]))


def _of_all() -> Iterator[dict[str, Any]]:
    """Every game that can be measured; what is wrong with one is said."""
    for game in all_games.playable():
        try:
            yield _of_game(game)
        except (BadInput, RunFailure) as error:
            sys.stderr.write(f"{game.name} is left out: {error}\n")


def _of_game(game: Game) -> dict[str, Any]:
    """A game's cost for a million games, with a row kept of each and without."""
    _cost(game, 1, CHUNK, "summary", "threading")  # what is compiled once
    kept, counted = (
        _cost(game, 1 + CHUNKS, CHUNK, keep, "threading") - _cost(game, 1, CHUNK, keep, "threading") for keep in ("games", "summary")
    )
    millions = CHUNK * CHUNKS / 1e6
    return {
        "game": game.name,
        "CPU s, rows kept": round(kept.cpu / millions, 2),
        "CPU s, summary only": round(counted.cpu / millions, 2),
        "MB of rows": round(kept.bytes / 1e6 / millions, 2),
    }


def _of_backend(backend: str) -> dict[str, Any]:
    """A backend's overhead for each chunk: its job sent, its games counted and noted, its result received."""
    game = all_games.find(all_games.shipped()[0])
    more, less = (_cost(game, chunks, TINY, "summary", backend) for chunks in (MANY + MANY // 4, MANY // 4))
    cost = more - less
    return {"backend": backend, "CPU ms": round(1e3 * cost.cpu / MANY, 2), "ms between two": round(1e3 * cost.wall / MANY, 2)}


def _cost(game: Game, chunks: int, size: int, keep: str, backend: str) -> Cost:
    """What a run of so many chunks costs."""
    seats = seats_at(game)
    asked = {"question": "?", "game": game.name, "players": seats, "games": chunks * size, "lineup": ["random"] * seats, "keep": keep}
    with tempfile.TemporaryDirectory(prefix="simlab-scale-") as place:
        scheduler = "local" if backend == "dask" else None
        settings = Settings(jobs=_jobs(), backend=backend, scheduler=scheduler, out=Path(place) / "run", chunk_games=size)
        wall, cpu = time.perf_counter(), _cpu()
        folder = run_experiment(load(asked), settings)
        get_reusable_executor().shutdown(wait=True)  # a process counts when it has ended
        wall, cpu = time.perf_counter() - wall, _cpu() - cpu
        return Cost(wall, cpu, sum(part.stat().st_size for part in folder.games.iterdir()))


def _cpu() -> float:
    """CPU time of this process and of those that it has started and that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _jobs() -> int:
    return int(cpu_count())


def _table(title: str, rows: list[dict[str, Any]]) -> RichTable:
    table = RichTable(title=title, title_justify="left", header_style="bold")
    for i, heading in enumerate(rows[0]):
        table.add_column(heading, justify="right" if i else "left")
    for row in rows:
        table.add_row(*map(str, row.values()))
    return table
