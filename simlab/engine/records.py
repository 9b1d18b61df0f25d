"""Records: what a game remembers, declared as a table that is read by people and by the compiler.

A line declares a field: its name, with a type other than int64 after a colon and a shape in brackets, then two or more blanks and its
meaning:

    players              how many sit at the table
    hand[16]             own cards by value; Wilds at 0
    deck: u1[320]        the Draw Deck, top first
"""

import re
from dataclasses import dataclass

import numpy as np

LINE = 64  # bytes of a processor's cache that are read at once
_LINE = re.compile(r"(?P<name>\w+)(?:: (?P<kind>[iuf][1248]))?(?:\[(?P<shape>[\d, ]+)\])?(?:\s{2,}(?P<meaning>.*))?$")


class BadLine(ValueError):
    """A line of a table that can't be read; `line` is all that is known of it, so that its author's file can be searched."""

    def __init__(self, line: str, what: str) -> None:
        self.line, self.what = line, what
        super().__init__(f"{what}: {line!r}")


@dataclass(frozen=True)
class Field:
    name: str
    kind: str
    shape: tuple[int, ...]
    meaning: str


def fields(table: str, kind: str = "i8") -> tuple[Field, ...]:
    """The fields that a table declares; `kind` is the type of those that name none."""
    found = []
    for line in filter(None, map(str.strip, table.splitlines())):
        match = _LINE.match(line)
        if match is None:
            raise BadLine(line, "not a field")
        shape = tuple(int(n) for n in (match["shape"] or "").split(",") if n.strip())
        found.append(Field(match["name"], match["kind"] or kind, shape, (match["meaning"] or "").strip()))
    return tuple(found)


def record(*tables: str | tuple[Field, ...], **parts: np.dtype) -> np.dtype:
    """The record type of the fields in `tables`, after the records named in `parts`."""
    declared = [field for table in tables for field in (fields(table) if isinstance(table, str) else table)]
    names: set[str] = set()
    for name in [*parts, *(field.name for field in declared)]:
        if hasattr(np.record, name):
            raise BadLine(name, "a method of numpy's records is called so, and uncompiled the field could not be read")
        if name in names:
            raise BadLine(name, "a field of this name is there already")
        names.add(name)
    members = [*parts.items(), *((field.name, field.kind, field.shape) for field in declared)]
    return np.dtype(members, align=True)


def blank(kind: np.dtype) -> np.ndarray:
    """One record of zeros, as an array of one whose fields can be read as attributes; it begins where a cache line does."""
    room = np.zeros(kind.itemsize + LINE, dtype=np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + kind.itemsize].view(kind).view(np.recarray)
