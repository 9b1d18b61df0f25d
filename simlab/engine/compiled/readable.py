"""What an uncompiled strategy is given instead of a record: names and numbers as Python and its debugger know them.

A number read from a record is Python's own, which is what compiled code makes of it, too: it has 64 bits, however narrow the field.
"""

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np


class Record:
    """A record: its fields by name, and all of them when it is shown. What the name of a field begins with _ is the engine's, as it is.
    `filled`: the only fields whose numbers may be changed; None: all of them.
    """

    __slots__ = ("_fields", "_may_fill")

    def __init__(self, fields: Any, filled: Collection[str] | None = None) -> None:
        object.__setattr__(self, "_fields", fields._fields if isinstance(fields, Record) else fields)
        object.__setattr__(self, "_may_fill", filled)

    def __getattr__(self, name: str) -> Any:
        if name not in self._fields.dtype.names:
            raise AttributeError(name)
        value = self._fields[name]
        if name.startswith("_"):
            return value
        if self._may_fill is not None and name not in self._may_fill and isinstance(value, np.ndarray):
            value = value.view()
            value.flags.writeable = False
        return readable(value)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._fields.dtype.names:
            raise AttributeError(name)
        self._fields[name] = value

    def __dir__(self) -> list[str]:
        return [name for name in self._fields.dtype.names if not name.startswith("_")]

    def __repr__(self) -> str:
        return "\n".join(_lines(self, ""))


class Row(np.ndarray):
    """Numbers of a record, one after the other, or row by row; changing one changes the record."""

    def __getitem__(self, index: Any) -> Any:
        return readable(super().__getitem__(index))

    def __iter__(self) -> Any:
        return map(readable, super().__iter__())

    def __repr__(self) -> str:
        return repr(self.tolist())

    __str__ = __repr__


def _lines(record: Record, before: str) -> Iterator[str]:
    """A line for each field, also for those of records within: rules.decks=1."""
    for name in record.__dir__():
        value = getattr(record, name)
        if isinstance(value, Record):
            yield from _lines(value, f"{before}{name}.")
        else:
            yield f"{before}{name}={value!r}"


def readable(value: Any) -> Any:
    """A record, numbers in a row, or a number."""
    match value:
        case np.void():
            return Record(value)
        case np.ndarray():
            return value.view(Row)
        case np.integer() | np.floating():
            return value.item()
    return value
