"""Who wins: win shares by strategy and by seat."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from simlab.report.blocks import Block, Section
from simlab.report.charts import Mark, Panel, Series, grid, intervals, lines
from simlab.report.material import Material
from simlab.report.numbers import decimals, number, probability, signed, span
from simlab.report.svg import Picture
from simlab.report.tables import Cell, Column, Table, interval, rounded, said, varying, words

Row = dict[str, Any]

MOST_PLACES = 3
PERCENT = 100.0


def section(run: Material) -> Section:
    """Win shares by strategy, then by seat."""
    blocks: list[Block] = []
    shares = run.analysis.shares.to_dicts()
    if shares:
        blocks += [*share_pictures(run, shares), _shares_table(run, shares)]
    seats = run.analysis.seats.to_dicts()
    blocks += [*seat_pictures(run, seats), _seats_table(run, seats)]
    lead = "A game won alone counts 1, a shared win is split evenly. Equal players would each win one game in as many as they are."
    return Section("shares", "Win shares", lead, blocks)


def places(rows: Sequence[Row]) -> list[tuple[Any, list[Row]]]:
    """The rows by number of players and line-up."""
    return [(place, list(each)) for place, each in groupby(rows, key=lambda row: (row["players"], row["table"]))]


def share_pictures(run: Material, rows: Sequence[Row]) -> list[Picture]:
    """Shares by strategy: along the number of players where there are several, else with their intervals."""
    if len(run.analysis.groups) > 1:
        return [_along_players(run, name, list(each)) for name, each in groupby(sorted(rows, key=_table), key=_table)]
    found = []
    for i, (place, each) in enumerate(places(rows)[:MOST_PLACES], 1):
        if len({row["strategy"] for row in each}) > 1:
            found.append(_share_picture(run, f"shares-{i}", place, each))
    return found


def _table(row: Row) -> str:
    return str(row["table"])


def _share_picture(run: Material, name: str, place: tuple[int, str], rows: Sequence[Row]) -> Picture:
    base = [row for row in rows if row["scenario"] == run.baseline]
    order = [row["strategy"] for row in sorted(base, key=lambda row: -row["share"])]
    ordered = sorted(rows, key=lambda row: order.index(row["strategy"]))  # scenarios stay in their order
    marks = []
    for row in ordered:
        label, group = (row["scenario"], row["strategy"]) if run.has_many_scenarios else (row["strategy"], "")
        marks.append(Mark(label, *(row[k] * PERCENT for k in ("share", "low", "high")), percent_of(row), "plain", group))
    even = PERCENT / place[0]
    panel = Panel(marks, "win share in %", "", even, f"equal shares: {even:.3g}%", differences=False)
    title = f"{_who_wins(run, base)}"
    where = run.place(*place)
    told = ". ".join(f"{row['strategy']}, {row['scenario']}: {percent_of(row)}, 95% interval {_span(row)}" for row in ordered)
    return Picture(name, f"{where}: {title}" if where else title, f"Win shares with intervals. {told}.", intervals([panel]))


def _who_wins(run: Material, base: Sequence[Row]) -> str:
    best, worst = max(base, key=lambda row: row["share"]), min(base, key=lambda row: row["share"])
    under = f"“{run.baseline}”: " if run.has_many_scenarios else ""
    if best["rank_high"] > 1 and best["low"] < worst["high"]:
        return f"{under}no strategy is clearly ahead ({percent_of(worst)} to {percent_of(best)})"
    return f"{under}{best['strategy']} wins most, {percent_of(best)}; {worst['strategy']} least, {percent_of(worst)}"


def percent_of(row: Row, key: str = "share") -> str:
    """A share in percent, with the digits that its interval allows."""
    return f"{number(row[key] * PERCENT, decimals((row['high'] - row['low']) / 2 * PERCENT))}%"


def _span(row: Row) -> str:
    return span(row["low"] * PERCENT, row["high"] * PERCENT, decimals((row["high"] - row["low"]) / 2 * PERCENT))


def _along_players(run: Material, table: str, rows: Sequence[Row]) -> Picture:
    base = [row for row in rows if row["scenario"] == run.baseline]
    series, told = [], []
    for strategy in dict.fromkeys(row["strategy"] for row in base):
        own = [row for row in base if row["strategy"] == strategy]
        series.append(Series(strategy, [(row["players"], *(row[k] * PERCENT for k in ("share", "low", "high"))) for row in own]))
        told.append(f"{strategy}: " + ", ".join(f"{percent_of(row)} with {row['players']}" for row in own))
    counts = sorted({row["players"] for row in base})
    level = [(n, PERCENT / n) for n in counts]
    best = [max((row for row in base if row["players"] == n), key=lambda row: row["share"])["strategy"] for n in counts]
    what = f"{best[0]} wins most with every number of players" if len(set(best)) == 1 else "who wins most depends on the number of players"
    title = f"{table}: {what}" if len(run.experiment.lineups) > 1 else what[0].upper() + what[1:]
    note = "The share of one seat with that strategy. Bars are 95% intervals."
    note += f" Shown: “{run.baseline}”." if run.has_many_scenarios else ""
    drawing = lines(series, "players", "win share of a seat (%)", level=level, level_label="equal shares")
    return Picture(f"shares-{list(run.experiment.lineups).index(table) + 1}", title, f"Lines along players. {'. '.join(told)}.", drawing, note)


def _shares_table(run: Material, rows: Sequence[Row]) -> Table:
    where = varying((("players", "Players"), ("table", "Line-up"), ("scenario", "Scenario")), rows)
    columns = [words("Strategy"), *(Column(title, numeric=key == "players") for key, title in where)]
    columns += [
        Column("Win share", "%", fields=("share",)),
        Column("95% interval", "%", fields=("low", "high")),
        Column("Against equal shares", "percentage points", fields=("edge",)),
        Column("Rank", "and its 95% interval", fields=("rank", "rank_low", "rank_high")),
    ]
    return Table("win-shares", "Win shares by strategy", columns, [_shares_row(row, where) for row in rows])


def _shares_row(row: Row, where: Sequence[tuple[str, str]]) -> list[Cell]:
    half = (row["high"] - row["low"]) / 2
    cells = [said(row["strategy"]), *(Cell(str(row[key]), (row[key],)) for key, _ in where)]
    rank = f"{row['rank']}" if row["rank_low"] == row["rank_high"] else f"{row['rank']} ({row['rank_low']} to {row['rank_high']})"
    return [
        *cells,
        rounded(row["share"], half, PERCENT),
        interval(row["low"], row["high"], PERCENT),
        rounded(row["share"] - 1 / row["players"], half, PERCENT, sign=True),
        Cell(rank, (row["rank"], row["rank_low"], row["rank_high"])),
    ]


# By seat


def seat_pictures(run: Material, rows: Sequence[Row]) -> list[Picture]:
    """Whether where one sits matters: a map over numbers of players, or a forest plot."""
    if len(run.analysis.groups) > 1:
        return [_seat_map(run, list(each)) for _, each in groupby(sorted(rows, key=_table), key=_table)]
    return [_seat_picture(run, f"seats-{i}", place, each) for i, (place, each) in enumerate(places(rows)[:MOST_PLACES], 1)]


def edge_of(row: Row) -> str:
    """A seat's advantage in percentage points."""
    return f"{signed(row['edge'] * PERCENT, decimals((row['high'] - row['low']) / 2 * PERCENT))} pp"


def _seat_picture(run: Material, name: str, place: tuple[int, str], rows: Sequence[Row]) -> Picture:
    even, marks = 1 / place[0], []
    for row in rows:
        group = row["scenario"] if run.has_many_scenarios else ""
        ends = ((row[k] - even) * PERCENT for k in ("share", "low", "high"))
        marks.append(Mark(f"seat {row['seat']}", *ends, edge_of(row), "plain", group))
    margin = run.analysis.margin("seat.0", even) * PERCENT
    panel = Panel(marks, "advantage of the seat in percentage points", "", 0.0, f"equal shares: {even * PERCENT:.3g}%", (-margin, margin))
    where = run.place(*place)
    title = _seat_message(run, [row for row in rows if row["scenario"] == run.baseline], margin / PERCENT)
    told = ". ".join(f"{row['scenario']}, seat {row['seat']}: {edge_of(row)}" for row in rows)
    note = "Seat 0 begins. The shaded band is too small to matter."
    return Picture(name, f"{where}: {title}" if where else title, f"Seat advantages with intervals. {told}.", intervals([panel]), note)


def _seat_message(run: Material, base: Sequence[Row], margin: float) -> str:
    top = max(base, key=lambda row: abs(row["edge"]))
    half = (top["high"] - top["low"]) / 2
    under = f"“{run.baseline}”: " if run.has_many_scenarios else ""
    test = probability(top["p_joint"])
    if abs(top["edge"]) - half > margin:
        more = "more" if top["edge"] > 0 else "less"
        return f"{under}seat {top['seat']} wins {edge_of(top).lstrip('+−').replace('pp', 'percentage points')} {more} than its share"
    if all(abs(row["edge"]) + (row["high"] - row["low"]) / 2 < margin for row in base):
        return f"{under}no seat has an advantage that matters"
    return f"{under}the largest seat advantage is {edge_of(top)} (seat {top['seat']}; all seats equal: {test})"


def _seat_map(run: Material, rows: Sequence[Row]) -> Picture:
    base = [row for row in rows if row["scenario"] == run.baseline]
    counts, seats = sorted({row["players"] for row in base}), sorted({row["seat"] for row in base})
    by = {(row["players"], row["seat"]): row for row in base}
    cells = [[_edge_cell(by.get((n, seat))) for seat in seats] for n in counts]
    top = max(base, key=lambda row: abs(row["edge"]))
    table = rows[0]["table"]
    title = f"The largest seat advantage is {edge_of(top)} (seat {top['seat']} of {top['players']} players)"
    title = f"{table}: {title[0].lower()}{title[1:]}" if len(run.experiment.lineups) > 1 else title
    told = ". ".join(f"{row['players']} players, seat {row['seat']}: {edge_of(row)}" for row in base)
    note = "Percentage points above or below an equal share. Seat 0 begins." + (f" Shown: “{run.baseline}”." if run.has_many_scenarios else "")
    drawing = grid([f"{n} players" for n in counts], [f"seat {seat}" for seat in seats], cells)
    return Picture(f"seat-map-{list(run.experiment.lineups).index(table) + 1}", title, f"Map of seat advantages. {told}.", drawing, note)


def _edge_cell(row: Row | None) -> tuple[float, str] | None:
    return None if row is None else (row["edge"], edge_of(row).removesuffix(" pp"))


def _seats_table(run: Material, rows: Sequence[Row]) -> Table:
    where = varying((("players", "Players"), ("table", "Line-up"), ("scenario", "Scenario")), rows)
    columns = [words("Seat"), *(Column(title, numeric=key == "players") for key, title in where)]
    columns += [
        Column("Win share", "%", fields=("share",)),
        Column("95% interval", "%", fields=("low", "high")),
        Column("Advantage", "percentage points", fields=("edge",)),
        Column("All seats equal", "joint test", fields=("p_joint",)),
    ]
    cells = []
    for row in rows:
        half = (row["high"] - row["low"]) / 2
        cells.append([
            Cell(f"seat {row['seat']}", (row["seat"],)),
            *(Cell(str(row[key]), (row[key],)) for key, _ in where),
            rounded(row["share"], half, PERCENT),
            interval(row["low"], row["high"], PERCENT),
            rounded(row["edge"], half, PERCENT, sign=True),
            Cell(probability(row["p_joint"]), (row["p_joint"],)),
        ])  # fmt: skip
    note = "The joint test asks how probable shares at least this uneven would be, if no seat had an advantage."
    return Table("seat-shares", "Win shares by seat", columns, cells, note)
