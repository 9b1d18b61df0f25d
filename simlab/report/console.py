"""The answer on a terminal: the sentences, a short table, where the page is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.table import Column
from rich.table import Table as RichTable
from rich.text import Text

from simlab.engine.metric import PERCENT
from simlab.experiment.adapting import ADAPTED as ALL_ADAPT
from simlab.experiment.adapting import BEFORE
from simlab.report.lines import between, bounded, effect_of, largest, percent_of, points_of, rounded, verdict_of
from simlab.report.material import ADAPTED, DECISIONS, DRAWN, LEAGUE, TUNED, Material
from simlab.report.sections.checks import interval_of, value_of
from simlab.report.sections.shares import rank_of
from simlab.stats.adapted import points
from simlab.stats.robust.answer import places_of, scale_of, unit_of
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS, SIGNS, shortest_change
from simlab.words.numbers import decimals, many, signed, span
from simlab.words.numbers import rounded as rounded_of

MOST_ROWS, MOST_METRICS = 12, 16
VERDICT = len("○ no practical difference")
COLORS = {"matters": "bold", "undecided": "yellow"}
_MOVING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")  # the cursor, or the direction of writing


def answer_of(run: Material, page: Path) -> RenderableType:
    """What a run says, in a few lines. Names and questions are plain text: nothing in them is taken for markup."""
    parts: list[RenderableType] = [plain(run.experiment.question, "bold"), *map(plain, run.analysis.answer), Text()]
    tables = {LEAGUE: _ratings, DECISIONS: _decisions, DRAWN: _tables, TUNED: _gains, ADAPTED: _adapted}
    parts += tables.get(run.about, _effects if run.headline else _shares)(run)
    parts += _checks(run)
    return Group(*parts, Text.assemble(("Report: ", "dim"), str(page)))


def plain(words: str, style: str = "") -> Text:
    """Words on one line, whoever wrote them."""
    return Text(_MOVING.sub(" ", words), style)


def _effects(run: Material) -> list[RenderableType]:
    """The headline comparisons, the strongest where there are many."""
    rows = largest(run.headline, MOST_ROWS)
    lines = []
    for row in rows:
        change, interval = shortest_change(row["metric"], effect_of(row)), between(row, row["metric"].family.factor, sign=True)
        lines.append((row, [row["metric"].label, *_place(run, row), change, interval, verdict_of(row)]))
    left_out = len(run.headline) - len(rows)
    return [_Effects(run.places, lines), *([Text(f"and {left_out} smaller effects", style="dim")] if left_out else [])]


def _place(run: Material, row: Line) -> list[str]:
    return [str(row[key]) for key in run.places]


@dataclass(frozen=True)
class _Effects:
    """Effects below their scenarios' names; on a narrow terminal without intervals, and with the signs of their verdicts only."""

    places: list[str]
    lines: list[tuple[Line, list[str]]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        widths = [max(map(len, column)) for column in zip(*(cells for _, cells in self.lines), strict=True)]
        widths[-1] = VERDICT
        is_narrow = sum(widths) + 2 * len(widths) > options.max_width
        right, last = (["Change"], [""]) if is_narrow else (["Change", "95% interval"], ["Verdict"])
        for number, (scenario, of) in enumerate(groupby(self.lines, key=lambda line: line[0]["scenario"])):
            table = _table(["", *self.places], right, last)
            table.show_header = not number and not is_narrow
            for column, width in zip(table.columns[:-1], widths, strict=False):
                column.min_width = width if not is_narrow else None
            for row, cells in of:
                shown = [*cells[:-2], cells[-1][:1]] if is_narrow else cells
                table.add_row(*map(plain, shown), style=COLORS.get(row["verdict"], ""))
            yield plain(scenario, "underline")
            yield Padding(table, (0, 0, 0, 1))
        if is_narrow:
            yield Text("● matters ○ no practical difference ◐ undecided", style="dim")


def _shares(run: Material) -> list[RenderableType]:
    """Who wins."""
    rows = run.analysis.lines("shares")
    table = _table(["Strategy", *run.places], ["Win share", "95% interval in %", "Rank"], [])
    for row in sorted(rows, key=lambda row: (row["players"], row["lineup"], row["rank"]))[:MOST_ROWS]:
        table.add_row(*map(plain, [row["strategy"], *_place(run, row), percent_of(row), between(row, PERCENT), rank_of(row)]))
    return [table]


def _tables(run: Material) -> list[RenderableType]:
    """What each change does at the tables of a field."""
    rows: list[RenderableType] = []
    for held in run.analysis.holdings:
        table = _table([""], ["Matters at", "Mean", "At a new table"], [])
        for metric in held.strongest_first[:MOST_METRICS]:
            found, spread, factor = held.of(metric), held.spreads[metric.name], scale_of(held, metric)
            places = places_of(max(map(abs, spread.effects)) * factor)
            low, high = (end * factor for end in spread.at_a_new_table)
            told = span(low, high, places, sign=True)
            matters = f"{sum(c.verdict.word == MATTERS for c in found)} of {len(found)}"
            table.add_row(*map(plain, [metric.label, matters, signed(spread.mean * factor, places) + unit_of(held, metric), told]))
        rows += [plain(held.said, "underline"), table]
    return rows


def _gains(run: Material) -> list[RenderableType]:
    """What tuning gains, against those it was for and at tables of the field."""
    table = _table(["Against"], ["Gain", "95% interval"], [])
    for against, gain in run.tuned.all:
        low, high = gain.low * PERCENT, gain.high * PERCENT
        told = span(low, high, decimals(gain.half_width * PERCENT), sign=True)
        table.add_row(*map(plain, [against, f"{rounded_of(gain.mean, gain.half_width, PERCENT, sign=True)} pp", told]))
    return [table]


def _adapted(run: Material) -> list[RenderableType]:
    """What each change does where nobody adapts and where all do, and what adapting changes of that."""
    rows: list[RenderableType] = []
    for scenario in run.adapted.scenarios:
        table = _table([""], ["Nobody adapts", "All adapt", "95% of the difference"], [""])
        for c in run.adapted.of(scenario)[:MOST_METRICS]:
            effects = [shortest_change(c.metric, c.effects[lineup]) for lineup in (BEFORE, ALL_ADAPT)]
            table.add_row(*map(plain, [c.metric.label, *effects, points(c), SIGNS[c.verdict.word]]))
        rows += [plain(scenario, "underline"), table]
    return rows


def _ratings(run: Material) -> list[RenderableType]:
    """The ladder of a league."""
    table = _table(["Strategy"], ["Rating", "95% interval", "Win share"], [])
    for row in run.analysis.lines("ratings")[:MOST_ROWS]:
        table.add_row(
            *map(plain, [row["strategy"], rounded(row, "rating", sign=True), between(row, sign=True), percent_of(bounded(row, "share"))])
        )
    return [table]


def _decisions(run: Material) -> list[RenderableType]:
    """What each kind of decision is worth."""
    table = _table(["Decision", *(key for key in run.places if key == "players")], ["Worth", "95% interval"], ["Verdict"])
    for row in run.analysis.lines("decisions")[:MOST_ROWS]:
        where = [str(row["players"])] if run.has_players else []
        cells = [row["decision"], *where, points_of(row, "mean"), between(row, PERCENT, sign=True), verdict_of(row)]
        table.add_row(*map(plain, cells), style=COLORS.get(row["verdict"], ""))
    return [table]


def _checks(run: Material) -> list[RenderableType]:
    """What the experiment demanded: all of it, where not everything held."""
    checks = run.analysis.checks
    open_or_broken = [check for check in checks if check.status != "held"]
    if not open_or_broken:
        return [Text(f"Checks: {'it holds' if len(checks) == 1 else f'all {len(checks)} hold'}")] if checks else []
    table = _table(["Check", "Where"], ["Value", "95% interval"], ["Result"])
    for row in map(vars, open_or_broken):
        table.add_row(*map(plain, [row["text"], row["where"], value_of(row), interval_of(row), row["status"]]), style="bold red")
    return [Text(), Text(f"{len(open_or_broken)} of {many(len(checks), 'check')} not held:"), table, Text()]


def _table(left: list[str], right: list[str], last: list[str]) -> RichTable:
    columns = [Column(title, justify="right", no_wrap=True) for title in right]
    return RichTable(*map(str.capitalize, left), *columns, *last, box=None, pad_edge=False, header_style="dim")
