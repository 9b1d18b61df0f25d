"""What seatings cost: how many games on deals of their own those of a deal are worth, for win shares."""

from math import isinf

from simlab.report.blocks import SURE, Chapter, Section, Text, part
from simlab.report.material import Material
from simlab.report.tables import TableBlock
from simlab.stats.statistic import Line

TOLD = 0.05  # so far from one game a game


def section(run: Material) -> Section | None:
    """A sentence on the table where a game is worth least, if that is far from one; and all numbers."""
    rows: list[Line] = [row for row in run.at_baseline(run.analysis.lines("seatings")) if row["ratio"] is not None]
    several = [row for row in rows if row["games"] > row["deals"]]
    if not several:
        return None
    least = min(several, key=lambda row: row["ratio"])
    blocks = [TableBlock.whole("seatings", "What seatings cost", run.analysis.table("seatings"))]
    if abs(least["ratio"] - 1) <= TOLD:
        return part(SURE, blocks)
    games = least["games"] // least["deals"]
    worth = "more than any number" if isinf(least["ratio"]) else f"about {least['ratio'] * games:.1f}"
    where = f" (at “{least['lineup']}”)" if run.has_lineups else ""
    text = f"Every deal is played in {games} seatings; for win shares these {games} games are worth {worth} on deals of their own{where}."
    return part(SURE, [Text([text]), *blocks])


CHAPTERS = Chapter(4.8, section, ("seatings",))
