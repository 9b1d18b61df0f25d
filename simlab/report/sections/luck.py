"""Luck and skill: where the variance of winning comes from."""

from simlab.engine.metric import PERCENT
from simlab.report.blocks import Block, Chapter, Section
from simlab.report.charts import stacked
from simlab.report.lines import grouped
from simlab.report.material import MOST_PLACES, Material
from simlab.report.svg import Picture
from simlab.report.tables import Cell, Column, TableBlock, where_columns, words
from simlab.stats.statistic import Line
from simlab.words.numbers import sentence

PARTS = {"strategy": "strategy", "seat": "seat", "deal": "cards dealt", "rest": "course of the game"}


def section(run: Material) -> Section | None:
    """The parts of the variance, in each scenario."""
    rows: list[Line] = run.analysis.lines("luck")
    if not rows:
        return None
    blocks: list[Block] = [_picture(run, f"luck-{i}", of) for i, of in enumerate(_pictured(run, rows), 1)]
    columns = [words("Scenario", "scenario"), *where_columns(rows), *(_part(key, title) for key, title in PARTS.items())]
    note = (
        "Of the variance of a seat’s win share in a game. Cards dealt: what a seat’s cards are worth, whoever holds them. "
        "Course of the game: all that is decided later, by chance or by how these players meet. –: these seatings cannot tell."
    )
    blocks.append(TableBlock("variance", "Where the variance of winning comes from", columns, rows, note))
    lead = "If every game were decided by who plays, strategy would explain all of it; if by the shuffle, strategy would explain nothing."
    return Section("luck", "Luck and skill", lead, blocks)


def part_of(share: float) -> str:
    """A part of the variance: in percent, with one decimal where it is small.

    >>> part_of(0.0), part_of(0.0002), part_of(0.0123), part_of(0.97)
    ('0%', 'under 0.1%', '1.2%', '97%')
    """
    value = share * PERCENT
    if 0 < value < 0.1:
        return "under 0.1%"
    return f"{value:.0f}%" if value >= 10 or not value else f"{value:.1f}%"


def _pictured(run: Material, rows: list[Line]) -> list[list[Line]]:
    """A bar a scenario; along the number of players a bar a number."""
    found = grouped(run.at_baseline(rows), "lineup") if run.has_players else grouped(run.in_pictures(rows), "players", "lineup")
    return [of for _, of in found][:MOST_PLACES]


def _picture(run: Material, name: str, rows: list[Line]) -> Picture:
    bars = []
    for row in rows:
        label = f"{row['players']} players" if run.has_players else run.scenario_of(row)
        bars.append((label, [(title, row[key] * PERCENT) for key, title in PARTS.items() if row[key] is not None]))
    told = ". ".join(f"{label}: {', '.join(f'{part} {part_of(share / PERCENT)}' for part, share in parts)}" for label, parts in bars)
    first = rows[0]
    dealt = "" if first["deal"] is None else f", the cards dealt {part_of(first['deal'])}"
    title = f"strategy explains {part_of(first['strategy'])} of who wins{dealt}"
    title = f"{first['players']} players: {title}" if run.has_players else run.under_baseline(title)
    return Picture(name, run.titled(rows, title), f"Stacked bars. {told}.", stacked(bars, "% of the variance of winning"))


def _part(key: str, title: str) -> Column:
    def cell(row: Line) -> Cell:
        return Cell("–" if row[key] is None else part_of(row[key]).removesuffix("%"), (row[key],))

    return Column(sentence(title), cell, "% of variance", fields=(key,))


CHAPTERS = Chapter(11, section, ("luck",))
