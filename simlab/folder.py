"""The directory of a run: parts that are there whole or not at all, and what is known of each.

While a run goes on, every finished part has a note in progress/: its checksum and its tally. From time to time the notes are merged into
tally.json, so that there are never many. Whoever opens the directory again finds what is finished, checks it, and does only the rest.
"""

import fcntl
import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simlab.faults import BadInput, Fault, RunFailure
from simlab.results import checksum, write_whole
from simlab.stats.tally import Tally

FOLDERS = ("games", "progress")  # what a run leaves in its directory
FILES = ("tally.json", "manifest.json", "summary.parquet", "effects.parquet", "index.html")
MERGE_AT = 256  # notes in progress/ before they are merged


@dataclass(frozen=True)
class Part:
    """A finished part: how many games, the checksum of its file (none where no games are kept), who made it and in which time."""

    name: str
    group: int
    games: int
    sha256: str | None
    seconds: float
    maker: str


@dataclass
class State:
    """What is finished of a run: its parts, and the tally of each group over them."""

    parts: dict[str, Part] = field(default_factory=dict)
    tallies: dict[int, Tally] = field(default_factory=dict)

    def add(self, part: Part, tally: Tally) -> None:
        """One more finished part."""
        if part.name not in self.parts:
            before = self.tallies.get(part.group)
            self.tallies[part.group] = tally if before is None else before + tally
        self.parts[part.name] = part


@dataclass(frozen=True)
class Folder:
    """The directory of a run, and the identity of what runs in it."""

    path: Path
    identity: str

    @property
    def games(self) -> Path:
        """Where the rows are: one dataset of Parquet parts."""
        return self.path / "games"

    def part_file(self, part: str) -> Path:
        """The file with a part's rows."""
        return self.games / f"{part}.parquet"

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Only one run at a time works in a directory."""
        try:
            for place in (self.path, self.games, self.path / "progress"):
                place.mkdir(parents=True, exist_ok=True)
            lock = (self.path / ".lock").open("w")
        except OSError as error:
            raise BadInput([Fault(str(self.path), f"cannot be written: {error.strerror}; choose another directory with --out")]) from error
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise RunFailure(
                    f"{self.path}: another run is working in this directory; wait for it, or choose another with --out"
                ) from error
            yield

    def note(self, part: Part, tally: Tally) -> None:
        """Write down that a part is finished."""
        record = {"identity": self.identity, "part": vars(part), "tally": tally.as_dict()}
        write_whole(json.dumps(record), self.path / "progress" / f"{part.name}.json")

    def merge(self, state: State) -> None:
        """Write down all that is finished in one file; the single notes are no longer needed."""
        record = {
            "identity": self.identity,
            "parts": [vars(part) for part in state.parts.values()],
            "tallies": {str(group): tally.as_dict() for group, tally in state.tallies.items()},
        }
        write_whole(json.dumps(record), self.path / "tally.json")
        for note in (self.path / "progress").glob("*.json"):
            if note.stem in state.parts:
                note.unlink()

    def state(self) -> State:
        """What is finished, as far as it was written down for the same identity and can be read."""
        state = State()
        merged = _read(self.path / "tally.json")
        if merged.get("identity") == self.identity:
            state.parts = {part["name"]: Part(**part) for part in merged["parts"]}
            state.tallies = {int(group): Tally.from_dict(data) for group, data in merged["tallies"].items()}
        for path in sorted((self.path / "progress").glob("*.json")):
            record = _read(path)
            if record.get("identity") == self.identity:
                state.add(Part(**record["part"]), Tally.from_dict(record["tally"]))
        return state

    def damaged(self, state: State) -> set[str]:
        """The finished parts whose file is missing or is not what was written."""
        return {part.name for part in state.parts.values() if part.sha256 and not self._is_whole(part)}

    def _is_whole(self, part: Part) -> bool:
        path = self.part_file(part.name)
        return path.is_file() and checksum(path) == part.sha256

    def tidy(self, state: State) -> None:
        """Remove temporary files of runs that were stopped, and parts that nobody noted."""
        for place in (self.path, self.games, self.path / "progress"):
            for temporary in place.glob(".*.tmp"):
                temporary.unlink()
        for part in self.games.glob("*.parquet"):
            if part.stem not in state.parts:
                part.unlink()

    def empty(self) -> None:
        """Remove what a run left here, and nothing else."""
        for name in FOLDERS:
            shutil.rmtree(self.path / name, ignore_errors=True)
        for name in FILES:
            (self.path / name).unlink(missing_ok=True)


def _read(path: Path) -> dict[str, Any]:
    """A note, or nothing where it is missing or damaged: then its part is made again."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def is_ours(entry: Path) -> bool:
    """Is this something that a run leaves in its directory?"""
    return entry.name in (*FOLDERS, *FILES, ".lock") or entry.name.endswith(".tmp")


def key_of(identity: Mapping[str, Any]) -> str:
    """A hash of what a run's rows depend on."""
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()


def manifest_in(path: Path) -> dict[str, Any]:
    """The manifest of a run; empty where there is none that can be read."""
    return _read(path / "manifest.json")


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
        elif isinstance(old, str) and len(old) == 64:
            found.append(f"{name} has changed")
        else:
            found.append(f"{name}: {old} is now {new}" if key in before else f"{name} is new")
    return found
