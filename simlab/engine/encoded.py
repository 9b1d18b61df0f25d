"""House rules as the compiled engine sees them: one record of whole numbers and fractions."""

import types
import typing
from typing import Any

import numpy as np

from simlab.engine.records import Field, record
from simlab.engine.rules import HouseRules, numbers


def engine_type(rules: type[HouseRules]) -> np.dtype:
    """The record of these house rules. A list takes up its greatest length and has its length beside it, as `<name>_count`."""
    declared: list[Field] = []
    for name, info in rules.model_fields.items():
        kind, length = "i8", None
        inner = info.annotation
        if typing.get_origin(inner) is tuple:
            inner = typing.get_args(inner)[0]
            length = next(limit.max_length for limit in info.metadata if hasattr(limit, "max_length"))
        if inner is float:
            kind = "f8"
        elif typing.get_origin(inner) not in (None, typing.Literal) or isinstance(inner, types.UnionType):
            continue  # the game's own `encode` says what the engine needs of it
        declared.append(Field(name, kind, () if length is None else (length,), info.description or ""))
        if length is not None:
            declared.append(Field(f"{name}_count", "i8", (), ""))
    return record(tuple(declared))


def write_rules(into: Any, rules: HouseRules) -> None:
    """Fill in the engine's record of the house rules."""
    for name, value in numbers(rules).items():
        if name not in into.dtype.names:
            continue
        if isinstance(value, tuple):
            into[name] = 0
            into[name][: len(value)] = value
            into[f"{name}_count"] = len(value)
        else:
            into[name] = value
