"""How long games take and how they end."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from simlab.engine.metric import PERCENT
from simlab.metrics.events import ENDINGS
from simlab.metrics.lengths import TURNS
from simlab.report.blocks import Block, Chapter, Section
from simlab.report.charts import Series, Spread, lines, spreads, stacked
from simlab.report.lines import between, change_of, grouped, percent_of, rounded, strongest
from simlab.report.material import MOST_PLACES, Material
from simlab.report.sections.effects import effects_table
from simlab.report.svg import Picture
from simlab.report.tables import Cell, Column, TableBlock, estimated, plain, where_columns, words
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS
from simlab.words.numbers import plainly, sentence, small_percent

QUANTILES = {"q5": "5%", "q25": "25%", "q50": "Median", "q75": "75%", "q95": "95%"}


def section(run: Material) -> Section:
    """Lengths: the whole distribution, its mean and quantiles, and how many games were cut off."""
    return Section("lengths", "Game lengths", "", [*pictures(run), _table(run.analysis.lines("lengths"))])


def pictures(run: Material) -> list[Picture]:
    """The distribution in each scenario; the mean along the number of players where there are several."""
    rows: list[Line] = run.in_pictures(run.analysis.lines("lengths"))
    if run.has_players:
        return [_along_players(run, rows)]
    by_place = grouped(rows, "players", "lineup")[:MOST_PLACES]
    return [_distribution(run, f"lengths-{i}", of) for i, (_, of) in enumerate(by_place, 1)]


def _distribution(run: Material, name: str, rows: Sequence[Line]) -> Picture:
    counts = run.analysis.table("length_counts")
    shown = [spread_of(row, run.scenario_of(row), _in_words(row), "turns", counts) for row in rows]
    told = ". ".join(f"{row['scenario']}: mean {rounded(row, 'mean')}, {_in_words(row)}" for row in rows)
    note = "The bar below a distribution spans the middle 90% of the games, its tick is the median."
    note += f" The dashed outline repeats “{run.baseline}”." if len(rows) > 1 else ""
    return Picture(name, run.titled(rows, _message(run, rows)), f"Distributions of turns. {told}.", spreads(shown, "turns"), note)


def _message(run: Material, rows: Sequence[Line]) -> str:
    base = rows[0]
    if len(rows) == 1:
        return f"half of the games take {base['q25']} to {base['q75']} turns, one in twenty more than {base['q95']}"
    place = base["players"], base["lineup"]
    effects = [row for row in run.effects if row["metric"].family is TURNS and (row["players"], row["lineup"]) == place]
    if effects and strongest(effects)["verdict"] == MATTERS:
        top = strongest(effects)
        return f"{rounded(base, 'mean')} turns on average; in “{top['scenario']}” {change_of(top)}"
    return f"{rounded(base, 'mean')} turns on average, and no scenario is known to change that enough to matter"


def _in_words(row: Line) -> str:
    cut = f"; {small_percent(row['capped'])} reach the turn limit" if row["capped"] else ""
    return f"median {row['q50']} turns, 90% of games take {row['q5']} to {row['q95']}{cut}"


def spread_of(row: Line, label: str, said: str, number: str, table: pl.DataFrame) -> Spread:
    """A row's distribution of a number: how many of its games have 0, 1, 2, ... of it."""
    of = table.filter(**{key: row[key] for key in ("players", "lineup", "scenario", "event") if key in table.columns})
    counts = np.zeros(max(of[number].to_list(), default=0) + 1)
    counts[of[number].to_numpy()] = of["games"].to_numpy()
    return Spread(label, said, counts, row["q5"], row["q50"], row["q95"])


def _along_players(run: Material, rows: Sequence[Line]) -> Picture:
    series, told = [], []
    for (scenario, lineup), of in grouped(rows, "scenario", "lineup"):
        parts = ([scenario] if run.has_scenarios else []) + ([lineup] if run.has_lineups else [])
        label = ", ".join(parts) or "mean length"
        series.append(Series(label, [(row["players"], row["mean"], row["low"], row["high"]) for row in of]))
        told.append(f"{label}: " + ", ".join(f"{rounded(row, 'mean')} turns, interval {between(row)}, with {row['players']}" for row in of))
    base = sorted(run.at_baseline(rows), key=lambda row: row["mean"])
    short, long = base[0], base[-1]
    title = (
        f"games take from {rounded(short, 'mean')} turns with {short['players']} players to {rounded(long, 'mean')} with {long['players']}"
    )
    drawing = lines(series, "players", "mean length (turns)")
    alt = f"Lines along the number of players. {'. '.join(told)}."
    return Picture("lengths-1", sentence(run.under_baseline(title)), alt, drawing, "Bars are 95% intervals.")


def _table(rows: Sequence[Line]) -> TableBlock:
    columns = [
        words("Scenario", "scenario"),
        *where_columns(rows),
        *estimated("Mean", "turns", "mean"),
        *(plain(title, key, "turns") for key, title in QUANTILES.items()),
        Column(
            "At the limit", lambda row: Cell(small_percent(row["capped"]).rstrip("%"), (row["capped"],)), "% of games", fields=("capped",)
        ),
    ]
    note = "In 5% of the games there are at most so many turns, in 25%, and so on."
    if any(row["capped"] for row in rows):
        note += " Games at the turn limit count with the turns they had: without it the mean and the upper quantiles would be higher."
    return TableBlock("game-lengths", "Game lengths", columns, rows, note)


# Endings


def endings(run: Material) -> Section | None:
    """How games end."""
    rows: list[Line] = run.analysis.lines("endings")
    if len({row["ending"] for row in rows if row["share"]}) < 2:
        return None
    blocks: list[Block] = []
    for i, (_, of) in enumerate(grouped(run.in_pictures(rows), "players", "lineup")[:MOST_PLACES], 1):
        by_scenario = [each for _, each in grouped(of, "scenario")]
        bars = [(run.scenario_of(each[0]), [(plainly(row["ending"]), row["share"] * PERCENT) for row in each]) for each in by_scenario]
        told = ". ".join(f"{row['scenario']}, {plainly(row['ending'])}: {percent_of(row)}" for row in of)
        title = run.titled(of, run.under_baseline(_endings_message(run.at_baseline(of))))
        blocks.append(Picture(f"endings-{i}", title, f"Stacked bars. {told}.", stacked(bars, "% of games")))
    columns = [
        words("Ending", lambda row: plainly(row["ending"])),
        *where_columns(rows, scenario=True),
        *estimated("Share", "% of games", "share", PERCENT),
    ]
    blocks.append(TableBlock("ending-shares", "How games end", columns, rows))
    if any(row["metric"].family is ENDINGS for row in run.effects):
        blocks.append(effects_table(ENDINGS, run.effects))
    return Section("endings", "Endings", "", blocks)


def _endings_message(base: Sequence[Line]) -> str:
    often = sorted((row for row in base if row["share"]), key=lambda row: -row["share"])[:2]
    parts = [f"{percent_of(row)} of the games end by “{plainly(row['ending'])}”" for row in often]
    return parts[0] if len(parts) == 1 else f"{parts[0]}, {percent_of(often[1])} by “{plainly(often[1]['ending'])}”"


CHAPTERS = (Chapter(6, section, ("lengths", "length_counts")), Chapter(7, endings, ("endings",)))
