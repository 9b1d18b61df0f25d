"""Strategies against one another at the same table, on the same deals."""

from collections.abc import Sequence

from simlab.engine.metric import PERCENT
from simlab.report.blocks import WHO, Block, Chapter, Section, part
from simlab.report.charts import grid
from simlab.report.lines import between, distinct, grouped, points_of, rounded
from simlab.report.material import MOST_PLACES, Material
from simlab.report.sections.shares import shown_only
from simlab.report.svg import Picture
from simlab.report.tables import TableBlock, estimated, where_columns, words
from simlab.stats.statistic import Line


def section(run: Material) -> Section | None:
    """By how much one strategy's share is larger than another's."""
    rows: list[Line] = run.analysis.lines("pairs")
    if not rows:
        return None
    by_place = [of for _, of in grouped(run.at_baseline(rows), "players", "lineup") if len(of) > 2]  # one pair needs no map
    blocks: list[Block] = [_map(run, f"matchups-{i}", of) for i, of in enumerate(by_place[:MOST_PLACES], 1)]
    once = [row for row in rows if row["difference"] > 0 or (row["difference"] == 0 and row["strategy"] < row["opponent"])]
    columns = [
        words("Strategy", "strategy"),
        words("Against", "opponent"),
        *where_columns(rows, scenario=True),
        *estimated("Difference of win shares", "percentage points", "difference", PERCENT, sign=True),
    ]
    blocks.append(TableBlock("pairs", "Win shares compared pair by pair", columns, once))
    return part(WHO, blocks)


def _map(run: Material, name: str, rows: Sequence[Line]) -> Picture:
    names = sorted(distinct(rows, "strategy"), key=lambda one: -sum(row["difference"] for row in rows if row["strategy"] == one))
    by = {(row["strategy"], row["opponent"]): (row["difference"], rounded(row, "difference", PERCENT, sign=True)) for row in rows}
    cells = [[by.get((one, other)) for other in names] for one in names]
    told = ". ".join(
        f"{row['strategy']} against {row['opponent']}: {points_of(row, 'difference')}, interval {between(row, PERCENT, sign=True)}"
        for row in rows
    )
    note = "At one table: the points by which the strategy of the row wins more than the one of the column." + shown_only(run)
    title = run.titled(rows, run.under_baseline(_message(rows, names)))
    drawing = grid(names, names, cells)
    return Picture(name, title, f"Map of pairs. {told}.", drawing, note)


def _message(rows: Sequence[Line], names: Sequence[str]) -> str:
    beaten = [row["opponent"] for row in rows if row["strategy"] == names[0] and row["low"] > 0]
    if len(beaten) == len(names) - 1:
        return f"ahead of each of the others: {names[0]}"
    return f"in the lead, but not clearly ahead of everybody: {names[0]}" if beaten else "the first is not clearly ahead of anybody"


CHAPTERS = Chapter(1.2, section, ("pairs",))
