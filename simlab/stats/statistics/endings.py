"""How games end."""

from collections.abc import Iterator

from simlab.stats.places import Place
from simlab.stats.statistic import INTERVAL, REAL, WORD, Line, Statistic, at_each_place


def _endings(place: Place) -> Iterator[Line]:
    for ending in place.stats.measures.game.endings:
        e = place.mean(f"ending.{ending}")
        yield {"ending": ending, "share": e.mean, "low": e.low, "high": e.high}


STATISTIC = Statistic("endings", 7, (at_each_place("endings", {"ending": WORD, "share": REAL, **INTERVAL}, _endings),))
