"""A correct game of one file, the starter; and how to plant a fault in it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from simlab.base import paths

ROOT = Path(__file__).parents[2]

STARTER = paths.STARTER
SEVENS = (STARTER / "games" / "sevens.py").read_text(encoding="utf-8")


def changed(*edits: tuple[str, str]) -> str:
    """The game with parts of it replaced, each of which stands there once."""
    text = SEVENS
    for before, after in edits:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def line_of(text: str, part: str) -> int:
    """The line in which a part of a text begins."""
    return text[: text.index(part)].count("\n") + 1


def workspace(folder: Path, text: str) -> None:
    """A workspace with this game and two strategies for it."""
    for part in ("games", "strategies"):
        shutil.copytree(STARTER / part, folder / part, dirs_exist_ok=True)
    (folder / "games" / "sevens.py").write_text(text, encoding="utf-8")


def check(folder: Path, what: str = "sevens") -> tuple[int, list[str]]:
    """The command's exit code and what it says."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "400"}
    done = subprocess.run([sys.executable, "-m", "simlab", "check", what], cwd=folder, env=env, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).splitlines()
