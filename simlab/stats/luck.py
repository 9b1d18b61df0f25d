"""Luck and skill: how much of the variance of winning comes from the deal, the seat and the strategy.

The variance is that of a seat's win share in a game, over all seats of all games of a line-up in a scenario. Its parts:

    strategy   the variance of the strategies' mean shares, weighted by their seats
    seat       the variance of the seats' mean shares
    deal       the mean covariance of a seat's shares in two different seatings of one deal, each minus the mean of that strategy in that
               seat: what the cards dealt to a seat are worth, whoever holds them. The estimator of an intraclass correlation (Fisher
               1925, "Statistical Methods for Research Workers", chapter 7; Searle, Casella and McCulloch 1992, "Variance
               Components"), which needs at least two seatings of a deal
    rest       all else: how a game of this deal runs with these players in these seats, and the strategies' own chance

The first two are what the means vary beyond their standard errors.
"""

from dataclasses import dataclass

import numpy as np

from simlab.engine.state import UNIT
from simlab.stats.estimates import GroupStats


@dataclass(frozen=True)
class Luck:
    """Shares of the variance of winning; None where the line-up's seatings cannot tell."""

    deal: float | None
    seat: float | None
    strategy: float
    rest: float


def luck_of(stats: GroupStats, t: int, s: int) -> Luck | None:
    """The parts of the variance at a line-up in a scenario; None where nobody's result ever varies."""
    measures, n = stats.measures, stats.deals
    players, k = measures.group.players, measures.seatings[t]
    labels = len(measures.group.labels)
    sums = stats.tally.at_seat[t, s].astype(float) / (n * UNIT)  # [seat, label], over the seatings in which the strategy sits there
    at = slice(measures.starts[t], measures.starts[t] + k)
    count = measures.seated[at].sum(axis=0)
    mean = float(sums.sum()) / (k * players)
    square = int(stats.tally.singles[t, s]) / (n * k * players * UNIT**2)
    total = square - mean**2
    if total <= 0 or n < 2:
        return None
    spread = stats.share_covariance(t, s)
    noise, means = np.diag(spread) / n, stats.share_means(t, s)
    weights = count.sum(axis=0) / (k * players)
    strategy = _beyond_noise(weights, means[:labels], noise[:labels], mean)
    seat = _beyond_noise(np.full(players, 1 / players), means[labels:], noise[labels:], mean)
    is_confounded = k == 1 and np.count_nonzero(weights) > 1
    deal = None
    if k > 1:
        within = (square - float((sums**2 / np.maximum(count, 1)).sum()) / (k * players)) * n / (n - 1)
        of_seats = float(np.diag(spread)[labels:].sum()) * k**2  # a seat's share is a mean over seatings
        deal = max(0.0, (of_seats - k * players * within) / (players * k * (k - 1))) / total
    parts = (deal, None if is_confounded else seat / total, strategy / total)
    return Luck(*parts, rest=max(0.0, 1 - sum(part or 0.0 for part in parts)))


def _beyond_noise(weights: np.ndarray, means: np.ndarray, noise: np.ndarray, centre: float) -> float:
    """The weighted variance of true means: that of the estimated ones, minus what their standard errors explain."""
    if np.count_nonzero(weights) < 2:
        return 0.0
    return max(0.0, float((weights * ((means - centre) ** 2 - noise)).sum()))
