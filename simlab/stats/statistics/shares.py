"""Who wins: each strategy's mean share, its rank at the table and the ranks that it may have."""

from collections.abc import Iterator

import numpy as np

from simlab.stats.joins import added, products
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.ranks import rank_intervals, ranks
from simlab.stats.rivals import numbers_of
from simlab.stats.statistic import INTERVAL, REAL, WHOLE, WORD, Line, Statistic, at_each_place


def _count(played: Played) -> dict[str, np.ndarray]:
    """`products` [line-up, scenario, a, b] of the shares of strategies, then seats."""
    shares = played.values[numbers_of(played.measures)].transpose(1, 2, 0, 3)
    return {"products": products(shares[:, :, :, None], shares[:, :, None])}


def _shares(place: Place) -> Iterator[Line]:
    rivals, stats = place.rivals, place.stats
    here, n = rivals.here, stats.deals
    means, spread = rivals.means[here], rivals.covariance[np.ix_(here, here)]
    widened = stats.intervals.reach(n) / type(stats.intervals)().reach(n) if n > 1 else 1.0
    lows, highs = rank_intervals(means, spread / n, widened)
    for j, rank, low, high in zip(here, ranks(means), lows, highs, strict=True):
        e = place.mean(stats.measures.metrics[rivals.numbers[j]])
        found = {"strategy": place.group.labels[j], "share": e.mean, "se": e.se, "low": e.low, "high": e.high}
        yield {**found, "rank": int(rank), "rank_low": int(min(low, rank)), "rank_high": int(max(high, rank))}


RANKS = {"rank": WHOLE, "rank_low": WHOLE, "rank_high": WHOLE}
STATISTIC = Statistic(
    "shares",
    3,
    (at_each_place("shares", {"strategy": WORD, "share": REAL, "se": REAL, **INTERVAL, **RANKS}, _shares),),
    {"products": added},
    _count,
)
