"""How games end."""

from collections.abc import Iterator

from simlab.metrics.events import ENDINGS
from simlab.stats.places import Place
from simlab.stats.statistic import INTERVAL, REAL, WORD, Line, Statistic, at_each_place


def _endings(place: Place) -> Iterator[Line]:
    metrics = [metric for metric in place.metrics if metric.family is ENDINGS]
    for ending, metric in zip(place.stats.measures.game.endings, metrics, strict=True):
        e = place.mean(metric)
        yield {"ending": ending, "share": e.mean, "low": e.low, "high": e.high}


STATISTIC = Statistic("endings", 7, (at_each_place("endings", {"ending": WORD, "share": REAL, **INTERVAL}, _endings),))
