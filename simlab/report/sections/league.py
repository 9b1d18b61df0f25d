"""A league: the ladder, who beats whom, and what one number does not tell."""

from collections.abc import Sequence

from simlab.engine.metric import PERCENT
from simlab.report.blocks import WHO, Block, Chapter, RuleCard, Section, Term, part
from simlab.report.charts import Mark, Panel, Row, grid, intervals
from simlab.report.lines import bounded, ends, grouped, half_width, percent_of, rounded
from simlab.report.material import LEAGUE, Material
from simlab.report.svg import Picture
from simlab.report.tables import TableBlock
from simlab.stats.statistic import Line
from simlab.words import numbers
from simlab.words.numbers import listed, many, sentence, signed

MOST_ON_LADDER = 24
MOST_NAMED = 4
LEAST_OF_MIX = 0.005  # that is told
NOTE = "Points: 100 are odds of 1.78 to 1 at the same table; the mean of the field is 0. Bars are 95% intervals."


def ladder(run: Material) -> Picture:
    """The picture of the first screen: everybody's rating, the best above."""
    rows = _first(run, "ratings")
    shown = rows[:MOST_ON_LADDER]
    marks = [Mark(ends(row, "rating", 1.0), rounded(row, "rating", sign=True)) for row in shown]
    named = [(f"{row['rank']}  {row['strategy']}", f"wins {percent_of(bounded(row, 'share'))}") for row in shown]
    panel = Panel(
        [Row(name, [mark], wins) for (name, wins), mark in zip(named, marks, strict=True)],
        "points more or less than the mean of the field",
        zero=0.0,
        zero_label="mean",
    )
    told = ". ".join(f"{row['strategy']}: {mark.value} points" for row, mark in zip(shown, marks, strict=True))
    return Picture("ladder", _title(rows), f"Ratings with 95% intervals. {told}.", intervals([panel]), NOTE)


def _title(rows: Sequence[Line]) -> str:
    if len(rows) < 2:
        return "A field of one"
    ahead = numbers.rounded(rows[0]["rating"] - rows[1]["rating"], half_width(rows[0]) + half_width(rows[1]))
    return f"{sentence(rows[0]['strategy'])} leads by {ahead} points"


def card(run: Material) -> RuleCard:
    """What the first screen says beside the ladder."""
    ratings, pairs, seats = (_first(run, table) for table in ("ratings", "pairs", "seat_ratings"))
    group = run.analysis.groups[0]
    tables = many(len(group.lineups), "table")
    rungs = [str(row["strategy"]) for row in sorted((row for row in ratings if row["rung"]), key=lambda row: row["rung"])]
    terms = [Term("Rungs", ["", str(len(rungs)), f": {listed(rungs)}. Each wins at least 60 of 100 games that it or the next one wins."])]
    terms.append(Term("Wins of the games", bars=[(row["strategy"], row["share"]) for row in ratings[:MOST_NAMED]]))
    misfits = [row for row in pairs if row["is_misfit"] and row["share"] > row["told"]]
    if misfits:
        top = max(misfits, key=lambda row: row["share"] - row["told"])
        said = f" against {top['opponent']}: {top['share']:.0%} rather than {top['told']:.0%}"
        others = f"; {many(len(misfits) - 1, 'other pair')} differ as well" if len(misfits) > 1 else ""
        terms.append(Term("Better than its rating tells", ["", top["strategy"], f"{said}{others}."]))
    terms += _replies(_first(run, "replies"))
    best = max(seats, key=lambda row: row["rating"])
    where = "no seat is known to be better than the others"
    if best["low"] > 0:
        where = f"seat {best['seat']} is worth {rounded(best, 'rating', sign=True)} points"
    terms.append(Term("Where one sits", [sentence(f"{where}.")]))
    where_from = f"{tables} of {group.players}: everybody sits equally often in each seat, and as often as can be with each other."
    return RuleCard(f"A league of {many(len(ratings), 'strategy', 'strategies')}", sentence(where_from), terms)


def _replies(rows: Sequence[Line]) -> list[Term]:
    """Which strategies nobody needs; and for two players the mix against which nobody does better."""
    terms = []
    if superfluous := [f"{row['strategy']} (by {row['dominated_by']})" for row in rows if row["dominated_by"]]:
        more = f" and {len(superfluous) - MOST_NAMED} more" if len(superfluous) > MOST_NAMED else ""
        terms.append(Term("Dominated", [f"{listed(superfluous[:MOST_NAMED])}{more}: never better, against anybody."]))
    mixed = sorted(((row["strategy"], row["mix"]) for row in rows if (row["mix"] or 0) >= LEAST_OF_MIX), key=lambda bar: -bar[1])
    if len(rows) > 1 and mixed:
        terms.append(Term("A mix nobody beats", bars=mixed[:MOST_NAMED]))
    return terms


def section(run: Material) -> Section | None:
    """Who beats whom, and all numbers."""
    blocks: list[Block] = []
    for i, (_, rows) in enumerate(grouped(run.analysis.lines("pairs"), "players", "scenario"), 1):
        blocks.append(_map(f"league-{i}", rows))
    blocks += [TableBlock.whole(name, title, run.analysis.table(name)) for name, title in TABLES.items()]
    return part(WHO, blocks)


def _map(name: str, rows: Sequence[Line]) -> Picture:
    names = list(dict.fromkeys(str(row["strategy"]) for row in rows))
    by = {(row["strategy"], row["opponent"]): row for row in rows}
    points = {pair: (row["share"] - 0.5) * PERCENT for pair, row in by.items()}
    cells = [[(points[a, b], signed(points[a, b])) if (a, b) in by else None for b in names] for a in names]
    beaten = sum(row["is_ahead"] for row in rows)
    title = f"{rows[0]['players']} players, “{rows[0]['scenario']}”: of {many(len(rows) // 2, 'pair')} {beaten} have a sure winner"
    told = ". ".join(f"{row['strategy']} against {row['opponent']}: {row['share']:.0%}" for row in rows if row["share"] >= 0.5)
    note = "Of the games that one of the two wins where both sit: by how many points the row's share is above a half."
    return Picture(name, title, f"Who beats whom. {told}.", grid(names, names, cells), note)


def _first(run: Material, table: str) -> list[Line]:
    """The lines of the first ladder."""
    rows: list[Line] = run.analysis.lines(table)
    return [row for row in rows if (row["players"], row["scenario"]) == (rows[0]["players"], rows[0]["scenario"])]


TABLES = {"ratings": "Ratings", "pairs": "Who beats whom", "replies": "Best replies", "seat_ratings": "What each seat is worth"}
CHAPTERS = Chapter(1, section, tuple(TABLES), on=(LEAGUE,))
