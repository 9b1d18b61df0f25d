"""A strategy at a table, with what was changed of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simlab.base.faults import BadInput, Fault, shortened

IMAGINES = "imagines"  # beside a strategy that thinks: what it imagines all to play
AT_RANDOM = "at_random"  # beside a strategy: the kinds of decisions that are taken for it, at random
JOINER = "+"  # of these, on a command line


@dataclass(frozen=True)
class Seat:
    """A strategy in a line-up; `params` are those that differ from the strategy's own, `at_random` the decisions that it would take itself
    and that are taken at random instead.
    """

    strategy: str
    params: dict[str, float] = field(default_factory=dict)
    label: str = ""
    imagines: tuple[str, ...] = ()  # of a strategy that thinks: what it imagines all to play, where it is told
    at_random: tuple[str, ...] = ()

    @property
    def lists(self) -> dict[str, list[str]]:
        """What it imagines and what is at random, as far as that is told."""
        return {name: list(told) for name, told in ((IMAGINES, self.imagines), (AT_RANDOM, self.at_random)) if told}

    @property
    def changes(self) -> dict[str, Any]:
        """What stands beside its strategy in a file."""
        return {**self.params, **self.lists}

    @property
    def written(self) -> str | dict[str, Any]:
        """As in a file."""
        return {"strategy": self.strategy, **self.changes} if self.changes else self.strategy

    @property
    def on_a_command_line(self) -> str:
        """As `seats_of` reads it."""
        settings = [f"{param}={value!r}" for param, value in self.params.items()]
        return ":".join([self.strategy, *settings, *(f"{name}={JOINER.join(told)}" for name, told in self.lists.items())])


def with_params(name: str, params: Mapping[str, float], *, imagines: Sequence[str] = (), at_random: Sequence[str] = ()) -> str:
    """A strategy with what was changed of it: hoarder(keep=2), thinker(rollouts=256, imagines=planner+first), planner(swap at random)."""
    changed = [f"{param}={int(value) if value.is_integer() else value}" for param, value in params.items()]
    changed += [f"{IMAGINES}={JOINER.join(imagines)}"] if imagines else []
    changed += [f"{' and '.join(at_random)} at random"] if at_random else []
    return f"{name}({', '.join(changed)})" if changed else name


def seats_of(texts: Iterable[str], option: str) -> list[dict[str, Any]]:
    """Seats as a command line names them, each `name` or `name:parameter=value:at_random=swap+pile`, as a file would have them."""
    seats, faults = [], []
    for text in texts:
        name, *settings = text.strip().split(":")
        seat: dict[str, Any] = {"strategy": name}
        for setting in settings:
            parameter, equals, value = setting.partition("=")
            if not equals:
                faults.append(Fault(option, f'"{shortened(text)}": write a strategy with parameters as name:parameter=number'))
            seat[parameter] = value.split(JOINER) if parameter in (IMAGINES, AT_RANDOM) else _number(value)
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
