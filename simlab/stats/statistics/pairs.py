"""Strategies at the same table, pair by pair: by how much the share of one is larger, on the same deals."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from simlab.stats.places import Place
from simlab.stats.statistic import INTERVAL, REAL, WORD, Line, Statistic, at_each_place


def _pairs(place: Place) -> Iterator[Line]:
    labels = place.group.labels
    for a, b in permutations(place.rivals.here, 2):
        e = place.rivals.difference(a, b)
        yield {"strategy": labels[a], "opponent": labels[b], "difference": e.mean, "se": e.se, "low": e.low, "high": e.high}


TABLE = at_each_place("pairs", {"strategy": WORD, "opponent": WORD, "difference": REAL, "se": REAL, **INTERVAL}, _pairs)
STATISTIC = Statistic("pairs", 5, (replace(TABLE, is_made=lambda analysis: not analysis.is_league),))
