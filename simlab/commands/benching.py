"""`simlab bench`: how fast every game is played on this machine; and with `--scale`, what large runs cost.

Machines are shared and noisy, so look at ratios within one run: beside every measurement stands a fixed calibration loop. What large runs
cost is all in, played, counted, written, checked: each figure is the difference between a longer and a shorter run, so that starting and
reporting, which happen once, do not count.
"""

import json
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from joblib.externals.loky import get_reusable_executor
from rich.console import Console
from rich.table import Column
from rich.table import Table as RichTable

from simlab import games as all_games
from simlab.base.faults import BadInput, RunFailure
from simlab.base.processes import at_once
from simlab.commands.listing import found
from simlab.commands.streams import answer
from simlab.engine.compiled import COMPILES, apart
from simlab.engine.compiled.chance import STEP, mix
from simlab.engine.game import Game
from simlab.experiment import load
from simlab.experiment.plan import BLOCK_GAMES
from simlab.players import strategies
from simlab.runner import BACKENDS, Settings, run_experiment
from simlab.table import Table

T = TypeVar("T")
THINKER = "thinker"
BATCH = 5_000
SEATS = 4
CHUNK, CHUNKS = BLOCK_GAMES, 5  # of a game's measurement: as in a real run
WALL, CPU, BYTES = range(3)  # of what a run costs
TINY, MANY = 40, 600  # of a backend's: chunks with hardly anything to play, so that the overhead is what remains


@apart
def _calibration(words: int) -> np.uint64:
    """A fixed piece of work: draw `words` random words."""
    total = np.uint64(0)
    for i in range(words):
        total ^= mix(STEP * np.uint64(i))
    return total


def bench(name: str | None, *, seconds: float, as_json: bool) -> None:
    """Measure every game: all `random`, and a line-up of heuristics; one thread, and two at once."""
    _calibration(1000)
    measured = [figures for of_game in _of_each(name, lambda game: _of_game(game, seconds)) for figures in of_game]
    if as_json:
        answer(json.dumps({"compiled": COMPILES, "measured": measured}))
        return
    shown = [
        {
            "game": row["game"],
            "line-up": row["lineup"],
            "games/s": f"{row['games_per_second']:,.0f}",
            "turns a game": f"{row['turns']:.1f}",
            "ns a turn": f"{row['ns_per_turn']:.1f}",
            "imagined games/s": f"{row['imagined_per_second']:,.0f}" if row["imagined_per_second"] else "-",
            "games per 10^6 words": f"{row['games_per_million_words']:,.0f}",
            "two threads (words)": f"{row['two_threads']:.2f}x ({row['two_threads_calibration']:.2f}x)",
        }
        for row in measured
    ]
    table = printed(f"one core, {SEATS} players, CPU time; medians", shown, words=2)
    table.caption, table.caption_justify = "Words: the calibration loop, which draws random words.", "left"
    Console().print(table)


def _of_each(name: str | None, measure: Callable[[Game], T]) -> Iterator[T]:
    """The game that was asked for, measured; or every game that can be: what is wrong with one is said."""
    if name:
        yield measure(found(name))
        return
    for game in all_games.playable():
        try:
            yield measure(game)
        except (BadInput, RunFailure) as error:
            sys.stderr.write(f"{game.name} is left out: {error}\n")


def printed(title: str, rows: list[dict[str, Any]], words: int = 1) -> RichTable:
    """Rows as a table, so many columns of words before those of numbers."""
    columns = [Column(heading, justify="left" if i < words else "right") for i, heading in enumerate(rows[0])]
    table = RichTable(*columns, title=title, title_justify="left", header_style="bold")
    for row in rows:
        table.add_row(*map(str, row.values()))
    return table


def _seats_at(game: Game) -> int:
    """How many sit at a table where a game is measured."""
    return min(max(SEATS, game.players[0]), game.players[-1])


def _of_game(game: Game, seconds: float) -> list[dict[str, Any]]:
    names, seats = strategies.names(game.name), _seats_at(game)
    heuristics = [name for name in names if name not in ("random", "first") and not strategies.find(game.name, name).thinks][:seats]
    lineups = {"random": ["random"] * seats}
    if heuristics:
        lineups["heuristics"] = [heuristics[i % len(heuristics)] for i in range(seats)]
    return [_of_lineup(game, label, seats, seconds) for label, seats in lineups.items()]


def _of_lineup(game: Game, label: str, seats: list[str], seconds: float) -> dict[str, Any]:
    tables = [_table(game, seats) for _ in range(2)]
    rows = [np.zeros(BATCH, dtype=game.row) for _ in tables]
    for table, into in zip(tables, rows, strict=True):
        table.play(0, into)
    speed, words = [], []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        speed.append(BATCH / _cpu_seconds(lambda: tables[0].play(0, rows[0])))
        words.append(1_000_000 / _cpu_seconds(lambda: _calibration(1_000_000)))
    games_per_second = statistics.median(speed)
    turns = float(rows[0]["turns"].mean())
    return {
        "game": game.name,
        "lineup": label,
        "seats": seats,
        "games_per_second": games_per_second,
        "turns": turns,
        "ns_per_turn": 1e9 / games_per_second / turns,
        "games_per_million_words": games_per_second / statistics.median(words) * 1e6,
        "imagined_per_second": _imagined(game, seats, seconds),
        "two_threads": _gain(lambda i: tables[i].play(0, rows[i]), seconds),
        "two_threads_calibration": _gain(lambda _: _calibration(2_000_000), seconds),
    }


def _imagined(game: Game, seats: list[str], seconds: float) -> float | None:
    """How many games a thinker among these imagines in a second; nothing where nobody can think."""
    if THINKER not in strategies.names(game.name):
        return None
    table = _table(game, [THINKER, *seats[1:]])
    table.rows(0, 1)
    speed: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or not speed:
        before = table.progress[2]
        spent = _cpu_seconds(lambda: table.rows(len(speed), 10))
        speed.append((table.progress[2] - before) / spent)
    return statistics.median(speed)


def _table(game: Game, seats: list[str]) -> Table:
    return Table(game, [(strategies.find(game.name, name), {}) for name in seats], game.resolve(game.Rules(), len(seats)), seed=1)


def _cpu_seconds(work: Callable[[], Any]) -> float:
    started = time.thread_time()
    work()
    return time.thread_time() - started


def _gain(work: Callable[[int], Any], seconds: float) -> float:
    """How much more two threads do in the same time than one: the median of rounds of one and two side by side."""

    def seconds_of(threads: int) -> float:
        started = time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda i: [work(i) for _ in range(4)], range(threads)))
        return time.perf_counter() - started

    gains: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(gains) < 3:
        gains.append(2 * seconds_of(1) / seconds_of(2))
    return statistics.median(gains)


# Large runs


def scale(name: str | None, *, as_json: bool) -> None:
    """Measure every game, and every backend that is installed."""
    measured = {
        "games": list(_of_each(name, _cost_of_game)),
        "backends": [_of_backend(backend) for backend in BACKENDS if backend != "dask" or find_spec("distributed")],
    }
    if as_json:
        answer(json.dumps(measured))
        return
    console = Console()
    console.print(printed("a million games, 4 x random", measured["games"]))
    console.print(printed(f"overhead of a chunk, {at_once()} at once", measured["backends"]))


def _cost_of_game(game: Game) -> dict[str, Any]:
    """A game's cost for a million games, with a row kept of each and without."""
    _cost(game, 1, CHUNK, "summary", "threading")  # what is compiled once
    kept, counted = (
        _cost(game, 1 + CHUNKS, CHUNK, keep, "threading") - _cost(game, 1, CHUNK, keep, "threading") for keep in ("games", "summary")
    )
    millions = CHUNK * CHUNKS / 1e6
    return {
        "game": game.name,
        "CPU s, rows kept": round(kept[CPU] / millions, 2),
        "CPU s, summary only": round(counted[CPU] / millions, 2),
        "MB of rows": round(kept[BYTES] / 1e6 / millions, 2),
    }


def _of_backend(backend: str) -> dict[str, Any]:
    """A backend's overhead for each chunk: its job sent, its games counted and noted, its result received."""
    game = all_games.find(all_games.shipped()[0])
    more, less = (_cost(game, chunks, TINY, "summary", backend) for chunks in (MANY + MANY // 4, MANY // 4))
    cost = more - less
    return {"backend": backend, "CPU ms": round(1e3 * cost[CPU] / MANY, 2), "ms between two": round(1e3 * cost[WALL] / MANY, 2)}


def _cost(game: Game, chunks: int, size: int, keep: str, backend: str) -> np.ndarray:
    """What a run of so many chunks costs: seconds, CPU seconds of all processes, bytes of Parquet."""
    seats = _seats_at(game)
    asked = {"question": "?", "game": game.name, "players": seats, "games": chunks * size, "lineup": ["random"] * seats, "keep": keep}
    with tempfile.TemporaryDirectory(prefix="simlab-scale-") as place:
        scheduler = "local" if backend == "dask" else None
        settings = Settings(jobs=at_once(), backend=backend, scheduler=scheduler, out=Path(place) / "run", chunk_games=size)
        wall, cpu = time.perf_counter(), _cpu()
        folder = run_experiment(load(asked), settings)
        get_reusable_executor().shutdown(wait=True)  # a process counts when it has ended
        wall, cpu = time.perf_counter() - wall, _cpu() - cpu
        return np.array([wall, cpu, sum(part.stat().st_size for part in folder.games.iterdir())])


def _cpu() -> float:
    """CPU time of this process and of those that it has started and that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
