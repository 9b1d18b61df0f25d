"""Leagues with known strengths: who wins is drawn by lot, and counted as plainly as can be."""

import numpy as np

from simlab.experiment.company import companies
from simlab.stats.league.ratings import Meetings, Results


def rotated(tables):
    """Each table in all its rotations."""
    return np.array([[table[(seat + shift) % len(table)] for seat in range(len(table))] for table in tables for shift in range(len(table))])


def luce(chance, seated, strengths, seats, deals):
    """[deal, table, seat]: 1 for the winner, by Luce's model; strengths in natural logarithms of odds."""
    drawn = np.asarray(strengths)[seated] + np.asarray(seats) + chance.gumbel(size=(deals, *seated.shape))
    return (drawn == drawn.max(axis=2, keepdims=True)).astype(float)


def duels(chance, seated, odds, deals):
    """[deal, table, seat] at tables of two: `odds` [a, b] is how often a wins of b."""
    first = chance.random((deals, len(seated))) < np.asarray(odds)[seated[:, 0], seated[:, 1]]
    return np.stack([first, ~first], axis=2).astype(float)


def counted(seated, won):
    """The sums of a league, one table and seat after the other."""
    field, (deals, _, n) = seated.max() + 1, won.shape
    each, met = np.zeros((deals, field + n)), np.zeros((deals, field, field))
    for t, table in enumerate(seated):
        for seat, a in enumerate(table):
            each[:, a] += won[:, t, seat]
            each[:, field + seat] += won[:, t, seat]
            for b in set(table.tolist()) - {a}:
                met[:, a, b] += won[:, t, seat]
    results = Results(seated, deals, each.sum(axis=0), each.T @ each, np.ones(len(seated)))
    return results, Meetings(deals, met.sum(axis=0), (met**2).sum(axis=0), (met * met.transpose(0, 2, 1)).sum(axis=0))


def all_tables(field, seats):
    """Every company of a field in every rotation."""
    return rotated(companies(field, seats, 10_000))
