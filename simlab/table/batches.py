"""From a plan to tables: who sits at the table of a cell, and the rows of a whole chunk."""

from collections.abc import Callable

import numpy as np

from simlab.experiment import Experiment
from simlab.experiment.plan import Cell, Chunk, Group, Plan, make_plan
from simlab.table import Table

SLICE_GAMES = 4_000  # played before looking up: what a user who stops a run waits for


def table_at(plan: Plan, group: Group, cell: Cell) -> Table:
    """The table of a cell: its scenario's house rules, and its line-up in its seating."""
    seats = group.lineups[cell.lineup].seats
    seated = [(plan.strategies[seats[i].strategy], seats[i].params) for i in cell.seating]
    return Table(plan.game, seated, group.rules[cell.scenario], plan.experiment.seed)


def rows_of(plan: Plan, chunk: Chunk, look_up: Callable[[], None] = lambda: None) -> np.ndarray:
    """All games of a chunk, [deal, cell]. `look_up` is called every few thousand games and may raise to stop."""
    group = plan.groups[chunk.group]
    rows = np.zeros((chunk.deals, len(group.cells)), dtype=plan.game.row)
    for column, cell in enumerate(group.cells):
        table = table_at(plan, group, cell)
        for first in range(0, chunk.deals, SLICE_GAMES):
            look_up()
            table.play(chunk.first + first, rows[first : first + SLICE_GAMES, column])
    return rows


def single(experiment: Experiment, *, scenario: str | None = None, players: int | None = None) -> Table:
    """One table of an experiment, its first line-up seated as written: to trace games at."""
    plan = make_plan(experiment)
    group = next(group for group in plan.groups if players in (None, group.players))
    s = 0 if scenario is None else group.scenarios.index(scenario)
    return table_at(plan, group, Cell(s, 0, tuple(range(group.players))))
