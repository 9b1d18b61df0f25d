"""How long games take and how they end."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import numpy as np

from simlab.report.blocks import Block, Section
from simlab.report.charts import Series, Spread, lines, spreads, stacked
from simlab.report.material import Material, kind_of, plainly
from simlab.report.numbers import decimals, number
from simlab.report.sections.effects import effects_table
from simlab.report.sections.shares import MOST_PLACES, percent_of, places
from simlab.report.svg import Picture
from simlab.report.tables import Cell, Column, Table, interval, rounded, said, varying, whole, words

Row = dict[str, Any]

QUANTILES = ("q5", "q25", "q50", "q75", "q95")


def section(run: Material) -> Section:
    """Lengths: the whole distribution, its mean and quantiles, and how many games were cut off."""
    rows = run.analysis.lengths.to_dicts()
    blocks: list[Block] = [*length_pictures(run, rows), _table(rows)]
    return Section("lengths", "Game lengths", "A turn is what one player does until the next one's turn begins.", blocks)


def length_pictures(run: Material, rows: Sequence[Row]) -> list[Picture]:
    """The distribution in each scenario; the mean along the number of players where there are several."""
    if len(run.analysis.groups) > 1:
        return [_along_players(run, rows)]
    return [_distribution(run, f"lengths-{i}", place, each) for i, (place, each) in enumerate(places(rows)[:MOST_PLACES], 1)]


def _distribution(run: Material, name: str, place: tuple[int, str], rows: Sequence[Row]) -> Picture:
    shown = [Spread(row["scenario"] if run.has_many_scenarios else run.game.title, _in_words(row), _counts(run, row), row["q5"], row["q50"], row["q95"]) for row in rows]  # noqa: E501
    where = run.place(*place)
    title = _message(run, rows)
    told = ". ".join(f"{row['scenario']}: mean {_mean(row)}, {_in_words(row)}" for row in rows)
    note = "Each bar below a distribution spans the middle 90% of games, its tick is the median."
    note += f" The dashed outline repeats “{run.baseline}”." if len(rows) > 1 else ""
    return Picture(name, f"{where}: {title}" if where else title, f"Distributions of turns. {told}.", spreads(shown, "turns"), note)


def _message(run: Material, rows: Sequence[Row]) -> str:
    base = rows[0]
    text = f"Half of the games take {base['q25']} to {base['q75']} turns, one in twenty more than {base['q95']}"
    if len(rows) == 1:
        return text
    far = max(rows[1:], key=lambda row: abs(row["mean"] - base["mean"]))
    if far["mean"] == base["mean"]:
        return f"{text}, in every scenario"
    return f"The mean length is {_mean(base)} turns in “{base['scenario']}” and {_mean(far)} in “{far['scenario']}”"


def _mean(row: Row) -> str:
    return number(row["mean"], decimals((row["high"] - row["low"]) / 2))


def _in_words(row: Row) -> str:
    cut = f"; {percent(row['capped'])} reach the turn limit" if row["capped"] else ""
    return f"median {row['q50']} turns, 90% of games take {row['q5']} to {row['q95']}{cut}"


def percent(share: float) -> str:
    """A share of games where only its size matters: two digits.

    >>> percent(0.0), percent(0.1234), percent(0.00056)
    ('0%', '12%', '0.056%')
    """
    value = share * 100
    return f"{value:.0f}%" if value >= 10 or not value else f"{value:.2g}%"


def _counts(run: Material, row: Row) -> np.ndarray:
    frame = run.analysis.length_counts
    for key in ("players", "table", "scenario"):
        frame = frame.filter(frame[key] == row[key])
    counts = np.zeros(int(frame["turns"].max() or 0) + 1)
    counts[frame["turns"].to_numpy()] = frame["games"].to_numpy()
    return counts


def _along_players(run: Material, rows: Sequence[Row]) -> Picture:
    tables = len(run.experiment.lineups) > 1
    series, told = [], []
    for (table, scenario), each in groupby(sorted(rows, key=_series), key=_series):
        own = sorted(each, key=lambda row: row["players"])
        parts = ([scenario] if run.has_many_scenarios else []) + ([table] if tables else [])
        label = ", ".join(parts) or "mean length"
        series.append(Series(label, [(row["players"], row["mean"], row["low"], row["high"]) for row in own]))
        told.append(f"{label}: " + ", ".join(f"{_mean(row)} turns with {row['players']}" for row in own))
    base = sorted((row for row in rows if row["scenario"] == run.baseline), key=lambda row: row["players"])
    title = f"A game takes {_mean(base[0])} turns with {base[0]['players']} players and {_mean(base[-1])} with {base[-1]['players']}"
    return Picture("lengths-players", title, f"Lines along players. {'. '.join(told)}.", lines(series, "players", "mean length (turns)"), "Bars are 95% intervals.")


def _series(row: Row) -> tuple[str, str]:
    return row["table"], row["scenario"]


def _table(rows: Sequence[Row]) -> Table:
    where = varying((("players", "Players"), ("table", "Line-up")), rows)
    columns = [words("Scenario"), *(Column(title, numeric=key == "players") for key, title in where)]
    columns += [Column("Mean", "turns", fields=("mean",)), Column("95% interval", "turns", fields=("low", "high"))]
    columns += [Column("Median" if q == "q50" else f"{q[1:]}%", "turns", fields=(q,)) for q in QUANTILES]
    columns += [Column("At the turn limit", "% of games", fields=("capped",))]
    cells = []
    for row in rows:
        line = [said(row["scenario"]), *(Cell(str(row[key]), (row[key],)) for key, _ in where)]
        line += [rounded(row["mean"], (row["high"] - row["low"]) / 2), interval(row["low"], row["high"])]
        line += [whole(int(row[q])) for q in QUANTILES]
        cells.append([*line, Cell(percent(row["capped"]).rstrip("%"), (row["capped"],))])
    capped = any(row["capped"] for row in rows)
    note = "So many percent of the games take at most so many turns."
    note += " Games at the turn limit count with the turns they had: mean and upper quantiles would be higher without it." if capped else ""
    return Table("game-lengths", "Game lengths", columns, cells, note)


# Endings


def endings(run: Material) -> Section | None:
    """How games end."""
    rows = run.analysis.endings.to_dicts()
    if len({row["ending"] for row in rows if row["share"]}) < 2:
        return None
    blocks: list[Block] = []
    for i, (place, each) in enumerate(places(rows)[:MOST_PLACES], 1):
        bars = [(scenario, [(plainly(row["ending"]), row["share"] * 100) for row in own]) for scenario, own in _by_scenario(each)]
        where = run.place(*place)
        title = _endings_message(run, each)
        told = ". ".join(f"{row['scenario']}, {plainly(row['ending'])}: {percent_of(row)}" for row in each)
        blocks.append(Picture(f"endings-{i}", f"{where}: {title}" if where else title, f"Stacked bars. {told}.", stacked(bars, "% of games")))
    blocks.append(_endings_table(rows))
    if found := [c for c in run.analysis.comparisons if kind_of(c.metric) == "ending"]:
        blocks.append(effects_table(run, "effects-ending", "Effects: endings", found))
    return Section("endings", "Endings", "How the games came to their end.", blocks)


def _by_scenario(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    return [(scenario, list(each)) for scenario, each in groupby(rows, key=lambda row: row["scenario"])]


def _endings_message(run: Material, rows: Sequence[Row]) -> str:
    base = [row for row in rows if row["scenario"] == run.baseline]
    parts = [f"{percent_of(row)} of the games end with “{plainly(row['ending'])}”" for row in base if row["share"] > 0.005][:2]
    under = f"“{run.baseline}”: " if run.has_many_scenarios else ""
    return under + ", ".join(parts).replace(" of the games end with", " end with", 0 if len(parts) < 2 else -1)


def _endings_table(rows: Sequence[Row]) -> Table:
    where = varying((("players", "Players"), ("table", "Line-up"), ("scenario", "Scenario")), rows)
    columns = [words("Ending"), *(Column(title, numeric=key == "players") for key, title in where)]
    columns += [Column("Share", "% of games", fields=("share",)), Column("95% interval", "% of games", fields=("low", "high"))]
    cells = []
    for row in rows:
        half = (row["high"] - row["low"]) / 2
        line = [said(plainly(row["ending"])), *(Cell(str(row[key]), (row[key],)) for key, _ in where)]
        cells.append([*line, rounded(row["share"], half, 100), interval(row["low"], row["high"], 100)])
    return Table("ending-shares", "How games end", columns, cells)
