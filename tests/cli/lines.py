"""Command lines that nobody means, in workspaces with anything in them.

    python -m tests.cli.lines FIRST COUNT

Each is given to the command line as it is installed. It ends with an exit code that is documented, and never with a traceback.
"""

import contextlib
import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.cli.in_process import simlab_here

GAMES = [
    "mean",
    "meow",
    "hit_the_deck",
    "spite_malice",
    "what_the_heck",
    "mine",
    "meen",
    "",
    ".",
    "..",
    "mean/first",
    "é",
    "-",
    "a b",
    "\x1b[2J",
]
FILES = [
    "asked",
    "asked.yaml",
    "experiments/asked.yaml",
    "nothing.yaml",
    "strategies/mean/mine.py",
    "games/mine.py",
    ".",
    "/",
    "reports",
    "loop",
]
RUNS = ["reports/one", "reports/two", "one", "s3:///x", "s3://", "file:///", "nowhere", "", "/dev/null", "loop", "x" * 300, "reports/one?"]
VALUES = [
    "0",
    "1",
    "-1",
    "3",
    "1e9",
    "nan",
    "",
    "x",
    "a=b",
    "[",
    "{}",
    "null",
    "true",
    "2:1",
    "0:0",
    "9" * 30,
    "é",
    "\u202e",
    "=",
    "a:b=,",
    "--",
    "'",
]
OPTIONS = {
    "run": [
        "--games",
        "--seed",
        "--set",
        "--jobs",
        "--out",
        "--backend",
        "--scheduler",
        "--nothing",
        "--fresh",
        "--json",
        "--quiet",
        "--no-copy",
    ],
    "report": ["--brief", "--nothing"],
    "compare": ["--html", "--json"],
    "verify": ["--sample"],
    "trace": ["--players", "--lineup", "--deals", "--seed", "--set", "--scenario", "--format", "--html"],
    "games": ["--nothing"],
    "rules": [],
    "strategies": [],
    "new": ["--nothing"],
    "schema": [],
    "nothing": [],
    "solve": ["--set", "--objective", "--against"],
}
TEXTS = [
    b"",
    b"\0",
    b"\xff\xfe",
    b"{",
    b"[]",
    b"a: [b",
    b"def play(view):\n    return 0\n",
    b'"""An idea."""\n\n\ndef play(view):\n    return 0\n',
    b"GAME = 3\n",
    b"raise SystemExit\n",
    b"\xef\xbb\xbfquestion: q\n",
    b"question: q\ngame: mean\nplayers: 2\ngames: 2\nlineup: [first, random]\n",
    b"question: q\ngame: mean\nplayers: 2\ngames: 2\nlineup: [mine, random]\n",
    b"question: q\ngame: mine\nplayers: 2\ngames: 2\nlineup: [mine, random]\n",
    b'{"simlab": "0.1.0"}',
    b'{"simlab": "0.1.0", "identity": {"game": "mean", "engine": "", "statistics": 1}, "parts": [{"name": "part-2p-000000"}]}',
    b"(" * 10_000,
]
PLACES = [
    *(
        "asked.yaml",
        "experiments/asked.yaml",
        "experiments",
        "strategies/mean/mine.py",
        "strategies/mean",
        "strategies",
        "games/mine.py",
        "games",
    ),
    *(
        "games/os.py",
        "strategies/mine/mine.py",
        "reports/one/manifest.json",
        "reports/one/tally.json",
        "reports/two/manifest.json",
        "reports/one",
    ),
    *(
        "reports/index.html",
        "reports",
        "loop",
        "strategies/mean/first.py",
        "games/mine/__init__.py",
        "reports/one/games/part-2p-000000.parquet",
    ),
]


def workspace(folder: Path, dice: random.Random) -> None:
    """Files, folders and links where others are expected."""
    for _ in range(dice.randint(0, 8)):
        place = folder / dice.choice(PLACES)
        with contextlib.suppress(OSError):  # where a file stands in the place of a folder
            place.parent.mkdir(parents=True, exist_ok=True)
            kind = dice.random()
            if kind < 0.8:
                place.write_bytes(dice.choice(TEXTS))
            elif kind < 0.9:
                place.mkdir()
            else:
                place.symlink_to(dice.choice([place, folder, Path("/dev/null"), folder / "nowhere"]))


def line(dice: random.Random) -> list[str]:
    """What follows `simlab`."""
    command = dice.choice(list(OPTIONS))
    words = [command, *([dice.choice(["game", "strategy", "x"])] if command == "new" else [])]
    places = {"run": FILES, "report": RUNS, "compare": RUNS, "verify": RUNS, "trace": [*GAMES, *FILES]}.get(command, GAMES)
    words += [dice.choice(places) for _ in range(dice.choice([0, 1, 1, 1, 2, 3]))]
    for _ in range(dice.choice([0, 1, 1, 2, 3])):
        words += [dice.choice(OPTIONS[command] or ["--x"]), *([dice.choice([*VALUES, *RUNS])] if dice.random() < 0.8 else [])]
    if command == "run":
        words += ["--plan"] if dice.random() < 0.7 else ["--games", "2", "--jobs", "1"]
    if command == "solve":
        words += ["--set", "player_cards=2", "--set", "point_cards=[1,2]"]
    return words


def main(first: int, count: int) -> None:
    """So many, from this number on."""
    counted: Counter[int] = Counter()
    home = Path.cwd()
    for seed in range(first, first + count):
        dice = random.Random(seed)
        with tempfile.TemporaryDirectory() as folder:
            workspace(Path(folder), dice)
            os.chdir(folder)
            words = line(dice)
            sys.__stdout__.write(f"{seed}\r")
            sys.__stdout__.flush()
            code, *said = simlab_here(*words)
            os.chdir(home)
            shutil.rmtree(folder, ignore_errors=True)
            Path(folder).mkdir()
        if "Traceback" in "".join(said) or code not in (0, 1, 2, 3):
            sys.__stdout__.write(f"\nline {seed}: {words!r} ends with {code}:\n{''.join(said)}\n")
            sys.exit(1)
        counted[code] += 1
    sys.__stdout__.write(f"{count} lines: {dict(counted)}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
