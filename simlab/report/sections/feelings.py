"""How it feels: idle turns, options, who leads and who comes back, suspense and drama; beside what each scenario changes of it."""

from collections.abc import Sequence
from math import isfinite

from simlab.engine.metric import PERCENT
from simlab.report.blocks import FEELS, Chapter, Section, Text, part
from simlab.report.lines import bounded, distinct, grouped, percent_of, rounded
from simlab.report.material import COMPARED, DECISIONS, Material
from simlab.report.tables import INTERVAL, Cell, Column, TableBlock, plain, where_columns, words
from simlab.stats.feeling import FEELINGS, Feeling
from simlab.stats.following import IMAGINED
from simlab.stats.statistic import Line
from simlab.words import numbers
from simlab.words.changes import SIGNS, interval
from simlab.words.numbers import NO_NUMBER, give_or_take, listed, many, sentence

MOST_COLUMNS = 4  # scenarios
CHANGED = ("change_low", "change_high")
KINDS = {feeling.metric.name: feeling for feeling in FEELINGS}


def section(run: Material) -> Section | None:
    """What every scenario is like, side by side at the first table; the numbers of all tables."""
    found: list[Line] = run.analysis.lines("feelings") if "feelings" in run.analysis.frames else []
    if not found:
        return None
    rows = [{**row, "kind": KINDS[row["feeling"]]} for row in found]
    first = [row for row in rows if (row["players"], row["lineup"]) == (rows[0]["players"], rows[0]["lineup"])]
    told = Text([_told(run, {row["feeling"]: row for row in run.at_baseline(first)})])
    return part(FEELS, [told, _side_by_side(run, first), _meant(run, first), _everywhere(rows)])


def _told(run: Material, of: dict[str, Line]) -> str:
    """The baseline in words."""
    even = f"an even share is {numbers.number(PERCENT / of['comebacks']['players'])}%"
    leader, last, idle = (percent_of(of[name], "mean") for name in ("runaway_leaders", "comebacks", "idle_turns"))
    halves = f"who leads at half-time wins {leader} of games, who is last {last} ({even})"
    return sentence(run.under_baseline(f"{halves}; in {idle} of the turns nobody has anything to decide."))


def _side_by_side(run: Material, rows: Sequence[Line]) -> TableBlock:
    """A line each, a column a scenario."""
    names = [name for name in distinct(rows, "scenario") if name in run.pictured][:MOST_COLUMNS]
    lines = [{"kind": kind, "of": {row["scenario"]: row for row in of}} for kind, of in grouped(rows, "kind")]
    columns = [_what(), *(_scenario(name, run.scenario_of({"scenario": name}), is_baseline=name == run.baseline) for name in names)]
    return TableBlock("how-it-feels-table", run.titled([rows[0]], "what a game is like"), columns, lines, _note(run, rows), is_open=True)


def _note(run: Material, rows: Sequence[Line]) -> str:
    """Of how many games, and what stands in brackets."""
    kinds, looked = distinct(rows, "kind"), min(row["games"] for row in rows if not row["kind"].is_tried)
    parts = [f"From the first {many(looked, 'game')} under each of the rules, followed turn by turn along the standings"]
    if tried := [row["games"] for row in rows if row["kind"].is_tried]:
        named = listed([kind.metric.label for kind in kinds if kind.is_tried])
        one = f"Of each of the first {many(min(tried), 'game')} one choice, picked by chance, for {named}"
        parts.append(f"{one}: each of its options is imagined on in {IMAGINED} games, as whoever chose could imagine them")
    if counted := [kind for kind in kinds if kind.counted_as in run.game.measured]:
        games = min(row["games"] for row in rows if row["kind"] in counted)
        parts.append(f"Counted by the game itself, in all {games:,} games: {listed([kind.metric.label for kind in counted])}")
    if run.has_scenarios:
        parts.append(f"In brackets the change against “{run.baseline}”, of percentages in points; all verdicts are one family")
    return sentence(". ".join([*parts, "Behind ± stand 95% intervals."]))


def _meant(run: Material, rows: Sequence[Line]) -> TableBlock:
    """What each of them is."""
    lines = [{"kind": kind, "meaning": _meaning(run, kind)} for kind in distinct(rows, "kind")]
    return TableBlock("feelings-meant", "What these are", [_what(), words("What it is", "meaning")], lines)


def _meaning(run: Material, kind: Feeling) -> str:
    """In general, and as the game counts it."""
    counted = run.game.measured.get(kind.counted_as)
    return sentence(f"{kind.meaning}; here {counted}" if counted else kind.meaning)


def _everywhere(rows: Sequence[Line]) -> TableBlock:
    """Every number with its interval, at every table."""
    columns = [
        _what(),
        *where_columns(rows, scenario=True),
        Column("Number", lambda row: Cell(_number(row), (row["mean"],)), fields=("mean",)),
        Column(INTERVAL, lambda row: Cell(_interval(row, ""), (row["low"], row["high"])), fields=("low", "high")),
        Column("Change", lambda row: Cell(_by(row), (row["change"],)), fields=("change",)),
        Column(INTERVAL, lambda row: Cell(_interval(row, "change_"), (row["change_low"], row["change_high"])), fields=CHANGED),
        Column("Verdict", lambda row: Cell(row["verdict"] or NO_NUMBER, (row["verdict"],)), numeric=False, fields=("verdict",)),
        plain("Games", "games"),
    ]
    return TableBlock("feelings", "What games are like, at every table", columns, rows)


def _what() -> Column:
    return words("Of a game", lambda row: sentence(row["kind"].metric.label))


def _scenario(name: str, title: str, *, is_baseline: bool) -> Column:
    def cell(row: Line) -> Cell:
        of = row["of"].get(name)
        if not of:  # too few games of it for this
            return Cell(NO_NUMBER, (None,) if is_baseline else (None, None))
        if is_baseline:
            return Cell(f"{_number(of)}{_reach(of, '')}", (of["mean"],))
        return Cell(f"{_number(of)} ({SIGNS[of['verdict']]} {_by(of)}{_reach(of, 'change_')})", (of["mean"], of["change"]))

    return Column(title, cell, fields=(name,) if is_baseline else (name, f"change by {name}"))


def _number(row: Line) -> str:
    return percent_of(row, "mean") if row["kind"].metric.family.is_share else rounded(row, "mean")


def _by(row: Line) -> str:
    """By how much it is more than by the baseline's rules."""
    if row["change"] is None:
        return NO_NUMBER
    return rounded(bounded(row, "change"), "change", row["kind"].metric.family.factor, sign=True)


def _reach(row: Line, of: str) -> str:
    """How far an interval reaches, where that is known."""
    half = (row[f"{of}high"] - row[f"{of}low"]) / 2
    return f" {give_or_take(half, row['kind'].metric.family.factor)}" if isfinite(half) else ""


def _interval(row: Line, of: str) -> str:
    low, high = row[f"{of}low"], row[f"{of}high"]
    return NO_NUMBER if low is None else interval(low, high, row["kind"].metric.family.factor, sign=bool(of))


CHAPTERS = Chapter(3.5, section, ("feelings",), on=(*COMPARED, DECISIONS))
