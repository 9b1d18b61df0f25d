"""Rules that are varied: what each value of each does on average over the others, and what two of them do together."""

from collections.abc import Sequence

from simlab.report.blocks import Block, Chapter, Section
from simlab.report.charts import grid
from simlab.report.lines import change_of, distinct, grouped, in_title, rounded, strength, strongest
from simlab.report.material import MOST_PLACES, Material
from simlab.report.sections.effects import pictures, told_here
from simlab.report.svg import Picture
from simlab.report.tables import Column, TableBlock, changed, verdict, where_columns, words
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS

MOST_MAPS = 3  # of metrics, at a place


def section(run: Material) -> Section | None:
    """Main effects and interactions."""
    if not run.experiment.vary or not (main := told_here(run.analysis.lines("factors"))):
        return None
    pairs = told_here(run.analysis.lines("interactions"))
    blocks: list[Block] = [*pictures(run, run.headline, "main"), _table("main-effects", "Main effects of the house rules", main)]
    if pairs:
        blocks += [*_maps(run, pairs), _table("interactions", "Interactions of the house rules", pairs, is_pair=True)]
    lead = "Each value of a rule against the one it has in the baseline, on the same deals, averaged over all values of the other rules."
    return Section("rules", "House rules together", lead, blocks)


def _value(row: Line) -> str:
    return f"{row['rule']} {row['value']} instead of {row['baseline']}"


def _other(row: Line) -> str:
    return f"{row['other']} {row['other_value']} instead of {row['other_baseline']}"


def _maps(run: Material, pairs: Sequence[Line]) -> list[Picture]:
    """For the metrics with the strongest interactions, all pairs of values at once."""
    wanted = set(distinct(run.headline, "metric"))
    found = []
    for p, (_, rows) in enumerate(grouped(pairs, "players", "lineup")[:MOST_PLACES], 1):
        by_metric = grouped([row for row in rows if row["metric"] in wanted], "metric")
        by_metric.sort(key=lambda item: -strength(strongest(item[1])))
        found += [_map(run, f"interactions-{p}-{i}", of) for i, (_, of) in enumerate(by_metric[:MOST_MAPS], 1)]
    return found


def _map(run: Material, name: str, rows: Sequence[Line]) -> Picture:
    firsts, others = list(dict.fromkeys(map(_value, rows))), list(dict.fromkeys(map(_other, rows)))
    by = {(_value(row), _other(row)): (strength(row) * (1 if row["mean"] > 0 else -1), _short(row)) for row in rows}
    top = strongest(rows)
    what = f"{_value(top)} and {_other(top)}"
    title = f"together, {what} change more than their sum: {in_title(top)}"
    if top["verdict"] != MATTERS:
        title = f"{top['metric'].title}: no two rules are known to change each other’s effect enough to matter"
    told = ". ".join(f"{_value(row)} with {_other(row)}: {change_of(row)}, {row['verdict']}" for row in rows)
    unit = top["metric"].family.difference.more
    note = f"What two changes do to the {top['metric'].title} beyond the sum of what each does alone, in {unit}. ● matters."
    drawing = grid(firsts, others, [[by.get((first, other)) for other in others] for first in firsts])
    return Picture(name, run.titled(rows, title), f"Map of interactions. {told}.", drawing, note)


def _short(row: Line) -> str:
    return rounded(row, "mean", row["metric"].family.factor, sign=True) + (" ●" if row["verdict"] == MATTERS else "")


def _table(name: str, caption: str, rows: Sequence[Line], *, is_pair: bool = False) -> TableBlock:
    columns: list[Column] = [
        words("Rule", _value),
        *([words("Together with", _other)] if is_pair else []),
        *where_columns(rows),
        words("Effect on", lambda row: row["metric"].title),
        *changed("points, turns, times"),
        verdict(),
    ]
    return TableBlock(name, caption, columns, rows)


CHAPTERS = Chapter(2, section, ("factors", "interactions"))
