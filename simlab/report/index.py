"""The index of all runs in a directory: their questions, and the answers as their pages give them."""

import re
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from simlab import games
from simlab.base.faults import BadInput
from simlab.report.page import render
from simlab.storage.folder import manifest_in
from simlab.words.numbers import many

HEAD = 1 << 16  # characters of a page in which its answer stands
_TITLE = "<title>Reports – simlab</title>"
_ANSWER = re.compile('<meta name="answer" content="([^"]*)">')


def html_of(reports: Path) -> str:
    """The page that lists all runs, the latest first. What is no run of simlab is passed over."""
    runs = [run for folder in sorted(reports.iterdir()) if (run := _run(folder))]
    runs.sort(key=lambda run: run["finished"], reverse=True)
    return render("index.html", runs=runs, count=many(len(runs), "run"))


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
        game = str(manifest["experiment"]["game"])
        return {
            "folder": folder.name,
            "question": str(manifest["experiment"]["question"]),
            "answer": _answer(page, manifest),
            "game": _title(game),
            "games": int(manifest["games"]),
            "finished": datetime.fromtimestamp((folder / "manifest.json").stat().st_mtime, UTC).isoformat(),
            "link": f"{quote(folder.name)}/index.html" if page.is_file() else "",
        }
    except (KeyError, TypeError, ValueError):
        return None


def _title(game: str) -> str:
    try:
        return games.find(game).title
    except (KeyError, BadInput):  # it has gone, or is being written
        return game


def _answer(page: Path, manifest: dict[str, Any]) -> str:
    """The first sentence of the answer, as the page itself carries it in its head; or why there is no page."""
    if not page.is_file():
        return "not finished" if manifest.get("status") != "finished" else "no page yet: simlab report makes it"
    with page.open(encoding="utf-8", errors="replace") as file:
        found = _ANSWER.search(file.read(HEAD))
    return unescape(found[1]) if found else ""
