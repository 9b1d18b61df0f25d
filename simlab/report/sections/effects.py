"""What each scenario changes against the baseline: forest plots, and a table for each kind of metric."""

from collections.abc import Sequence
from math import isfinite

from simlab.engine.metric import POINTS, Family
from simlab.report.blocks import Block, Chapter, Section, Text
from simlab.report.charts import Level, Mark, Panel, Series, intervals, lines
from simlab.report.lines import (
    change_of,
    distinct,
    effect_of,
    ends,
    factor_of,
    grouped,
    has_percent,
    in_title,
    largest,
    strongest,
    strongest_first,
)
from simlab.report.material import MOST_PLACES, READ, STYLES, Material
from simlab.report.svg import Picture
from simlab.report.tables import Cell, Column, TableBlock, changed, measured, verdict, where_columns, words
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS, UNDECIDED, amount, relative_change
from simlab.words.numbers import listed, many, number, sentence

MOST_MARKS = 16  # in a picture
MOST_LINES = 4  # pictures along the number of players


def section(run: Material) -> Section | None:
    """All effects of the scenarios."""
    found = told_here(run.effects)
    if not found:
        return None
    lead = f"Each number is the difference to “{run.baseline}” on the same deals, so that the luck they share cancels out."
    blocks: list[Block] = [] if run.experiment.vary else [*pictures(run, found, "forest")]
    for family in sorted(families_of(found), key=lambda family: family.order):
        blocks.append(effects_table(family, found))
    title = "All combinations" if run.experiment.vary else "Effects"
    return Section("effects", title, lead, [*blocks, Text([_paired(found), *_family(run)])])


def told_here(rows: Sequence[Line]) -> list[Line]:
    """The effects that have no section of their own."""
    return [row for row in rows if row["metric"].family.section == "effects"]


def families_of(rows: Sequence[Line]) -> list[Family]:
    """The families of the metrics that these effects are on."""
    return list(dict.fromkeys(row["metric"].family for row in rows))


def pictures(run: Material, found: Sequence[Line], name: str, most: int = MOST_MARKS) -> list[Picture]:
    """A forest plot for each of a few line-ups; along the number of players who wins in each scenario, and how long it takes."""
    if not run.has_players:
        by_place = grouped(found, "players", "lineup")[:MOST_PLACES]
        return [forest(run, f"{name}-{i}", rows, most) for i, (_, rows) in enumerate(by_place, 1)]
    headline = [row for row in found if row["metric"].key in run.analysis.headline_keys]
    shares = grouped([row for row in headline if row["metric"].family.is_share], "scenario", "lineup")
    others = grouped([row for row in headline if has_percent(row)], "metric", "lineup")
    each = [rows for _, rows in (*shares, *others)]
    each.sort(key=lambda rows: strongest_first(strongest(rows)), reverse=True)
    return [across_players(run, f"{name}-{i}", rows) for i, rows in enumerate(each[:MOST_LINES], 1)]


def forest(run: Material, name: str, found: Sequence[Line], most: int = MOST_MARKS) -> Picture:
    """Effects with their intervals: shares in percentage points, everything else in percent of the baseline."""
    kept = largest(found, most)
    shares = [row for row in kept if row["metric"].family.is_share]
    others = [row for row in kept if has_percent(row)]
    panels = [_panel(rows) for rows in (shares, others) if rows]
    if len(panels) > 1 and strongest(kept) in others:
        panels.reverse()
    left_out = f" Shown are the {most} strongest of {len(found)} effects." if len(found) > most else ""
    note = READ + _doubtful(kept) + left_out
    told = ". ".join(f"{row['scenario']}, {row['metric'].label}: {change_of(row)}, {row['verdict']}" for row in kept)
    return Picture(name, run.titled(kept, message(found)), f"Forest plot. {told}.", intervals(panels), note)


def _doubtful(rows: Sequence[Line]) -> str:
    """Why a verdict is out where the interval is not."""
    undecided = [row for row in rows if row["verdict"] == UNDECIDED]
    is_outside = any(row["low"] > row["margin"] or row["high"] < -row["margin"] for row in undecided)
    return " ◐ outside the band: not sure enough among so many comparisons." if is_outside else ""


def _panel(rows: Sequence[Line]) -> Panel:
    """Marks by scenario; with a single metric a mark a scenario. All are shares, or none is."""
    is_single = len(distinct(rows, "metric")) == 1
    if rows[0]["metric"].family.is_share:
        unit, title, is_one_family = POINTS.more, "shares", len(families_of(rows)) == 1
    else:
        unit, title, is_one_family = "percent", "length and events of a game", is_single
    marks, bands = [], set()
    for row in rows:
        label, group = (row["scenario"], "") if is_single else (row["metric"].label, row["scenario"])
        marks.append(Mark(label, ends(row, factor=factor_of(row)), change_of(row), STYLES[row["verdict"]], group))
        bands.add(round(row["margin"] * factor_of(row), 6))
    margin = bands.pop() if len(bands) == 1 else None
    title = rows[0]["metric"].family.title if is_one_family else title
    return Panel(marks, f"change in {unit}", sentence(title), 0.0, "no change", (-margin, margin) if margin else None)


def message(found: Sequence[Line]) -> str:
    """What a set of effects shows, in one line."""
    matters = [row for row in found if row["verdict"] == MATTERS]
    undecided = [row for row in found if row["verdict"] == UNDECIDED]
    if matters:
        top = strongest(found)
        rest = f"; {len(matters)} of {many(len(found), 'effect')} matter" if len(found) > 1 else ""
        return f"“{top['scenario']}”: {in_title(top)}{rest}"
    if undecided:
        return f"{len(undecided)} of {many(len(found), 'effect')} still undecided, none known to matter"
    return "the effect is too small to matter" if len(found) == 1 else f"none of the {len(found)} effects is large enough to matter"


def across_players(run: Material, name: str, found: Sequence[Line]) -> Picture:
    """Effects along the number of players, a line for each strategy or each scenario."""
    family = found[0]["metric"].family
    series, told = [], []
    for (scenario, metric), rows in grouped(found, "scenario", "metric"):
        label = metric.label if family.is_share else scenario
        points = [(row["players"], *ends(row, factor=factor_of(row))) for row in rows]
        series.append(Series(label, points))
        told.append(f"{scenario}, {metric.label}: " + ", ".join(f"{change_of(row)} with {row['players']}" for row in rows))
    players = sorted(distinct(found, "players"))
    bands = {round(row["margin"] * factor_of(row), 6) for row in found}
    zero = Level("no change", [(players[0] - 0.3, 0.0), (players[-1] + 0.3, 0.0)], bands.pop() if len(bands) == 1 else 0.0)
    what = f"{family.title}, change in {POINTS.more if family.is_share else 'percent'}"
    note = "Bars are 95% intervals." + (" The shaded band is too small to matter." if zero.band else "")
    title = message(found)
    if (top := strongest(found))["verdict"] == MATTERS:
        title = f"{title}; the largest with {top['players']} players"
    drawing = lines(series, "players", what, zero)
    return Picture(name, run.titled(found, title), f"Lines along the number of players. {'. '.join(told)}.", drawing, note)


def effects_table(family: Family, found: Sequence[Line]) -> TableBlock:
    """The effects on a family of metrics as numbers, each with its interval and verdict."""
    rows = [row for row in found if row["metric"].family is family]
    of = [words("Of", lambda row: row["metric"].label)] if len(distinct(rows, "metric")) > 1 else []
    columns = [
        words("Scenario", "scenario"),
        *of,
        *where_columns(rows),
        measured("Baseline", family.unit, "baseline_mean", family.factor),
        *changed(family.difference.more),
        *([] if family.is_share else [Column("Relative", _relative, "% of baseline", fields=("relative",))]),
        *([Column("Pairing", _saving, "saves", fields=("saving",))] if "saving" in rows[0] else []),
        verdict(),
    ]
    return TableBlock(f"effects-{family.name}", f"Effects: {family.title}", columns, rows, _margins(rows))


def _relative(row: Line) -> Cell:
    relative = row["mean"] / abs(row["baseline_mean"]) if has_percent(row) else None
    return Cell(relative_change(effect_of(row)).rstrip("%"), (relative,))


def _saving(row: Line) -> Cell:
    """So many times as many deals would be needed if every scenario had its own."""
    saving = row["saving"]
    return Cell(f"{number(saving, 1 if saving < 10 else 0)} ×" if isfinite(saving) else "all", (saving,))


def _margins(rows: Sequence[Line]) -> str:
    """What is too small to matter, where that is one number for all."""
    margins = {amount(row["metric"], row["margin"]) for row in rows}
    if len(margins) == 1:
        return f"Too small to matter: less than {margins.pop()}."
    least = {amount(row["metric"], row["metric"].family.margin.least) for row in rows if row["metric"].family.margin.least}
    floor = f", but never less than {listed(sorted(least))}" if least else ""
    return f"What is too small to matter is a percentage of each baseline{floor}."


def _paired(rows: Sequence[Line]) -> str:
    """What pairing saves."""
    savings = sorted(row["saving"] for row in rows if row["se"] > 0)
    if not savings:
        return "Every scenario gave exactly the same results as the baseline, on every deal."
    middle = savings[len(savings) // 2]
    return (
        f"Playing the same deals in every scenario saves work: with separate deals, intervals as narrow as these would have needed "
        f"{number(middle, 1 if middle < 20 else 0)} times as many games (median over these effects)."
    )


def _family(run: Material) -> list[str]:
    size = len(run.analysis.judged)
    if size < 2:
        return []
    return [
        f"The verdicts on the {size} headline comparisons, those that answer the question, are corrected for their number by Holm’s "
        "method: the chance that any of them is wrong stays below 5%. So one of them can be undecided although its own interval lies "
        "outside the band."
    ]


CHAPTERS = Chapter(3, section, ("effects",))
