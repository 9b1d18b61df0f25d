"""How far a verdict holds at the tables of a field: the picture of the tables, the card beside it, and all numbers."""

from collections.abc import Sequence

from simlab.engine.metric import Metric
from simlab.report.blocks import WHO, Chapter, RuleCard, Section, Term, part
from simlab.report.charts import Mark, Panel, Row, intervals
from simlab.report.material import DRAWN, STYLES, Material
from simlab.report.svg import Picture
from simlab.report.tables import TableBlock
from simlab.stats.comparisons import Comparison
from simlab.stats.robust.answer import WHO_WINS, at_tables, places_of, scale_of, unit_of
from simlab.stats.robust.holding import Holding
from simlab.stats.robust.spread import FEWEST
from simlab.stats.verdicts import together
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from simlab.words.numbers import many, sentence, signed
from simlab.words.spoken import cut

MOST_CHANGES, MOST_ROWS, MOST_NAMED = 2, 7, 3
LETTERS = 40
NOTE = "A tick is a table, a sign their mean, a bar where 95 of 100 new tables of this field lie. Filled: matters at some table."


def tables(run: Material) -> Picture:
    """The picture of the first screen: what a change does at each table, those whom it moves most above."""
    top = _shown(run)[0]
    told = ". ".join(f"“{held.said}” {at_tables(held)}" for held in run.analysis.holdings)
    title = sentence(f"“{cut(top.said, LETTERS)}” {at_tables(top)}")
    return Picture("tables", title, f"Effects at every table. {told}.", intervals([_panel(top)]), NOTE)


def _shown(run: Material) -> list[Holding]:
    """The changes that are strongest at some table."""
    return sorted(run.analysis.holdings, key=lambda held: (-held.count(MATTERS), -max(held.strengths.values())))[:MOST_CHANGES]


def _panel(held: Holding) -> Panel:
    """A row for each strategy's share, or for the one number else that the change moves."""
    rows = [(metric, held.of(metric), _mark(held, metric)) for metric in _drawn(held)]
    rows = sorted(rows, key=lambda row: -abs(row[2].ends[0]))[:MOST_ROWS]
    named = [Row(metric.label, [mark], f"matters at {_matters(of)} of {len(of)}") for metric, of, mark in rows]
    metric, of, _ = rows[0]
    margin = max(c.verdict.margin for c in of) * scale_of(held, metric)
    unit = f"{unit_of(held, metric).strip().replace('%', 'percent')} more or less than “{cut(of[0].baseline, 30)}”"
    return Panel(named, unit, "", 0.0, "no change", (-margin, margin))


def _drawn(held: Holding) -> list[Metric]:
    """Who wins, unless only something else matters anywhere."""
    shares = [metric for metric in held.metrics if metric.key == WHO_WINS]
    others = [metric for metric in held.strongest_first if metric.key != WHO_WINS]
    is_else = any(_matters(held.of(metric)) for metric in others) and not any(_matters(held.of(metric)) for metric in shares)
    return others[:1] if is_else or not shares else shares


def _matters(of: Sequence[Comparison]) -> int:
    return sum(c.verdict.word == MATTERS for c in of)


def _mark(held: Holding, metric: Metric) -> Mark:
    spread, factor = held.spreads[metric.name], scale_of(held, metric)
    word = together([c.verdict.word for c in held.of(metric)])
    low, high = spread.at_a_new_table
    value = signed(spread.mean * factor, places_of(max(map(abs, spread.effects)) * factor))
    return Mark((spread.mean * factor, low * factor, high * factor), value, STYLES[word], singly=[each * factor for each in spread.effects])


def card(run: Material) -> RuleCard:
    """What the first screen says beside the tables."""
    group = run.analysis.groups[0]
    terms: list[Term] = []
    for held in _shown(run):
        counts = sorted(((held.count(word), word) for word in (MATTERS, UNDECIDED, NO_DIFFERENCE)), key=lambda item: -item[0])
        bars = [(word.removeprefix("makes "), count / len(held.tables)) for count, word in counts if count]
        terms.append(Term(f"“{cut(held.said, LETTERS)}”, share of {many(len(held.tables), 'table')}", bars=bars))
        terms += [*_members(held), *_new(held)] if held is _shown(run)[0] else []
    field = many(len(run.experiment.field or ()), "strategy", "strategies")
    lead = f"{many(len(group.lineups), 'table')} of {group.players}: everybody sits equally often, and as often as can be with each other."
    return RuleCard(f"Tables drawn from {field}", lead, terms)


def _members(held: Holding) -> list[Term]:
    """Whom it hangs on."""
    if not held.count(MATTERS):
        return []
    sure = [member for member in held.members if member.is_sure][:MOST_NAMED]
    parts = [""]
    for member in sure:
        (there, matters), (elsewhere, others) = member.there, member.elsewhere
        parts += [member.label, f": matters at {matters} of {there} tables with it, at {others} of {elsewhere} without. "]
    return [Term("Hangs on", parts if sure else ["No one player makes the difference."])]


def _new(held: Holding) -> list[Term]:
    """What it does at a table that nobody has played, to those whom it moves most."""
    known = [metric for metric in held.strongest_first if held.spreads[metric.name].tables >= FEWEST]
    said: list[str] = []
    for metric in known[:MOST_NAMED]:
        factor, unit = scale_of(held, metric), unit_of(held, metric)
        low, high = (end * factor for end in held.spreads[metric.name].at_a_new_table)
        places = places_of(high - low)
        said += [f"{'; ' if said else ''}{metric.label} ", f"{signed(low, places)} to {signed(high, places)}{unit}"]
    return [Term("At a new table", [*said, "."])] if said else []


def section(run: Material) -> Section:
    """All numbers."""
    return part(WHO, [TableBlock.whole(name, title, run.analysis.table(name)) for name, title in TABLES.items()])


TABLES = {"robust": "From table to table", "company": "With and without each player"}
CHAPTERS = Chapter(1.05, section, tuple(TABLES), on=(DRAWN,))
