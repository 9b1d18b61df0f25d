"""What was compared: the rules in words, who played, how many deals."""

from typing import Any

from simlab import strategies
from simlab.engine.rules import describe, shown
from simlab.faults import BadInput
from simlab.plan import Group
from simlab.report.blocks import Block, Facts, Section
from simlab.report.material import FAMILIES, Material, kind_of
from simlab.report.numbers import listed, many, number
from simlab.report.tables import Table, said, words

SEATINGS = {
    "rotate": "every deal is played once for each rotation of the line-up around the table",
    "permute": "every deal is played in every order of the line-up around the table",
    "fixed": "everybody keeps the seat of the line-up",
}


def section(run: Material) -> Section:
    """What was played."""
    blocks: list[Block] = [Facts(list(_facts(run))), _scenarios(run)]
    blocks.append(_strategies(run))
    if len(run.experiment.lineups) > 1:
        blocks.append(_lineups(run))
    return Section("compared", "What was compared", "Every scenario is played on the same shuffles by the same players.", blocks)


def _facts(run: Material) -> Any:
    experiment, analysis = run.experiment, run.analysis
    yield "Game", f"{run.game.title} (version {run.game.version} of its rules here)"
    for group, stats in zip(analysis.groups, analysis.stats, strict=True):
        yield f"{group.players} players", _deals(group, stats.deals)
    if len(experiment.lineups) == 1:
        name, seats = next(iter(experiment.lineups.items()))
        yield "Line-up", ", ".join(seat.label for seat in seats) + ("" if name == "lineup" else f" ({name})")
    yield "Seating", f"{experiment.seating}: {SEATINGS[experiment.seating]}"
    yield "Too small to matter", "; ".join(_margin(name, margin.value, relative=margin.relative) for name, margin in experiment.matters.items())
    if experiment.precision:
        yield "Stops early", "when the intervals are narrow enough: " + ", ".join(f"{k} ±{v:g}" for k, v in experiment.precision.items())
    yield "Seed", str(experiment.seed)


def _deals(group: Group, deals: int) -> str:
    games = len(group.cells)
    text = f"{many(deals, 'deal')}, each played in {many(games, 'game')}"
    parts = [many(len(group.scenarios), "scenario")] if len(group.scenarios) > 1 else []
    parts += [many(len(group.lineups), "line-up")] if len(group.lineups) > 1 else []
    seatings = sum(len(lineup.seatings) for lineup in group.lineups)
    parts += [many(seatings, "seating") + (" of the line-ups" if len(group.lineups) > 1 else "")] if seatings > 1 else []
    text += f" ({' × '.join(parts)})" if len(parts) > 1 and len(group.lineups) == 1 else ""
    return f"{text}: {deals * games:,} games"


def _margin(metric: str, value: float, *, relative: bool) -> str:
    family = FAMILIES[kind_of(metric)]
    if relative:
        return f"{metric}: {value * 100:g}% of the baseline"
    return f"{metric}: {number(value * family.factor, 2).rstrip('0').rstrip('.')} {family.difference}"


def _scenarios(run: Material) -> Table:
    """Each scenario, what it changes, and what that rule says."""
    info = {rule.name: rule for rule in describe(run.game.Rules)}
    rows = []
    for scenario, changes in run.experiment.scenarios.items():
        rules = {**run.experiment.rules, **changes}
        if not rules:
            rows.append([said(scenario), said("all rules as printed"), said(""), said("")])
        for i, (name, value) in enumerate(rules.items()):
            printed = "as printed" if value == info[name].default else f"{_plain(info[name].default)} as printed"
            rows.append([said(scenario if not i else f"{scenario} "), said(f"{name}: {_plain(value)}"), said(printed), said(info[name].meaning)])
    columns = [words("Scenario"), words("Rule"), words("Rulebook"), words("What the rule settles")]
    return Table("scenarios", "The scenarios and their house rules", columns, rows)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else shown(value)


def _strategies(run: Material) -> Table:
    seats = {seat.label: seat for lineup in run.experiment.lineups.values() for seat in lineup}
    rows = [[said(label), said(_idea(run, seat.strategy)), said(_params(seat.params))] for label, seat in seats.items()]
    columns = [words("Strategy"), words("Idea"), words("Parameters changed")]
    has_params = any(seat.params for seat in seats.values())
    return Table("strategies", "Who played", columns[: 2 + has_params], [row[: 2 + has_params] for row in rows])


def _idea(run: Material, name: str) -> str:
    try:
        return strategies.find(run.experiment.game, name).idea
    except BadInput:
        return "(its file is no longer there)"


def _params(params: dict[str, float]) -> str:
    return ", ".join(f"{name} = {value:g}" for name, value in params.items()) or "none"


def _lineups(run: Material) -> Table:
    rows = []
    for name in run.experiment.lineups:
        at = [f"{group.players}: {listed([seat.label for seat in run.experiment.lineup_at(name, group.players)])}" for group in run.analysis.groups]
        rows.append([said(name), said("; ".join(at) if len(at) > 1 else at[0].partition(": ")[2])])
    return Table("lineups", "The line-ups", [words("Line-up"), words("Strategies, by number of players" if len(run.analysis.groups) > 1 else "Strategies")], rows)
