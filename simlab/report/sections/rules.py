"""Rules that are varied: what each value of each does on average over the others, and what two of them do together."""

from collections.abc import Sequence

from simlab.report.blocks import WHAT, Block, Chapter, Section, Text, part
from simlab.report.charts import grid
from simlab.report.lines import change_of, in_title, rounded, strength, strongest
from simlab.report.material import Material
from simlab.report.svg import Picture
from simlab.report.tables import Column, TableBlock, changed, verdict, where_columns, words
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS
from simlab.words.numbers import plainly
from simlab.words.spoken import plain_value


def section(run: Material) -> Section | None:
    """Main effects and interactions: a map where two rules are known to change each other’s effect, else a sentence."""
    if not run.experiment.vary or not (main := run.analysis.lines("factors")):
        return None
    pairs = run.analysis.lines("interactions")
    blocks: list[Block] = [_table("main-effects", "Main effects of the house rules", main)]
    if pairs:
        known = [row for row in pairs if row["verdict"] == MATTERS and row["metric"].key in run.analysis.headline_keys]
        alone = "No two rules are known to change each other’s effect by enough to matter."
        blocks += [*(_maps(run, known, pairs) if known else [Text([alone])]), _table("interactions", "Interactions", pairs, is_pair=True)]
    return part(WHAT, blocks)


def _value(row: Line) -> str:
    return f"{plainly(row['rule'])} {plain_value(row['value'])}"


def _other(row: Line) -> str:
    return f"{plainly(row['other'])} {plain_value(row['other_value'])}"


def _maps(run: Material, known: Sequence[Line], pairs: Sequence[Line]) -> list[Picture]:
    """For the metric with the strongest interaction at its place, all pairs of values at once."""
    top = strongest(known)
    keys = ("metric", "players", "lineup")
    return [_map(run, "interactions-1", [row for row in pairs if all(row[key] == top[key] for key in keys)])]


def _map(run: Material, name: str, rows: Sequence[Line]) -> Picture:
    firsts, others = list(dict.fromkeys(map(_value, rows))), list(dict.fromkeys(map(_other, rows)))
    by = {(_value(row), _other(row)): (strength(row) * (1 if row["mean"] > 0 else -1), _short(row)) for row in rows}
    top = strongest(rows)
    what = f"{_value(top)} and {_other(top)}"
    way = "more" if top["mean"] > 0 else "less"
    size = in_title({**top, "mean": abs(top["mean"]), "baseline_mean": 0.0}).replace("+", "")
    title = f"{what}: {size} {way} than the two add up to"
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
        verdict(),
        *([words("Together with", _other)] if is_pair else []),
        *where_columns(rows),
        words("Effect on", lambda row: row["metric"].title),
        *changed("points, turns, times"),
    ]
    return TableBlock(name, caption, columns, rows)


CHAPTERS = Chapter(3.2, section, ("factors", "interactions"))
