"""Who wins: win shares by strategy and by seat."""

from collections.abc import Sequence

from simlab.engine.metric import PERCENT, POINTS
from simlab.metrics.shares import SCORES, SEATS
from simlab.report.blocks import WHO, Block, Chapter, Section, Text, part
from simlab.report.charts import Graph, Level, Mark, Panel, Row, Series, grid, intervals, lines
from simlab.report.lines import between, bounded, distinct, ends, grouped, percent_of, points_of, rounded
from simlab.report.material import MOST_PLACES, READ, STYLES, Material
from simlab.report.svg import Picture
from simlab.report.tables import Cell, Column, TableBlock, estimated, where_columns, words
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS, NO_DIFFERENCE
from simlab.words.numbers import listed, probability, sentence

MOST_SEATED = 2  # tables with a picture of their seats


def section(run: Material) -> Section:
    """Win shares by strategy, then by seat."""
    shares, seats = run.analysis.lines("shares"), run.analysis.lines("seats")
    blocks: list[Block] = []
    if len(distinct(shares, "strategy")) > 1:
        blocks += [*([] if run.headline else by_strategy(run)), _shares_table(shares)]
    if scores := [row for row in run.analysis.lines("summary") if row["metric"].family is SCORES]:
        blocks.append(_scores_table(scores))
    if all(row["verdict"] == NO_DIFFERENCE for row in seats):
        blocks.append(Text([f"Where one sits makes no practical difference{' in any scenario' if run.has_scenarios else ''}."]))
    elif any(row["verdict"] == MATTERS for row in run.at_baseline(seats)) or run.has_players:
        blocks += by_seat(run)
    else:
        blocks.append(Text([f"{sentence(run.under_baseline(seat_message(run.at_baseline(seats))))}."]))
    return part(WHO, [*blocks, _seats_table(seats)])


def by_strategy(run: Material) -> list[Picture]:
    """Shares with their intervals; along the number of players where there are several."""
    rows: list[Line] = run.analysis.lines("shares")
    if run.has_players:
        return [_along_players(run, f"shares-{i}", of) for i, (_, of) in enumerate(grouped(run.at_baseline(rows), "lineup"), 1)]
    by_place = [of for _, of in grouped(run.at_baseline(rows), "players", "lineup") if len(distinct(of, "strategy")) > 1]
    return [_share_picture(run, f"shares-{i}", of) for i, of in enumerate(by_place[:MOST_PLACES], 1)]


def _share_picture(run: Material, name: str, rows: Sequence[Line]) -> Picture:
    base = sorted(run.at_baseline(rows), key=lambda row: -row["share"])
    order = distinct(base, "strategy")
    ordered = sorted(rows, key=lambda row: order.index(row["strategy"]))  # scenarios stay in their order
    marks = [Row(name, [Mark(ends(row, "share"), percent_of(row)) for row in of]) for name, of in grouped(ordered, "strategy")]
    even = PERCENT / rows[0]["players"]
    panel = Panel(marks, "win share in %", "", even, f"equal shares: {even:.3g}%", differences=False)
    told = ". ".join(f"{row['strategy']}, {row['scenario']}: {percent_of(row)}, interval {between(row, PERCENT)}" for row in ordered)
    title = run.titled(rows, run.under_baseline(_who_wins(base)))
    return Picture(name, title, f"Win shares with 95% intervals. {told}.", intervals([panel]), "Bars are 95% intervals.")


def _who_wins(base: Sequence[Line]) -> str:
    """Of the baseline's rows, the best first."""
    best, worst = base[0], base[-1]
    if all(row["rank_low"] == 1 for row in base):
        return f"no strategy is clearly ahead ({percent_of(worst)} to {percent_of(best)})"
    first = [row["strategy"] for row in base if row["rank_low"] == 1]
    return f"most wins for {listed(first, 'or')}, {percent_of(best)}; fewest for {worst['strategy']}, {percent_of(worst)}"


def _along_players(run: Material, name: str, base: Sequence[Line]) -> Picture:
    series, told = [], []
    for strategy, rows in grouped(base, "strategy"):
        series.append(Series(strategy, [(row["players"], *ends(row, "share")) for row in rows]))
        told.append(f"{strategy}: " + ", ".join(f"{percent_of(row)} with {row['players']}" for row in rows))
    counts = distinct(base, "players")
    best = [max(rows, key=lambda row: row["share"])["strategy"] for _, rows in grouped(base, "players")]
    is_one = len(set(best)) == 1
    what = f"most wins for {best[0]} with every number of players" if is_one else "who wins most depends on the number of players"
    note = "The share of one seat with that strategy. Bars are 95% intervals." + shown_only(run)
    level = Level("equal shares", [(n, PERCENT / n) for n in counts])
    drawing = lines([Graph("win share of a seat, in %", series, level)], "players", is_joined=False)
    return Picture(name, run.titled(base, what), f"Lines along the number of players. {'. '.join(told)}.", drawing, note)


def shown_only(run: Material) -> str:
    """A note that a picture shows the baseline only, where there are other scenarios."""
    return f" Shown: “{run.named(run.baseline)}”." if run.has_scenarios else ""


def _shares_table(rows: Sequence[Line]) -> TableBlock:
    columns = [
        words("Strategy", "strategy"),
        *where_columns(rows, scenario=True),
        *estimated("Win share", "%", "share", PERCENT),
        Column(
            "Rank",
            lambda row: Cell(rank_of(row), (row["rank"], row["rank_low"], row["rank_high"])),
            "and its 95% interval",
            fields=("rank", "rank_low", "rank_high"),
        ),
    ]
    return TableBlock("win-shares", "Win shares by strategy", columns, rows)


def _scores_table(rows: Sequence[Line]) -> TableBlock:
    columns = [
        words("Strategy", lambda row: row["metric"].label),
        *where_columns(rows, scenario=True),
        *estimated("Score", "points a game", "mean"),
    ]
    return TableBlock("scores", "Scores by strategy", columns, rows)


def rank_of(row: Line) -> str:
    """A rank, with its interval where it has any."""
    low, high = row["rank_low"], row["rank_high"]
    return str(row["rank"]) if low == high else f"{row['rank']} ({low} to {high})"


# By seat


def by_seat(run: Material) -> list[Picture]:
    """Whether where one sits matters: a forest plot, or a map over numbers of players."""
    rows = [bounded(row, "edge") for row in run.analysis.lines("seats")]
    if run.has_players:
        return [_seat_map(run, f"seat-map-{i}", of) for i, (_, of) in enumerate(grouped(run.at_baseline(rows), "lineup"), 1)]
    by_place = grouped(run.at_baseline(rows), "players", "lineup")
    by_place = [(place, of) for place, of in by_place if any(row["verdict"] == MATTERS for row in of)][:MOST_SEATED]
    return [_seat_picture(run, f"seats-{i}", of) for i, (_, of) in enumerate(by_place, 1)]


def _seat_picture(run: Material, name: str, rows: Sequence[Line]) -> Picture:
    even = 1 / rows[0]["players"]
    margin = run.analysis.margin(next(metric for metric in run.analysis.all_metrics.values() if metric.family is SEATS), even)
    marks = [Row(f"seat {row['seat']}", [Mark(ends(row, "edge"), points_of(row, "edge"), STYLES[row["verdict"]])]) for row in rows]
    band = -margin * PERCENT, margin * PERCENT
    panel = Panel(marks, "advantage in percentage points", "", 0.0, f"equal shares: {even * PERCENT:.3g}%", band)
    told = ". ".join(f"{row['scenario']}, seat {row['seat']}: {points_of(row, 'edge')}" for row in rows)
    title = run.titled(rows, run.under_baseline(seat_message(run.at_baseline(rows))))
    note = f"Seat 0 begins. {READ}{shown_only(run)}"
    return Picture(name, title, f"Seat advantages with 95% intervals. {told}.", intervals([panel]), note)


def seat_message(base: Sequence[Line]) -> str:
    """What is known of seats, in one line."""
    top = max(base, key=lambda row: (row["verdict"] == MATTERS, abs(row["edge"])))
    points = POINTS.of(rounded(bounded(top, "edge"), "edge", PERCENT, sign=True))
    if top["verdict"] == MATTERS:
        return f"seat {top['seat']} differs from an equal share by {points}, which matters"
    if all(row["verdict"] == NO_DIFFERENCE for row in base):
        return "no seat has an advantage that matters"
    return f"seat {top['seat']} differs most from an equal share, by {points}; that is not decided yet"


def _seat_map(run: Material, name: str, base: Sequence[Line]) -> Picture:
    counts, seats = distinct(base, "players"), sorted(distinct(base, "seat"))
    by = {(row["players"], row["seat"]): (row["edge"], rounded(row, "edge", PERCENT, sign=True)) for row in base}
    top = max(base, key=lambda row: abs(row["edge"]))
    title = f"the largest seat advantage is {points_of(top, 'edge')}: seat {top['seat']} of {top['players']} players"
    told = ". ".join(f"{row['players']} players, seat {row['seat']}: {points_of(row, 'edge')}" for row in base)
    note = "A column is a seat: percentage points above or below an equal share. Seat 0 begins." + shown_only(run)
    cells = [[by.get((n, seat)) for seat in seats] for n in counts]
    drawing = grid([f"{n} players" for n in counts], [str(seat) for seat in seats], cells)
    return Picture(name, run.titled(base, title), f"Map of seat advantages. {told}.", drawing, note)


def _seats_table(rows: Sequence[Line]) -> TableBlock:
    columns = [
        Column("Seat", lambda row: Cell(f"seat {row['seat']}", (row["seat"],)), numeric=False),
        *where_columns(rows, scenario=True),
        *estimated("Win share", "%", "share", PERCENT),
        Column(
            "Advantage", lambda row: Cell(rounded(bounded(row, "edge"), "edge", PERCENT, sign=True), (row["edge"],)), "percentage points"
        ),
        Column("All seats equal", lambda row: Cell(probability(row["p_joint"]), (row["p_joint"],)), "joint test", fields=("p_joint",)),
    ]
    note = "The joint test asks how probable so large an advantage of any seat would be, if none had one."
    return TableBlock("seat-shares", "Win shares by seat", columns, rows, note)


CHAPTERS = Chapter(1, section, ("shares", "seats", "summary"))
