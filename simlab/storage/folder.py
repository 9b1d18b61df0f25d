"""The directory of a run: parts that are there whole or not at all, and what is known of each.

While a run goes on, every finished part has a note in progress/: its checksums and its tally. From time to time the notes are merged into
tally.json, so that there are never many. Whoever opens the directory again finds what is finished, checks it, and does only the rest.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simlab.base.clock import timed
from simlab.base.faults import BadInput, Fault
from simlab.stats.statistic import frames
from simlab.storage import lock
from simlab.storage.parts import PART, Made, State, as_record, merged, note_of, read_merged, read_note, unsealed
from simlab.storage.place import checksum, files, is_local, read, read_all, remove, write_whole

# What a run leaves in its directory: these, and parts and notes in its folders; one that tunes also what it asked, and what it found.
FOLDERS = ("games", "progress")
EXAMPLES = "examples.json"
MANIFEST = "manifest.json"
SEARCH_BEGINS = b'{"sha256": "', b'{"whose": "'  # and as earlier versions began it
MANIFEST_BEGINS = b'{\n "simlab": '
SEARCH, FOUND, TUNED = "search.json", "finalists.yaml", "tuned.json"
FILES = ("tally.json", MANIFEST, "index.html", EXAMPLES, SEARCH, FOUND, TUNED)  # and its tables, which the manifest names
_TABLE = re.compile(r"[a-z]\w*")
_OF_A_PART = re.compile(rf"{PART.pattern}\.(parquet|json)")
_TEMPORARY = re.compile(rf"\.({_OF_A_PART.pattern}|{_TABLE.pattern}\.parquet|{'|'.join(map(re.escape, FILES))})\..+\.\d+\.\d+\.tmp")


@dataclass(frozen=True)
class Folder:
    """The directory of a run, the identity of what runs in it, and the token of whoever is running it."""

    path: Path
    identity: str
    token: str = ""

    @property
    def games(self) -> Path:
        """Where the rows are: one dataset of Parquet parts."""
        return self.path / "games"

    @property
    def progress(self) -> Path:
        """Where the notes are."""
        return self.path / "progress"

    def part_file(self, part: str) -> Path:
        """The file with a part's rows."""
        return self.games / f"{part}.parquet"

    def table_file(self, name: str) -> Path:
        """The file with a table."""
        return self.path / f"{name}.parquet"

    def _tables(self) -> set[str]:
        """The tables that a run has left here, as far as its manifest still says so, and those that any run leaves."""
        noted = manifest_in(self.path).get("tables")
        names = map(str, noted) if isinstance(noted, list) else ()
        return {table.name for table in frames()} | {name for name in names if _TABLE.fullmatch(name)}

    def _note(self, part: str) -> Path:
        return self.progress / f"{part}.json"

    @contextmanager
    def opened(self) -> Iterator["Folder"]:
        """The directory with the token of the only run that works in it."""
        with ExitStack() as opened:
            try:
                for place in (self.path, self.games, self.progress) if is_local(self.path) else ():  # a store has none
                    place.mkdir(parents=True, exist_ok=True)
                token = opened.enter_context(lock.held(self.path))
            except OSError as error:
                what = error.strerror or error
                raise BadInput([Fault(str(self.path), f"cannot be written: {what}; choose another directory with --out")]) from error
            yield replace(self, token=token)

    def is_ours(self) -> bool:
        """Is it the directory of this run as seen from this machine, and has no other run taken over?"""
        return lock.holds(self.path, self.token)

    @timed("storing")
    def store(self, made: Made) -> None:
        """Write a part and note that it is finished."""
        if made.file is not None:
            write_whole(made.file, self.part_file(made.part.name))
        write_whole(note_of(self.identity, made), self._note(made.part.name))

    @timed("storing")
    def merge(self, state: State, *, is_finished: bool = False) -> None:
        """Write down all that is finished in one file; the single notes are no longer needed."""
        write_whole(merged(self.identity, state, is_finished=is_finished), self.path / "tally.json")
        remove([note for note in files(self.progress, ".json") if note.stem in state.parts])
        state.noted.clear()

    def identities(self) -> set[str]:
        """Of all runs that have noted something here."""
        noted = [read(self.path / "tally.json"), read(self.path / SEARCH), *(text for _, text in read_all(files(self.progress, ".json")))]
        return {str(record["identity"]) for text in noted if "identity" in (record := unsealed(text))}

    def forget(self, parts: Iterable[str]) -> None:
        """Parts that are noted and not merged are not finished after all."""
        remove([self._note(part) for part in parts])

    @timed("storing")
    def state(self) -> State:
        """What is finished, as far as it was written down for the same identity and can be read."""
        state = read_merged(self.identity, read(self.path / "tally.json"), manifest_in(self.path).get("parts"))
        for note, text in read_all(files(self.progress, ".json")):
            made = read_note(self.identity, text)
            if made and made.part.name == note.stem:
                state.add(made)
        return state

    @timed("storing")
    def damaged(self, state: State) -> set[str]:
        """The finished parts whose file is missing or is not what was written."""
        expected = {self.part_file(part.name): part for part in state.parts.values() if part.sha256}
        read_back = read_all(list(expected))
        return {expected[path].name for path, data in read_back if data is None or checksum(data) != expected[path].sha256}

    @timed("storing")
    def tidy(self, state: State) -> None:
        """Remove temporary files of runs that were stopped, and parts that nobody noted."""
        for place in (self.path, self.games, self.progress):
            remove([path for path in files(place, ".tmp") if _TEMPORARY.fullmatch(path.name)])
        remove([part for part in files(self.games, ".parquet") if _OF_A_PART.fullmatch(part.name) and part.stem not in state.parts])

    def empty_of_parts(self) -> None:
        """Remove all parts and what is known of them."""
        for name in FOLDERS:
            remove([file for file in files(self.path / name, "") if _OF_A_PART.fullmatch(file.name) or _TEMPORARY.fullmatch(file.name)])
        remove([self.path / "tally.json"])

    def empty(self) -> None:
        """Remove what a run left here, and nothing else."""
        self.empty_of_parts()
        left = [path for path in (*(self.path / name for name in FILES), *map(self.table_file, self._tables())) if path.exists()]
        remove([path for path in left if path.name != MANIFEST])
        remove([path for path in left if path.name == MANIFEST])  # which says until then whose directory this is


def foreign_in(path: Path) -> str | None:
    """Something in a directory in which no run has noted anything, and which therefore is no run's; None where it is as good as empty.

    Names prove nothing: other programs leave a manifest.json and an index.html as well. But one of ours may be torn.
    """
    begins = {lock.LOCK: lock.is_token, MANIFEST: _is_manifest, SEARCH: _is_search}
    for entry in files(path, ""):
        is_ours = begins[entry.name](read(entry) or b"") if entry.name in begins else entry.name in FOLDERS
        if not is_ours and not _TEMPORARY.fullmatch(entry.name):
            return entry.name
    inside = [file for name in FOLDERS for file in files(path / name, "") if not _TEMPORARY.fullmatch(file.name)]
    return f"{inside[0].parent.name}/{inside[0].name}" if inside else None


def _is_search(text: bytes) -> bool:
    """Has a search kept here what it asked?"""
    return text.startswith(SEARCH_BEGINS)


def _is_manifest(text: bytes) -> bool:
    """Can a run have left this, as it was torn? The beginning of a manifest, or nothing."""
    return text.startswith(MANIFEST_BEGINS) or not text.strip(b"\0")


def manifest_in(path: Path) -> dict[str, Any]:
    """The manifest of a run; empty where there is none that can be read."""
    return as_record(read(path / MANIFEST))


def parts_in(path: Path) -> list[str]:
    """The parts of a run as its manifest names them: what else lies beside them is not the run's. BadInput where it can't say."""
    noted = manifest_in(path).get("parts")
    names = [str(part.get("name")) for part in noted if isinstance(part, dict)] if isinstance(noted, list) else []
    if not names or not all(PART.fullmatch(name) for name in names):
        raise BadInput([Fault(str(path), "holds no run that can be read: its manifest.json is missing or damaged")])
    return names


def changes(before: Mapping[str, Any], now: Mapping[str, Any], where: str = "") -> list[str]:
    """What is not the same in two identities, in words."""
    found = []
    for key in dict.fromkeys([*before, *now]):
        old, new = before.get(key), now.get(key)
        name = f"{where}{key}"
        if old == new:
            continue
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            found += changes(old, new, f"{name}.")
        elif key not in before or key not in now:
            found.append(f"{name} is {'new' if key in now else 'gone'}")
        elif isinstance(old, list) or (isinstance(old, str) and len(old) == len(checksum(b""))):
            found.append(f"{name} has changed")
        else:
            found.append(f"{name}: {old} is now {new}")
    return found
