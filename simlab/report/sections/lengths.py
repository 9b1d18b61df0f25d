"""How long games take and how they end."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from simlab.engine.metric import A_POINT, PERCENT
from simlab.engine.rules import ENDING
from simlab.metrics.lengths import TURNS
from simlab.report.blocks import LONG, WHAT, Block, Chapter, Section, Text, part
from simlab.report.charts import Graph, Series, Spread, lines, spreads, stacked
from simlab.report.lines import between, change_of, grouped, percent_of, rounded, strongest
from simlab.report.material import Material
from simlab.report.svg import Picture
from simlab.report.tables import Cell, Column, TableBlock, estimated, plain, where_columns, words
from simlab.stats.cutoffs import FEW
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS, NO_DIFFERENCE
from simlab.words.numbers import plainly, sentence, small_percent

MOST_BARS = 8
MOST_ROWS = 4  # distributions
QUANTILES = {"q5": "5%", "q25": "25%", "q50": "Median", "q75": "75%", "q95": "95%"}


def section(run: Material) -> Section:
    """Lengths: the whole distribution, its mean and quantiles, and how many games were cut off."""
    rows = run.analysis.lines("lengths")
    if len({row[key] for row in rows for key in ("q5", "mean", "q95")}) == 1:
        turns = TURNS.difference.of(f"{rows[0]['q50']:,}")
        return part(LONG, [Text([f"Every game takes {turns}."]), _table(rows)])
    return part(LONG, [*_cut_off(run), *pictures(run), _table(rows)])


def _cut_off(run: Material) -> list[Block]:
    """A warning, where a limit makes the means what they are."""
    rows = [row for row in run.analysis.lines("lengths") if row["capped"] > FEW]
    if not rows:
        return []
    top = max(rows, key=lambda row: row["capped"])
    where = f" in “{run.named(top['scenario'])}”" if run.has_scenarios else ""
    text = f"{small_percent(top['capped'])} of the games{where} were cut off at the turn limit"
    return [Text([f"{text}: there the mean says what the limit makes of it, the median what games are like."])]


def pictures(run: Material) -> list[Picture]:
    """The distribution in each scenario; the mean along the number of players where there are several."""
    rows: list[Line] = run.in_pictures(run.analysis.lines("lengths"))
    if run.has_players:
        return [_along_players(run, rows)]
    (_, of), *_ = grouped(rows, "players", "lineup")
    return [_distribution(run, "lengths-1", [row for row in of if _is_told(run, row)][:MOST_ROWS])]


def _is_told(run: Material, row: Line) -> bool:
    """A distribution that is no different from the baseline's is not drawn again."""
    keys = ("players", "lineup", "scenario")
    effects = [effect for effect in run.effects if effect["metric"].family is TURNS and all(effect[key] == row[key] for key in keys)]
    return row["scenario"] == run.baseline or any(effect["verdict"] != NO_DIFFERENCE for effect in effects)


def _distribution(run: Material, name: str, rows: Sequence[Line]) -> Picture:
    counts = run.analysis.table("length_counts")
    shown = [spread_of(row, run.scenario_of(row), _in_words(row), "turns", counts) for row in rows]
    told = ". ".join(f"{row['scenario']}: mean {rounded(row, 'mean')}, {_in_words(row)}" for row in rows)
    note = "The bar below a distribution spans the middle 90% of the games, its tick is the median."
    note += f" The dashed outline repeats “{run.named(run.baseline)}”." if len(rows) > 1 else ""
    return Picture(name, run.titled(rows, _message(run, rows)), f"Distributions of turns. {told}.", spreads(shown, "turns"), note)


def _message(run: Material, rows: Sequence[Line]) -> str:
    base = rows[0]
    if not run.has_scenarios:
        return f"half of the games take {base['q25']} to {base['q75']} turns, one in twenty more than {base['q95']}"
    place = base["players"], base["lineup"]
    effects = [row for row in run.effects if row["metric"].family is TURNS and (row["players"], row["lineup"]) == place]
    if effects and strongest(effects)["verdict"] == MATTERS:
        top = strongest(effects)
        return f"{rounded(base, 'mean')} turns on average; in “{run.named(top['scenario'])}” {change_of(top)}"
    rest = ", and no scenario is known to change that enough to matter" if run.has_scenarios else ""
    return f"{rounded(base, 'mean')} turns on average{rest}"


def _in_words(row: Line) -> str:
    cut = f"; {small_percent(row['capped'])} reach the turn limit" if row["capped"] else ""
    return f"median {row['q50']} turns, 90% take {row['q5']} to {row['q95']}{cut}"


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
    drawing = lines([Graph("mean length, in turns", series)], "players", is_joined=False)
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
    """How games end: a bar for each scenario where that differs, else a sentence."""
    rows: list[Line] = run.analysis.lines("endings")
    if len({row["ending"] for row in rows if row["share"]}) < 2:
        return None
    columns = [
        words("Ending", lambda row: plainly(row["ending"])),
        *where_columns(rows, scenario=True),
        *estimated("Share", "% of games", "share", PERCENT),
    ]
    base = run.at_baseline(rows)
    first = [row for row in base if (row["players"], row["lineup"]) == (base[0]["players"], base[0]["lineup"])]
    message = sentence(run.under_baseline(_endings_message(run, first)))
    found: list[Block] = [_endings_picture(run, rows, message)] if _differ(rows) else [Text([f"{message}."])]
    return part(WHAT, [*found, TableBlock("ending-shares", "How games end", columns, rows)])


def _differ(rows: Sequence[Line]) -> bool:
    """Do places differ in how games end, by a point or more?"""
    return any(max(row["share"] for row in of) - min(row["share"] for row in of) >= A_POINT.value for _, of in grouped(rows, "ending"))


def _endings_picture(run: Material, rows: Sequence[Line], title: str) -> Picture:
    bars, told = [], []
    for (scenario, players, lineup), of in grouped(run.in_pictures(rows), "scenario", "players", "lineup")[:MOST_BARS]:
        where = [*([run.named(scenario)] if run.has_scenarios else []), *([f"{players} players"] if run.has_players else [])]
        label = ", ".join([*where, *([lineup] if run.has_lineups else [])])
        bars.append((label, [(_called(run, row), row["share"] * PERCENT) for row in of if row["share"]]))
        told.append(f"{label}: " + ", ".join(f"{_called(run, row)} {percent_of(row)}" for row in of if row["share"]))
    return Picture("endings-1", title, f"Stacked bars. {'. '.join(told)}.", stacked(bars, "% of games"))


def _endings_message(run: Material, base: Sequence[Line]) -> str:
    often = sorted((row for row in base if row["share"]), key=lambda row: -row["share"])[:2]
    told = [f"{percent_of(row)} {'with' if i else 'of the games end with'} {_called(run, row)}" for i, row in enumerate(often)]
    return ", ".join(told)


def _called(run: Material, row: Line) -> str:
    return run.noun(f"{ENDING}{row['ending']}")


CHAPTERS = (Chapter(2, section, ("lengths", "length_counts")), Chapter(3.1, endings, ("endings",)))
