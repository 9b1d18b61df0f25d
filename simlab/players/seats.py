"""A strategy at a table, with what was changed of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Seat:
    """A strategy in a line-up; `params` are those that differ from the strategy's own."""

    strategy: str
    params: dict[str, float] = field(default_factory=dict)
    label: str = ""


def with_params(name: str, params: Mapping[str, float]) -> str:
    """A strategy with what was changed of it: hoarder(keep=2)."""
    changed = ", ".join(f"{param}={int(value) if value.is_integer() else value}" for param, value in params.items())
    return f"{name}({changed})" if changed else name
