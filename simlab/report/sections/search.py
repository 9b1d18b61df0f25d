"""A search: what few changes bring and what more do, the finalists as they were confirmed, the race, and what stands in the way."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from simlab.base.kinds import plainly_written
from simlab.engine.metric import Metric
from simlab.report.blocks import Block, Chapter, RuleCard, Section, Term, Text
from simlab.report.charts import Graph, Mark, Panel, Row, Series, intervals, lines
from simlab.report.material import SEARCH, STYLES, Material
from simlab.report.rulebook import paragraphs
from simlab.report.svg import Picture
from simlab.report.tables import Cell, Column, TableBlock, plain, words
from simlab.stats.elsewhere import elsewhere
from simlab.stats.seeking import Told, metric_of, value_in, value_of
from simlab.stats.sought import MEETS, MISSES, OPEN, VERDICTS, Finalist, Reached, Tried, all_goals
from simlab.stats.statistic import Line
from simlab.words.changes import SIGNS
from simlab.words.numbers import many, number, plainly, sentence
from simlab.words.spoken import cut, plain_value

LETTERS = 60
POINTS, FEW_GAMES = 6, 60_000
NOTE = (
    "Distance: the worst miss, in units of what matters. Confirmed on deals that the search has not seen, all intervals at once (95%). "
    "● meets all goals, ○ misses one, ◐ undecided."
)
TABLES = {
    "obstacles": "What stands in the way",
    "race": "The race, look by look",
    "search": "The space",
    "candidates": "All rule sets that were tried, as the search saw them",
}


def mark_of(tried: Tried) -> Mark:
    """How far a rule set is from the goals."""
    return Mark(tried.distance, number(tried.distance.value, 2), STYLES[VERDICTS[tried.word]])


def sign_of(word: str) -> str:
    """The sign of whether a goal is met."""
    return SIGNS[VERDICTS[word]]


def front(run: Material) -> Picture:
    """The picture of the first screen: how near so many changes come."""
    found, told = run.analysis.finalists, Told(run.analysis, 1, LETTERS)
    rows = [Row(_called(one), [mark_of(one)]) for one in found]
    panel = Panel(rows, "distance to the goals", zero=0.0, zero_label="all met", differences=False)
    alt = ". ".join(f"{_called(one)}: {one.word}, distance {number(one.distance.value, 2)}" for one in found)
    return Picture("front", _title(found, told), f"Finalists by edits. {alt}.", intervals([panel]), NOTE)


def _called(one: Finalist) -> str:
    changes = ", ".join(f"{plainly(rule)} {plain_value(plainly_written(value))}" for rule, value in one.changes.items())
    return f"{many(one.edits, 'edit')}: {changes}" if changes else "as printed"


def _title(found: Sequence[Finalist], told: Told) -> str:
    if told.best:
        return sentence(f"{many(told.best.edits, 'change')} of the rules {'meets' if told.best.edits == 1 else 'meet'} all goals")
    near = min(found, key=lambda one: (one.word == MISSES, one.distance.value), default=None)
    if not near:
        return "Nothing is confirmed"
    changes, one = many(near.edits, "change"), near.edits == 1
    if near.word != MISSES:
        return sentence(f"{changes} of the rules may meet all goals")
    return sentence(f"{changes} {'comes' if one else 'come'} nearest, and {'misses' if one else 'miss'} {near.worst.goal.name}")


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
        parts = [f"{sign_of(reached.word)} ", value_of(reached), f" ({reached.goal.text.strip()} is wanted{as_printed})"]
        terms.append(Term(cut(reached.goal.name, 30), parts))
    space = run.analysis.table("search").to_dicts()[0]
    if best.scenario in (others := elsewhere(run.analysis)):
        terms.append(Term("At other tables", ["all goals met at ", others[best.scenario].met]))
    terms.append(Term("Tried", ["", f"{space['looked_at']:,}", f" of {space['sets']:,} rule sets, in {space['games']:,} games"]))
    lead = f"{sentence({MEETS: 'it meets all goals', OPEN: 'it may meet all goals', MISSES: 'the nearest to all goals'}[best.word])}."
    return RuleCard(sentence(told.named(best)), lead, terms)


def section(run: Material) -> Section:
    """The finalists, the race, and all numbers."""
    blocks: list[Block] = [_finalists(run), *_others(run), _race(run)]
    if ways := [row for row in run.analysis.lines("obstacles") if row["candidate"]]:
        blocks.insert(1, Text([_way(row) for row in ways]))
    if book := _rulebook(run):
        blocks.append(book)
    blocks += [TableBlock.whole(name, title, run.analysis.table(name)) for name, title in TABLES.items()]
    return Section("found", "What was found", "", blocks)


def _rulebook(run: Material) -> TableBlock | None:
    """What of the rulebook the set that was found changes."""
    best = Told(run.analysis, 1, LETTERS).best
    if best is None or not best.changes:
        return None
    place = best.reached[0].place
    printed = place.group.rules[place.group.baseline].model_dump()
    rows = [one._asdict() for one in paragraphs(run.game.name, printed, best.changes)]
    columns = [words("Paragraph", "number"), words("As printed", "printed"), words("Changed", "changed")]
    return TableBlock("rulebook", "What changes in the rulebook", columns, rows, is_open=True) if rows else None


def _way(row: Line) -> str:
    miss = number(row["miss"], 1)
    return f"Without the goal {row['goals']}, {row['candidate']} meets the rest; it misses this one by {miss} times what matters."


def _finalists(run: Material) -> TableBlock:
    """A row for each, with what it reaches of every goal."""
    rows: list[Line] = []
    goals: list[str] = []
    others = elsewhere(run.analysis)
    for one in run.analysis.finalists:
        reached = {_goal(run, each): f"{value_of(each)} {sign_of(each.word)}" for each in one.reached}
        goals = list(reached)
        told = {"candidate": one.scenario, "word": one.word, "edits": one.edits, "size": one.size, "searched": one.searched}
        told["others"] = others[one.scenario].met if one.scenario in others else ""
        rows.append({**told, **reached, **dict(zip(("distance", "low", "high"), one.distance, strict=True))})
    columns = [
        words("Rule set", "candidate"),
        words("All goals", lambda row: f"{sign_of(row['word'])} {row['word']}"),
        plain("Edits", "edits"),
        plain("Size", "size"),
        *(words(goal, goal) for goal in goals),
        *([words("At other tables", "others")] if others else []),
        Column("In the search", lambda row: Cell(number(row["searched"], 2), (row["searched"],)), "distance", fields=("searched",)),
        Column("Confirmed", lambda row: Cell(number(row["distance"], 2), (row["distance"],)), "distance", fields=("distance",)),
    ]
    note = "An edit is a rule that is not as printed; its size is how many listed values it passes. "
    note += "Distance: the worst miss, in units of what matters."
    return TableBlock("finalists", "The finalists", columns, rows, note, is_open=True)


def _others(run: Material) -> list[TableBlock]:
    """What those that meet all goals reach at each of the other tables, the best of them first; a column for each goal."""
    found = elsewhere(run.analysis)
    metrics = {each.goal.name: metric_of(each) for one in run.analysis.finalists for each in one.reached}
    rows = [
        {"candidate": name, "players": players, "lineup": table, "word": all_goals(line["verdict"] for line in lines)}
        | {line["goal"]: f"{_value(metrics, line)} {sign_of(line['verdict'])}" for line in lines}
        for name, of in found.items()
        for (players, table), lines in of.tables.items()
    ]
    if not rows:
        return []
    columns = [
        *([words("Rule set", "candidate")] if len(found) > 1 else []),
        *([plain("Players", "players")] if len(run.analysis.groups) > 1 else []),
        words("Who sits there", "lineup"),
        words("All goals", lambda row: f"{sign_of(row['word'])} {row['word']}"),
        *(words(f"{goal.name} {goal.text.strip()}", goal.name) for goal in run.analysis.experiment.goals),
    ]
    note = "Drawn from the strategies; of whom a goal says something sits at each. All intervals hold at once."
    return [TableBlock("elsewhere", "At other tables", columns, rows, note, is_open=True)]


def _value(metrics: Mapping[str, Metric], line: Line) -> str:
    return value_in(metrics[line["goal"]], line["value"], line["low"], line["high"])


def _goal(run: Material, reached: Reached) -> str:
    return ", ".join(
        [f"{reached.goal.name} {reached.goal.text.strip()}", *run.analysis.where(reached.place.players, reached.place.lineup.name)]
    )


def _race(run: Material) -> Picture:
    """How many sets may still meet all goals, after so many games."""
    rows, space = run.analysis.lines("race"), run.analysis.table("search").to_dicts()[0]
    out = list(accumulate((row["raced"] - row["left"] for row in rows), initial=0))
    last = max((row["games"] for row in rows), default=0)
    thousands = [round(last * k / POINTS / 1000, 1 if last < FEW_GAMES else 0) for k in range(1, POINTS + 1)]
    counts = [(at, space["looked_at"] - float(out[sum(row["games"] <= at * 1000 for row in rows)])) for at in thousands]
    points = [(at, left, left, left) for at, left in counts]
    drawing = lines([Graph("rule sets that may still meet all goals", [Series("", points)])], "thousand games of the search")
    title = f"Of {many(space['looked_at'], 'rule set')} {out[-1]} surely {'misses' if out[-1] == 1 else 'miss'} a goal"
    told = ". ".join(f"{at:g} thousand games: {left:.0f}" for at, left in counts)
    return Picture("race-left", title, f"Rule sets left. {told}.", drawing, "Sets that wait for others with fewer edits are among them.")


CHAPTERS = Chapter(0.5, section, ("finalists", *TABLES), on=(SEARCH,))
