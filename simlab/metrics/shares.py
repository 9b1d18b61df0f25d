"""Who wins: the win share of each strategy, and of each seat; and each strategy's score, where the game is scored."""

from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import Any

from simlab.engine.metric import TWO_PERCENT_OF_SCORES, UNIT, Checkable, Family, Metric, Unit, shares
from simlab.metrics import Kind, Setting

WINS, SCORED = "{who} wins {number} of games", "{who} scores {number} points"
STRATEGIES = shares("share", "win shares by strategy", 1, "%", is_headline=True, says=WINS)
SEATS = shares("seat", "win shares by seat", 1.5, "%", section="shares", stands_in=True, says=WINS)
POINT = Unit("point", "points", "points")
SCORES = Family("score", "scores by strategy", "points", POINT, TWO_PERCENT_OF_SCORES, 2, bounds=(-inf, inf), says=SCORED)


def _at(name: str, key: str | int) -> Callable[[Any], Any]:
    """Of all strategies or seats, one."""
    return lambda played: getattr(played, name)[key]


def _of_strategies(setting: Setting, family: Family, read: str, title: str, *, is_checked: bool) -> Iterator[Metric]:
    for label in setting.labels:
        name = f"{family.name}.{label}"
        yield Metric(
            name,
            label,
            f"{label}'s {family.name}",
            family,
            _at(read, label),
            asked=family.name,
            strategy=label,
            scale=UNIT,
            checks=(Checkable(name),) if is_checked else (),
            heading=f"{title} of {label}",
        )


def _shares(setting: Setting) -> Iterator[Metric]:
    return _of_strategies(setting, STRATEGIES, "by_label", "win share", is_checked=True)


def _scores(setting: Setting) -> Iterable[Metric]:
    return _of_strategies(setting, SCORES, "scores", "score", is_checked=False) if setting.game.scored else ()


def _of_seats(setting: Setting) -> Iterator[Metric]:
    for seat in range(setting.players):
        yield Metric(
            f"seat.{seat}",
            f"seat {seat}",
            f"seat {seat}'s share",
            SEATS,
            _at("shares", seat),
            asked=STRATEGIES.name,
            scale=UNIT,
            checks=(Checkable("seat_edge", "largest edge"),) if seat == 0 else (),
            heading=f"win share of seat {seat}",
        )


METRICS = (Kind(1, _shares), Kind(2, _of_seats), Kind(3, _scores))
