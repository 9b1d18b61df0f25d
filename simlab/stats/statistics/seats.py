"""Does it matter where one sits: each seat's mean share, its edge over the mean seat, and the test of all seats together."""

from collections.abc import Iterator

from simlab.stats.places import Place
from simlab.stats.statistic import INTERVAL, REAL, WHOLE, Line, Statistic, at_each_place


def _seats(place: Place) -> Iterator[Line]:
    p_joint = place.rivals.seat_test()
    for seat, edge in enumerate(place.rivals.seat_edges()):
        e = place.mean(f"seat.{seat}")
        of_edge = {"edge": edge.mean, "edge_low": edge.low, "edge_high": edge.high}
        yield {"seat": seat, "share": e.mean, "low": e.low, "high": e.high, **of_edge, "p_joint": p_joint}


EDGE = {"edge": REAL, "edge_low": REAL, "edge_high": REAL}
STATISTIC = Statistic("seats", 4, (at_each_place("seats", {"seat": WHOLE, "share": REAL, **INTERVAL, **EDGE, "p_joint": REAL}, _seats),))
