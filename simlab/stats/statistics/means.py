"""The means of all metrics, and the sums that every comparison is made of."""

from collections.abc import Iterator

import numpy as np

from simlab.stats.estimates import Estimate
from simlab.stats.joins import as_long
from simlab.stats.moments import JOINS, moments_of, moments_of_counts
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.statistic import INTERVAL, REAL, WHOLE, WORD, Line, Statistic, at_each_place

FIGURES = {"n": WHOLE, "mean": REAL, "se": REAL, **INTERVAL}


def figures(estimate: Estimate) -> Line:
    """How an estimate stands in a table."""
    return {"n": estimate.deals, "mean": estimate.mean, "se": estimate.se, "low": estimate.low, "high": estimate.high}


def _count(played: Played) -> dict[str, np.ndarray]:
    """[metric, line-up, contrast]: the moments of the contrasts' values."""
    contrasts = played.measures.contrasts
    if len(contrasts.all) == max(played.measures.seatings) == 1:
        return _of_single_games(played)
    each = [moments_of(values) for values in contrasts.each(played.values)]
    return {name: np.stack([of[name] for of in each], axis=-1) for name in JOINS}


def _of_single_games(played: Played) -> dict[str, np.ndarray]:
    """The same where each deal has one game by one set of rules: of most metrics it is enough to count how often each number comes."""
    games = [np.asarray(metric.read(played)) for metric in played.measures.metrics]
    times = [played.times(of_games) for of_games in games]
    few = {number: of for number, of in enumerate(times) if of is not None}
    counts = as_long(list(few.values()), len(played.measures.seatings), 1)
    together = moments_of_counts(counts, np.arange(counts.shape[-1]))
    alone = {number: moments_of(games[number].swapaxes(0, 1).astype(np.int64)) for number in range(len(games)) if number not in few}
    each = {number: {name: of[i] for name, of in together.items()} for i, number in enumerate(few)} | alone
    return {name: np.stack([each[number][name] for number in range(len(games))]) for name in JOINS}


def _summary(place: Place) -> Iterator[Line]:
    yield from ({"metric": metric.name, **figures(place.mean(metric))} for metric in place.metrics)


TABLE = at_each_place("summary", {"metric": WORD, **FIGURES}, _summary, is_long=True)
STATISTIC = Statistic("means", 1, (TABLE,), JOINS, _count, version=2)
