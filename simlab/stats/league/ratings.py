"""Ratings: how good each strategy is in one number, fitted to all tables at once.

Who wins is modelled as a choice among those who sit at a table (Luce 1959, "Individual Choice Behavior"; Plackett 1975, "The analysis of
permutations", Applied Statistics 24): the odds of two of them are those of their strengths and of their seats, whoever else is there.
A win that is shared counts for each by its share. What the fit needs of all games is who won how often, from which seat how often, and how
both vary together from deal to deal; so the intervals hold however much the games of one deal have in common (Liang and Zeger 1986,
"Longitudinal data analysis using generalized linear models", Biometrika 73).

Ratings are told in points: 100 points are odds of 10^(1/4) (1.78), as chess players know them; the mean of the field is 0.
"""

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from simlab.stats.estimates import FIXED

POINTS = 400 / log(10)  # in a natural logarithm of odds
LOOSE = 5.0  # the prior's standard deviation of a strength, which only those notice who never win or always do
CLOSE = 1e-10
MOST_STEPS = 100

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Results:
    """What is known of the games of a league.

    seated        [table, seat]: who sits where, by number
    often         [table]: how many games of a deal are played there: one, or fewer where seatings are drawn by lot
    wins          [strategy, then seat]: the sum of their shares over all deals
    products      [.., ..]: the sums of the products of two of them, deal by deal
    """

    seated: Array
    deals: int
    wins: Array
    products: Array
    often: Array

    @property
    def field(self) -> int:
        """How many strategies there are."""
        return int(len(self.wins) - self.seated.shape[1])

    @property
    def covariance(self) -> Array:
        """How the shares of a deal vary together."""
        mean = self.wins / self.deals
        return np.asarray((self.products - self.deals * np.outer(mean, mean)) / (self.deals - 1))


@dataclass(frozen=True, eq=False)
class Fit:
    """Strengths of strategies and of seats, in points, and the covariance of their estimates."""

    strengths: Array
    seats: Array
    covariance: Array  # of strategies, then seats
    deals: int
    chances: Array  # [table, seat]: to win, as fitted

    @property
    def reach(self) -> float:
        """How many standard errors a 95% interval reaches."""
        return FIXED.reach(self.deals)

    def half_width(self, i: int, j: int | None = None) -> float:
        """Of the 95% interval of a rating, or of the difference of two."""
        of = self.covariance
        variance = of[i, i] if j is None else of[i, i] + of[j, j] - 2 * of[i, j]
        return float(self.reach * sqrt(max(0.0, variance)))


def fit(results: Results) -> Fit:
    """The strengths that make the wins as likely as can be, by Newton's steps."""
    tables, n = results.seated.shape
    field = results.field
    sits = np.zeros((tables, n, field + n))
    at = np.arange(tables)
    for seat in range(n):
        sits[at, seat, results.seated[:, seat]] = 1
        sits[:, seat, field + seat] = 1
    prior = np.full(field + n, 1 / LOOSE**2)
    won, strengths = results.wins / results.deals, np.zeros(field + n)
    weight = prior / results.deals
    for _ in range(MOST_STEPS):
        chances = _chances(sits @ strengths)
        slope = won - np.einsum("t,ts,tsk->k", results.often, chances, sits) - weight * strengths
        curve = _information(sits, chances, results.often) + np.diag(weight)
        step = np.linalg.solve(curve, slope)
        strengths = strengths + step / max(1.0, np.abs(step).max() / 2)
        if np.abs(step).max() < CLOSE:
            break
    back = np.linalg.inv(curve)
    spread = back @ results.covariance @ back.T / results.deals
    centre = _centring(field, n)
    centred = POINTS * (centre @ strengths)
    return Fit(centred[:field], centred[field:], POINTS**2 * (centre @ spread @ centre.T), results.deals, chances)


def _chances(strengths: Array) -> Array:
    """[table, seat]: of strengths, the chance to win."""
    odds = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def _information(sits: Array, chances: Array, often: Array) -> Array:
    """What a deal tells of the strengths."""
    mean = np.einsum("ts,tsk->tk", chances, sits)
    return np.asarray(np.einsum("t,ts,tsk,tsl->kl", often, chances, sits, sits) - np.einsum("t,tk,tl->kl", often, mean, mean))


def _centring(field: int, n: int) -> Array:
    """Takes the mean from the strategies' strengths, and from the seats'."""
    centre = np.eye(field + n)
    centre[:field, :field] -= 1 / field
    centre[field:, field:] -= 1 / n
    return centre


# Where one number does not tell who beats whom


@dataclass(frozen=True, eq=False)
class Meetings:
    """Of each two strategies the sums over the tables at which both sit.

    won           [a, b]: a's shares there, over all deals
    squares       [a, b]: the squares of a deal's
    products      [a, b]: a deal's share of a times b's
    """

    deals: int
    won: Array
    squares: Array
    products: Array

    def share(self, a: int, b: int) -> tuple[float, float]:
        """Of all that one of the two won where they met: how much was a's; and its standard error, deal by deal."""
        both = float(self.won[a, b] + self.won[b, a])
        if both <= 0:
            return 0.5, float("inf")
        share = float(self.won[a, b]) / both
        ours, theirs, mixed = (float(it) for it in (self.squares[a, b], self.squares[b, a], self.products[a, b]))
        square = (1 - share) ** 2 * ours + share**2 * theirs - 2 * share * (1 - share) * mixed
        n = self.deals
        return share, sqrt(max(0.0, square) * n / max(1, n - 1)) / both


def expected(results: Results, of: Fit) -> Array:
    """[a, b]: what a would win a deal where it meets b, by the ratings."""
    field = results.field
    found = np.zeros((field, field))
    for table, chances, often in zip(results.seated, of.chances, results.often, strict=True):
        here = np.unique(table)
        for a in here:
            found[a, here] += often * chances[table == a].sum()
    return found
