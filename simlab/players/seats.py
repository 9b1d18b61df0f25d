"""A strategy at a table, with what was changed of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from simlab.base.faults import BadInput, Fault, shortened


@dataclass(frozen=True)
class Seat:
    """A strategy in a line-up; `params` are those that differ from the strategy's own."""

    strategy: str
    params: dict[str, float] = field(default_factory=dict)
    label: str = ""

    @property
    def as_written(self) -> str | dict[str, Any]:
        """As an experiment has it."""
        return {"strategy": self.strategy, **self.params} if self.params else self.strategy


def with_params(name: str, params: Mapping[str, float]) -> str:
    """A strategy with what was changed of it: hoarder(keep=2)."""
    changed = ", ".join(f"{param}={int(value) if value.is_integer() else value}" for param, value in params.items())
    return f"{name}({changed})" if changed else name


def seats_of(texts: Iterable[str], option: str) -> list[dict[str, Any]]:
    """Seats as a command line names them, each `name` or `name:parameter=value:parameter=value`, as a file would have them."""
    seats, faults = [], []
    for text in texts:
        name, *settings = text.strip().split(":")
        seat: dict[str, Any] = {"strategy": name}
        for setting in settings:
            parameter, equals, value = setting.partition("=")
            if not equals:
                faults.append(Fault(option, f'"{shortened(text)}": write a strategy with parameters as name:parameter=number'))
            seat[parameter] = _number(value)
        seats.append(seat)
    if faults:
        raise BadInput(faults)
    return seats


def _number(text: str) -> float | str:
    """A number; what is none is told by whoever reads the parameters."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
