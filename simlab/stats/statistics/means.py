"""The means of all metrics, and the sums that every comparison is made of."""

from collections.abc import Iterator

import numpy as np

from simlab.stats.estimates import Estimate
from simlab.stats.joins import as_long
from simlab.stats.moments import JOINS, moments_of, moments_of_counts
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.rivals import numbers_of, won_together
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
    measures, each = played.measures, _of_shares(played)
    games = {number: np.asarray(metric.read(played)) for number, metric in enumerate(measures.metrics) if number not in each}
    times = {number: of for number, of_games in games.items() if (of := played.times(of_games)) is not None}
    counts = as_long(list(times.values()), len(measures.seatings), 1)
    together = moments_of_counts(counts, np.arange(counts.shape[-1]))
    each |= {number: {name: of[i] for name, of in together.items()} for i, number in enumerate(times)}
    each |= {number: moments_of(of.swapaxes(0, 1).astype(np.int64)) for number, of in games.items() if number not in times}
    return {name: np.stack([each[number][name] for number in range(len(measures.metrics))]) for name in JOINS}


def _of_shares(played: Played) -> dict[int, dict[str, np.ndarray]]:
    """Of the metrics that are win shares, by number, as far as they are known from who wins together."""
    if (together := won_together(played)) is None:
        return {}
    times, shares = together
    found = moments_of_counts(times[:, :, None], shares[:, None])
    return {number: {name: of[:, :, a] for name, of in found.items()} for a, number in enumerate(numbers_of(played.measures))}


def _summary(place: Place) -> Iterator[Line]:
    yield from ({"metric": metric.name, **figures(place.mean(metric))} for metric in place.metrics)


TABLE = at_each_place("summary", {"metric": WORD, **FIGURES}, _summary, is_long=True)
STATISTIC = Statistic("means", 1, (TABLE,), JOINS, _count, version=2)
