"""What is measured of every game, found by looking: each file here makes the metrics of one kind; a game adds its own.

From outside: `metrics_of` a setting, `askable` and `checkable` names of one; what a metric is stands in `simlab.engine.metric`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from simlab.base.discovery import Found
from simlab.engine.game import Game
from simlab.engine.metric import Checkable, Metric


@dataclass(frozen=True)
class Setting:
    """Whose games are measured: the game, the strategies at its tables, and how many sit at one."""

    game: Game
    labels: tuple[str, ...]
    players: int


@dataclass(frozen=True)
class Kind:
    """One kind of metrics: where they stand in the tables, and which there are in a setting."""

    order: float
    of: Callable[[Setting], Iterable[Metric]]


KINDS: Found[Kind] = Found("simlab.metrics", "METRICS")


def metrics_of(setting: Setting) -> tuple[Metric, ...]:
    """All metrics in the order in which they stand in the tables."""
    return tuple(metric for kind in KINDS for metric in kind.of(setting))


def askable(setting: Setting) -> tuple[str, ...]:
    """What `metrics`, `matters` and `precision` may name."""
    return tuple(dict.fromkeys(metric.key for metric in metrics_of(setting) if metric.is_askable))


def checkable(setting: Setting) -> Iterator[tuple[Checkable, Metric]]:
    """What `checks` may name, but for effects, and whose number that is."""
    for metric in metrics_of(setting):
        yield from ((check, metric) for check in metric.checks)
