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

from collections.abc import Iterator

import numpy as np

from simlab.engine.metric import UNIT
from simlab.stats.joins import added
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.statistic import REAL, Line, Statistic, at_each_place


def _count(played: Played) -> dict[str, np.ndarray]:
    """`at_seat` [line-up, scenario, seat, label]: shares of a strategy in a seat; `sat` [line-up, seat, label]: in how many games of a
    scenario it sits there; `singles` [line-up, scenario]: squares of every seat's share in every game.
    """
    measures = played.measures
    seated, starts = measures.seated.astype(np.int64), measures.first_seatings
    games = played.by_seating(np.ones_like(played.seated))
    by_label = np.einsum("psb,bpj->psjb", played.by_seating(played.shares), seated)
    at_seat = np.add.reduceat(by_label, starts, axis=-1).transpose(3, 1, 0, 2)
    sat = np.add.reduceat(games[:, None, None] * seated, starts, axis=0)
    singles = measures.over_seatings((played.shares**2).sum(axis=0, dtype=np.int32)).sum(axis=-1).T
    return {"at_seat": at_seat, "sat": sat, "singles": singles}


def _luck(place: Place) -> Iterator[Line]:
    """The parts of the variance; None where the line-up's seatings cannot tell, nothing where nobody's result ever varies."""
    stats, rivals, measures = place.stats, place.rivals, place.stats.measures
    n, players, k, labels = stats.deals, place.players, measures.seatings[place.t], rivals.labels
    counted = stats.tally["luck"]
    sums = counted["at_seat"][place.t, place.s].astype(float) / (n * UNIT)  # [seat, label], over the games of a deal in which it sits there
    count = counted["sat"][place.t].astype(float) / n  # in how many of them it does
    mean = float(sums.sum()) / (k * players)
    square = int(counted["singles"][place.t, place.s]) / (n * k * players * UNIT**2)
    total = square - mean**2
    if total <= 0 or n < 2:
        return
    noise, means = np.diag(rivals.covariance) / n, rivals.means
    weights = count.sum(axis=0) / (k * players)
    strategy = _beyond_noise(weights, means[:labels], noise[:labels], mean)
    seat = _beyond_noise(np.full(players, 1 / players), means[labels:], noise[labels:], mean)
    is_confounded = len(place.lineup.seatings) == 1 and np.count_nonzero(weights) > 1
    deal = None
    if k > 1:
        within = (square - float((sums**2 / np.where(count, count, 1)).sum()) / (k * players)) * n / (n - 1)
        of_seats = float(np.diag(rivals.covariance)[labels:].sum()) * k**2  # a seat's share is a mean over seatings
        deal = max(0.0, (of_seats - k * players * within) / (players * k * (k - 1))) / total
    parts = {"deal": deal, "seat": None if is_confounded else seat / total, "strategy": strategy / total}
    yield {**parts, "rest": max(0.0, 1 - sum(part or 0.0 for part in parts.values()))}


def _beyond_noise(weights: np.ndarray, means: np.ndarray, noise: np.ndarray, centre: float) -> float:
    """The weighted variance of true means: that of the estimated ones, minus what their standard errors explain."""
    if np.count_nonzero(weights) < 2:
        return 0.0
    return max(0.0, float((weights * ((means - centre) ** 2 - noise)).sum()))


PARTS = dict.fromkeys(("deal", "seat", "strategy", "rest"), REAL)
STATISTIC = Statistic(
    "luck", 11, (at_each_place("luck", PARTS, _luck),), dict.fromkeys(("at_seat", "sat", "singles"), added), _count, version=2
)
