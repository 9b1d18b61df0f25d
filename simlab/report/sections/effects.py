"""What each scenario changes against the baseline: forest plots, and a table for each kind of metric."""

from collections.abc import Sequence
from math import isfinite

from simlab.report.blocks import Block, Section, Text
from simlab.report.charts import Level, Mark, Panel, Series, intervals, lines
from simlab.report.material import MOST_PLACES, READ, STYLES, Material
from simlab.report.numbers import many, number, sentence
from simlab.report.rows import (
    FAMILIES,
    PERCENT,
    Row,
    amount,
    change_of,
    distinct,
    effect_in_words,
    ends,
    family_of,
    grouped,
    half_width,
    kind_of,
    label_of,
    relative,
    relative_text,
    strength,
    strongest,
    strongest_first,
)
from simlab.report.svg import Picture
from simlab.report.tables import Cell, Column, Table, interval, measured, places, verdict, words
from simlab.stats.verdict import MATTERS, UNDECIDED

HERE = ("share", "score", "turns", "decisions", "count")  # the other kinds have sections of their own
MOST_MARKS = 16  # in a picture
MOST_LINES = 4  # pictures along the number of players


def section(run: Material) -> Section | None:
    """All effects of the scenarios."""
    found = [row for row in run.effects if kind_of(row["metric"]) in HERE]
    if not found:
        return None
    lead = f"Each number is the difference to “{run.baseline}” on the same deals, so that the luck they share cancels out."
    blocks: list[Block] = [] if run.experiment.vary else [*pictures(run, found, "forest")]
    blocks += [effects_table(f"effects-{kind}", f"Effects: {FAMILIES[kind].title}", rows) for kind, rows in _by_kind(found)]
    title = "All combinations" if run.experiment.vary else "Effects"
    return Section("effects", title, lead, [*blocks, Text([_paired(found), *_family(run)])])


def _by_kind(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    kinds = [(kind, [row for row in rows if kind_of(row["metric"]) == kind]) for kind in HERE]
    return [(kind, of_kind) for kind, of_kind in kinds if of_kind]


def pictures(run: Material, found: Sequence[Row], name: str, most: int = MOST_MARKS) -> list[Picture]:
    """A forest plot for each of a few line-ups; along the number of players who wins in each scenario, and how long it takes."""
    if not run.has_players:
        by_place = grouped(found, "players", "table")[:MOST_PLACES]
        return [forest(run, f"{name}-{i}", rows, most) for i, (_, rows) in enumerate(by_place, 1)]
    shares = grouped([row for row in found if kind_of(row["metric"]) in ("share", "seat")], "scenario", "table")
    lengths = grouped([row for row in found if row["metric"] == "turns"], "table")
    each = [rows for _, rows in (*shares, *lengths)]
    each.sort(key=lambda rows: strongest_first(strongest(rows)), reverse=True)
    return [across_players(run, f"{name}-{i}", rows) for i, rows in enumerate(each[:MOST_LINES], 1)]


def forest(run: Material, name: str, found: Sequence[Row], most: int = MOST_MARKS) -> Picture:
    """Effects with their intervals: shares in percentage points, everything else in percent of the baseline."""
    kept_ids = set(map(id, sorted(found, key=strength, reverse=True)[:most]))
    kept = [row for row in found if id(row) in kept_ids]
    shares = [row for row in kept if family_of(row).is_percent]
    others = [row for row in kept if not family_of(row).is_percent and row["baseline_mean"]]
    panels = [make(rows) for make, rows in ((_points_panel, shares), (_relative_panel, others)) if rows]
    if len(panels) > 1 and strongest(kept) in others:
        panels.reverse()
    left_out = f" Shown are the {most} strongest of {len(found)} effects." if len(found) > most else ""
    note = READ + _doubtful(kept) + left_out
    told = ". ".join(f"{row['scenario']}, {label_of(row)}: {change_of(row)}, {row['verdict']}" for row in kept)
    return Picture(name, run.titled(kept, message(found)), f"Forest plot. {told}.", intervals(panels), note)


def _doubtful(rows: Sequence[Row]) -> str:
    """Why a verdict is out where the interval is not."""
    is_outside = [abs(row["mean"]) - half_width(row) > row["margin"] for row in rows if row["verdict"] == UNDECIDED]
    return " ◐ outside the band: not sure enough among so many comparisons." if any(is_outside) else ""


def _points_panel(rows: Sequence[Row]) -> Panel:
    families = {family_of(row).title for row in rows}
    title = families.pop() if len(families) == 1 else "shares"
    return _panel(rows, "change in percentage points", title)


def _relative_panel(rows: Sequence[Row]) -> Panel:
    title = FAMILIES[kind_of(rows[0]["metric"])].title if len(distinct(rows, "metric")) == 1 else "length and events of a game"
    return _panel(rows, "change in percent", title)


def _panel(rows: Sequence[Row], unit: str, title: str) -> Panel:
    """Marks by scenario; with a single metric a mark a scenario."""
    is_single = len(distinct(rows, "metric")) == 1
    marks, bands = [], set()
    for row in rows:
        label, group = (row["scenario"], "") if is_single else (label_of(row), row["scenario"])
        marks.append(Mark(label, ends(row, factor=_scale(row)), change_of(row), STYLES[row["verdict"]], group))
        bands.add(round(row["margin"] * _scale(row), 6))
    margin = bands.pop() if len(bands) == 1 else None
    return Panel(marks, unit, sentence(title), 0.0, "no change", (-margin, margin) if margin else None)


def message(found: Sequence[Row]) -> str:
    """What a set of effects shows, in one line."""
    matters = [row for row in found if row["verdict"] == MATTERS]
    undecided = [row for row in found if row["verdict"] == UNDECIDED]
    if matters:
        top = strongest(found)
        rest = f"; {len(matters)} of {many(len(found), 'effect')} matter" if len(found) > 1 else ""
        return f"“{top['scenario']}”: {effect_in_words(top)}{rest}"
    if undecided:
        return f"{len(undecided)} of {many(len(found), 'effect')} still undecided, none known to matter"
    return "the effect is too small to matter" if len(found) == 1 else f"none of the {len(found)} effects is large enough to matter"


def across_players(run: Material, name: str, found: Sequence[Row]) -> Picture:
    """Effects along the number of players, a line for each strategy or each scenario."""
    of_shares = family_of(found[0]).is_percent
    series, told = [], []
    for (scenario, metric), rows in grouped(found, "scenario", "metric"):
        label = label_of(rows[0]) if of_shares else scenario
        points = [(row["players"], *ends(row, factor=_scale(row))) for row in rows if of_shares or row["baseline_mean"]]
        series.append(Series(label, points))
        told.append(f"{scenario}, {metric}: " + ", ".join(f"{change_of(row)} with {row['players']}" for row in rows))
    players = sorted(distinct(found, "players"))
    bands = {round(row["margin"] * _scale(row), 6) for row in found}
    zero = Level("no change", [(players[0] - 0.3, 0.0), (players[-1] + 0.3, 0.0)], bands.pop() if len(bands) == 1 else 0.0)
    what = f"{FAMILIES[kind_of(found[0]['metric'])].title}, change in {'percentage points' if of_shares else 'percent'}"
    note = "Bars are 95% intervals." + (" The shaded band is too small to matter." if zero.band else "")
    title = message(found)
    if (top := strongest(found))["verdict"] == MATTERS:
        title = f"{title}; the largest with {top['players']} players"
    drawing = lines(series, "players", what, zero)
    return Picture(name, run.titled(found, title), f"Lines along the number of players. {'. '.join(told)}.", drawing, note)


def _scale(row: Row) -> float:
    """What a difference is multiplied by for a chart: shares become percentage points, all else percent of the baseline."""
    return PERCENT if family_of(row).is_percent else PERCENT / abs(row["baseline_mean"] or 1.0)


def effects_table(name: str, caption: str, rows: Sequence[Row]) -> Table:
    """Effects as numbers, each with its interval and verdict."""
    family = family_of(rows[0])
    of = [words("Of", label_of)] if len(distinct(rows, "metric")) > 1 else []
    columns = [
        words("Scenario", "scenario"),
        *of,
        *places(rows),
        measured("Baseline", family.unit, "baseline_mean", family.factor),
        measured("Change", family.difference, "mean", family.factor, sign=True),
        interval(family.difference, family.factor, sign=True),
        *([] if family.is_percent else [Column("Relative", _relative, "% of baseline", fields=("relative",))]),
        *([Column("Pairing", _saving, "saves", fields=("saving",))] if "saving" in rows[0] else []),
        verdict(),
    ]
    return Table.of(name, caption, columns, rows, _margins(rows))


def _relative(row: Row) -> Cell:
    return Cell(relative_text(row).rstrip("%"), (relative(row),))


def _saving(row: Row) -> Cell:
    """So many times as many deals would be needed if every scenario had its own."""
    saving = row["saving"]
    return Cell(f"{number(saving, 1 if saving < 10 else 0)} ×" if isfinite(saving) else "all", (saving,))


def _margins(rows: Sequence[Row]) -> str:
    """What is too small to matter, where that is one number for all."""
    margins = {amount(row["margin"], row["metric"]) for row in rows}
    if len(margins) == 1:
        return f"Too small to matter: less than {margins.pop()}."
    return "What is too small to matter is a percentage of each baseline."


def _paired(rows: Sequence[Row]) -> str:
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
    size = run.analysis.family_size
    if size < 2:
        return []
    return [
        f"The verdicts on the {size} headline comparisons, those that answer the question, are corrected for their number by Holm’s "
        "method: the chance that any of them is wrong stays below 5%. So one of them can be undecided although its own interval lies "
        "outside the band."
    ]
