"""`simlab bench`: how fast every game is played on this machine.

Machines are shared and noisy, so look at ratios within one run: beside every measurement stands a fixed calibration loop.
"""

import json
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table as RichTable

from simlab import games as all_games
from simlab.base.faults import BadInput, RunFailure
from simlab.commands.listing import found
from simlab.engine.compiled import COMPILES, apart
from simlab.engine.compiled.chance import STEP, mix
from simlab.engine.game import Game
from simlab.players import strategies
from simlab.table import Table

BATCH = 5_000
SEATS = 4


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
    measured = list(_of_game(found(name), seconds)) if name else list(_of_all(seconds))
    if as_json:
        sys.stdout.write(json.dumps({"compiled": COMPILES, "measured": measured}) + "\n")
        return
    table = RichTable(title=f"one core, {SEATS} players, CPU time; medians", title_justify="left", header_style="bold")
    for heading in ("game", "line-up", "games/s", "turns a game", "ns a turn", "games per 10^6 words", "two threads (words)"):
        table.add_column(heading, justify="left" if heading in ("game", "line-up") else "right")
    for row in measured:
        table.add_row(
            row["game"],
            row["lineup"],
            f"{row['games_per_second']:,.0f}",
            f"{row['turns']:.1f}",
            f"{row['ns_per_turn']:.1f}",
            f"{row['games_per_million_words']:,.0f}",
            f"{row['two_threads']:.2f}x ({row['two_threads_calibration']:.2f}x)",
        )
    table.caption, table.caption_justify = "Words: the calibration loop, which draws random words.", "left"
    Console().print(table)


def _of_all(seconds: float) -> Iterator[dict[str, Any]]:
    """Every game that can be measured; what is wrong with one is said."""
    for game in all_games.playable():
        try:
            yield from _of_game(game, seconds)
        except (BadInput, RunFailure) as error:
            sys.stderr.write(f"{game.name} is left out: {error}\n")


def seats_at(game: Game) -> int:
    """How many sit at a table where a game is measured."""
    return min(max(SEATS, game.players[0]), game.players[-1])


def _of_game(game: Game, seconds: float) -> list[dict[str, Any]]:
    names, seats = strategies.names(game.name), seats_at(game)
    heuristics = [name for name in names if name not in ("random", "first")][:seats]
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
        "two_threads": _gain(lambda i: tables[i].play(0, rows[i]), seconds),
        "two_threads_calibration": _gain(lambda _: _calibration(2_000_000), seconds),
    }


def _table(game: Game, seats: list[str]) -> Table:
    return Table(game, [(strategies.find(game.name, name), {}) for name in seats], game.resolve(game.Rules(), len(seats)), seed=1)


def _cpu_seconds(work: Callable[[], Any]) -> float:
    started = time.thread_time()
    work()
    return time.thread_time() - started


def _gain(work: Callable[[int], Any], seconds: float) -> float:
    """How much more two threads do in the same time than one: the median of rounds of one and two side by side."""

    def thread(i: int) -> Callable[[], Any]:
        return lambda: [work(i) for _ in range(4)]

    gains: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(gains) < 3:
        alone = _wall_seconds([thread(0)])
        together = _wall_seconds([thread(0), thread(1)])
        gains.append(2 * alone / together)
    return statistics.median(gains)


def _wall_seconds(works: list[Callable[[], Any]]) -> float:
    threads = [threading.Thread(target=work) for work in works]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - started
