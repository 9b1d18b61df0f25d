"""From a plan to tables: who sits at the table of a cell, and the rows of a whole chunk.

No game is played twice: it is copied from a scenario that differs in no house rule that was read in it (see `engine.watched`), or from a
line-up in which those who adapt play no otherwise.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from simlab.base.faults import RunFailure
from simlab.engine.game import Game
from simlab.engine.rules import HouseRules
from simlab.engine.state import encoded
from simlab.engine.watched import ALL, differing
from simlab.experiment import Experiment
from simlab.experiment.plan import Cell, Chunk, Group, Plan, make_plan
from simlab.table import Table

SLICE_GAMES = 4_000  # played before looking up: what a user who stops a run waits for
PROVED, OF_DEALS = 8, 2_000  # copies of the first of so many deals are played as well where the game is the user's own


Who = tuple[int, int]  # a line-up, and the scenario to which it adapts, if it does
Known = dict[int, tuple[Who, Table]]  # tables that may be used again: of line-ups by number, or the last one
LAST = -1


@dataclass(frozen=True, eq=False)
class Batch:
    """The games of a chunk, [deal, cell], and how many of them are copies."""

    rows: np.ndarray
    copied: int


def table_at(plan: Plan, group: Group, cell: Cell) -> Table:
    """The table of a cell that has a seating: its scenario's house rules, and its line-up in its seating."""
    seats = group.lineups[cell.lineup].seats_in(cell.scenario)
    return Table(plan.game, plan.seated([seats[i] for i in cell.seating or ()]), group.rules[cell.scenario], plan.experiment.seed)


def _table_for(plan: Plan, group: Group, cell: Cell, known: Known) -> Table:
    """A line-up's table is set up once. It is known for as long as it is used: that of who plays by other house rules too, to the end."""
    adapts = bool(group.lineups[cell.lineup].adapted)
    who = cell.lineup, cell.scenario if adapts else 0
    place = LAST if adapts or len(group.scenarios) == 1 else cell.lineup
    if place not in known or known[place][0] != who:
        known[place] = who, table_at(plan, group, replace(cell, seating=tuple(range(group.players))))
    _, table = known[place]
    return table


def tables_at(
    plan: Plan, group: Group, cell: Cell, first: int, games: np.ndarray, known: Known | None = None
) -> Iterator[tuple[Table, np.ndarray]]:
    """The table at which these deals, counted from `first`, are played in a cell, as it is seated for some of them, and for which. One of
    those that are `known` is used again: to set one up takes as long as to play many games.
    """
    lineup, known = group.lineups[cell.lineup], {} if known is None else known
    table = _table_for(plan, group, cell, known)
    table.under(group.rules[cell.scenario])
    if cell.seating or not len(games):
        table.seat(cell.seating or range(group.players))
        yield table, games
        return
    numbers = lineup.seated(first, int(games.max()) + 1)[0, games]
    order = np.argsort(numbers, kind="stable")
    found, starts = np.unique(numbers[order], return_index=True)
    for number, some in zip(found, np.split(games[order], starts[1:]), strict=True):
        table.seat(lineup.seatings[number])
        yield table, some


def rows_of(plan: Plan, chunk: Chunk, look_up: Callable[[], None] = lambda: None) -> np.ndarray:
    """All games of a chunk, [deal, cell]."""
    return played(plan, chunk, look_up).rows


def played(plan: Plan, chunk: Chunk, look_up: Callable[[], None] = lambda: None) -> Batch:
    """All games of a chunk, each played or copied. `look_up` is called every few thousand games and may raise to stop."""
    group = plan.together(chunk.groups)
    rows = np.zeros((chunk.deals, len(group.cells)), dtype=plan.game.row)
    looked = np.zeros((len(group.cells), chunk.deals), dtype=np.uint64)
    differ = differences(plan.game, group.rules)
    seated, copied, known = len(group.cells) // len(group.scenarios), 0, Known()
    for column, cell in enumerate(group.cells):
        alike = slice(column % seated, None, seated)  # the line-up in its seating, in all scenarios
        if plan.copies and (like := group.like(column)) < column:
            rows[:, column], looked[column] = rows[:, like], looked[like]
            copied += chunk.deals
            continue
        left = copy_games(rows[:, alike], looked[alike], _differing(plan, group, cell, differ))
        copied += chunk.deals - len(left)
        for table, games in tables_at(plan, group, cell, chunk.first, left, known):
            for some in _slices(games):
                look_up()
                table.play(chunk.first, rows[:, column], some, looked[column])
        if plan.game.source and len(left) < chunk.deals:
            some_copied = np.setdiff1d(proved(chunk), left)
            for table, games in tables_at(plan, group, cell, chunk.first, some_copied, known):
                prove(table, chunk, rows[:, column], games)
    return Batch(rows, copied)


def _differing(plan: Plan, group: Group, cell: Cell, differ: np.ndarray) -> np.ndarray:
    """In which house rules a cell differs from each scenario before its own: in all, where somebody plays otherwise there."""
    lineup = group.lineups[cell.lineup]
    before = differ[cell.scenario, : cell.scenario]
    if plan.copies and not lineup.adapted:
        return before
    is_like = [plan.copies and lineup.seats_in(s) == lineup.seats_in(cell.scenario) for s in range(cell.scenario)]
    return np.where(np.array(is_like, dtype=bool), before, ALL)


def _slices(games: np.ndarray) -> Iterator[np.ndarray]:
    for first in range(0, len(games), SLICE_GAMES):
        yield games[first : first + SLICE_GAMES]


@lru_cache(maxsize=16)
def differences(game: Game, rules: tuple[HouseRules, ...]) -> np.ndarray:
    """Of any two sets of house rules: in which they differ, as bits."""
    records = [encoded(game.seen["rules"], one) for one in rules]
    return np.array([[differing(one, other) for other in records] for one in records], dtype=np.uint64)


def copy_games(rows: np.ndarray, looked: np.ndarray, differ: np.ndarray) -> np.ndarray:
    """Fill in what is known of the next scenario's games in `rows` [deal, scenario]; the places of the others, which are left to be played.

    `differ`: how its rules differ from those of each scenario before it; `looked`: what was read in their games.
    """
    games, scenario = rows.view(f"V{rows.itemsize}"), len(differ)  # as bytes: a record has gaps between its fields
    is_left = np.ones(len(rows), dtype=bool)
    for earlier, bits in enumerate(differ):
        if not np.bitwise_and.reduce(looked[earlier]) & bits:  # else none is alike
            is_same = is_left & (looked[earlier] & bits == 0)
            np.copyto(games[:, scenario], games[:, earlier], where=is_same)
            np.copyto(looked[scenario], looked[earlier], where=is_same)
            is_left &= ~is_same
    return np.flatnonzero(is_left)


def proved(chunk: Chunk) -> np.ndarray:
    """The deals of a chunk, counted from its first, of which copies are played as well."""
    deals = np.arange(chunk.deals)
    return deals[(chunk.first + deals) % OF_DEALS < PROVED]


def prove(table: Table, chunk: Chunk, rows: np.ndarray, copied: np.ndarray) -> None:
    """A game of the user's own could keep something from one game to the next; so some of its copies are played as well."""
    again = np.zeros_like(rows)
    table.play(chunk.first, again, copied)
    kind = f"V{rows.itemsize}"
    for i in copied:
        if again[i : i + 1].view(kind) != np.ascontiguousarray(rows[i : i + 1]).view(kind):
            raise RunFailure(
                f"deal {chunk.first + i} of {table.game.name} came out differently though nothing that it looked at differs: "
                "does the game keep something from one game to the next? Say --no-copy to play every game"
            )


def single(experiment: Experiment, *, scenario: str | None = None, players: int | None = None) -> Table:
    """One table of an experiment, its first line-up seated as written: to trace games at."""
    plan = make_plan(experiment)
    group = next(group for group in map(plan.together, plan.bundles) if players in (None, group.players))
    s = group.baseline if scenario is None else group.scenarios.index(scenario)
    return table_at(plan, group, Cell(s, 0, tuple(range(group.players))))
