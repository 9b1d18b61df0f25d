"""The trigger ledger, flipped deals and a typical game: what happens at the table."""

from collections.abc import Sequence
from math import isfinite

from simlab.engine.metric import PERCENT
from simlab.report.blocks import Block, Chapter, Facts, Games, Section, Told
from simlab.report.charts import Mark, Panel, Series, intervals, lines, spreads
from simlab.report.lines import bounded, change_of, distinct, ends, grouped, half_width, in_title, percent_of, rounded, strongest
from simlab.report.material import MOST_PLACES, STYLES, Material
from simlab.report.sections.lengths import QUANTILES, spread_of
from simlab.report.svg import Picture
from simlab.report.tables import Cell, Column, TableBlock, changed, estimated, measured, plain, where_columns, words
from simlab.stats.replays import SideBySide
from simlab.stats.statistic import Line
from simlab.stats.statistics.events import MOST_TIMES
from simlab.table.telling import lines_of
from simlab.words.numbers import plainly, sentence

MOST_PAIRS = 3  # flipped deals side by side
RARE = 12  # times a game: what is rarer in 95% of the games has a picture of its own
CONTEXT = 3  # events before the first difference
MOST_LINES = 26  # of a game
NEARLY_ALL = 0.98  # events that fire in more of the games divide nothing


def ledger(run: Material) -> Section | None:
    """How often each event fires, for whom, and what the scenarios do where it fired."""
    rows: list[Line] = run.analysis.lines("ledger")
    if not rows:
        return None
    blocks: list[Block] = [*_where_fired(run), _how_often(run, rows), *_distributions(run)]
    blocks.append(Facts([(plainly(event), meaning) for event, meaning in run.game.counted.items()]))
    blocks += _for_whom(run)
    if effects := run.analysis.lines("ledger_effects"):
        blocks.append(_effects_table([_as_effect(row) for row in effects]))
    lead = "Which rule events happen, and who sets them off."
    lead += " And what the scenarios do to the games in which they happened." if run.has_scenarios else ""
    return Section("ledger", "Trigger ledger", lead, blocks)


def _distributions(run: Material) -> list[Picture]:
    """How many times events fire in a game of the baseline, at the first line-up: rare events and frequent ones on scales of their own."""
    base: list[Line] = run.at_baseline(run.analysis.lines("times"))
    rows = [row for row in base if (row["players"], row["lineup"]) == (base[0]["players"], base[0]["lineup"]) and row["mean"] > 0]
    found = []
    for name, kind, is_rare in (("times-rare", "the rarer events", True), ("times-frequent", "the more frequent events", False)):
        of = [row for row in rows if (row["q95"] <= RARE) == is_rare]
        if not of:
            continue
        counts = run.analysis.table("times_counts")
        shown = [spread_of(row, plainly(row["event"]), _usual(row), "times", counts) for row in of]
        top = max(of, key=lambda row: row["mean"])
        title = run.under_baseline(f"{kind}, most often {plainly(top['event'])}: {rounded(top, 'mean')} times a game")
        told = ". ".join(f"{plainly(row['event'])}: {_usual(row)}" for row in of)
        note = "Each distribution is as high as it can be; the bar below spans the middle 90% of the games, its tick is the median."
        found.append(Picture(name, run.titled(of, title), f"Distributions. {told}.", spreads(shown, "times a game", of_one=False), note))
    return found


def _usual(row: Line) -> str:
    return f"mean {rounded(row, 'mean')}, median {row['q50']}, in 90% of games {row['q5']} to {row['q95']}"


def _how_often(run: Material, rows: Sequence[Line]) -> TableBlock:
    """In how many games an event fires, how many times on average, and quantiles where it is counted in whole numbers."""
    keys = ("players", "lineup", "scenario", "event")
    quantiles = {tuple(row[key] for key in keys): row for row in run.analysis.lines("times")}
    all_rows = [{**bounded(row, "fired"), **{key: quantiles[tuple(row[k] for k in keys)][key] for key in QUANTILES}} for row in rows]
    columns = [
        words("Event", lambda row: plainly(row["event"])),
        *where_columns(rows, scenario=True),
        measured("Fired", "% of games", "fired", PERCENT),
        Column(
            "Times", lambda row: Cell(rounded(bounded(row, "per_game"), "per_game"), (row["per_game"],)), "a game", fields=("per_game",)
        ),
        *(plain(title, key, "times") for key, title in QUANTILES.items()),
    ]
    note = f"In 5% of the games an event fires at most so many times, in 25%, and so on; more than {MOST_TIMES:,} count as {MOST_TIMES:,}."
    return TableBlock("ledger-table", "How often each event fires", columns, all_rows, note)


def _as_effect(row: Line) -> Line:
    return {**row, "mean": row["effect"]}


def _where_fired(run: Material) -> list[Picture]:
    """The strongest effect of all, split by the events that fired."""
    if not run.has_scenarios or not run.effects:
        return []
    top = strongest([row for row in run.effects if row["metric"].family.is_headline] or run.effects)
    keys = ("players", "lineup", "scenario", "metric")
    found = [_as_effect(row) for row in run.analysis.lines("ledger_effects") if all(row[key] == top[key] for key in keys)]
    often = max((row["games"] for row in found), default=0) * NEARLY_ALL
    found = [row for row in found if row["games"] < often and isfinite(half_width(row))]
    if not any(row["mean"] for row in found):
        return []
    factor = top["metric"].family.factor
    marks = [Mark("all games", ends(top, factor=factor), change_of(top), STYLES[top["verdict"]])]
    for row in sorted(found, key=lambda row: -abs(row["mean"])):
        text = f"{rounded(row, 'mean', factor, sign=True)} {row['metric'].family.difference.short}"
        marks.append(Mark(f"with {plainly(row['event'])}", ends(row, factor=factor), text))
    most = max(found, key=lambda row: abs(row["mean"] - top["mean"]) - half_width(row))
    there = rounded(most, "mean", factor, sign=True)
    title = f"“{top['scenario']}”: {in_title(top)} over all games, {there} in those with {plainly(most['event'])}"
    panel = Panel(marks, f"change in {top['metric'].family.difference.more}", "", 0.0, "no change")
    told = ". ".join(f"{mark.label}: {mark.value}" for mark in marks)
    note = "Each row: the deals and seatings in which the event fired under one of the two rules. Bars are 95% intervals."
    return [Picture("ledger-effects", run.titled([top], title), f"Forest plot. {told}.", intervals([panel]), note)]


def _for_whom(run: Material) -> list[TableBlock]:
    """Who sets the events off, in a sample of games that were played again."""
    rows: list[Line] = run.examples.who_fired if run.examples else []
    found = []
    for kind, of in grouped(rows, "kind"):
        if len(who := distinct(of, "who")) < 2:
            continue
        lines = [{**each[0], "of": {row["who"]: row for row in each}} for _, each in grouped(of, "players", "lineup", "scenario", "event")]
        columns = [words("Event", lambda row: plainly(row["event"])), *where_columns(lines, scenario=True)]
        columns += [_who(name, kind) for name in who]
        note = f"From traces of {of[0]['games']} games each; a strategy’s number is that of one of its seats."
        found.append(TableBlock(f"by-{kind}", f"Who sets events off, by {kind}", columns, lines, note))
    return found


def _who(name: str, kind: str) -> Column:
    def cell(row: Line) -> Cell:
        of = row["of"].get(name)
        return Cell("–", (None,)) if of is None else Cell(rounded(of, "per_game"), (of["per_game"],))

    return Column(f"seat {name}" if kind == "seat" else name, cell, "times a game", fields=(f"{kind} {name}",))


def _effects_table(rows: Sequence[Line]) -> TableBlock:
    columns = [
        words("Event", lambda row: plainly(row["event"])),
        *where_columns(rows, scenario=True),
        plain("Games", "games", "with the event"),
        words("Effect on", lambda row: row["metric"].label),
        *changed("points or turns"),
    ]
    return TableBlock("ledger-effects-table", "What the scenarios do where an event fired", columns, rows)


# Flipped deals


def flipped(run: Material) -> Section | None:
    """How many games have other winners, and some of them side by side."""
    rows: list[Line] = run.analysis.lines("flipped")
    if not rows:
        return None
    columns = [words("Scenario", "scenario"), *where_columns(rows), *estimated("Flipped", "% of games", "share", PERCENT)]
    pictures = [_flipped_picture(run, rows)] if any(row["share"] for row in rows) else []
    blocks: list[Block] = [*pictures, TableBlock("flipped-games", "Games with other winners", columns, rows)]
    blocks += [_side_by_side(run, pair) for pair in (run.examples.clearest if run.examples else [])[:MOST_PAIRS]]
    lead = f"Games (a deal in one seating) whose winners are others than in “{run.baseline}”."
    return Section("flipped", "Flipped deals", lead, blocks)


def _flipped_picture(run: Material, rows: Sequence[Line]) -> Picture:
    shown = run.in_pictures(rows)
    top = max(shown, key=lambda row: row["share"])
    title = f"“{top['scenario']}” changes who wins in up to {percent_of(top)} of the games"
    told = ". ".join(f"{row['scenario']}, {row['players']} players, {row['lineup']}: {percent_of(row)}" for row in shown)
    unit = "% of games with other winners"
    if run.has_players:
        series = [
            Series(f"{scenario}, {lineup}" if run.has_lineups else scenario, [(row["players"], *ends(row, "share")) for row in of])
            for (scenario, lineup), of in grouped(shown, "scenario", "lineup")
        ]
        drawing = lines(series, "players", unit)
    else:
        group = "scenario" if run.has_lineups else ""
        together = [row for _, of in grouped(shown, "scenario") for row in of]
        marks = [
            Mark(row["lineup" if group else "scenario"], ends(row, "share"), percent_of(row), group=row.get(group, "")) for row in together
        ]
        drawing = intervals([Panel(marks, unit, zero=0.0, differences=False)])
    return Picture("flipped-share", title, f"Shares with 95% intervals. {told}.", drawing, "Bars are 95% intervals.")


def _side_by_side(run: Material, pair: SideBySide) -> Games:
    f = pair.flipped
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(f.strategies))
    columns = [
        Told(scenario, _from(lines_of(run.game, events), pair.first - CONTEXT), command)
        for scenario, events, command in zip((pair.baseline, f.scenario), (pair.before, pair.after), pair.commands, strict=True)
    ]
    lead = f"Seats: {seats}. From shortly before event {pair.first}, the first that differs, to the end."
    return Games(f"Deal {f.deal}, {f.scenario}", lead, columns)


def _from(lines: Sequence[str], number: int) -> str:
    """A game's text from an event on, which is numbered in it."""
    start = next((i for i, line in enumerate(lines) if line.startswith(f"{number:4}  ")), 0)
    kept = lines[start:]
    return "\n".join(kept if len(kept) <= MOST_LINES else [*kept[: MOST_LINES - 2], "      …", kept[-1]])


# A typical game


def typical(run: Material) -> Section | None:
    """A game of median length, from the deal to its end."""
    found = [game for game in (run.examples.typical if run.examples else []) if game.scenario == run.baseline][:MOST_PLACES]
    if not found:
        return None
    blocks: list[Block] = []
    for game in found:
        title = f"Deal {game.deal}: {game.turns} turns"
        told = Told(title, "\n".join(lines_of(run.game, game.events)), game.command)
        blocks.append(Games(run.titled([vars(game)], title), "", [told], folded=True))
    return Section("typical", "A typical game", sentence(run.under_baseline("a game of median length, move by move.")), blocks)


CHAPTERS = (
    Chapter(8, ledger, ("ledger", "times", "times_counts", "ledger_effects")),
    Chapter(9, flipped, ("flipped", "flipped_deals")),
    Chapter(10, typical),
)
