"""Who wins: the win share of each strategy, and of each seat; and each strategy's score, where the game is scored."""

from collections.abc import Callable, Iterator
from typing import Any

from simlab.engine.metric import TWO_PERCENT, UNIT, Checkable, Family, Metric, Unit, shares
from simlab.metrics import Kind, Setting

STRATEGIES = shares("share", "win shares by strategy", 1, "%", is_headline=True)
SEATS = shares("seat", "win shares by seat", 1.5, "%", section="shares", stands_in=True)
SCORE_POINTS = Unit("point", "points", "points")
SCORES = Family("score", "scores by strategy", "points", SCORE_POINTS, TWO_PERCENT, 2)


def _at(name: str, key: str | int) -> Callable[[Any], Any]:
    """Of all strategies or seats, one."""
    return lambda played: getattr(played, name)[key]


def _of_strategies(setting: Setting) -> Iterator[Metric]:
    for label in setting.labels:
        yield Metric(
            f"share.{label}",
            label,
            f"{label}'s share",
            STRATEGIES,
            _at("by_label", label),
            asked="share",
            strategy=label,
            scale=UNIT,
            checks=(Checkable(f"share.{label}"),),
            heading=f"win share of {label}",
        )


def _of_seats(setting: Setting) -> Iterator[Metric]:
    for seat in range(setting.players):
        yield Metric(
            f"seat.{seat}",
            f"seat {seat}",
            f"seat {seat}'s share",
            SEATS,
            _at("shares", seat),
            asked="share",
            scale=UNIT,
            checks=(Checkable("seat_edge", "largest edge"),) if seat == 0 else (),
            heading=f"win share of seat {seat}",
        )


def _scores(setting: Setting) -> Iterator[Metric]:
    for label in setting.labels if setting.game.scored else ():
        yield Metric(
            f"score.{label}",
            label,
            f"{label}'s score",
            SCORES,
            _at("scores", label),
            asked="score",
            strategy=label,
            scale=UNIT,
        )


METRICS = (Kind(1, _of_strategies), Kind(2, _of_seats), Kind(3, _scores))
