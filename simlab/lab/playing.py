"""The games of a search: rule sets played on stretches of common deals, and what is added up of them.

A table is kept and its house rules are written anew, because making one takes longer than a first look at a rule set. A game in which no
house rule was read that differs is copied from another set's. The deals are none that a run of the same seed plays.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from threading import local
from typing import Any, Protocol

import numpy as np
from joblib import Parallel, delayed

from simlab.engine.metric import Metric
from simlab.engine.rules import HouseRules
from simlab.engine.state import encoded
from simlab.engine.watched import differing
from simlab.experiment.plan import Cell, Plan
from simlab.lab.space import Space
from simlab.metrics.shares import SEATS
from simlab.stats.joins import products
from simlab.stats.measures import Measures
from simlab.stats.played import Played
from simlab.table import Table
from simlab.table.batches import copy_games, table_at

UNSEEN = 10**12  # deals of every run come before
TASK = 20_000  # games that a thread plays at a time
TRIED = 200  # games, to see which rules are read in all of them


class Source(Protocol):
    """What plays rule sets."""

    columns: int
    games_a_deal: int

    def play(self, levels: np.ndarray, first: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
        """The sums over these deals of each set's values and of their squares, [set, column]."""


@dataclass(frozen=True)
class Column:
    """A number that is added up: of a metric at a line-up with one number of players. `is_edge`: by how much a seat's share is above the
    mean seat's.
    """

    group: int
    lineup: int
    metric: Metric | None  # None: nothing that could happen in this game
    is_edge: bool = False


def columns_of(plan: Plan, name: str) -> Iterator[tuple[int, int, Metric, tuple[Column, ...]]]:
    """What a goal is about: at each table, of each group and line-up, the metric, and the numbers that it is made of."""
    for number, group in enumerate(plan.groups):
        measures = Measures(plan.game, group)
        metric, checkable = next((m, c) for m in measures.metrics for c in m.checks if c.name == name)
        for t in range(len(group.lineups)):
            if not measures.per[measures.index[metric.name]][t]:
                continue
            of: tuple[Column, ...] = (Column(number, t, metric if checkable.of != "nothing" else None),)
            if checkable.of == "largest edge":
                of = tuple(Column(number, t, seat, is_edge=True) for seat in measures.metrics if seat.family is SEATS)
            yield number, t, metric, of


@dataclass(frozen=True, eq=False)
class _Rules:
    """House rules, and how the engine sees them."""

    rules: HouseRules
    record: np.void


class Games:
    """The source of a search: games, played here by so many threads. `look_up` is called now and then and may raise to stop."""

    def __init__(self, plan: Plan, space: Space, asked: Sequence[Column], jobs: int, look_up: Callable[[], None] = lambda: None) -> None:
        self.plan, self.space, self.asked, self.jobs, self.look_up = plan, space, list(asked), jobs, look_up
        self.columns = len(self.asked)
        self.games_a_deal = sum(lineup.games for group in plan.groups for lineup in group.lineups)
        self._mine = local()  # the tables of each thread
        self._known: dict[tuple[int, bytes], _Rules] = {}
        self._counted: dict[tuple[int, int], Measures] = {}
        self._seldom = [self._read_seldom(g) for g in range(len(plan.groups))]

    def play(self, levels: np.ndarray, first: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
        """The sums over these deals of each set's values and of their squares, [set, column]; whoever plays them, the same."""
        values, squares = np.zeros((len(levels), self.columns)), np.zeros((len(levels), self.columns))
        tasks = [(g, *task) for g in range(len(self.plan.groups)) for task in self._tasks(g, levels, first, deals)]
        done = Parallel(n_jobs=self.jobs, backend="threading")(delayed(self._task)(g, levels[some], *deal) for g, some, *deal in tasks)
        for (_, some, *_), (one, two) in zip(tasks, done, strict=True):
            values[some] += one
            squares[some] += two
        return values, squares

    def _tasks(self, g: int, levels: np.ndarray, first: int, deals: int) -> Iterator[tuple[np.ndarray, int, int]]:
        """Sets, those that may have games in common together, and stretches of deals."""
        families: dict[bytes, list[int]] = {}
        for number, of in enumerate(levels):
            families.setdefault(self._family(g, of), []).append(number)
        games = deals * sum(lineup.games for lineup in self.plan.groups[g].lineups)
        some: list[int] = []
        for family in families.values():
            some += family
            if len(some) * games >= TASK:
                yield from self._cut(some, first, deals, TASK * deals // (len(some) * games))
                some = []
        if some:
            yield from self._cut(some, first, deals, deals)

    @staticmethod
    def _cut(some: list[int], first: int, deals: int, most: int) -> Iterator[tuple[np.ndarray, int, int]]:
        for start in range(first, first + deals, max(1, most)):
            yield np.array(some), start, min(max(1, most), first + deals - start)

    def _family(self, g: int, levels: np.ndarray) -> bytes:
        """Sets of a family differ only in rules that are seldom read, and so have games in common."""
        return bytes(levels[~self._seldom[g]].tobytes())

    def _read_seldom(self, g: int) -> np.ndarray:
        """[rule]: are there games as printed in which it is not read?"""
        group, kind = self.plan.groups[g], self.plan.game.seen["rules"]
        printed, looked = group.rules[group.baseline], np.zeros(TRIED, dtype=np.uint64)
        table = self._table(g, 0)
        table.under(printed)
        table.seat(range(group.players))
        table.play(UNSEEN, np.zeros(TRIED, dtype=self.plan.game.row), None, looked)
        always, record = np.bitwise_and.reduce(looked), encoded(kind, printed)

        def bits(rule: str, value: Any) -> np.uint64:
            return differing(record, encoded(kind, self._resolved(g, {rule: value})))

        return np.array([not any(bits(rule, value) & always for value in values) for rule, values in self.space.over.items()])

    def _resolved(self, g: int, changes: dict[str, Any]) -> HouseRules:
        game, group = self.plan.game, self.plan.groups[g]
        rules: HouseRules = game.resolve(game.Rules(**self.plan.experiment.rules | changes), group.players)
        return rules

    def _rules(self, g: int, levels: np.ndarray) -> _Rules:
        key = g, levels.tobytes()
        if key not in self._known:
            rules = self._resolved(g, {rule: of[at] for (rule, of), at in zip(self.space.over.items(), levels.tolist(), strict=True)})
            self._known[key] = _Rules(rules, encoded(self.plan.game.seen["rules"], rules))
        return self._known[key]

    def _table(self, g: int, t: int) -> Table:
        """This thread's table of a line-up."""
        kept: dict[tuple[int, int], Table] = self._mine.__dict__.setdefault("tables", {})
        if (g, t) not in kept:
            group = self.plan.groups[g]
            kept[g, t] = table_at(self.plan, group, Cell(group.baseline, t, tuple(range(group.players))))
        return kept[g, t]

    def _measures(self, g: int, sets: int) -> Measures:
        if (g, sets) not in self._counted:
            group = replace(self.plan.groups[g], scenarios=tuple(map(str, range(sets))), baseline=0)
            self._counted[g, sets] = Measures(self.plan.game, group)
        return self._counted[g, sets]

    def _task(self, g: int, levels: np.ndarray, first: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
        """The sums of some sets over a stretch of deals."""
        rows = self._rows(g, levels, UNSEEN + first, deals)
        played = Played(self._measures(g, len(levels)), rows, UNSEEN + first)
        values, squares = np.zeros((len(levels), self.columns)), np.zeros((len(levels), self.columns))
        for number, column in enumerate(self.asked):
            if column.group == g and column.metric:
                of, per = _values(played, column.metric, column)
                values[:, number], squares[:, number] = of.sum(axis=-1) / per, products(of, of).astype(float) / per**2
        return values, squares

    def _rows(self, g: int, levels: np.ndarray, first: int, deals: int) -> np.ndarray:
        """[deal, game of a set after the other]: the rows, each played, or copied from a set of its family."""
        lineups = self.plan.groups[g].lineups
        games = [(t, game) for t, lineup in enumerate(lineups) for game in range(lineup.games)]
        rows = np.zeros((deals, len(games), len(levels)), dtype=self.plan.game.row)
        looked = np.zeros((len(games), len(levels), deals), dtype=np.uint64)
        rules, families = [self._rules(g, of) for of in levels], [self._family(g, of) for of in levels]
        for s, family in enumerate(families):
            self.look_up()
            alike = slice(families.index(family) if self.plan.copies else s, s)  # the sets before it in its family
            differ = np.array([differing(of.record, rules[s].record) for of in rules[alike]], dtype=np.uint64)
            for k, (t, game) in enumerate(games):
                left = copy_games(rows[:, k, alike.start : s + 1], looked[k, alike.start : s + 1], differ)
                table = self._table(g, t)
                table.under(rules[s].rules)
                seated = lineups[t].seated(first, deals)[game]
                for number in np.unique(seated[left]):
                    table.seat(lineups[t].seatings[number])
                    table.play(first, rows[:, k, s], left[seated[left] == number], looked[k, s])
        return np.ascontiguousarray(rows.swapaxes(1, 2)).reshape(deals, -1)


def _values(played: Played, metric: Metric, column: Column) -> tuple[np.ndarray, int]:
    """[set, deal] of a column, as whole numbers, and by what they are divided."""
    measures = played.measures
    per = measures.per[measures.index[metric.name]][column.lineup]
    each = [seat for seat in measures.metrics if seat.family is SEATS] if column.is_edge else [metric]
    found = {of.name: measures.over_seatings(of.read(played))[:, column.lineup] for of in each}
    if not column.is_edge:
        return found[metric.name], per
    return len(found) * found[metric.name] - np.sum(list(found.values()), axis=0), len(found) * per
