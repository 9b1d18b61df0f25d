"""Players who adapt: what new rules do among them and among those who don't, side by side; who plays otherwise then, and all numbers."""

from collections.abc import Sequence
from itertools import chain

from simlab.engine.metric import PERCENT
from simlab.experiment.adapting import ADAPTED as ALL_ADAPT
from simlab.experiment.adapting import BEFORE
from simlab.report.blocks import WHO, Chapter, RuleCard, Section, Term, part
from simlab.report.charts import Mark, Panel, Row, intervals
from simlab.report.material import ADAPTED, READ, STYLES, Material
from simlab.report.svg import Picture
from simlab.report.tables import TableBlock
from simlab.stats.adapted import WHO_WINS, Adapted, Changed, points
from simlab.stats.estimates import Effect
from simlab.stats.verdicts import Verdict
from simlab.words.changes import MATTERS
from simlab.words.numbers import many, number, plainly, rounded, sentence
from simlab.words.spoken import cut

MOST_CHANGES, MOST_ROWS, MOST_NAMED = 2, 6, 6
LETTERS = 40
SERIES = ("nobody adapts", "all adapt")


def beside(run: Material) -> Picture:
    """The picture of the first screen: what each change does where nobody adapts, above what it does where all do."""
    told = ". ".join(f"“{ruling.on}”: {ruling.text}" for ruling in run.analysis.rulings)
    panels = [_panel(run.adapted.of(scenario)) for scenario in _shown(run.adapted)]
    marks = ((panel.title, row.label, *(mark.value for mark in row.marks)) for panel in panels for row in panel.rows)
    numbers = ". ".join(f"{title} {label}: {before} where nobody adapts, {after} where all do" for title, label, before, after in marks)
    return Picture("adapted", sentence(_title(run.adapted)), f"{told}. {numbers}.", intervals(panels, SERIES), READ)


def _shown(adapted: Adapted) -> list[str]:
    """The changes to which most adapting is done."""
    adapting = [scenario for scenario in adapted.scenarios if adapted.who(scenario)]
    return sorted(adapting or adapted.scenarios, key=lambda scenario: -max(c.strength for c in adapted.of(scenario)))[:MOST_CHANGES]


def _title(adapted: Adapted) -> str:
    top = adapted.of(_shown(adapted)[0])[0]
    if not adapted.who(top.scenario):
        return "nobody is known to adapt"
    if top.verdict.word == MATTERS:
        return f"adapting changes what “{cut(top.scenario, LETTERS)}” does to {cut(top.metric.label, LETTERS)}"
    return f"what “{cut(top.scenario, LETTERS)}” does where nobody adapts, and where all do"


def _panel(found: Sequence[Changed]) -> Panel:
    """Two marks for each strategy's share; or for the one number else that adapting moves."""
    shares = [c for c in found if c.metric.key == WHO_WINS]
    drawn = shares if shares and found[0].metric.key == WHO_WINS else [found[0]]
    first = drawn[0]
    margin = first.verdict.margin * first.metric.family.factor
    unit = "points of win share" if first.metric.key == WHO_WINS else first.metric.family.difference.more
    rows = [Row(c.metric.label, [_mark(c, name, i) for i, name in enumerate((BEFORE, ALL_ADAPT))]) for c in drawn[:MOST_ROWS]]
    return Panel(rows, unit, f"“{cut(first.scenario, LETTERS)}”", 0.0, "no change", (-margin, margin))


def _mark(c: Changed, lineup: str, series: int) -> Mark:
    effect: Effect = c.effects[lineup]
    factor = c.metric.family.factor
    ends = (effect.mean * factor, effect.low * factor, effect.high * factor)
    word = Verdict.of(effect, c.verdict.margin).word
    return Mark(ends, rounded(effect.mean, effect.half_width, factor, sign=True), STYLES[word], series)


def card(run: Material) -> RuleCard:
    """What the first screen says beside it."""
    adapt, adapted = run.experiment.adapt, run.adapted
    assert adapt
    terms = []
    for scenario in _shown(adapted):
        name = f"“{cut(scenario, LETTERS)}”"
        changes = adapted.who(scenario)[:MOST_NAMED]
        ways = [(f"{cut(who, LETTERS)}, {plainly(what)} {now:g}", f" (was {then:g}). ") for who, what, then, now in changes]
        terms.append(Term(f"To {name} adapts", ["", *chain.from_iterable(ways)] if ways else ["nobody, as far as is known"]))
        if ways:
            top = adapted.of(scenario)[0]
            what = f"What that changes of {name} for {cut(top.metric.label, LETTERS)}"
            terms.append(Term(what, ["", points(top), f": {top.verdict.word}."]))
    gains = [f"{gain.player} to “{cut(gain.scenario, LETTERS)}”, {_gain(gain.mean, gain.se)}" for gain in adapt.gains[:MOST_NAMED]]
    terms += [Term("Who adapts wins more by that, in points", ["; ".join(gains)])] if gains else []
    lead = f"{', '.join(adapt.over)} may adapt: tuned for the rules in turn, {many(adapt.budget, 'game')} of search."
    return RuleCard("Players who adapt", lead, terms)


def _gain(mean: float, se: float) -> str:
    return f"{number(mean * PERCENT, 1)} ± {number(1.96 * se * PERCENT, 1)}"


def section(run: Material) -> Section:
    """All numbers."""
    return part(WHO, [TableBlock.whole(name, title, run.analysis.table(name)) for name, title in TABLES.items()])


TABLES = {"adapted": "What each change does, with and without adapting", "adapting": "How players adapt"}
CHAPTERS = Chapter(1.07, section, tuple(TABLES), on=(ADAPTED,))
