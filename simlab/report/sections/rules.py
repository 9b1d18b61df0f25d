"""Rules that are varied: what each value of each does on average over the others, and what two of them do together."""

from collections.abc import Sequence

from simlab.report.blocks import Block, Section
from simlab.report.charts import grid
from simlab.report.material import MOST_PLACES, Material
from simlab.report.rows import (
    Row,
    change_of,
    distinct,
    effect_in_words,
    family_of,
    grouped,
    kind_of,
    label_of,
    rounded,
    strength,
    strongest,
)
from simlab.report.sections.effects import HERE, pictures
from simlab.report.svg import Picture
from simlab.report.tables import Column, Table, natural_units, places, verdict, words
from simlab.stats.verdict import MATTERS

MOST_MAPS = 3  # of metrics, at a place


def section(run: Material) -> Section | None:
    """Main effects and interactions."""
    main = [row for row in run.analysis.factors.to_dicts() if kind_of(row["metric"]) in HERE]
    if not main:
        return None
    pairs = [row for row in run.analysis.interactions.to_dicts() if kind_of(row["metric"]) in HERE]
    blocks: list[Block] = [*pictures(run, run.headline, "main"), _table("main-effects", "Main effects of the house rules", main)]
    if pairs:
        blocks += [*_maps(run, pairs), _table("interactions", "Interactions of the house rules", pairs, is_pair=True)]
    lead = "Each value of a rule against its first one, on the same deals, averaged over all values of the other rules."
    return Section("rules", "House rules together", lead, blocks)


def _value(row: Row) -> str:
    return f"{row['rule']} {row['value']} instead of {row['baseline']}"


def _other(row: Row) -> str:
    return f"{row['other']} {row['other_value']} instead of {row['other_baseline']}"


def _maps(run: Material, pairs: Sequence[Row]) -> list[Picture]:
    """For the metrics with the strongest interactions, all pairs of values at once."""
    wanted = set(distinct(run.headline, "metric"))
    found = []
    for p, (_, rows) in enumerate(grouped(pairs, "players", "table")[:MOST_PLACES], 1):
        by_metric = grouped([row for row in rows if row["metric"] in wanted], "metric")
        by_metric.sort(key=lambda item: -strength(strongest(item[1])))
        found += [_map(run, f"interactions-{p}-{i}", of) for i, (_, of) in enumerate(by_metric[:MOST_MAPS], 1)]
    return found


def _map(run: Material, name: str, rows: Sequence[Row]) -> Picture:
    firsts, others = list(dict.fromkeys(map(_value, rows))), list(dict.fromkeys(map(_other, rows)))
    by = {(_value(row), _other(row)): (strength(row) * (1 if row["mean"] > 0 else -1), _short(row)) for row in rows}
    top = strongest(rows)
    what = f"{_value(top)} and {_other(top)}"
    title = f"together, {what} change more than their sum: {effect_in_words(top)}"
    if top["verdict"] != MATTERS:
        title = f"{_about(top)}: no two rules are known to change each other’s effect enough to matter"
    told = ". ".join(f"{_value(row)} with {_other(row)}: {change_of(row)}, {row['verdict']}" for row in rows)
    note = f"What two changes do to the {_about(top)} beyond the sum of what each does alone, in {family_of(top).difference}. ● matters."
    drawing = grid(firsts, others, [[by.get((first, other)) for other in others] for first in firsts])
    return Picture(name, run.titled(rows, title), f"Map of interactions. {told}.", drawing, note)


def _about(row: Row) -> str:
    return f"win share of {label_of(row)}" if kind_of(row["metric"]) in ("share", "seat") else label_of(row)


def _short(row: Row) -> str:
    return rounded(row["mean"], row, family_of(row).factor, sign=True) + (" ●" if row["verdict"] == MATTERS else "")


def _table(name: str, caption: str, rows: Sequence[Row], *, is_pair: bool = False) -> Table:
    columns: list[Column] = [
        words("Rule", _value),
        *([words("Together with", _other)] if is_pair else []),
        *places(rows),
        words("Effect on", _about),
        *natural_units("points, turns, times"),
        verdict(),
    ]
    return Table.of(name, caption, columns, rows)
