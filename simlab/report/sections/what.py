"""What was compared: the rules in words, who played, how many deals."""

from collections.abc import Iterator

from simlab.base.kinds import shown
from simlab.engine.metric import TWO_PERCENT
from simlab.engine.rules import describe
from simlab.experiment.plan import Group
from simlab.players.seats import IMAGINES, Seat
from simlab.report.blocks import AGAIN, Block, Chapter, Facts, Section, part
from simlab.report.material import EVERY, Material
from simlab.report.tables import TableBlock, words
from simlab.stats.statistic import Line
from simlab.words.numbers import listed, many

MOST_TARGETS = 8  # of what a run waits for
SEATINGS = {
    "rotate": "every deal is played once for each rotation of the line-up around the table",
    "permute": "every deal is played in every order of the line-up around the table",
    "fixed": "everybody keeps the seat of the line-up",
    "sample": "every deal is played once, in an order of the line-up around the table that is drawn by lot, each equally often",
}


def section(run: Material) -> Section:
    """What was played."""
    blocks: list[Block] = [Facts(list(_facts(run))), *([_rules(run)] if _has_house_rules(run) else []), _strategies(run)]
    blocks += [_lineups(run)] if run.has_lineups else []
    return part(AGAIN, blocks)


def _facts(run: Material) -> Iterator[tuple[str, str]]:
    experiment, analysis = run.experiment, run.analysis
    yield "Game", f"{run.game.title}, {listed([str(group.players) for group in analysis.groups], 'or')} players"
    is_alike = len(analysis.groups) == len(analysis.stats)  # else each line-up has deals of its own
    for group, stats in zip(analysis.groups, analysis.stats, strict=True) if is_alike else ():
        yield f"Deals with {group.players}" if run.has_players else "Deals", _deals(group, stats.deals)
    if not is_alike:
        yield "Deals", analysis.stopping.played
    if not run.has_lineups:
        yield "Line-up", ", ".join(seat.label for seat in next(iter(experiment.lineups.values())))
    yield "Seating", f"{experiment.seating}: {SEATINGS[experiment.seating]}"
    if run.has_scenarios:
        yield "Too small to matter", f"{run.analysis.understood}; anything else {TWO_PERCENT.written}, or 1 point of games"
    if experiment.precision:
        wanted = ", ".join(f"{name} ±{half:g}" for name, half in experiment.precision.items())
        yield "Precision", f"play until the headline is decided or its intervals are this narrow: {wanted}"
        stopped = "before all planned deals were played" if analysis.stopping.stopped_early else "when all planned deals were played"
        yield "Stopped", f"{stopped}: {'; '.join(analysis.stopping.why[:MOST_TARGETS])}"
    if not _has_house_rules(run):
        yield "House rules", "all as printed"
    yield "Seed", str(experiment.seed)


def _has_house_rules(run: Material) -> bool:
    return run.has_scenarios or bool(run.experiment.rules) or any(run.experiment.scenarios.values())


def _deals(group: Group, deals: int) -> str:
    seatings = sum(lineup.games for lineup in group.lineups)
    parts = [(len(group.scenarios), "scenario"), (seatings, "seating")]
    said = " × ".join(many(count, what) for count, what in parts if count > 1)
    each = f", each played {len(group.cells)} times ({said})" if said else ""
    return f"{many(deals, 'deal')}{each}: {deals * len(group.cells):,} games"


def _rules(run: Material) -> TableBlock:
    """Each scenario and what it changes; where rules are varied, each rule and its values."""
    info = {rule.name: rule for rule in describe(run.game.Rules)}
    printed = words("As printed", lambda row: _plain(info[row["rule"]].default) if row["rule"] in info else "")
    meaning = words("Meaning", lambda row: info[row["rule"]].meaning if row["rule"] in info else "")
    rows: list[Line] = []
    if run.experiment.vary:
        values = {name: " / ".join(map(_plain, values)) for name, values in run.experiment.vary.items()}
        rules = {**values, **{name: _plain(value) for name, value in run.experiment.rules.items() if name not in values}}
        rows = [{"rule": name, "value": value} for name, value in rules.items()]
        columns = [words("House rule", "rule"), words("Values", "value"), printed, meaning]
        return TableBlock("house-rules", "The house rules; every combination is played", columns, rows)
    for scenario, changes in run.experiment.scenarios.items():
        rules = {**run.experiment.rules, **changes} or {"all as printed": ""}
        rows += [{"scenario": scenario, "rule": name, "value": _plain(value)} for name, value in rules.items()]
    columns = [words("Scenario", "scenario"), words("House rule", "rule"), words("Here", "value"), printed, meaning]
    return TableBlock("house-rules", "The scenarios and their house rules" if run.has_scenarios else "The house rules", columns, rows)


def _plain(value: object) -> str:
    return value if isinstance(value, str) else shown(value)


def _strategies(run: Material) -> TableBlock:
    seats = {seat.label: seat for lineup in run.experiment.lineups.values() for seat in lineup}
    ideas = run.manifest["strategies"]
    rows = [{"label": label, "idea": ideas.get(seat.strategy, ""), "params": _params(seat)} for label, seat in seats.items()]
    columns = [words("Strategy", "label"), words("Idea", "idea")]
    columns += [words("Parameters changed", "params")] if any(row["params"] for row in rows) else []
    return TableBlock("strategies", "Who played", columns, rows)


def _params(seat: Seat) -> str:
    told = {name: f"{value:g}" for name, value in seat.params.items()} | ({IMAGINES: " + ".join(seat.imagines)} if seat.imagines else {})
    return ", ".join(f"{name} = {value}" for name, value in told.items())


def _lineups(run: Material) -> TableBlock:
    rows = [
        {"lineup": name, "players": group.players, "seats": ", ".join(seat.label for seat in seats)}
        for name in run.experiment.lineups
        for group in run.analysis.groups
        if (seats := run.experiment.lineups_at(group.players).get(name))
    ]
    by_players = [words("Players", "players")] if run.has_players else []
    return TableBlock("lineups", "The line-ups", [words("Line-up", "lineup"), *by_players, words("Strategies by seat", "seats")], rows)


CHAPTERS = Chapter(6.1, section, on=EVERY)
