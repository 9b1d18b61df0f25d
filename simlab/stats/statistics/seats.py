"""Does it matter where one sits: each seat's mean share, its edge over the mean seat, and the test of all seats together."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from simlab.stats.statistic import INTERVAL, REAL, WHERE, WHOLE, WORD, Frame, Line, Statistic

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis


def _seats(analysis: "Analysis") -> Iterator[Line]:
    for judged in analysis.seats:
        place, edge = judged.place, judged.place.rivals.seat_edges[judged.seat]
        e = place.mean(f"seat.{judged.seat}")
        of_edge = {"edge": edge.mean, "edge_low": edge.low, "edge_high": edge.high, "verdict": judged.word}
        shares = {"seat": judged.seat, "share": e.mean, "low": e.low, "high": e.high}
        yield {**place.where, **shares, **of_edge, "p_joint": place.rivals.seat_test}


EDGE = {"edge": REAL, "edge_low": REAL, "edge_high": REAL, "verdict": WORD}
STATISTIC = Statistic("seats", 4, (Frame("seats", {**WHERE, "seat": WHOLE, "share": REAL, **INTERVAL, **EDGE, "p_joint": REAL}, _seats),))
