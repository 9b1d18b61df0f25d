"""The win shares of a place as they vary together, deal by deal: of its strategies, and of its seats.

Ranks and luck are made of the sums of all products of two shares, pairs and seats of the moments of what is compared, deal by deal: the
statistic `shares` counts both.
"""

from functools import cached_property
from itertools import combinations

import numpy as np

from simlab.engine.metric import UNIT
from simlab.metrics.shares import SEATS, STRATEGIES
from simlab.stats.estimates import Estimate, GroupStats
from simlab.stats.measures import Measures
from simlab.stats.moments import Moments
from simlab.stats.played import Played


def numbers_of(measures: Measures) -> list[int]:
    """The metrics that are win shares, by number: of all strategies, then of all seats."""
    families = [metric.family for metric in measures.metrics]
    return [m for of in (STRATEGIES, SEATS) for m, family in enumerate(families) if family is of]


def compared(measures: Measures, shares: np.ndarray) -> np.ndarray:
    """[line-up, scenario, :, deal] of the shares [line-up, scenario, a, deal] of strategies, then seats: by how much each seat's is above
    the mean seat's, times seats; then by how much each two strategies' differ, times the seats of both; 0 where one of them does not play.
    """
    labels, seats = len(measures.group.labels), measures.seats_of[..., None, None]
    of_seats = shares[:, :, labels:]
    edges = measures.group.players * of_seats - of_seats.sum(axis=2, keepdims=True)
    pairs = [shares[:, :, a] * seats[:, b] - shares[:, :, b] * seats[:, a] for a, b in combinations(range(labels), 2)]
    return np.concatenate([edges, *(pair[:, :, None] for pair in pairs)], axis=2)


def won_together(played: Played) -> tuple[np.ndarray, np.ndarray] | None:
    """Where each deal has one game, always in the same seats: all about shares is known from how often which seats win together, [line-up,
    scenario, set of seats], and from what is then the share [line-up, a, set] of each strategy, and of each seat.
    """
    measures = played.measures
    times = played.times(played.winners) if max(measures.seatings) == 1 and not measures.is_drawn else None
    if times is None:
        return None
    won = np.arange(times.shape[-1]) >> np.arange(measures.group.players)[:, None] & 1  # [seat, set]
    of_seats = won * (UNIT // won.sum(axis=0).clip(min=1))
    return times, np.stack([np.concatenate([seated.T @ of_seats, of_seats]) for seated in measures.seated])


class Rivals:
    """The shares at a line-up (t) in a scenario (s)."""

    def __init__(self, stats: GroupStats, t: int, s: int) -> None:
        self.stats, self.t, self.s = stats, t, s
        measures = stats.measures
        self.numbers = numbers_of(measures)
        self.labels = len(measures.group.labels)
        self.here = [j for j in range(self.labels) if stats.is_measured(self.numbers[j], t)]
        self._sums = [stats.total(m, t, s) for m in self.numbers]
        self._per = [measures.per[m][t] for m in self.numbers]
        self._products = stats.tally["shares"]["products"][t, s]

    @cached_property
    def means(self) -> np.ndarray:
        """The mean shares of strategies, then seats; 0 of a strategy that does not play here."""
        return np.array([total / (self.stats.deals * (per or 1)) for total, per in zip(self._sums, self._per, strict=True)])

    @cached_property
    def covariance(self) -> np.ndarray:
        """[a, b]: their covariance over deals."""
        sums, per, n = self._sums, [each or 1 for each in self._per], self.stats.deals
        products = self._products.tolist()
        if n < 2:
            return np.full((len(sums), len(sums)), np.nan)
        each = range(len(sums))
        return np.array([[(n * products[a][b] - sums[a] * sums[b]) / (n * (n - 1) * per[a] * per[b]) for b in each] for a in each])

    def difference(self, a: int, b: int) -> Estimate:
        """By how much one share is larger than another, on the same deals; 0 on each deal where they are equal on every one."""
        if a > b:
            one = self.difference(b, a)
            return Estimate(-one.moments, one.bounds, one.intervals)
        players = self.stats.measures.group.players
        number = players + [*combinations(range(self.labels), 2)].index((a, b))
        seats = self.stats.measures.seats_of[self.t]
        return self._compared(number, int(seats[a] * seats[b]), (-1.0, 1.0))

    @cached_property
    def seat_edges(self) -> list[Estimate]:
        """By how much each seat's share differs from the seats' mean: 1 / players, where every game has a winner."""
        players = self.stats.measures.group.players
        return [self._compared(seat, players, (-1 / players, 1 - 1 / players)) for seat in range(players)]

    @cached_property
    def seat_test(self) -> float:
        """The probability of a seat's share at least this uneven, if no seat had an advantage: the smallest p-value of a seat's edge, times
        seats (Bonferroni).
        """
        return min(1.0, len(self.seat_edges) * min(edge.level(0.0) for edge in self.seat_edges))

    def _compared(self, number: int, divisor: int, bounds: tuple[float, float]) -> Estimate:
        unit = UNIT * self.stats.measures.seatings[self.t]
        moments = Moments.at((self.t, self.s, number), self.stats.tally["shares"], self.stats.deals, divisor * unit)
        return Estimate(moments, bounds, self.stats.intervals)
