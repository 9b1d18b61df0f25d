"""The trigger ledger: what a change of the rules does to those games in which a rule event fired.

Games are paired: a deal in one seating, played in this scenario and in the first. Over the pairs in which the event fired in at least one
of the two, the effect is the sum of the changes divided by the number of pairs: a ratio of two sums over deals, whose variance is that of
the changes minus ratio times pairs of each deal (Cochran 1977, "Sampling Techniques", chapter 6 and 9A; the deal is the cluster).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from simlab.engine.state import UNIT
from simlab.stats.estimates import Estimate, GroupStats, estimate

_COUNTS = 3  # pairs of deals, sum and square of pairs stand before what belongs to each metric
_EACH = 3


@dataclass(frozen=True)
class FiredEffect:
    """The effect on a metric where the event fired, and in how many pairs of games that was."""

    metric: str
    pairs: int
    effect: Estimate


def effects_where_fired(stats: GroupStats, t: int, s: int, event: int) -> Iterator[FiredEffect]:
    """What scenario s changes where the event (by number) fired, in each strategy's share and in the turns."""
    measures = stats.measures
    of = [int(number) for number in stats.tally.fired[t, s - 1, event]]
    deals, pairs, pairs_squared = of[:_COUNTS]
    if not pairs:
        return
    scales = [UNIT * int(seats) for seats in measures.seats_of[t]]
    names = [f"share.{label}" for label in measures.group.labels]
    intervals = stats.intervals.of_part(deals / stats.deals)
    for i, (name, scale) in enumerate(zip([*names, "turns"], [*scales, 1], strict=True)):
        if not scale:
            continue
        total, square, cross = of[_COUNTS + _EACH * i : _COUNTS + _EACH * (i + 1)]
        # the sum of (x - ratio * w)^2 times pairs^2, in whole numbers
        residual = square * pairs**2 - 2 * total * pairs * cross + total**2 * pairs_squared
        variance = residual / pairs**4 * deals**2 / (deals - 1) if deals > 1 else float("nan")
        ratio = estimate(total / pairs / scale, variance / scale**2, deals, intervals)
        yield FiredEffect(name, pairs, ratio)
