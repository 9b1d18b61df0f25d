"""The checks that the experiment declares: its balance contract."""

from simlab.report.blocks import SURE, Chapter, Section, part
from simlab.report.lines import between, half_width, rounded
from simlab.report.material import EVERY, Material
from simlab.report.tables import INTERVAL, Cell, Column, TableBlock, words
from simlab.stats.statistic import Line
from simlab.words.numbers import many

SIGNS = {"held": "✓", "broken": "✗", "undecided": "◐"}


def section(run: Material) -> Section | None:
    """Which checks held."""
    rows: list[Line] = [vars(check) for check in run.analysis.checks]
    if not rows:
        return None
    broken, unsure = ([row for row in rows if row["status"] == status] for status in ("broken", "undecided"))
    columns = [
        words("Check", "text"),
        words("Result", lambda row: f"{SIGNS.get(row['status'], '')} {row['status']}".strip()),
        *([words("Where", "where")] if any(row["where"] for row in rows) else []),
        Column("Value", lambda row: Cell(value_of(row), (row["value"],)), fields=("value",)),
        Column(INTERVAL, lambda row: Cell(interval_of(row), (row["low"], row["high"])), fields=("low", "high")),
    ]
    said = [f"{many(len(broken), 'check')} broken"] if broken else []
    said += [f"{many(len(unsure), 'check')} undecided, which does not count as held"] if unsure else []
    lead = "; ".join(said) if said else f"all {len(rows)} hold" if len(rows) > 1 else "it holds"
    table = TableBlock("checks-table", f"What the experiment demands: {lead}", columns, rows, is_open=True)
    return part(SURE, [table])


def value_of(row: Line) -> str:
    """What the check is about; a number of turns is a whole number."""
    return f"{row['value']:,.0f}" if _is_whole(row) else rounded(row, "value")


def interval_of(row: Line) -> str:
    """Its interval."""
    return f"{row['low']:,.0f} to {row['high']:,.0f}" if _is_whole(row) else between(row)


def _is_whole(row: Line) -> bool:
    return half_width(row) > 0 and all(float(row[key]).is_integer() for key in ("value", "low", "high"))


CHAPTERS = Chapter(4.9, section, on=EVERY)
