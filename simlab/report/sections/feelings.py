"""How it feels: idle turns, options, who leads and who comes back, suspense and drama; beside what each scenario changes of it."""

from collections.abc import Sequence
from math import isfinite

from simlab.engine.metric import PERCENT
from simlab.report.blocks import FEELS, Block, Chapter, Section, Text, part
from simlab.report.lines import distinct, grouped, half_width, percent_of, rounded
from simlab.report.material import DECISIONS, RULES, Material
from simlab.report.tables import INTERVAL, Cell, Column, TableBlock, plain, where_columns, words
from simlab.stats.feeling import FEELINGS, Feeling
from simlab.stats.statistic import Line
from simlab.words import numbers
from simlab.words.changes import SIGNS, interval
from simlab.words.numbers import NO_NUMBER, give_or_take, many, sentence

MOST_COLUMNS = 4  # scenarios
CHANGED = ("change_low", "change_high")
KINDS = {feeling.metric.name: feeling for feeling in FEELINGS}


def section(run: Material) -> Section | None:
    """What every scenario is like, side by side at the first table; the numbers of all tables."""
    rows: list[Line] = run.analysis.lines("feelings") if "feelings" in run.analysis.frames else []
    if not rows:
        return None
    first = [row for row in rows if (row["players"], row["lineup"]) == (rows[0]["players"], rows[0]["lineup"])]
    blocks: list[Block] = [Text([_told(run, {row["feeling"]: row for row in run.at_baseline(first)})]), _side_by_side(run, first)]
    return part(FEELS, [*blocks, _everywhere(rows)])


def _told(run: Material, of: dict[str, Line]) -> str:
    """The baseline in words."""
    even = f"an even share is {numbers.number(PERCENT / of['comebacks']['players'])}%"
    leader, last, idle = (percent_of(of[name], "mean") for name in ("runaway_leaders", "comebacks", "idle_turns"))
    halves = f"who leads at half-time wins {leader} of games, who is last {last} ({even})"
    return sentence(run.under_baseline(f"{halves}; in {idle} of the turns nobody has anything to decide."))


def _side_by_side(run: Material, rows: Sequence[Line]) -> TableBlock:
    """A line each, a column a scenario; what is counted in all games says so."""
    names = [name for name in distinct(rows, "scenario") if name in run.pictured][:MOST_COLUMNS]
    lines = [{"kind": KINDS[name], "of": {row["scenario"]: row for row in of}} for name, of in grouped(rows, "feeling")]
    columns = [
        words("Of a game", lambda row: sentence(row["kind"].metric.label)),
        *(_scenario(name, run.scenario_of({"scenario": name})) for name in names),
    ]
    looked = min(row["games"] for row in rows)
    meanings = "; ".join(f"{KINDS[name].metric.label}: {KINDS[name].meaning}" for name in distinct(rows, "feeling"))
    note = (
        f"{sentence(meanings)}. From the first {many(looked, 'game')} under each of the rules, followed turn by turn along the standings."
    )
    counted = {KINDS[row["feeling"]]: row["games"] for row in rows if KINDS[row["feeling"]].counted_as in run.game.measured}
    for kind, games in counted.items():
        note += f" Counted by the game itself, in all {games:,} games: {kind.metric.label}, {run.game.measured[kind.counted_as]}."
    note += f" Behind ±: 95% intervals; changes are against “{run.baseline}”, all of them one family." if run.has_scenarios else ""
    return TableBlock("how-it-feels-table", run.titled([rows[0]], "how it feels"), columns, lines, note, is_open=True)


def _everywhere(rows: Sequence[Line]) -> TableBlock:
    """Every number with its interval, at every table."""
    lines = [{**row, "kind": KINDS[row["feeling"]]} for row in rows]
    columns = [
        words("Of a game", lambda row: sentence(row["kind"].metric.label)),
        *where_columns(rows, scenario=True),
        Column("Number", lambda row: Cell(_value(row["kind"], row), (row["mean"],)), fields=("mean",)),
        Column(INTERVAL, lambda row: Cell(_interval(row, ""), (row["low"], row["high"])), fields=("low", "high")),
        Column("Change", lambda row: Cell(_by(row), (row["change"],)), fields=("change",)),
        Column(INTERVAL, lambda row: Cell(_interval(row, "change_"), (row["change_low"], row["change_high"])), fields=CHANGED),
        Column("Verdict", lambda row: Cell(row["verdict"] or NO_NUMBER, (row["verdict"],)), numeric=False, fields=("verdict",)),
        plain("Games", "games"),
    ]
    return TableBlock("feelings", "How it feels, at every table", columns, lines)


def _interval(row: Line, of: str) -> str:
    low, high = row[f"{of}low"], row[f"{of}high"]
    return NO_NUMBER if low is None else interval(low, high, row["kind"].metric.family.factor, sign=bool(of))


def _by(row: Line) -> str:
    """A change without its interval."""
    if row["change"] is None:
        return NO_NUMBER
    return numbers.rounded(row["change"], (row["change_high"] - row["change_low"]) / 2, row["kind"].metric.family.factor, sign=True)


def _scenario(name: str, title: str) -> Column:
    def cell(row: Line) -> Cell:
        of = row["of"][name]
        return Cell(_value(row["kind"], of) + _change(row["kind"], of), (of["mean"], of["change"]))

    return Column(title, cell, fields=(name, f"change by {name}"))


def _value(kind: Feeling, row: Line) -> str:
    """A number; where nothing is compared with its interval."""
    factor = kind.metric.family.factor
    text = percent_of(row, "mean") if kind.metric.family.is_share else rounded(row, "mean")
    return text if row["change"] is not None or not isfinite(half_width(row)) else f"{text} {give_or_take(half_width(row), factor)}"


def _change(kind: Feeling, row: Line) -> str:
    """By how much it is more than by the baseline's rules, and whether that matters."""
    if row["change"] is None:
        return ""
    half, factor = (row["change_high"] - row["change_low"]) / 2, kind.metric.family.factor
    reach = f" {give_or_take(half, factor)}" if isfinite(half) else ""
    return f" ({SIGNS[row['verdict']]} {_by({**row, 'kind': kind})}{reach})"


CHAPTERS = Chapter(3.5, section, ("feelings",), on=(RULES, DECISIONS))
