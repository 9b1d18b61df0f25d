"""House rules as the compiled engine sees them: one record of whole numbers and fractions.

Whole numbers, fractions, flags and choices have a field each, under their own names; a list of them takes up its greatest length and has
its length beside it, as `<name>_count`. Where a rule is anything else, or the engine wants something made of the rules, the game says
what stands in the record: `Rules.ENGINE` declares the fields and `Rules.engine_values()` fills them.
"""

import typing
from typing import Any

import numpy as np

from simlab.base.kinds import Several
from simlab.engine.records import Field, fields, record
from simlab.engine.rules import HouseRules, kinds, numbers

_KINDS = {int: "i8", bool: "i8", float: "f8"}


def engine_type(rules: type[HouseRules]) -> np.dtype:
    """The record of these house rules."""
    declared: list[Field] = []
    for name, info in rules.model_fields.items():
        inner, length = info.annotation, None
        if typing.get_origin(inner) is tuple:
            inner = typing.get_args(inner)[0]
            several = kinds(rules)[name]
            length = several.high if isinstance(several, Several) else None
        kind = "i8" if typing.get_origin(inner) is typing.Literal else _KINDS.get(inner) if isinstance(inner, type) else None
        if kind is None:
            continue
        declared.append(Field(name, kind, () if length is None else (length,), info.description or ""))
        if length is not None:
            declared.append(Field(f"{name}_count", "i8", (), ""))
    return record(tuple(declared), fields(rules.ENGINE))


def write_rules(into: Any, rules: HouseRules) -> None:
    """Fill in the engine's record of house rules that are resolved for a number of players."""
    for name, value in {**numbers(rules), **rules.engine_values()}.items():
        if name not in into.dtype.names:
            continue
        if f"{name}_count" in into.dtype.names and isinstance(value, tuple):
            into[name] = 0
            into[name][: len(value)] = value
            into[f"{name}_count"] = len(value)
        else:
            into[name] = value
