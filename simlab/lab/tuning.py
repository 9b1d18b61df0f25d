"""Tuning: the parameters of a strategy that win most against given others, searched for with a given number of games.

No game is played for a parameter that the strategy never reads: it stays as it is. And what was asked before is not played again: whoever
goes on with a search that was stopped gives what `Memo` has kept, and the search comes by the same way to the same end.
"""

import ast
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from math import ceil, floor, log10

import numpy as np
from joblib import Parallel, delayed

from simlab.engine.metric import UNIT
from simlab.experiment.plan import BLOCK_GAMES, Chunk, Group, Lineup, Plan, seatings
from simlab.experiment.tuning import Params, Tried, Tune
from simlab.lab.climbing import Point, Search
from simlab.stats.measures import Measures
from simlab.stats.played import Played
from simlab.table.batches import played

FIRST = 10**11  # deals from here on are searched on: no confirmation ever sees them
DIGITS = 3  # of a range, that a parameter is told with


@dataclass
class Memo:
    """What was asked so far, in its order: what came out. `whose`: the identity of the run; `keep` is given it as text."""

    answers: list[list[int]] = field(default_factory=list)
    whose: str = ""
    keep: Callable[[str], None] = lambda _: None

    @classmethod
    def of(cls, text: bytes, whose: str, keep: Callable[[str], None]) -> "Memo":
        """What was kept for the same run, as far as it can be read."""
        try:
            kept = json.loads(text)
            answers = [[int(won) for won in answer] for answer in kept["answers"]] if kept["whose"] == whose else []
        except (ValueError, TypeError, KeyError):
            answers = []
        return cls(answers, whose, keep)

    def add(self, answer: list[int]) -> None:
        """One more answer."""
        self.answers.append(answer)
        self.keep(json.dumps({"whose": self.whose, "answers": self.answers}))


def tuned(plan: Plan, memo: Memo, jobs: int, told: Callable[[int, float], None]) -> Tune:
    """What is tuned, with what was found. `told`: is given the games that are done and the best share so far."""
    tune = plan.experiment.tune
    assert tune is not None
    table = _Table(plan, tune, memo, jobs, told)
    search = Search(table.start, tune.budget // table.games, table.ask, table.choose, np.random.default_rng([plan.experiment.seed, FIRST]))
    best = search.best()
    found = {} if best == table.choose(table.start) else table.params(best)
    tried = (
        Tried(table.params(each.point), each.stage, each.deals * table.games, each.mean / table.games / UNIT, each.spent * table.games)
        for each in search.seen
    )
    return replace(tune, found=found, tried=tuple(tried))


class _Table:
    """The table at which a search asks what candidates win."""

    def __init__(self, plan: Plan, tune: Tune, memo: Memo, jobs: int, told: Callable[[int, float], None]) -> None:
        self.plan, self.tune, self.memo, self.jobs, self.told = plan, tune, memo, jobs, told
        self.group = plan.groups[0]
        self.games = self._lineup({}).games
        source = plan.strategies[tune.strategy.strategy].source
        self.read = {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}
        self.asked = self.done = 0
        self.best = 0.0

    @cached_property
    def start(self) -> Point:
        """Where the parameters are now."""
        is_now = {**self.plan.strategies[self.tune.strategy.strategy].params, **self.tune.strategy.params}
        return tuple((min(max(is_now[name], low), high) - low) / (high - low) for name, (low, high) in self.tune.over.items())

    def params(self, point: Point) -> Params:
        """The parameters of a point, with as many digits as their ranges have use for."""
        found = {}
        for at, as_is, (name, (low, high)) in zip(point, self.start, self.tune.over.items(), strict=True):
            at = at if name in self.read else as_is
            value = round(low + at * (high - low), DIGITS - floor(log10(high - low)))
            found[name] = min(max(value, low), high)
        return found

    def choose(self, point: Point) -> Point:
        """The point that is played in place of one: with parameters of a few digits."""
        params = self.params(point)
        return tuple((params[name] - low) / (high - low) for name, (low, high) in self.tune.over.items())

    def _lineup(self, params: Params) -> Lineup:
        seats = (self.tune.seat(params), *self.tune.against)
        how = self.plan.experiment.seating
        return Lineup("", seats, seatings(seats, how), self.plan.experiment.seed if how == "sample" else None)

    def ask(self, points: Sequence[Point], first: int, deals: int) -> list[float]:
        """What candidates win on some deals; what was asked before is not played again."""
        if self.asked == len(self.memo.answers):
            self.memo.add(self._play(points, FIRST + first, deals))
        won = self.memo.answers[self.asked]
        self.asked += 1
        self.done += len(points) * deals * self.games
        self.best = max(won) / (deals * self.games * UNIT)
        self.told(self.done, self.best)
        return [float(each) for each in won]

    def _play(self, points: Sequence[Point], first: int, deals: int) -> list[int]:
        """The sums of the win shares of each, in exact whole numbers."""
        lineups = tuple(replace(self._lineup(self.params(point)), name=str(i)) for i, point in enumerate(points))
        group = replace(self.group, lineups=lineups, pairs=(), deals=first + deals)
        plan = replace(self.plan, groups=(group,))
        whole = Chunk((0,), group.players, 0, first, deals)
        stretches = whole.blocks(ceil(deals / self.jobs))
        blocks = chain.from_iterable(stretch.blocks(max(1, BLOCK_GAMES // len(group.cells))) for stretch in stretches)
        return [
            int(won) for won in np.sum(Parallel(n_jobs=self.jobs, backend="threading")(delayed(_won)(plan, block) for block in blocks), 0)
        ]


def _won(plan: Plan, chunk: Chunk) -> np.ndarray:
    """By line-up: what the strategy that is tuned won of a stretch of deals."""
    group: Group = plan.groups[0]
    measures = Measures(plan.game, group)
    shares = Played(measures, played(plan, chunk).rows, chunk.first).by_label[group.lineups[0].seats[0].label]
    return np.asarray(measures.over_seatings(shares)[0].sum(axis=-1))
