"""Every comparison with its interval and its verdict; how sure these are, and of what."""

from collections.abc import Sequence
from math import isfinite

from simlab.metrics.lengths import TURNS
from simlab.report.blocks import SURE, Block, Chapter, Section, Text, part
from simlab.report.lines import change_of, distinct, effect_of, has_percent, rounded, strength
from simlab.report.material import Material
from simlab.report.sections.proof import WHO_WINS
from simlab.report.tables import INTERVAL, Cell, Column, TableBlock, verdict, where_columns, words
from simlab.stats.statistic import Line
from simlab.stats.statistics.effects import ADJUSTED as ADJUSTED_COLUMNS
from simlab.words import changes
from simlab.words.changes import MATTERS, amount, relative_change
from simlab.words.numbers import listed, number

MOST_SHOWN = 12  # comparisons that are seen at once


def section(run: Material) -> Section | None:
    """The comparisons that answer the question, then all the others among the numbers."""
    if not run.headline and not run.effects:
        return None
    answers = sorted(run.headline, key=_as_told)
    blocks: list[Block] = [Text([*_family(run), _paired(run.effects), *_stopped(run, answers)])]
    if answers:
        note = _margins(answers)
        if len(answers) > MOST_SHOWN:
            note = f"{note} Shown are the first {MOST_SHOWN} of {len(answers)}; All numbers has them all."
        blocks.append(effects_table("verdicts", "What answers the question", answers[:MOST_SHOWN], note, is_open=True))
    blocks.append(effects_table("effects", f"Every effect, against “{run.baseline}”", run.effects, _margins(run.effects)))
    return part(SURE, blocks)


def _as_told(row: Line) -> tuple[bool, bool, bool, float, float]:
    """What matters first; of that who wins, then how long, then the rest."""
    family = row["metric"].family
    return row["verdict"] != MATTERS, row["metric"].key != WHO_WINS, family is not TURNS, family.order, -strength(row)


def effects_table(id: str, caption: str, rows: Sequence[Line], note: str, *, is_open: bool = False) -> TableBlock:
    """Effects as numbers, each with its verdict beside its name, its change in its own unit, and its interval."""
    scenario = [words("Change", lambda row: str(row.get("said", row["scenario"])))] if len(distinct(rows, "scenario")) > 1 else []
    columns = [
        words("Of", lambda row: row["metric"].title),
        verdict(),
        *scenario,
        *where_columns(rows),
        Column("From", _baseline, fields=("baseline_mean",)),
        Column("By", lambda row: Cell(change_of(row), (row["mean"],)), fields=("mean",)),
        Column(INTERVAL, _interval, fields=("low", "high")),
        *([Column(ADJUSTED, _adjusted, "for when it stopped", fields=tuple(ADJUSTED_ENDS))] if any(map(_is_adjusted, rows)) else []),
        *([Column("Relative", _relative, "% of baseline", fields=("relative",))] if not is_open else []),
        *([Column("Pairing", _saving, "saves", fields=("saving",))] if not is_open and rows and "saving" in rows[0] else []),
    ]
    return TableBlock(id, caption, columns, rows, note, is_open)


def _baseline(row: Line) -> Cell:
    unit = "%" if row["metric"].family.is_share else ""
    return Cell(rounded(row, "baseline_mean", row["metric"].family.factor) + unit, (row["baseline_mean"],))


def _interval(row: Line) -> Cell:
    return Cell(changes.interval(row["low"], row["high"], row["metric"].family.factor, sign=True), (row["low"], row["high"]))


def _is_adjusted(row: Line) -> bool:
    return row.get("adjusted") is not None


def _adjusted(row: Line) -> Cell:
    if not _is_adjusted(row):
        return Cell("–", (None, None, None))
    value, low, high = (row[name] for name in ADJUSTED_ENDS)
    said = f"{change_of({**row, 'mean': value})} ({changes.interval(low, high, row['metric'].family.factor, sign=True)})"
    return Cell(said, (value, low, high))


def _relative(row: Line) -> Cell:
    is_told = "baseline_mean" in row and has_percent(row)
    relative = row["mean"] / abs(row["baseline_mean"]) if is_told else None
    return Cell(relative_change(effect_of(row)).rstrip("%") if is_told else "–", (relative,))


def _saving(row: Line) -> Cell:
    """So many times as many deals would be needed if every scenario had its own."""
    saving = row["saving"]
    return Cell(f"{number(saving, 1 if saving < 10 else 0)} ×" if isfinite(saving) else "all", (saving,))


def _margins(rows: Sequence[Line]) -> str:
    """What is too small to matter: one amount, or a few."""
    margins = list(dict.fromkeys(amount(row["metric"], row["margin"]) for row in rows))
    if len(margins) <= 3:
        return f"Too small to matter: less than {listed(margins, 'or')}." if margins else ""
    least = {amount(row["metric"], row["metric"].family.margin.least) for row in rows if row["metric"].family.margin.least}
    floor = f", but never less than {listed(sorted(least))}" if least else ""
    return f"What is too small to matter is told below, under Run it again; a percentage is one of each baseline{floor}."


def _paired(rows: Sequence[Line]) -> str:
    """What pairing saves, and where it saves nothing."""
    savings = sorted(row["saving"] for row in rows if row["se"] > 0)
    if not savings:
        return "Every scenario gave exactly the same results as the baseline, on every deal."
    middle = savings[len(savings) // 2]
    if middle < SAVES:
        return "That every scenario plays the same deals saves nothing here: these rules make other games of them."
    return (
        f"Every scenario plays the same deals: with separate deals, intervals as narrow as these would have needed "
        f"{number(middle, 1 if middle < 20 else 0)} times as many games (median over all effects)."
    )


def _family(run: Material) -> list[str]:
    size = len(run.analysis.family)
    if size < 2:
        return []
    return [
        f"The {size} verdicts that the answer may tell are corrected for their number by Holm’s method: the chance that any of them is "
        "wrong stays below 5%. So one can be undecided although its own interval lies outside what is too small to matter."
    ]


def _stopped(run: Material, answers: Sequence[Line]) -> list[str]:
    """What stopping early does to what was found; nothing where it did not, or found nothing that matters."""
    found = [row for row in answers if row["verdict"] == MATTERS]
    if not (run.experiment.precision and run.analysis.stopping.stopped_early and found):
        return []
    said = "A run that stops as soon as something matters stops where chance has helped, and so overstates it."
    told = sorted(filter(_is_adjusted, found), key=lambda row: abs(row["mean"] - row["adjusted"]) / row["margin"])
    if not told:
        return [f"{said} Too few deals have changed to say by how much."]
    most = told[-1]
    moved = f"{most['metric'].title}: {change_of({**most, 'mean': most['adjusted']})} instead of {change_of(most)}"
    return [f"{said} {ADJUSTED} for that, what moves most is {moved}."]


ADJUSTED, ADJUSTED_ENDS = "Adjusted", tuple(ADJUSTED_COLUMNS)
SAVES = 1.15  # times as many deals
CHAPTERS = Chapter(5, section, ("effects",))
