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

_LINE = re.compile(r"(?P<name>\w+)(?:: (?P<kind>[iuf][1248]))?(?:\[(?P<shape>[\d, ]+)\])?(?:\s{2,}(?P<meaning>.*))?$")


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
            raise ValueError(f"not a field: {line!r}")
        shape = tuple(int(n) for n in (match["shape"] or "").split(",") if n.strip())
        found.append(Field(match["name"], match["kind"] or kind, shape, (match["meaning"] or "").strip()))
    return tuple(found)


def record(*tables: str | tuple[Field, ...], **parts: np.dtype) -> np.dtype:
    """The record type of the fields in `tables`, after the records named in `parts`."""
    declared = [field for table in tables for field in (fields(table) if isinstance(table, str) else table)]
    for name in [*parts, *(field.name for field in declared)]:
        if hasattr(np.record, name):
            raise ValueError(f"{name!r} is a method of numpy's records: uncompiled, the field could not be read")
    members = [*parts.items(), *((field.name, field.kind, field.shape) for field in declared)]
    return np.dtype(members, align=True)


def blank(kind: np.dtype) -> np.ndarray:
    """One record of zeros, as an array of one whose fields can be read as attributes."""
    return np.zeros(1, dtype=kind).view(np.recarray)
