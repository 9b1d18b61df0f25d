"""Looking for the best parameters where every look is a game of chance.

Four stages, each with its part of the budget. **Halving** (Karnin, Koren and Somekh 2013, "Almost optimal exploration in multi-armed
bandits", ICML): many starts, of whom the better half is played on, with as much again for half as many. **Descent** (Spall 1992,
"Multivariate stochastic approximation using a simultaneous perturbation gradient approximation", IEEE TAC 37, SPSA): from the best of them
uphill, all parameters moved at once and back, on deals of their own. **Surface**: a few times, what a surface through all that was seen
takes for the best, or for unknown and perhaps better. **Final**: what came out of these, and what was there before, halved again on deals
that nobody has seen. What was found is the best of the finalists on a surface through everything.

All that are compared play the same deals. Nothing is known of what is sought but what `ask` says: a function of points and of a stretch of
deals, to what each point won there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log2, sqrt

import numpy as np

from simlab.lab.surface import Surface

Point = tuple[float, ...]  # in [0, 1], one number a parameter
Ask = Callable[[Sequence[Point], int, int], Sequence[float]]  # points, the first deal, how many -> what each won of them, in all
PARTS = {"halving": 0.3, "descent": 0.15, "surface": 0.35, "final": 0.2}
FEWEST_STARTS, MOST_STARTS = 4, 32
KEPT, CLIMBERS = 4, 2  # of the starts, after halving; and of these, who climb
NEAREST = 3.0  # decades: half of the starts lie around what is there, from a thousandth of the range on
ROUNDS, GUESSES, TAKEN = 8, 1_500, 4  # of the surface: how often, how many points it is looked at, how many of them are played
BOLD = 1.0  # standard errors that a point is given more, so that what is unknown is looked at
MOST_STEPS = 8
STEP, REACH = (0.10, 0.01), (0.12, 0.03)  # of a descent, from its first step to its last: how far it goes, and looks


@dataclass
class Seen:
    """A point: of how many deals it won how much, and in which stage."""

    point: Point
    stage: str
    deals: int
    mean: float
    spent: int  # deals of all points, by then


@dataclass
class Search:
    """From a start, with so many deals of any point in all. `choose`: turns a point into one that can be played."""

    start: Point
    budget: int
    ask: Ask
    choose: Callable[[Point], Point]
    chance: np.random.Generator
    known: Sequence[Point] = ()  # others that somebody thought good
    spent: int = 0
    first: int = 0  # the next deal that nobody has seen
    seen: list[Seen] = field(default_factory=list)
    asked: list[tuple[Point, float, int, int]] = field(default_factory=list)

    def best(self) -> Point:
        """The best point that was found; the start where nothing is better."""
        count = int(2 ** round(log2(min(MOST_STARTS, max(FEWEST_STARTS, sqrt(self.budget) / 3)))))
        starts = self._starts(count)
        if len(starts) == 1:  # there is nothing to choose
            return starts[0]
        kept = self._halved(starts, self._part("halving"), KEPT, "halving")
        climbed = [end for start in kept[:CLIMBERS] for end in self._climb(start, self._part("descent") // CLIMBERS)]
        risen = self._risen(self._part("surface"))
        finalists = self._distinct([self.start, *self.known, *kept, *climbed, *risen])
        self._halved(finalists, self.budget - self.spent, 1, "final")
        if not self.asked:  # the budget was for no deal of anything
            return starts[0]
        worth, _ = Surface.through(self.asked).at(finalists)
        return finalists[int(np.argmax(worth))]

    def _part(self, stage: str) -> int:
        return int(self.budget * PARTS[stage])

    def _distinct(self, points: Sequence[Point]) -> list[Point]:
        return list(dict.fromkeys(map(self.choose, points)))

    def _starts(self, count: int) -> list[Point]:
        """What is there, and others: half of them spread evenly, half around it, the nearer the more."""
        d, start = len(self.start), np.array(self.start)
        even = (np.argsort(self.chance.random((d, count)), axis=1).T + self.chance.random((count, d))) / count
        away = self.chance.choice([-1.0, 1.0], (count, d)) * 10 ** (-NEAREST * self.chance.random((count, d)))
        around = np.where(self.chance.random((count, d)) < 1 / d, start + away, start)
        points = [even[i] if i % 2 else np.clip(around[i], 0, 1) for i in range(count - 1)]
        return self._distinct([self.start, *self.known, *(tuple(point.tolist()) for point in points)])

    def _halved(self, points: list[Point], budget: int, most: int, stage: str) -> list[Point]:
        """The best so many of some points, the best first: each time the better half goes on, with as much again for all of them."""
        rounds = max(1, int(np.ceil(log2(max(1, len(points) / most)))))
        sums, played, deals, first = dict.fromkeys(points, 0.0), dict[Point, int](), 0, self.first
        for left in range(rounds, 0, -1):
            some = budget // left // len(points)
            if some < 1:
                break
            for point, won in zip(points, self._won(points, first + deals, some), strict=True):
                sums[point] += won
                played[point] = deals + some
            deals += some
            budget -= some * len(points)
            self.first = max(self.first, first + deals)
            for point in points:
                self._note(point, stage, deals, sums[point] / deals)
            points = sorted(points, key=lambda point: -sums[point])[: max(most, len(points) // 2)]
        self._keep([(point, sums[point], count) for point, count in played.items()])
        return points[:most]

    def _climb(self, start: Point, budget: int) -> list[Point]:
        """Where one comes uphill from a start, and the middle of the second half of the way."""
        steps = int(np.clip(sqrt(budget / 2), 1, MOST_STEPS))
        deals, at, size = budget // (2 * steps), np.array(start), 0.0
        way = []
        for k in range(steps if deals else 0):
            done = k / steps
            reach, step = (first + (last - first) * done for first, last in (REACH, STEP))
            signs = self.chance.choice([-1.0, 1.0], len(at))
            both = [self.choose(tuple(np.clip(at + way * reach * signs, 0, 1).tolist())) for way in (1, -1)]
            up, down = self._ask(both, self.first, deals)
            self.first += deals
            slope = (up - down) / deals / (2 * reach) * signs
            size = float(np.sqrt(0.8 * size**2 + 0.2 * np.mean(slope**2))) if k else float(np.sqrt(np.mean(slope**2)))
            at = np.clip(at + step * slope / size, 0, 1) if size else at
            way.append(at)
        middle = np.mean(way[len(way) // 2 :], axis=0) if way else at
        return [tuple(at.tolist()), tuple(middle.tolist())]

    def _risen(self, budget: int) -> list[Point]:
        """The tops of surfaces: each time a few points are played that may be the best, on deals of their own."""
        deals = budget // (ROUNDS * TAKEN)
        top: list[Point] = []
        for round_ in range(ROUNDS if deals else 0):
            guesses = self._guesses(top)
            worth, unsure = Surface.through(self.asked).at(guesses)
            order = np.argsort(-(worth + BOLD * (1 - round_ / ROUNDS) * unsure))
            taken = [guesses[i] for i in order[: TAKEN - 1]] + [guesses[int(np.argmax(worth))]]
            taken = list(dict.fromkeys(taken))
            sums = self._ask(taken, self.first, deals)
            self.first += deals
            for point, won in zip(taken, sums, strict=True):
                self._note(point, "surface", deals, won / deals)
            top = [guesses[int(np.argmax(worth))]]
        if not deals:
            return []
        worth, _ = Surface.through(self.asked).at(guesses := self._guesses(top))
        return [guesses[i] for i in np.argsort(-worth)[:2]]

    def _guesses(self, top: Sequence[Point]) -> list[Point]:
        """Points all over, around what was seen to be good, and what was seen."""
        d = len(self.start)
        good = [np.array(point) for point, *_ in sorted(self.asked, key=lambda asked: -asked[1])[:20]] + [np.array(point) for point in top]
        near = [good[i % len(good)] + self.chance.normal(size=d) * 10 ** self.chance.uniform(-2.5, -0.7) for i in range(GUESSES // 2)]
        even = self.chance.random((GUESSES // 2, d))
        seen = [point for point, *_ in self.asked]
        return self._distinct([self.start, *seen, *(tuple(np.clip(point, 0, 1).tolist()) for point in (*near, *even))])

    def _ask(self, points: Sequence[Point], first: int, deals: int) -> Sequence[float]:
        """What points won; the surface knows of it."""
        sums = self._won(points, first, deals)
        self._keep([(point, won, deals) for point, won in zip(points, sums, strict=True)])
        return sums

    def _won(self, points: Sequence[Point], first: int, deals: int) -> Sequence[float]:
        self.spent += len(points) * deals
        return self.ask(points, first, deals)

    def _keep(self, won: Sequence[tuple[Point, float, int]]) -> None:
        """For the surface: what points won of the same deals, or of the first so many of these."""
        number = self.asked[-1][3] + 1 if self.asked else 0
        self.asked += [(point, sums / deals, deals, number) for point, sums, deals in won]

    def _note(self, point: Point, stage: str, deals: int, mean: float) -> None:
        self.seen.append(Seen(point, stage, deals, mean, self.spent))
