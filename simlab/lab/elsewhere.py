"""What a search has found, played at other tables, on deals of their own: do the goals hold there as well?"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from simlab.experiment.plan import Plan, groups_of
from simlab.lab.playing import UNSEEN
from simlab.stats.evaluating import evaluated
from simlab.stats.intervals import ALPHA
from simlab.stats.sought import reached_at
from simlab.stats.statistic import Line

FIRST = 2 * UNSEEN  # of their deals: neither the search nor the confirmation has seen them


@dataclass(frozen=True, eq=False)
class OtherTable:
    """A table at which was not searched: who sits there, and on how many deals what was found is played there."""

    plan: Plan
    name: str
    deals: int

    @property
    def labels(self) -> tuple[str, ...]:
        """Who sits there."""
        (group,) = self.plan.groups
        return tuple(seat.label for seat in group.lineups[0].seats)

    @property
    def games(self) -> int:
        """How many games of a rule set are played there."""
        (group,) = self.plan.groups
        return self.deals * group.lineups[0].games

    def reached(self, found: Mapping[str, dict[str, Any]], alpha: float, jobs: int, look_up: Callable[[], None]) -> list[Line]:
        """What rule sets reach of each goal here, by intervals that are wrong so seldom."""
        rules = self.plan.experiment.confirming(found)
        plan = replace(self.plan, experiment=rules, groups=groups_of(rules))
        analysis = evaluated(plan, range(FIRST, FIRST + self.deals), jobs, look_up)
        (players,) = rules.players
        lines: list[Line] = []
        for name in found:
            where = {"candidate": name, "players": players, "lineup": self.name, "deals": self.deals}
            for each in reached_at(analysis.placed[players, self.name, name], rules.goals, analysis, alpha):
                value = dict(zip(("value", "low", "high"), each.measured.shown, strict=True))
                goal = {"goal": each.goal.name, "wanted": each.goal.text.strip()}
                lines.append({**where, **goal, **value, "unit": each.unit, "verdict": each.word})
        return lines


def other_tables(plan: Plan) -> list[OtherTable]:
    """The tables at which what is found is played besides: with each number of players `games` games of a rule set, shared among them."""
    found, experiment = [], plan.experiment
    for players in experiment.players:
        tables = experiment.tables_elsewhere(players)
        alone = [
            experiment.model_copy(update={"players": (players,), "lineups": {name: seats}, "elsewhere": None})
            for name, seats in tables.items()
        ]
        groups = [groups_of(one) for one in alone]
        games = sum(lineup.games for (group,) in groups for lineup in group.lineups)
        found += [
            OtherTable(replace(plan, experiment=one, groups=of), name, ceil(experiment.games / games))
            for one, of, name in zip(alone, groups, tables, strict=True)
        ]
    return found


def alpha_of(plan: Plan, tables: int, found: int) -> float:
    """All goals of all rule sets at all tables are one family."""
    return ALPHA / max(1, len(plan.experiment.goals) * tables * found)
