"""The index of all runs in a directory: their questions, and the answers as their pages give them."""

from dataclasses import dataclass
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

from simlab import games
from simlab.base.faults import BadInput
from simlab.report.page import render
from simlab.storage.folder import manifest_in
from simlab.words.numbers import many

HEAD = 1 << 16  # characters of a page in which its answer stands


@dataclass(frozen=True)
class Entry:
    """A run as the index shows it; without a link where its page has not been made."""

    folder: str
    question: str
    answer: str
    game: str
    games: int
    finished: str  # date and time
    link: str


def html_of(reports: Path) -> str:
    """The page that lists all runs, the latest first. What is no run of simlab is passed over."""
    runs = sorted((run for folder in reports.iterdir() if (run := _run(folder))), key=lambda run: run.folder)
    runs.sort(key=lambda run: run.finished, reverse=True)
    return render("index.html", runs=runs, count=many(len(runs), "run"))


def _run(folder: Path) -> Entry | None:
    """The run in a folder; None where there is none that can be read."""
    manifest = manifest_in(folder) if folder.is_dir() else {}
    try:
        experiment = manifest["experiment"]
        page = folder / "index.html"
        is_there = page.is_file()
        return Entry(
            folder=folder.name,
            question=str(experiment["question"]),
            answer=_answer(page) if is_there else _unanswered(manifest),
            game=_title(str(experiment["game"])),
            games=int(manifest["games"]),
            finished=_finished(folder, manifest),
            link=f"{quote(folder.name)}/index.html" if is_there else "",
        )
    except (KeyError, TypeError, ValueError):
        return None


def _unanswered(manifest: dict[str, Any]) -> str:
    return "not finished" if manifest.get("status") != "finished" else "no page yet: simlab report makes it"


def _title(game: str) -> str:
    try:
        return games.find(game).title
    except (KeyError, BadInput):  # it has gone, or is being written
        return game


def _finished(folder: Path, manifest: dict[str, Any]) -> str:
    """When the run was finished, as the manifest says; else when the manifest was written."""
    written = datetime.fromtimestamp((folder / "manifest.json").stat().st_mtime, UTC)
    return str(manifest.get("finished") or written.isoformat())


def _answer(page: Path) -> str:
    """The first sentence of the answer, as the page itself carries it in its head."""
    reader = _Description()
    with page.open(encoding="utf-8", errors="replace") as file:
        reader.feed(file.read(HEAD))
    return reader.found


class _Description(HTMLParser):
    found = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "meta" and given.get("name") == "answer":
            self.found = given.get("content") or ""
