"""A search: what few changes bring and what more do, the finalists as they were confirmed, the race, and what stands in the way."""

from collections.abc import Sequence
from itertools import accumulate

from simlab.report.blocks import Block, Chapter, RuleCard, Section, Term, Text
from simlab.report.charts import Graph, Mark, Panel, Row, Series, intervals, lines
from simlab.report.material import Material
from simlab.report.svg import Picture
from simlab.report.tables import TableBlock, measured, plain, words
from simlab.stats.seeking import Told, metric_of, value_of
from simlab.stats.sought import MEETS, MISSES, OPEN, Finalist
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS, NO_DIFFERENCE, SIGNS, UNDECIDED
from simlab.words.numbers import many, number, sentence
from simlab.words.spoken import cut

STYLES = {MEETS: "matters", OPEN: "undecided", MISSES: "nothing"}
WORDS = {MEETS: MATTERS, OPEN: UNDECIDED, MISSES: NO_DIFFERENCE}
LETTERS = 60
NOTE = "Confirmed on deals that the search has not seen, all intervals at once (95%). ● meets all goals, ○ misses one, ◐ undecided."
TABLES = {
    "obstacles": "What stands in the way",
    "race": "The race, look by look",
    "search": "The space",
    "candidates": "All rule sets that were tried, as the search saw them",
}


def front(run: Material) -> Picture:
    """The picture of the first screen: how near so many changes come."""
    found, told = run.analysis.finalists, Told(run.analysis, 1, LETTERS)
    rows = [Row(f"{many(one.edits, 'edit')}: {told.named(one)}", [_mark(one)], _searched(one)) for one in found]
    panel = Panel(
        rows, "distance to the goals: the worst miss, in units of what matters", zero=0.0, zero_label="all met", differences=False
    )
    alt = ". ".join(f"{told.named(one)}: {one.word}, distance {number(one.distance.value, 2)}" for one in found)
    return Picture("front", _title(found, told), f"Finalists by edits. {alt}.", intervals([panel]), NOTE)


def _mark(one: Finalist) -> Mark:
    return Mark(one.distance, number(one.distance.value, 2), STYLES[one.word])


def _searched(one: Finalist) -> str:
    return f"{number(one.searched, 2)} in the search"


def _title(found: Sequence[Finalist], told: Told) -> str:
    if told.best:
        return sentence(f"{many(told.best.edits, 'change')} of the rules {'meets' if told.best.edits == 1 else 'meet'} all goals")
    near = min(found, key=lambda one: one.distance.value, default=None)
    return sentence(f"{many(near.edits, 'change')} come nearest, and miss {near.worst.goal.name}") if near else "Nothing is confirmed"


def card(run: Material) -> RuleCard:
    """What the first screen says beside it: the goals, as printed and with what was found."""
    told = Told(run.analysis, 1, LETTERS)
    best = told.best or min(run.analysis.finalists, key=lambda one: (one.word == MISSES, one.distance.value), default=None)
    if best is None:
        return RuleCard("Nothing is confirmed", "", [])
    terms = []
    for reached in best.reached:
        before = reached.place.stats.measures.group.baseline
        printed = run.analysis.placed[reached.place.players, reached.place.lineup.name, reached.place.group.scenarios[before]]
        value = metric_of(reached).family.factor * printed.mean(metric_of(reached)).mean
        as_printed = "" if reached.goal.name == "seat_edge" else f"; as printed {number(value, 1)}"
        parts = [f"{SIGNS[WORDS[reached.word]]} ", value_of(reached), f" ({reached.goal.text.strip()} is wanted{as_printed})"]
        terms.append(Term(cut(reached.goal.name, 30), parts))
    space = run.analysis.table("search").to_dicts()[0]
    terms.append(Term("Tried", ["", f"{space['looked_at']:,}", f" of {space['sets']:,} rule sets, in {space['games']:,} games"]))
    lead = f"{sentence({MEETS: 'it meets all goals', OPEN: 'it may meet all goals', MISSES: 'the nearest to all goals'}[best.word])}."
    return RuleCard(sentence(told.named(best)), lead, terms)


def section(run: Material) -> Section | None:
    """The finalists, the race, and all numbers."""
    if not run.analysis.is_search:
        return None
    blocks: list[Block] = [_finalists(run), _race(run)]
    if ways := [row for row in run.analysis.lines("obstacles") if row["candidate"]]:
        blocks.insert(1, Text([_way(row) for row in ways]))
    blocks += [TableBlock.whole(name, title, run.analysis.table(name)) for name, title in TABLES.items()]
    return Section("search", "What was found", "", blocks)


def _way(row: Line) -> str:
    miss = number(row["miss"], 1)
    return f"Without the goal {row['goals']}, {row['candidate']} meets the rest; it misses this one by {miss} times what matters."


def _finalists(run: Material) -> TableBlock:
    rows = run.analysis.lines("finalists")
    columns = [
        words("Rule set", "candidate"),
        words("All goals", lambda row: f"{SIGNS[WORDS[row['all_goals']]]} {row['all_goals']}"),
        plain("Edits", "edits"),
        plain("Size", "size"),
        words("Goal", lambda row: f"{row['goal']} {row['wanted']}"),
        *([words("Line-up", "lineup")] if run.has_lineups else []),
        *([plain("Players", "players")] if run.has_players else []),
        measured("Value", "", "value"),
        words("This goal", "verdict"),
        measured("In the search", "distance", "searched"),
        measured("Confirmed", "distance", "distance"),
    ]
    note = "An edit is a rule that is not as printed; its size is how many listed values it passes. "
    note += "Distance: the worst miss, in units of what matters."
    return TableBlock("finalists", "The finalists", columns, rows, note, is_open=True)


def _race(run: Material) -> Picture:
    rows = run.analysis.lines("race")
    sets = run.analysis.table("search")["looked_at"][0]
    out = accumulate(row["raced"] - row["left"] for row in rows)
    counts = [(float(row["games"]), float(sets - gone)) for row, gone in zip(rows, out, strict=True)]
    points = [(games, left, left, left) for games, left in counts]
    drawing = lines([Graph("rule sets that may still meet all goals", [Series("", points)])], "games of the search")
    last = int(points[-1][1]) if points else sets
    title = f"Of {many(sets, 'rule set')} {last} {'is' if last == 1 else 'are'} left after {rows[-1]['games'] if rows else 0:,} games"
    told = ". ".join(f"{games:,.0f} games: {left:.0f}" for games, left, *_ in points)
    return Picture("race-left", title, f"Rule sets left. {told}.", drawing)


CHAPTERS = Chapter(0.5, section, ("finalists", *TABLES))
