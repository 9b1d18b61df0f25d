"""What each scenario changes against the baseline: forest plots, and a table for each kind of metric."""

from collections.abc import Sequence
from itertools import groupby

from simlab.report.blocks import Block, Section, Text
from simlab.report.charts import Mark, Panel, Series, intervals, lines
from simlab.report.material import (
    FAMILIES,
    HOW_TO_READ,
    STYLES,
    Material,
    change_of,
    family_of,
    kind_of,
    label_of,
    percent_change,
    value_of,
)
from simlab.report.numbers import many, number, span
from simlab.report.svg import Picture
from simlab.report.tables import Cell, Column, Table, interval, rounded, said, varying, verdict, words
from simlab.stats.analysis import Comparison
from simlab.stats.verdict import MATTERS, UNDECIDED

HERE = ("share", "score", "turns", "decisions", "count")  # the other kinds have sections of their own
MOST_PLACES = 3  # with a forest plot each; from there on they are shown along the number of players
MOST_MARKS = 40  # in one picture


def section(run: Material) -> Section | None:
    """All effects of the scenarios."""
    found = [c for c in run.analysis.comparisons if kind_of(c.metric) in HERE]
    if not found:
        return None
    lead = f"Each number is the difference to “{run.baseline}” on the same deals, so that luck that both share cancels out."
    blocks: list[Block] = [*_pictures(run, found)]
    for kind in HERE:
        if of_kind := [c for c in found if kind_of(c.metric) == kind]:
            blocks.append(effects_table(run, f"effects-{kind}", f"Effects: {FAMILIES[kind].title[:1].lower()}{FAMILIES[kind].title[1:]}", of_kind))
    blocks.append(Text([_paired(found), *_family(run)]))
    return Section("effects", "Effects", lead, blocks)


def _pictures(run: Material, found: Sequence[Comparison]) -> list[Picture]:
    places = list(dict.fromkeys((c.players, c.table) for c in found))
    if len(places) <= MOST_PLACES:
        return [forest(run, f"forest-{i}", [c for c in found if (c.players, c.table) == place]) for i, place in enumerate(places, 1)]
    metrics = [c.metric for c in sorted(run.analysis.headline or found, key=strength, reverse=True)]
    shown = list(dict.fromkeys(metrics))[:4]
    return [across_players(run, f"across-{i}", metric, [c for c in found if c.metric == metric]) for i, metric in enumerate(shown, 1)]


def strength(c: Comparison) -> float:
    """How large an effect is, measured by what would matter."""
    return abs(c.effect.mean) / c.verdict.margin if c.verdict.margin else 0.0


def forest(run: Material, name: str, found: Sequence[Comparison], limit: int = MOST_MARKS) -> Picture:
    """Effects with their intervals: shares in percentage points, everything else in percent of the baseline."""
    strongest = set(sorted(range(len(found)), key=lambda i: -strength(found[i]))[:limit])
    kept = [c for i, c in enumerate(found) if i in strongest]
    panels = [panel for panel in (_panel(run, kept, True), _panel(run, kept, False)) if panel.marks]
    if len(panels) > 1 and strength(max(kept, key=strength)) > 0 and family_of(max(kept, key=strength).metric).factor == 1:
        panels.reverse()
    left_out = f" The {limit} strongest of {len(found)}; the tables have them all." if len(found) > limit else ""
    where = run.place(found[0].players, found[0].table)
    title = f"{where}: {message(kept)}" if where else message(kept)
    return Picture(name, title, spoken(kept), intervals(panels), HOW_TO_READ + left_out)


def _panel(run: Material, found: Sequence[Comparison], shares: bool) -> Panel:  # noqa: FBT001  # one of two halves
    kept = [c for c in found if (family_of(c.metric).is_percent) == shares and (shares or c.effect.baseline)]
    several = len({c.metric for c in kept}) > 1
    marks, bands = [], set()
    for c in kept:
        scale = 100.0 if shares else 100 / abs(c.effect.baseline)
        label, group = (label_of(c.metric), c.scenario) if several else (c.scenario, "")
        e = c.effect
        marks.append(Mark(label, e.mean * scale, e.low * scale, e.high * scale, change_of(c), STYLES[c.verdict.word], group))
        bands.add(round(c.verdict.margin * scale, 6))
    margin = bands.pop() if len(bands) == 1 else None
    if shares:
        title = FAMILIES[kind_of(kept[0].metric)].title if kept else ""
        unit = "change in percentage points"
    else:
        title = "Game length and events" if several else f"{label_of(kept[0].metric).capitalize()} a game" if kept else ""
        unit = f"change in % of “{run.baseline}”"
    return Panel(marks, unit, title, 0.0, "no change", (-margin, margin) if margin else None)


def message(found: Sequence[Comparison]) -> str:
    """What a set of effects shows, in one line."""
    matters = [c for c in found if c.verdict.word == MATTERS]
    undecided = [c for c in found if c.verdict.word == UNDECIDED]
    if matters:
        top = max(matters, key=strength)
        rest = f"; {len(matters)} of {many(len(found), 'effect')} matter" if len(found) > 1 else ""
        return f"{top.scenario}: {_said_of(top)}{rest}"
    if undecided:
        return f"{len(undecided)} of {many(len(found), 'effect')} still undecided, none known to matter"
    return "The effect is too small to matter" if len(found) == 1 else f"None of the {len(found)} effects is large enough to matter"


def _said_of(c: Comparison) -> str:
    kind = kind_of(c.metric)
    if kind == "share":
        return f"{label_of(c.metric)} wins {change_of(c).replace('pp', 'percentage points')}"
    return f"{change_of(c)}" if kind in ("turns", "decisions") else f"{label_of(c.metric)} {change_of(c)}"


def spoken(found: Sequence[Comparison]) -> str:
    """The numbers of a picture for who cannot see it."""
    parts = []
    for c in found:
        factor = family_of(c.metric).factor
        scaled = span(c.effect.low * factor, c.effect.high * factor, 2, sign=True)
        parts.append(f"{c.scenario}, {label_of(c.metric)}: {change_of(c)}, 95% interval {scaled}, {c.verdict.word}")
    return "Forest plot. " + ". ".join(parts) + "."


def across_players(run: Material, name: str, metric: str, found: Sequence[Comparison]) -> Picture:
    """One effect along the number of players, a line a scenario (and line-up)."""
    factor = family_of(metric).factor
    series, told = [], []
    tables = len(run.experiment.lineups) > 1
    for (scenario, table), each in groupby(sorted(found, key=lambda c: (c.scenario, c.table)), key=lambda c: (c.scenario, c.table)):
        ordered = sorted(each, key=lambda c: c.players)
        label = f"{scenario}, {table}" if tables else scenario
        series.append(Series(label, [(c.players, c.effect.mean * factor, c.effect.low * factor, c.effect.high * factor) for c in ordered]))
        told.append(f"{label}: " + ", ".join(f"{change_of(c)} with {c.players}" for c in ordered))
    top = max(found, key=lambda c: abs(c.effect.mean))
    what = f"win share of {label_of(metric)}" if kind_of(metric) == "share" else label_of(metric)
    title = f"Effect on {what}: largest with {top.players} players ({top.scenario}, {change_of(top)})"
    players = sorted({c.players for c in found})
    level = [(players[0] - 0.3, 0.0), (players[-1] + 0.3, 0.0)]
    drawing = lines(series, "players", f"change ({family_of(metric).difference})", level=level, level_label=run.baseline)
    return Picture(name, title, f"Lines along the number of players. {'. '.join(told)}.", drawing, "Bars are 95% intervals.")


def effects_table(run: Material, name: str, caption: str, found: Sequence[Comparison]) -> Table:
    """Effects as numbers, each with its interval and verdict."""
    family = family_of(found[0].metric)
    where = varying((("players", "Players"), ("table", "Line-up")), [vars(c) for c in found])
    several = len({c.metric for c in found}) > 1
    columns = [words("Scenario"), *([words("Of")] if several else []), *(Column(title, numeric=key == "players") for key, title in where)]
    columns += [
        Column("Baseline", family.unit, fields=("baseline",)),
        Column("Change", family.difference, fields=("change",)),
        Column("95% interval", family.difference, fields=("low", "high")),
        *([] if family.is_percent else [Column("Relative", "% of baseline", fields=("relative",))]),
        Column("Verdict", numeric=False, fields=("verdict", "more_deals")),
    ]
    rows = [_effect_row(c, where, several=several) for c in found]
    return Table(name, caption, columns, rows, _margins(found))


def _effect_row(c: Comparison, where: Sequence[tuple[str, str]], *, several: bool) -> list[Cell]:
    e, family = c.effect, family_of(c.metric)
    row = [said(c.scenario), *([said(label_of(c.metric))] if several else []), *(said(getattr(c, key)) for key, _ in where)]
    row += [rounded(e.baseline, e.half_width, family.factor), rounded(e.mean, e.half_width, family.factor, sign=True)]
    row.append(interval(e.low, e.high, family.factor, sign=True))
    if not family.is_percent:
        relative = e.mean / abs(e.baseline) * 100 if e.baseline else None
        row.append(Cell(percent_change(c).rstrip("%") if e.baseline else "–", (relative,)))
    return [*row, verdict(c.verdict.word, c.verdict.more_deals)]


def _margins(found: Sequence[Comparison]) -> str:
    """What is too small to matter, where that is one number for all."""
    family = family_of(found[0].metric)
    margins = {f"{c.verdict.margin * family.factor:.2g}" for c in found}
    if len(margins) == 1:
        return f"Too small to matter: less than {margins.pop()} {family.difference}."
    return "What is too small to matter is a percentage of each baseline."


def _paired(found: Sequence[Comparison]) -> str:
    """What pairing saves."""
    savings = sorted(c.effect.saving for c in found if c.effect.se > 0)
    if not savings:
        return "Every scenario gave exactly the same results as the baseline, on every deal."
    middle = savings[len(savings) // 2]
    return (
        f"Playing the same deals in every scenario saves work: separate deals would have needed {number(middle, 1)} times as many games "
        f"for equally narrow intervals (median over these effects; {number(savings[0], 1)} to {number(savings[-1], 1)})."
    )


def _family(run: Material) -> list[str]:
    size = run.analysis.family_size
    if size < 2:
        return []
    return [
        f"The {size} headline comparisons (win shares and lengths) count as one family: by Holm’s method the chance that any of them "
        "is called one that matters by luck alone stays below 5%."
    ]


