"""Who wins: each strategy's mean share, its rank at the table and the ranks that it may have."""

from collections.abc import Iterator
from functools import cache
from math import ceil

import numpy as np

from simlab.stats.estimates import FIXED
from simlab.stats.joins import added, products
from simlab.stats.moments import JOINS, moments_of, moments_of_counts
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.rivals import compared, numbers_of, won_together
from simlab.stats.statistic import INTERVAL, REAL, WHOLE, WORD, Line, Statistic, at_each_place

DRAWS = 4_000
SEED = 20_260
DIGITS = 9  # of a share; more are the computer's own rounding


def _count(played: Played) -> dict[str, np.ndarray]:
    """`products` [line-up, scenario, a, b] of the shares of strategies, then seats; the moments [line-up, scenario, :] of each seat's
    edge, then of the differences of each two strategies.
    """
    measures = played.measures
    if (together := won_together(played)) is not None:
        times, of_sets = together
        sums = np.einsum("tas,tbs,tqs->tqab", of_sets, of_sets, times)
        return {"products": sums, **moments_of_counts(times[:, :, None], compared(measures, of_sets[:, None]))}
    shares = np.stack([played.narrow_values(number) for number in numbers_of(measures)], axis=2, dtype=np.int64)
    return {"products": products(shares[:, :, :, None], shares[:, :, None]), **moments_of(compared(measures, shares))}


def _shares(place: Place) -> Iterator[Line]:
    rivals, intervals, n = place.rivals, place.stats.intervals, place.stats.deals
    here, labels = rivals.here, place.group.labels
    means, spread = rivals.means[here], rivals.covariance[np.ix_(here, here)]
    widened = intervals.reach(n) / FIXED.reach(n) if n > 1 else 1.0
    lows, highs = rank_intervals(means, spread / n, widened)
    for j, rank, low, high in zip(here, ranks(means), lows, highs, strict=True):
        e = place.mean(f"share.{labels[j]}")
        found = {"strategy": labels[j], "share": e.mean, "se": e.se, "low": e.low, "high": e.high}
        yield {**found, "rank": int(rank), "rank_low": int(min(low, rank)), "rank_high": int(max(high, rank))}


def ranks(shares: np.ndarray) -> np.ndarray:
    """The rank of each, 1 for the largest; equal ones share the best place they take up."""
    kept = np.round(shares, DIGITS)
    return np.array([1 + int((kept > share).sum()) for share in kept])


def rank_intervals(means: np.ndarray, covariance: np.ndarray, widened: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """For each strategy the ranks that hold 95% of a bootstrap over deals.

    Resampled means of many deals are normal with the covariance of the means, which is known exactly here, so that they are drawn from
    it and no deal needs to be kept: a parametric bootstrap (Efron and Tibshirani 1993, "An Introduction to the Bootstrap", chapter
    6.5; for ranks Goldstein and Spiegelhalter 1996, "League tables and their limitations", JRSS A 159). The draws are the same in each run.
    `widened`: by so much an interval of this run is wider than a normal one, because it may stop at any time.
    """
    if not np.isfinite(covariance).all():
        return np.ones(len(means), dtype=int), np.full(len(means), len(means))
    values, vectors = np.linalg.eigh(covariance)
    spread = vectors * np.sqrt(np.where(values > values.max() * 1e-12, values, 0))
    drawn = means + widened * _draws(len(means)) @ spread.T
    drawn = np.round(drawn, DIGITS).T  # what is equal in every deal stays equal
    placed = np.sort([1 + (drawn > one).sum(axis=0, dtype=np.int16) for one in drawn])
    return placed[:, ceil(0.025 * DRAWS) - 1], placed[:, ceil(0.975 * DRAWS) - 1]


@cache
def _draws(strategies: int) -> np.ndarray:
    return np.random.default_rng(SEED).standard_normal((DRAWS, strategies))


RANKS = {"rank": WHOLE, "rank_low": WHOLE, "rank_high": WHOLE}
TABLE = at_each_place("shares", {"strategy": WORD, "share": REAL, "se": REAL, **INTERVAL, **RANKS}, _shares)
STATISTIC = Statistic("shares", 3, (TABLE,), {"products": added, **JOINS}, _count, version=2)
