"""Tuning: the way of the search, what was found, what it is worth, and all numbers."""

from simlab.engine.metric import PERCENT
from simlab.report.blocks import WHO, Chapter, RuleCard, Section, Term, part
from simlab.report.charts import Graph, Level, Series, lines
from simlab.report.material import TUNED, Material
from simlab.report.svg import Picture
from simlab.report.tables import TableBlock
from simlab.stats.robust.spread import FEWEST
from simlab.stats.tuned import Tuned
from simlab.words.changes import POINT
from simlab.words.numbers import decimals, many, sentence, signed, span

THOUSAND = 1_000


def path(run: Material) -> Picture:
    """The picture of the first screen: what the leading candidate of each round of the search won, by the games played until then."""
    tuned = run.tuned
    leads: dict[int, float] = {}
    for each in tuned.tune.tried:
        leads[each.spent] = max(each.share, leads.get(each.spent, 0.0))
    points = [(spent / THOUSAND, *(share * PERCENT,) * 3) for spent, share in leads.items()]
    as_is = tuned.share(is_tuned=False) * PERCENT
    ends = [0.0, tuned.tune.budget / THOUSAND]
    level = Level("as it is", [(x, as_is) for x in ends])
    confirmed = tuned.share(is_tuned=True) * PERCENT
    series = [Series("leading", points), Series("tuned", [(x, *(confirmed,) * 3) for x in ends])]
    told = ". ".join(f"{x:g} thousand games: {share:.1f}%" for x, share, *_ in points)
    note = "Lines from end to end: confirmed on other deals. What leads a round of the search is lucky as well."
    drawing = lines([Graph("Win share (%)", series, level)], "games of the search, in thousands")
    return Picture("path", sentence(_title(tuned)), f"The way of the search. {told}.", drawing, note)


def _title(tuned: Tuned) -> str:
    if not tuned.is_better:
        return "nothing better than the default was found"
    return f"tuned, {tuned.name} wins {_points(tuned)} more"


def _points(tuned: Tuned) -> str:
    return POINT.of(signed(tuned.gain.mean * PERCENT, max(0, decimals(tuned.gain.half_width * PERCENT))).lstrip("+"))


def card(run: Material) -> RuleCard:
    """What the first screen says beside it."""
    tuned = run.tuned
    half = tuned.gain.half_width
    found = [f"{name} {after}" + (f" (was {before})" if before else "") for name, before, after in tuned.changes()]
    terms = [Term("Found" if tuned.is_better else "Best of the search", ["", ", ".join(found) or "as it is"])]
    shares = [("tuned", tuned.share(is_tuned=True)), ("as it is", tuned.share(is_tuned=False))]
    terms.append(Term("Wins of the games", bars=sorted(shares, key=lambda bar: -bar[1])))
    low, high = tuned.gain.low * PERCENT, tuned.gain.high * PERCENT
    terms.append(Term("Gain, in points", ["", span(low, high, decimals(half * PERCENT), sign=True), "."]))
    if tuned.spread.tables >= FEWEST:
        ahead = sum(gain.low > 0 for gain in tuned.at_tables.values())
        low, high = (end * PERCENT for end in tuned.spread.at_a_new_table)
        at = f"{ahead} of {many(tuned.spread.tables, 'table')}"
        said = f" at a new table, {signed(tuned.spread.mean * PERCENT, 1)} on average; beyond doubt at {at}."
        terms.append(Term("Among the field", ["", f"{span(low, high, 1, sign=True)} points", said]))
    ranges = ", ".join(f"{name} from {low:g} to {high:g}" for name, (low, high) in tuned.tune.over.items())
    against = ", ".join(seat.label for seat in tuned.tune.against)
    lead = f"Against {against}; {ranges}; {many(tuned.tune.budget, 'game')} of search."
    return RuleCard(f"Tuning {tuned.name}", lead, terms)


def section(run: Material) -> Section:
    """All numbers."""
    return part(WHO, [TableBlock.whole(name, title, run.analysis.table(name)) for name, title in TABLES.items()])


TABLES = {"gains": "What tuning gains", "tuning": "What the search tried"}
CHAPTERS = Chapter(1.06, section, tuple(TABLES), on=(TUNED,))
