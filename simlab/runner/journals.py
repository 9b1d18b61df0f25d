"""The journal of a search in the directory of its run: read as it was left, and written down sealed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from simlab.lab.journal import Journal, Line
from simlab.runner.interrupting import stops_when_left
from simlab.storage.folder import SEARCH, Folder
from simlab.storage.parts import sealed, unsealed
from simlab.storage.place import read, write_whole


def journal_in(folder: Folder, say: Callable[[str], None]) -> Journal:
    """What was noted there of the same search; begun anew where that is damaged, or of another version."""
    file = folder.path / SEARCH

    def keep(lines: Sequence[Line]) -> None:
        write_whole(sealed({"identity": folder.identity, "lines": lines}), file)

    text = read(file)
    lines = _lines_of(unsealed(text), folder.identity)
    if lines is None and text is not None:
        say(f"{file} is damaged, or was left by another version of simlab: the search begins anew")
    return Journal(lines or [], keep, say)


def _lines_of(record: dict[str, Any], identity: str) -> list[Line] | None:
    lines = record.get("lines") if record.get("identity") == identity else None
    are_lines = isinstance(lines, list) and all(isinstance(line, dict) and line.keys() == {"asked", "answer"} for line in lines)
    return lines if are_lines else None


@contextmanager
def noting(journal: Journal, token: str) -> Iterator[None]:
    """A stretch of a search: however it ends, threads that play for it stop, and what was played is kept."""
    with stops_when_left(token):
        try:
            yield
        finally:
            journal.save()
