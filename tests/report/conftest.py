"""Small runs of every shape that a report can have, each played once."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from simlab import report
from simlab.experiment import load
from simlab.runner import Settings, run_experiment
from tests.report.browser import Browser, missing

GAMES = 2_000
NASTY = "<script>alert(1)</script> & \"quotes\" 'n' $x^2$"

SCENARIOS = {"as printed": {}, "an Eight wins": {"eight_last": "wins"}, "an Eight swaps first": {"eight_last": "swaps"}}
FOUR = ["shedder", "first", "random", "random"]

SHAPES: dict[str, dict[str, Any]] = {
    "scenarios": {"players": 4, "lineup": FOUR, "scenarios": SCENARIOS, "checks": {"seat_edge": "< 0.2", "turns.p95": "< 20"}},
    "one": {"players": 4, "lineup": FOUR},
    "players": {"players": [2, 3, 5], "lineup": ["shedder", "random"], "scenarios": dict(list(SCENARIOS.items())[:2])},
    "vary": {"players": 4, "lineup": FOUR, "vary": {"eight_last": ["loses", "wins"], "piles": [3, 4], "must_play": [True, False]}},
    "lineups": {
        "question": f"Who profits? {NASTY} \u202e",
        "players": 3,
        "lineups": {"<b>mixed": ["shedder", "first", "random"], "$two$": ["shedder", "shedder", "random"]},
        "scenarios": {"as printed": {}, NASTY: {"eight_last": "wins"}},
        "keep": "summary",
    },
    "precise": {
        "players": 2,
        "lineup": ["shedder", "random"],
        "precision": {"share": 0.02},
        "scenarios": dict(list(SCENARIOS.items())[:2]),
    },
    "scored": {"game": "meow", "players": 3, "lineup": ["random", "first", "random"], "games": 300},
    "alike": {"players": 3, "lineup": ["random"] * 3, "scenarios": dict(list(SCENARIOS.items())[:2])},
    "exactly nothing": {"players": 3, "lineup": FOUR[:3], "scenarios": {"as printed": {}, "later": {"turn_limit": 5000}}},
    "one deal": {
        "players": 2,
        "lineup": ["shedder", "random"],
        "games": 1,
        "seating": "fixed",
        "scenarios": dict(list(SCENARIOS.items())[:2]),
    },
    "league": {"players": 3, "field": ["shedder", "first", "random", "hoarder", "planner"]},
    "decisions": {"players": 4, "decisions": "planner"},
    "tables": {
        "players": 3,
        "lineups": {"from": ["shedder", "first", "random", "hoarder", "eight_dodger"], "tables": 10},
        "scenarios": dict(list(SCENARIOS.items())[:2]),
        "games": 3_000,
    },
    "search": {
        "players": 4,
        "lineup": FOUR,
        "goals": {"turns.mean": "< 40", "seat_edge": "< 5%"},
        "over": {"hand_size": [4, 5, 6, 7], "eight_last": ["loses", "wins"], "must_play": [True, False]},
        "budget": 40_000,
        "elsewhere": 3,
    },
    "tuned": {
        "players": 2,
        "tune": {"strategy": {"strategy": "hoarder", "keep": 0}, "against": ["shedder"], "budget": 1_000, "field": ["first", "random"]},
    },
    "adapting": {
        "players": 2,
        "lineup": ["hoarder", "random"],
        "scenarios": dict(list(SCENARIOS.items())[:2]),
        "adapt": {"budget": 1_000},
    },
    "few": {"players": 2, "lineup": ["shedder", "random"], "games": 20, "scenarios": dict(list(SCENARIOS.items())[:2])},
}


def play(name: str, out: Path, **changed: Any) -> Path:
    """A finished run of this shape, with its page."""
    experiment = {
        "name": name,
        "game": "mean",
        "games": GAMES,
        "seed": 7,
        "question": f"What does {name} look like?",
        **SHAPES[name],
        **changed,
    }
    run_experiment(load(experiment), Settings(jobs=1, out=out))
    report.write(out)
    return out


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """All shapes, each in its directory, as in reports/.

    Where several processes test, each shape is played by one of them, for all. Tests write pages, so each process has copies.
    """
    base = tmp_path_factory.getbasetemp()
    played = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "played"
    (played / "made").mkdir(parents=True, exist_ok=True)
    for mode in (fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_EX):  # first what nobody makes, then what somebody was making
        for name in SHAPES:
            made = played / "made" / name
            with made.open("a+") as lock, suppress(BlockingIOError):
                fcntl.flock(lock, mode)
                if not made.stat().st_size:
                    play(name, played / "reports" / name)
                    made.write_text("it is")
    reports = Path(shutil.copytree(played / "reports", base / "reports"))
    return {name: reports / name for name in SHAPES}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests that look at pages as people do; without one they are skipped."""
    if missing():
        pytest.skip(f"no {missing()} here (apt-get install chromium chromium-driver)")
    opened = Browser()
    yield opened
    opened.close()


@pytest.fixture(scope="session", params=sorted(SHAPES))
def run_dir(request: pytest.FixtureRequest, runs: dict[str, Path]) -> Path:
    """One run after the other."""
    return runs[request.param]
