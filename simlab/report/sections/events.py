"""The trigger ledger, flipped deals and a typical game: what happens at the table."""

from collections.abc import Iterator, Sequence

from simlab.engine.metric import PERCENT
from simlab.report.blocks import ONE, WHAT, Block, Chapter, Games, Section, Text, Told, part
from simlab.report.lines import bounded, distinct, grouped, percent_of, rounded
from simlab.report.material import Material
from simlab.report.replaying import one_game, side_by_side
from simlab.report.sections.lengths import QUANTILES
from simlab.report.tables import Cell, Column, TableBlock, changed, estimated, measured, plain, where_columns, words
from simlab.report.winning import parting_curve, win_curve
from simlab.stats.replays import SideBySide
from simlab.stats.statistic import Line
from simlab.stats.statistics.courses import is_shuffled_anew, unrelated_at
from simlab.stats.statistics.events import MOST_TIMES
from simlab.table.telling import lines_of
from simlab.words.numbers import plainly, sentence, small_percent

MOST_COLUMNS = 4  # scenarios
CONTEXT = 3  # events before the first difference
MOST_LINES = 26  # of a game


def ledger(run: Material) -> Section | None:
    """How often each event fires in each scenario; for whom, and what the scenarios do where it fired, among the numbers."""
    rows: list[Line] = run.analysis.lines("ledger")
    if not rows:
        return None
    blocks: list[Block] = [_side_by_side_counts(run, rows), _how_often(run, rows)]
    blocks += _for_whom(run)
    if effects := run.analysis.lines("ledger_effects"):
        blocks.append(_effects_table([_as_effect(row) for row in effects]))
    return part(WHAT, blocks)


def _side_by_side_counts(run: Material, rows: Sequence[Line]) -> TableBlock:
    """A line an event, a column a scenario: how many times in a game, at the first table."""
    first = [row for row in rows if (row["players"], row["lineup"]) == (rows[0]["players"], rows[0]["lineup"])]
    names = [name for name in distinct(first, "scenario") if name in run.pictured][:MOST_COLUMNS]
    lines = [{"event": event, "of": {row["scenario"]: bounded(row, "per_game") for row in of}} for event, of in grouped(first, "event")]
    columns = [
        words("Times a game", lambda row: plainly(row["event"])),
        *(_times(name, run.scenario_of({"scenario": name})) for name in names),
    ]
    note = "; ".join(f"{plainly(event)}: {meaning}" for event, meaning in run.game.counted.items() if meaning)
    return TableBlock(
        "times-a-game", run.titled([rows[0]], "what happens in a game"), columns, lines, f"{sentence(note)}." if note else "", is_open=True
    )


def _times(name: str, title: str) -> Column:
    def cell(row: Line) -> Cell:
        of = row["of"].get(name)
        return Cell(rounded(of, "per_game"), (of["per_game"],)) if of else Cell("–", (None,))

    return Column(title, cell, fields=(name,))


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
    """Games that have other winners, beside what unrelated deals have; one of them side by side where that says anything."""
    rows: list[Line] = run.analysis.lines("flipped")
    if not rows:
        return None
    columns = [words("Scenario", "scenario"), *where_columns(rows), *estimated("Flipped", "% of games", "share", PERCENT)]
    table = TableBlock("flipped-games", "Games with other winners", columns, rows)
    top = max(rows, key=lambda row: row["share"])
    if not top["share"]:
        return part(ONE, [Text(["No game has other winners under any of the rules."]), table])
    unrelated = unrelated_at(run.analysis, top)
    name = f"“{run.named(top['scenario'])}”"
    if unrelated is not None and is_shuffled_anew(run.analysis, top):
        told = f"With {name} {percent_of(top)} of the games have other winners, of unrelated deals {small_percent(unrelated)}"
        return part(ONE, [Text([f"{told}: these are new games, of which no two can be set side by side."]), table])
    beside = f" (of two unrelated deals {small_percent(unrelated)} have)" if unrelated is not None else ""
    told = f"With {name} {percent_of(top)} of the games have other winners{beside}."
    pair = run.examples.clearest if run.examples else None
    below = " Below, one of them from shortly before its two courses part." if pair else ""
    shown = _side_by_side(run, pair) if pair else ()
    return part(ONE, [Text([told + below]), *shown, table])


def _side_by_side(run: Material, pair: SideBySide) -> Iterator[Block]:
    """On the table, where the game says what lies where; and in words."""
    f = pair.flipped
    names = (pair.baseline, f.scenario)
    curve = parting_curve(pair, "win-curve-both", names)
    if curve:
        yield curve
    if pair.tables:
        told, games = list(zip(names, pair.tables, strict=True)), (pair.before, pair.after)
        yield side_by_side("replay-both", f"Deal {f.deal} by both rule sets", told, games, curve)
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(f.strategies))
    columns = [
        Told(scenario, _from(lines_of(run.game, events), pair.first - CONTEXT), command)
        for scenario, events, command in zip(names, (pair.before, pair.after), pair.commands, strict=True)
    ]
    lead = f"Seats: {seats}. From shortly before event {pair.first}, the first that differs, to the end."
    yield Games(f"Deal {f.deal}, {f.scenario}", lead, columns, folded=bool(pair.tables))


def _from(lines: Sequence[str], number: int) -> str:
    """A game's text from an event on, which is numbered in it."""
    start = next((i for i, line in enumerate(lines) if line.startswith(f"{number:4}  ")), 0)
    kept = lines[start:]
    return "\n".join(kept if len(kept) <= MOST_LINES else [*kept[: MOST_LINES - 2], "      …", kept[-1]])


# A typical game


def typical(run: Material) -> Section | None:
    """A game of median length, from the deal to its end; above it how the chances went up and down, where they are known."""
    if not run.examples:
        return None
    game = run.examples.typical
    title = f"A game of usual length: deal {game.deal}, {game.turns} turns"
    told = Told(title, "\n".join(lines_of(run.game, game.events)), game.command)
    curve = win_curve(run.game, game.events, "win-curve", "a game of usual length")
    blocks: list[Block] = [curve] if curve else []
    blocks += [one_game("replay", f"Deal {game.deal} on the table", game.table, game.events, curve)] if game.table else []
    return part(ONE, [*blocks, Games(run.titled([vars(game)], title), "", [told], folded=True)])


CHAPTERS = (
    Chapter(3, ledger, ("ledger", "times", "times_counts", "ledger_effects")),
    Chapter(4, flipped, ("flipped", "flipped_deals")),
    Chapter(4.1, typical),
)
