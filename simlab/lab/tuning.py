"""Tuning: the parameters of a strategy that win most against given others, searched for with a given number of games.

No game is played for a parameter that the strategy never reads: it stays as it is. Nor is a game played in which a candidate decides
nothing otherwise than another did: the number of games is of those that are played. And what was asked before is not played again: whoever
goes on with a search that was stopped gives its journal, and the search comes by the same way to the same end.
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from math import asinh, ceil, floor, log10, sinh
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from simlab.base.parsing import parsed
from simlab.engine.metric import UNIT
from simlab.experiment.plan import BLOCK_GAMES, Chunk, Group, Lineup, Plan, seatings
from simlab.experiment.tuning import Params, Tried, Tune
from simlab.lab.climbing import Point, Search
from simlab.lab.journal import Journal
from simlab.lab.surface import Won
from simlab.players.seats import Seat
from simlab.stats.measures import Measures
from simlab.stats.played import Played
from simlab.table.alike import played_alike

FIRST = 10**11  # deals from here on are searched on: no confirmation ever sees them
DIGITS = 3  # that a parameter is told with


@dataclass
class Desk:
    """Where all that is asked is answered, by so many threads. `told`: is given the games that are done and the best share so far."""

    journal: Journal
    jobs: int
    told: Callable[[int, float], None]
    done: int = 0

    def answered(self, asked: Mapping[str, Any], play: Callable[[], list[int]]) -> list[int]:
        """What came out of some games, first of all how many were played; what was asked before is not played again."""
        answer: list[int] = self.journal.answered(asked, play)
        self.done += answer[0]
        return answer


def tuned(plan: Plan, desk: Desk) -> Tune:
    """What is tuned, with what was found."""
    tune = plan.experiment.tune
    assert tune is not None
    table = Candidates(plan, desk, plan.groups[0], (tune.strategy, *tune.against), tune.over)
    search = table.search(tune.budget, [plan.experiment.seed, FIRST])
    best = search.best()
    found = {} if best == table.choose(table.start) else table.params(best)
    tried = (
        Tried(table.params(each.point), each.stage, each.deals * table.games, each.mean, each.spent, each.copied) for each in search.seen
    )
    return replace(tune, found=found, tried=tuple(tried))


@dataclass(frozen=True)
class Scale:
    """From where to where a parameter may go, seen from what its strategy makes of it: who wrote 8 of 0 to 1,000 knew that 4 is as far away
    as 16, and that 500 and 600 are near one another. So steps grow with the distance from there, measured by its size.
    """

    low: float
    high: float
    default: float

    @property
    def size(self) -> float:
        """How large a change of it is that may be felt."""
        return min(abs(self.default), self.high - self.low) or self.high - self.low

    def at(self, value: float) -> float:
        """Where a value lies, from 0 to 1."""
        low, high, here = (asinh((each - self.default) / self.size) for each in (self.low, self.high, value))
        return (here - low) / (high - low)

    def value(self, at: float) -> float:
        """The value there, with as many digits as there is use for."""
        low, high = (asinh((each - self.default) / self.size) for each in (self.low, self.high))
        value = self.default + self.size * sinh(low + at * (high - low))
        return min(max(round(value, DIGITS - 1 - floor(log10(self.size))), self.low), self.high)


class Candidates:
    """Parameters for a seat at a table, those to whom it is asked what they win: from where to where each may go."""

    def __init__(
        self, plan: Plan, desk: Desk, group: Group, seats: Sequence[Seat], over: Mapping[str, tuple[float, float]], place: int = 0
    ):
        self.plan, self.desk, self.group, self.seats, self.over, self.place = plan, desk, group, seats, over, place
        self.strategy = plan.strategies[seats[place].strategy]
        self.scales = {name: Scale(low, high, self.strategy.params[name]) for name, (low, high) in over.items()}
        self.games = self._lineup({}).games
        self.read = {node.attr for node in ast.walk(parsed(self.strategy.source)) if isinstance(node, ast.Attribute)}

    @cached_property
    def start(self) -> Point:
        """Where the parameters are now."""
        return self.point({**self.strategy.params, **self.seats[self.place].params})

    def point(self, params: Mapping[str, float]) -> Point:
        """Where parameters are."""
        return tuple(scale.at(min(max(params[name], scale.low), scale.high)) for name, scale in self.scales.items())

    def params(self, point: Point) -> Params:
        """The parameters of a point, with as many digits as their ranges have use for."""
        found = {}
        for at, as_is, (name, scale) in zip(point, self.start, self.scales.items(), strict=True):
            found[name] = scale.value(at if name in self.read else as_is)
        return found

    def choose(self, point: Point) -> Point:
        """The point that is played in place of one: with parameters of a few digits."""
        return self.point(self.params(point))

    def _lineup(self, params: Params) -> Lineup:
        seat = self.seats[self.place]
        asked = replace(seat, params={**seat.params, **params}, label=f"tuned {seat.label}")
        seats = (*self.seats[: self.place], asked, *self.seats[self.place + 1 :])
        how = self.plan.experiment.seating
        return Lineup("", seats, seatings(seats, how), self.plan.experiment.seed if how == "sample" else None)

    def search(self, budget: int, seed: Sequence[int]) -> Search:
        """For what wins most, with so many games: from where the parameters are, and from where the strategy itself has them."""
        known = [self.choose(self.point(self.strategy.params))]
        return Search(self.start, budget, self.games, self.ask, self.choose, np.random.default_rng(seed), known)

    def ask(self, points: Sequence[Point], first: int, deals: int) -> Won:
        """What points win on some deals of the search."""
        return self.won([self.params(point) for point in points], FIRST + first, deals)

    def won(self, params: Sequence[Params], first: int, deals: int) -> Won:
        """What the seat wins with each of these parameters on the same deals."""
        games, *told = self.desk.answered(self._asked(params, first, deals), lambda: self._play(params, first, deals))
        n, unit = len(params), UNIT * self.games
        won = Won(deals, np.array(told[:n]) / unit, np.array(told[n:]).reshape(n, n) / unit**2, games)
        self.desk.told(self.desk.done, float(won.means.max()))
        return won

    def _asked(self, params: Sequence[Params], first: int, deals: int) -> dict[str, Any]:
        """All that the answer depends on, of what is not the same for the whole run."""
        seats = [seat.written for seat in self.seats]
        scenarios = list(self.group.scenarios)
        return {"at": self.place, "of": seats, "by": scenarios, "tried": list(map(dict, params)), "first": first, "deals": deals}

    def _play(self, params: Sequence[Params], first: int, deals: int) -> list[int]:
        """How many games were played, and in exact whole numbers what each candidate won, and of each two the sum of the products."""
        lineups = tuple(replace(self._lineup(each), name=str(i)) for i, each in enumerate(params))
        group = replace(self.group, lineups=lineups, pairs=(), deals=first + deals)
        plan = replace(self.plan, groups=(group,))
        whole = Chunk((0,), group.players, 0, first, deals)
        stretches = whole.blocks(ceil(deals / self.desk.jobs))
        blocks = chain.from_iterable(stretch.blocks(max(1, BLOCK_GAMES // len(group.cells))) for stretch in stretches)
        parts = Parallel(n_jobs=self.desk.jobs, backend="threading")(delayed(_won)(plan, block, self.place) for block in blocks)
        played, won = zip(*parts, strict=True)
        each = np.concatenate(won, axis=-1)
        return [sum(played), *each.sum(axis=-1).tolist(), *(each @ each.T).ravel().tolist()]


def _won(plan: Plan, chunk: Chunk, place: int) -> tuple[int, np.ndarray]:
    """How many games were played, and [line-up, deal] what was won in that seat of them."""
    group = plan.groups[0]
    batch, measures = played_alike(plan, chunk, place), Measures(plan.game, group)
    shares = Played(measures, batch.rows, chunk.first).by_label[group.lineups[0].seats[place].label]
    return batch.rows.size - batch.copied, np.asarray(measures.over_seatings(shares)[0])
