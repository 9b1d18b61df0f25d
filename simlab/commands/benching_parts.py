"""`simlab bench --parts`: where a run's CPU time goes, from the start of the process to the page of its report.

Each run is a process of its own that plays one chunk after another, and counts for every part the time of the whole process (see
`simlab.base.clock`). What a part takes is the median of several such runs.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from rich.console import Console

from simlab import games as all_games
from simlab.base import paths
from simlab.base.clock import REST
from simlab.base.faults import BadInput, Fault, RunFailure
from simlab.commands import clocked, running
from simlab.commands.benching import printed
from simlab.commands.streams import answer
from simlab.experiment.plan import make_plan

ROUNDS = 3
MIDDLING = 30_000  # games a scenario, of a run that is asked for by its game


def parts(name: str | None, *, as_json: bool) -> None:
    """Measure an experiment as it stands, or a middling run of a game, or of each game that has an experiment."""
    measured = [_of_run(*run) for run in _runs(name)]
    if as_json:
        answer(json.dumps({"measured": measured}))
        return
    for run in measured:
        title = f"{run['experiment']}, {run['games']:,} games, one at a time: {run['seconds']:.2f} s CPU time"
        rows = [
            {
                "part": part,
                "CPU s": f"{of['seconds']:.3f}",
                "share": f"{of['share']:.1%}",
                "ns a game": f"{of['ns_per_game']:,.0f}",
            }
            for part, of in run["parts"].items()
        ]
        Console().print(printed(title, rows))


def _runs(name: str | None) -> list[tuple[str, int | None]]:
    """Which experiments are run, and with how many games a scenario: None, as they stand."""
    games = all_games.names()
    if name is not None and name not in games:
        return [(name, None)]
    found = {game: path for path in reversed(_experiments()) if (game := running.read(str(path), [], None, None).game) in games}
    if name is not None and name not in found:
        raise BadInput([Fault("", f"no experiment asks about {name}; name one: simlab bench --parts EXPERIMENT")])
    return [(str(found[game]), MIDDLING) for game in ([name] if name else sorted(found))]


def _experiments() -> list[Path]:
    return [path for place in paths.places("experiments") for path in sorted(place.glob("*.yaml"))]


def _of_run(name: str, games: int | None) -> dict[str, Any]:
    """What each part of a run takes, the longest first."""
    experiment = running.read(name, [], games, None)
    size = [] if games is None else ["--games", str(games)]
    rounds = [_clocked(["run", name, *size, "--jobs", "1", "--quiet"]) for _ in range(ROUNDS)]
    seconds = {part: statistics.median(one.get(part, 0.0) for one in rounds) for one in rounds for part in one}
    played, total = make_plan(experiment).games, sum(seconds.values())
    order = sorted(seconds, key=lambda part: (part == REST, -seconds[part]))
    told = {part: {"seconds": seconds[part], "share": seconds[part] / total, "ns_per_game": 1e9 * seconds[part] / played} for part in order}
    return {"experiment": experiment.name, "games": played, "seconds": total, "parts": told}


def _clocked(command: list[str]) -> dict[str, float]:
    """One run, and what its parts took."""
    with tempfile.TemporaryDirectory(prefix="simlab-parts-") as place:
        told = Path(place) / "told.json"
        arguments = [sys.executable, "-m", clocked.__name__, str(told), *command, "--out", str(Path(place) / "run")]
        done = subprocess.run(arguments, capture_output=True, text=True, check=False)
        if not told.exists():
            raise RunFailure(done.stderr.strip())
        seconds: dict[str, float] = json.loads(told.read_text())
        return seconds
