"""Does it matter where one sits: each seat's mean share, its edge over the mean seat, and the test of all seats together."""

from collections.abc import Iterator

from simlab.metrics.shares import SEATS
from simlab.stats.places import Place
from simlab.stats.statistic import INTERVAL, REAL, WHOLE, Line, Statistic, at_each_place


def _seats(place: Place) -> Iterator[Line]:
    p_joint = place.rivals.seat_test()
    seats = [metric for metric in place.metrics if metric.family is SEATS]
    for seat, (metric, edge) in enumerate(zip(seats, place.rivals.seat_edges(), strict=True)):
        e = place.mean(metric)
        of_edge = {"edge": edge.mean, "edge_low": edge.low, "edge_high": edge.high}
        yield {"seat": seat, "share": e.mean, "low": e.low, "high": e.high, **of_edge, "p_joint": p_joint}


EDGE = {"edge": REAL, "edge_low": REAL, "edge_high": REAL}
STATISTIC = Statistic("seats", 4, (at_each_place("seats", {"seat": WHOLE, "share": REAL, **INTERVAL, **EDGE, "p_joint": REAL}, _seats),))
