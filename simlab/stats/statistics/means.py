"""The means of all metrics, and the sums that every comparison is made of."""

from collections.abc import Iterator

import numpy as np

from simlab.stats.estimates import Estimate
from simlab.stats.joins import added, products
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.statistic import INTERVAL, REAL, WHOLE, WORD, Line, Statistic, at_each_place

FIGURES = {"n": WHOLE, "mean": REAL, "se": REAL, **INTERVAL}


def figures(estimate: Estimate) -> Line:
    """How an estimate stands in a table."""
    return {"n": estimate.deals, "mean": estimate.mean, "se": estimate.se, "low": estimate.low, "high": estimate.high}


def _count(played: Played) -> dict[str, np.ndarray]:
    """`sums` [metric, line-up, scenario]; `squares` [metric, line-up, contrast]: of the contrasts' values."""
    contrasts = played.measures.contrasts.each(played.values)
    return {"sums": played.values.sum(axis=-1), "squares": np.stack([products(of, of) for of in contrasts], axis=-1)}


def _summary(place: Place) -> Iterator[Line]:
    yield from ({"metric": metric.name, **figures(place.mean(metric))} for metric in place.metrics)


TABLE = at_each_place("summary", {"metric": WORD, **FIGURES}, _summary, is_long=True)
STATISTIC = Statistic("means", 1, (TABLE,), {"sums": added, "squares": added}, _count)
