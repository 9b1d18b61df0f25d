"""The means of all metrics, and the sums that every comparison is made of."""

from collections.abc import Iterator

import numpy as np

from simlab.stats.estimates import Estimate
from simlab.stats.moments import JOINS, moments_of
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.statistic import INTERVAL, REAL, WHOLE, WORD, Line, Statistic, at_each_place

FIGURES = {"n": WHOLE, "mean": REAL, "se": REAL, **INTERVAL}


def figures(estimate: Estimate) -> Line:
    """How an estimate stands in a table."""
    return {"n": estimate.deals, "mean": estimate.mean, "se": estimate.se, "low": estimate.low, "high": estimate.high}


def _count(played: Played) -> dict[str, np.ndarray]:
    """[metric, line-up, contrast]: the moments of the contrasts' values."""
    each = [moments_of(values) for values in played.measures.contrasts.each(played.values)]
    return {name: np.stack([of[name] for of in each], axis=-1) for name in JOINS}


def _summary(place: Place) -> Iterator[Line]:
    yield from ({"metric": metric.name, **figures(place.mean(metric))} for metric in place.metrics)


TABLE = at_each_place("summary", {"metric": WORD, **FIGURES}, _summary, is_long=True)
STATISTIC = Statistic("means", 1, (TABLE,), JOINS, _count, version=2)
