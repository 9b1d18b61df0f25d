"""Luck and skill: where the variance of winning comes from."""

from simlab.engine.metric import PERCENT
from simlab.report.blocks import WHO, Block, Chapter, Section, Text, part
from simlab.report.material import Material
from simlab.report.tables import Cell, Column, TableBlock, where_columns, words
from simlab.stats.statistic import Line
from simlab.words.numbers import listed, sentence

PARTS = {"strategy": "strategy", "seat": "seat", "deal": "cards dealt", "rest": "course of the game"}


def section(run: Material) -> Section | None:
    """The parts of the variance, in each scenario."""
    rows: list[Line] = run.analysis.lines("luck")
    if not rows:
        return None
    blocks: list[Block] = [Text([sentence(run.under_baseline(luck_in(run.at_baseline(rows))))])]
    columns = [words("Scenario", "scenario"), *where_columns(rows), *(_part(key, title) for key, title in PARTS.items())]
    note = (
        "Of the variance of a seat’s win share in a game. Cards dealt: what a seat’s cards are worth, whoever holds them. "
        "Course of the game: all that is decided later, by chance or by how these players meet. –: these seatings cannot tell."
    )
    blocks.append(TableBlock("variance", "Where the variance of winning comes from", columns, rows, note))
    return part(WHO, blocks)


def part_of(share: float) -> str:
    """A part of the variance: in percent, with one decimal where it is small.

    >>> part_of(0.0), part_of(0.0002), part_of(0.0123), part_of(0.97)
    ('0%', 'under 0.1%', '1.2%', '97%')
    """
    value = share * PERCENT
    if 0 < value < 0.1:
        return "under 0.1%"
    return f"{value:.0f}%" if value >= 10 or not value else f"{value:.1f}%"


def luck_in(base: list[Line]) -> str:
    """What explains who wins, in a sentence; the range of it where there are several tables."""
    said = []
    for key, title in (("strategy", "who plays"), ("deal", "the cards dealt")):
        if known := [row[key] for row in base if row[key] is not None]:
            low, high = part_of(min(known)), part_of(max(known))
            said.append(f"{low}{f' to {high}' if low != high else ''} is {title}")
    return (
        f"of what decides who wins, {listed(said)}; the rest is the course of the game." if said else "what decides who wins can't be told."
    )


def _part(key: str, title: str) -> Column:
    def cell(row: Line) -> Cell:
        return Cell("–" if row[key] is None else part_of(row[key]).removesuffix("%"), (row[key],))

    return Column(sentence(title), cell, "% of variance", fields=(key,))


CHAPTERS = Chapter(1.3, section, ("luck",))
