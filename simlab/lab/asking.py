"""From an experiment to what its search needs: the goals at every table, each in its unit, and the games that tell of them."""

from collections.abc import Callable
from math import inf

from simlab.engine.metric import Metric
from simlab.experiment import Check
from simlab.experiment.plan import Plan
from simlab.lab.goals import Goal
from simlab.lab.playing import UNSEEN, Column, Games, columns_of
from simlab.lab.space import Space
from simlab.stats.evaluating import evaluated
from simlab.stats.places import Place
from simlab.stats.sought import unit_at

FIRST_LOOK = 200  # deals by the rules that the search begins with: of their means are percentages


def asked_for(plan: Plan, space: Space, jobs: int, look_up: Callable[[], None]) -> tuple[tuple[Goal, ...], Games]:
    """The goals, and the source of the games."""
    printed = evaluated(plan, range(UNSEEN, UNSEEN + FIRST_LOOK))
    goals: list[Goal] = []
    columns: list[Column] = []
    for check in plan.experiment.goals:
        for g, t, metric, of in columns_of(plan, check.name):
            place = next(p for p in printed.places if p.group.players == plan.groups[g].players and p.t == t)
            unit = unit_at(check, printed, place, metric)
            goals.append(_goal(check, unit, place, metric, tuple(range(len(columns), len(columns) + len(of)))))
            columns += of
    return tuple(goals), Games(plan, space, columns, jobs, look_up)


def _goal(check: Check, unit: float, place: Place, metric: Metric, columns: tuple[int, ...]) -> Goal:
    low, high = (-inf if check.low is None else check.low), (inf if check.high is None else check.high)
    is_edge = check.name == "seat_edge"
    is_share = metric.family.is_share and not is_edge
    return Goal(check.name, check.text.strip(), place.players, place.lineup.name, columns, low, high, unit, is_edge, is_share)
