"""What is known of the parts of a run, and how it is written down: sealed, and read back only as it was written and makes sense."""

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from pydantic import TypeAdapter

from simlab.base.clock import timed
from simlab.stats.stagewise import Glance
from simlab.stats.tally import Tallies, Tally, added_up
from simlab.storage.place import checksum

PART = re.compile(r"part-\d+p-\d{6}")
FORM = 2  # of what is noted of parts: another one cannot be read
HOW = ("seconds", "maker", "copied")  # what of a part is not the same when it is made again
_UNKNOWN = dict(zip(HOW, (0.0, "?", 0), strict=True))

With = dict[str, Any]  # what parts were made with: versions, a hash of what was compiled, and of each strategy's text


@dataclass(frozen=True, slots=True)
class Part:
    """A finished part: of which groups, how many games, the checksums of its rows, of their file (none where no games are kept) and of what
    was counted, the key of what it was made with; in which time, by whom.
    """

    name: str
    groups: tuple[int, ...]
    games: int
    sha256: str | None
    tally: str
    rows: str
    made_with: str
    seconds: float
    maker: str
    copied: int = 0  # of its games those that were not played, because another scenario's is the same

    def holds_the_same_as(self, other: "Part") -> bool:
        """Did the same games come out of it, whoever made it, when and with what? Other versions may write the same rows in other bytes."""
        return (self.rows, self.tally, self.games) == (other.rows, other.tally, other.games)

    @property
    def number(self) -> int:
        """The number of its chunk."""
        return int(self.name.rpartition("-")[2])


@dataclass(frozen=True)
class Made:
    """What playing a chunk gave: its part, what it adds to the tally of each of its groups, what it was made with, and its file where the
    run's directory could not be seen from where it was made.
    """

    part: Part
    tallies: Tallies
    made_with: With
    is_stored: bool
    file: bytes | None = None


@dataclass
class State:
    """What is finished of a run: its parts, what they were made with by its key, the tally of each group over them, what each look has
    found where it may stop early, and which parts were not merged yet.
    """

    parts: dict[str, Part] = field(default_factory=dict)
    made_with: dict[str, With] = field(default_factory=dict)
    tallies: dict[int, Tally] = field(default_factory=dict)
    looks: list[dict[str, Glance]] = field(default_factory=list)
    noted: dict[str, Part] = field(default_factory=dict)

    def add(self, made: Made) -> None:
        """One more finished part."""
        part = replace(made.part, maker=sys.intern(made.part.maker))  # there are few makers and many parts
        if part.name not in self.parts:
            self.tallies = added_up([self.tallies, made.tallies])
        self.parts[part.name] = self.noted[part.name] = part
        self.made_with[part.made_with] = made.made_with

    def in_order(self) -> list[Part]:
        """The parts by their names, in whatever order they were finished."""
        return [self.parts[name] for name in sorted(self.parts)]

    def versions(self) -> dict[str, str]:
        """Of each library the version that made the parts; all of them where there were several."""
        kinds = [self.made_with[key] for key in dict.fromkeys(part.made_with for part in self.in_order())]
        names = dict.fromkeys(name for kind in kinds for name, value in kind.items() if isinstance(value, str))
        return {name: ", ".join(dict.fromkeys(str(kind.get(name)) for kind in kinds)) for name in names}


# Records


def key_of(record: Mapping[str, Any]) -> str:
    """A hash of a record: of what a run's rows depend on, of what a part was made with."""
    return checksum(json.dumps(record, sort_keys=True).encode())


def sealed(record: dict[str, Any]) -> str:
    """A record with its checksum: a digit that changed on the disk must not change an answer."""
    return _sealed(json.dumps(record))


def _sealed(text: str) -> str:
    return f'{{"sha256": "{checksum(text.encode())}", "record": {text}}}'


def _record_of(members: Mapping[str, str]) -> str:
    """A record as JSON, of what is JSON already: what was counted is written once for all."""
    return f"{{{', '.join(f'{json.dumps(name)}: {text}' for name, text in members.items())}}}"


def unsealed(text: bytes | None) -> dict[str, Any]:
    """What was sealed, or nothing where it is missing or damaged: then it is made again."""
    sealed = as_record(text)
    record = sealed.get("record")
    return record if isinstance(record, dict) and checksum(json.dumps(record).encode()) == sealed.get("sha256") else {}


def as_record(text: bytes | None) -> dict[str, Any]:
    """A text as a record; empty where it is none."""
    try:
        record = json.loads(text or b"")
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


@timed("storing")
def digest_of_tallies(tallies: Tallies) -> str:
    """A checksum of what was counted: the same for the same games."""
    return checksum(_written(tallies).encode())[:16]


def _written(tallies: Tallies) -> str:
    return _record_of({str(group): tallies[group].written for group in sorted(tallies)})


def _read_tallies(given: Mapping[str, Any]) -> dict[int, Tally]:
    return {int(group): Tally.from_dict(data) for group, data in given.items()}


def _as_json(record: Mapping[str, Any]) -> dict[str, str]:
    return {name: json.dumps(value) for name, value in record.items()}


def note_of(identity: str, made: Made) -> str:
    """What is written down of one part."""
    record = {"identity": identity, "part": asdict(made.part), "made with": made.made_with}
    return _sealed(_record_of({**_as_json(record), "tallies": _written(made.tallies)}))


def merged(identity: str, state: State, *, is_finished: bool) -> str:
    """What is written down of all parts; at the end without what is not the same in another run of the same games."""
    left_out = HOW if is_finished else ()
    used = {part.made_with for part in state.parts.values()}
    record = {
        "identity": identity,
        "parts": [{name: value for name, value in asdict(part).items() if name not in left_out} for part in state.in_order()],
        "made with": {key: state.made_with[key] for key in sorted(used)},
    }
    return _sealed(_record_of({**_as_json(record), "tallies": _written(state.tallies), **_as_json({"looks": state.looks})}))


_NONSENSE = (LookupError, ArithmeticError, TypeError, ValueError, AttributeError)  # that a record can be which somebody has sealed
_PARTS = TypeAdapter(list[Part])
_KINDS = TypeAdapter(dict[str, dict[str, Any]])
_LOOKS = TypeAdapter(list[dict[str, Glance]])


def read_note(identity: str, text: bytes | None) -> Made | None:
    """A part as it was noted for this identity; None where it was not."""
    record = unsealed(text)
    if record.get("identity") != identity:
        return None
    try:
        (part,) = _read_parts([record["part"]])
        (made_with,) = _read_kinds({part.made_with: record["made with"]}).values()
        tallies = _read_tallies(record["tallies"])
        return Made(part, tallies, made_with, is_stored=True) if tallies.keys() == set(part.groups) else None
    except _NONSENSE:
        return None


def read_merged(identity: str, text: bytes | None, told: Any) -> State:
    """All parts as they were written down for this identity; nothing where they were not. `told`: the parts that the manifest tells of,
    with who made them.
    """
    record = unsealed(text)
    if record.get("identity") != identity:
        return State()
    try:
        before = {(one["name"], one["rows"]): {how: one[how] for how in HOW} for one in told} if isinstance(told, list) else {}
    except (KeyError, TypeError):
        before = {}
    try:
        parts = _read_parts([{**_UNKNOWN, **before.get((one["name"], one["rows"]), {}), **one} for one in record["parts"]])
        kinds = _read_kinds(record["made with"])
        tallies = _read_tallies(record["tallies"])
        if {part.made_with for part in parts} - kinds.keys() or {group for part in parts for group in part.groups} != tallies.keys():
            return State()
        return State({part.name: part for part in parts}, kinds, tallies, _LOOKS.validate_python(record["looks"]))
    except _NONSENSE:
        return State()


def _read_parts(given: list[Any]) -> list[Part]:
    parts = _PARTS.validate_python(given)
    if not all(PART.fullmatch(part.name) for part in parts):
        raise ValueError("a name that no part has")
    return parts


def _read_kinds(given: Any) -> dict[str, With]:
    kinds = _KINDS.validate_python(given)
    if any(key != key_of(kind)[:16] for key, kind in kinds.items()):
        raise ValueError("a key of something else")
    return kinds
