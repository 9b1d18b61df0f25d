"""The index of all runs in a directory: what was asked, what was changed for it, and what its page says: its answer, its verdicts."""

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zlib import crc32

from simlab import games
from simlab.base.faults import BadInput
from simlab.base.kinds import plainly_written
from simlab.report.lines import grouped
from simlab.report.page import render
from simlab.storage.folder import manifest_in
from simlab.words.changes import MATTERS, NO_DIFFERENCE, SIGNS, UNDECIDED
from simlab.words.numbers import many, sentence

_TITLE = "<title>Reports – simlab</title>"
HEAD = 1 << 16  # characters of a page in which its answer and its verdicts stand
MOST_COMPARED = 24  # runs in the command that compares them
KEYS = {MATTERS: "matters", NO_DIFFERENCE: "nothing", UNDECIDED: "undecided"}  # by which runs are filtered
LONGEST = 40  # letters of a question in a page's name
_WORD = re.compile("[a-z0-9]+")
_META = re.compile('<meta name="(answer|verdicts)" content="([^"]*)">')


@dataclass(frozen=True)
class Group:
    """Runs that ask the same of the same game, the latest first; the command that compares them, in the order in which they were made,
    and the page that it has made.
    """

    question: str
    game: str
    runs: Sequence[dict[str, Any]]
    compare: str
    page: str

    @property
    def games(self) -> int:
        """How many games they have."""
        return sum(run["games"] for run in self.runs)


def html_of(reports: Path) -> str:
    """The page that lists all runs, the latest first. What is no run of simlab is passed over."""
    runs = [run for folder in sorted(reports.iterdir()) if (run := _run(folder))]
    runs.sort(key=lambda run: run["finished"], reverse=True)
    groups = [_group(reports, question, game, of) for (question, game), of in grouped(runs, "question", "game")]
    return render("index.html", script_file="index.js", groups=groups, count=many(len(runs), "run"), words=SIGNS.items(), keys=KEYS)


def _group(reports: Path, question: str, game: str, runs: Sequence[dict[str, Any]]) -> Group:
    compared = [f"{reports.name}/{run['folder']}" for run in reversed(runs) if run["link"]][-MOST_COMPARED:]
    page = f"diary-{'-'.join(_WORD.findall(question.lower()))[:LONGEST]}-{crc32(f'{game}: {question}'.encode()):08x}.html"
    command = shlex.join(["simlab", "compare", *compared, "--html", f"{reports.name}/{page}"])
    return Group(question, game, runs, command if len(compared) > 1 else "", page if (reports / page).is_file() else "")


def is_ours(file: Path) -> bool:
    """May the list be written here? Nothing is there, or such a list."""
    if not file.exists():
        return True
    with file.open(encoding="utf-8", errors="replace") as page:
        return _TITLE in page.read(HEAD)


def _run(folder: Path) -> dict[str, Any] | None:
    """The run in a folder, without a link where its page has not been made; None where there is no run that can be read."""
    manifest = manifest_in(folder) if folder.is_dir() else {}
    page = folder / "index.html"
    try:
        experiment = manifest["experiment"]
        said = _said(page)
        return {
            "folder": folder.name,
            "question": str(experiment["question"]),
            "changed": ", ".join(_changes(experiment)),
            "answer": said.get("answer", "") if said is not None else _why_not(manifest),
            "verdicts": list(_verdicts(said or {})),
            "game": _title(str(experiment["game"])),
            "games": int(manifest["games"]),
            "finished": datetime.fromtimestamp((folder / "manifest.json").stat().st_mtime, UTC).isoformat(),
            "link": f"{quote(folder.name)}/index.html" if page.is_file() else "",
        }
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _changes(experiment: dict[str, Any]) -> Iterator[str]:
    """What is otherwise than in the run's file, by the name that a user would give it."""
    for path, value in experiment.get("changed", {}).items():
        yield f"{path.removeprefix('rules.')} = {plainly_written(value)}"


def _title(game: str) -> str:
    try:
        return games.find(game).title
    except (KeyError, BadInput):  # it has gone, or is being written
        return game


def _said(page: Path) -> dict[str, str] | None:
    """What a page says of itself in its head; None where there is no page."""
    if not page.is_file():
        return None
    with page.open(encoding="utf-8", errors="replace") as file:
        return {name: unescape(content) for name, content in _META.findall(file.read(HEAD))}


def _why_not(manifest: dict[str, Any]) -> str:
    return "not finished" if manifest.get("status") != "finished" else "no page yet: simlab report makes it"


def _verdicts(said: dict[str, str]) -> Iterator[dict[str, str]]:
    """The verdicts of a page's first screen."""
    for word, on, text in json.loads(said.get("verdicts") or "[]"):
        yield {"sign": SIGNS[word], "on": sentence(on), "text": text, "key": KEYS[word]}
