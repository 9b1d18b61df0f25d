"""What is worth deciding: what a player loses who takes one kind of decision at random."""

from collections.abc import Sequence

from simlab.engine.metric import PERCENT
from simlab.report.blocks import Block, Chapter, RuleCard, Section, Term, Text
from simlab.report.charts import Mark, Panel, Row, intervals
from simlab.report.lines import distinct, ends, grouped, percent_of, points_of, rounded
from simlab.report.material import DECISIONS, READ, STYLES, Material
from simlab.report.svg import Picture
from simlab.report.tables import Cell, Column, TableBlock, estimated, plain, verdict, where_columns, words
from simlab.stats.deciding import points
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS, NO_DIFFERENCE, POINT
from simlab.words.numbers import listed, many, number, plainly, sentence

TITLE = "What is worth deciding"
MOST_MARKS = 3  # rules in the picture
RESTRICTED = (
    "On the same deals every player takes all decisions as the strategy does, but for one, who takes one kind of them at random. What that "
    "player loses is what choosing is worth: restricted play. A kind that is worth nothing is a rule without play, for players like these."
)


def worth(run: Material) -> Picture:
    """The picture of the first screen: a row for each kind of decision, what is worth most above."""
    rows = _first(run)
    scenarios = distinct(rows, "scenario")
    by_kind = sorted(grouped(rows, "decision"), key=lambda item: -item[1][0]["mean"])
    shown = [Row(plainly(kind), [_mark(row, scenarios) for row in of], _often(of[0])) for kind, of in by_kind]
    margin = rows[0]["margin"] * PERCENT
    panel = Panel(shown, "points of win share", zero=0.0, band=(-margin, margin))
    top = by_kind[0][1][0]
    known = top["verdict"] == MATTERS and top["mean"] > 0
    title = (
        f"Choosing “{plainly(top['decision'])}” is worth {POINT.of(points(top))}" if known else "No decision is known to be worth anything"
    )
    told = ". ".join(f"{row['decision']}, {row['scenario']}: {points_of(row, 'mean')}, {row['verdict']}" for row in rows)
    series = scenarios if len(scenarios) > 1 else ()
    return Picture("worth", title, f"What each decision is worth, with 95% intervals. {told}.", intervals([panel], series), READ)


def _mark(row: Line, scenarios: Sequence[str]) -> Mark:
    return Mark(ends(row), rounded(row, "mean", PERCENT, sign=True), STYLES[row["verdict"]], scenarios.index(row["scenario"]))


def _often(row: Line) -> str:
    """How often a player takes it, where that is known."""
    if row["often"] is None:
        return ""
    return f"{number(row['often'], 1 if row['often'] >= 0.1 else 3)} a game" if row["often"] else "never comes up"


def card(run: Material) -> RuleCard:
    """What the first screen says beside the picture."""
    rows = [row for row in _first(run) if row["scenario"] == run.baseline]
    players, strategy = rows[0]["players"], rows[0]["strategy"]
    ordered = sorted(rows, key=lambda row: -row["mean"])
    bars = [(f"{plainly(row['decision'])} at random", row["share"]) for row in ordered]
    terms = [Term("Wins of the games", bars=[("an even share", 1 / players), *bars])]
    nothing = [plainly(row["decision"]) for row in rows if row["verdict"] == NO_DIFFERENCE and row["often"] != 0]
    terms += [Term("Rules without play", ["", listed(nothing)])] if nothing else []
    asked = {str(row["decision"]) for row in rows}
    left = [plainly(decision.name) for decision in run.game.decisions if decision.name not in asked]
    terms += (
        [Term("Not asked about", [f"{sentence(listed(left))}: left to chance here anyhow, or left out of the question."])] if left else []
    )
    lead = (
        f"At a table of {players}, one player takes one kind of decision at random; {many(players - 1, 'other plays', 'others play')} on."
    )
    return RuleCard(f"The decisions of {strategy}", lead, terms)


def section(run: Material) -> Section | None:
    """All kinds of decisions, by all rules, with any number of players."""
    rows: list[Line] = run.analysis.lines("decisions")
    if not rows:
        return None
    columns = [
        words("Decision", lambda row: plainly(row["decision"])),
        verdict(),
        *where_columns([{**row, "lineup": ""} for row in rows], scenario=True),
        *estimated("Worth", "points of win share", "mean", PERCENT, sign=True),
        Column("Wins", lambda row: Cell(percent_of(row), (row["share"],)), "where it is at random", fields=("share",)),
        Column("Comes up", lambda row: Cell(_often(row) or "–", (row["often"],)), "by player", fields=("often",)),
        plain("Games", "games"),
    ]
    looked = max(row["followed"] for row in rows)
    note = f"How often a decision comes up was counted in {looked:,} games that were followed." if looked else ""
    meanings = "; ".join(f"{plainly(one.name)}: {one.meaning}" for one in run.game.decisions if one.meaning)
    table = TableBlock("decisions", "Each kind of decision", columns, rows, sentence(f"{meanings}. {note}".strip()), is_open=True)
    blocks: list[Block] = [Text([RESTRICTED]), worth(run), table]
    return Section("worth-deciding", TITLE, "", blocks)


def _first(run: Material) -> list[Line]:
    """The lines with the first number of players, of a few of the rules."""
    rows = run.in_pictures(run.analysis.lines("decisions"))
    kept = distinct(rows, "scenario")[:MOST_MARKS]
    return [row for row in rows if row["players"] == rows[0]["players"] and row["scenario"] in kept]


CHAPTERS = Chapter(1, section, ("decisions",), on=(DECISIONS,))
