"""Looking for the best parameters where every look is a game of chance.

Four stages, each with its part of the budget. **Halving** (Karnin, Koren and Somekh 2013, "Almost optimal exploration in multi-armed
bandits", ICML): many starts, of whom the better half is played on, with as much again for half as many. **Descent** (Spall 1992,
"Multivariate stochastic approximation using a simultaneous perturbation gradient approximation", IEEE TAC 37, SPSA): from the best of them
uphill, all parameters moved at once and back, on deals of their own. **Surface**: a few times, what a surface through all that was seen
takes for the best, or for unknown and perhaps better. **Final**: what came out of these, and what was there before, halved again on deals
that nobody has seen. What was found is the best of the finalists on a surface through everything.

All that are compared play the same deals, and the nearer they are, the fewer of their games are different and have to be played: a look
at some points goes on until about its part of the budget is played, and never beyond all of it. What a stage leaves of its part is there
for the next. Nothing is known of what is sought but what `ask` says: a function of points and of a stretch of deals, to what they won
there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import log2, sqrt

import numpy as np

from simlab.lab.surface import Smoothness, Surface, Won

Point = tuple[float, ...]  # in [0, 1], one number a parameter
Ask = Callable[[Sequence[Point], int, int], Won]  # points, the first deal, how many -> what they won of them
PARTS = {"halving": 0.25, "descent": 0.05, "surface": 0.5, "final": 0.2}
ENDS = dict(zip(PARTS, accumulate(PARTS.values()), strict=True))
FEWEST_STARTS, MOST_STARTS = 4, 32
KEPT, CLIMBERS = 4, 2  # of the starts, after halving; and of these, who climb
NEAREST = 3.0  # decades: half of the starts lie around what is there, from a thousandth of the range on
ROUNDS, GUESSES, LIKELY, TAKEN = 10, 1_500, 200, 6  # of the surface: how often, how many points it is looked at, how many of them more
# closely, and how many are played
MOST_STEPS = 8
STEP, REACH = (0.10, 0.01), (0.12, 0.03)  # of a descent, from its first step to its last: how far it goes, and looks
FIRST, LITTLE = 0.25, 0.1  # the part of a look after which it is seen how many games of a deal have to be played; and the part of the deals
# it has seen that is too few to go on for


@dataclass
class Seen:
    """A point: of how many deals it won how much, and in which stage."""

    point: Point
    stage: str
    deals: int
    mean: float
    spent: int  # games that were played by then
    copied: int  # and that were not, because they are the same as others


@dataclass
class Search:
    """From a start, with so many games. `games`: that a point plays of a deal; `choose`: turns a point into one that can be played."""

    start: Point
    budget: int
    games: int
    ask: Ask
    choose: Callable[[Point], Point]
    chance: np.random.Generator
    known: Sequence[Point] = ()  # others that somebody thought good
    spent: int = 0
    copied: int = 0
    first: int = 0  # the next deal that nobody has seen
    seen: list[Seen] = field(default_factory=list)
    asked: list[tuple[Sequence[Point], Won]] = field(default_factory=list)
    likely: Smoothness | None = None  # how smooth is what is sought

    def best(self) -> Point:
        """The best point that was found; the start where nothing is better."""
        count = int(2 ** round(log2(min(MOST_STARTS, max(FEWEST_STARTS, sqrt(self.budget / self.games) / 3)))))
        starts = self._starts(count)
        if len(starts) == 1:  # there is nothing to choose
            return starts[0]
        kept = self._halved(starts, KEPT, "halving")
        climbed = [end for i, start in enumerate(kept[:CLIMBERS]) for end in self._climb(start, self._left("descent") // (CLIMBERS - i))]
        risen = self._risen()
        finalists = self._distinct([self.start, *self.known, *kept, *climbed, *risen])
        self._halved(finalists, 1, "final")
        if not self.asked:  # the budget was for no deal of anything
            return starts[0]
        worth, _ = self._surface().at(finalists)
        return finalists[int(np.argmax(worth))]

    def _left(self, stage: str) -> int:
        """Games for a stage: none, where those before it took more than their part."""
        return max(0, int(self.budget * ENDS[stage]) - self.spent)

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

    def _halved(self, points: list[Point], most: int, stage: str) -> list[Point]:
        """The best so many of some points, the best first: each time the better half goes on, with as much again for all of them."""
        rounds, in_all = max(1, int(np.ceil(log2(max(1, len(points) / most))))), np.zeros(len(points))
        for left in range(rounds, 0, -1):
            won = self._look(points, self._left(stage) // left, stage)
            if not won.deals:
                break
            in_all = in_all + won.sums
            order = np.argsort(-in_all, kind="stable")[: max(most, len(points) // 2)]
            points, in_all = [points[i] for i in order], in_all[order]
        return points[:most]

    def _climb(self, start: Point, budget: int) -> list[Point]:
        """Where one comes uphill from a start, and the middle of the second half of the way."""
        steps = int(np.clip(sqrt(budget / self.games / 2), 1, MOST_STEPS))
        at, size, end = np.array(start), 0.0, self.spent + budget
        way = []
        for k in range(steps):
            done = k / steps
            reach, step = (first + (last - first) * done for first, last in (REACH, STEP))
            signs = self.chance.choice([-1.0, 1.0], len(at))
            both = [self.choose(tuple(np.clip(at + way * reach * signs, 0, 1).tolist())) for way in (1, -1)]
            won = self._look(both, (end - self.spent) // (steps - k), "descent")
            if not won.deals:
                break
            slope = (won.means[0] - won.means[1]) / (2 * reach) * signs
            size = float(np.sqrt(0.8 * size**2 + 0.2 * np.mean(slope**2))) if k else float(np.sqrt(np.mean(slope**2)))
            at = np.clip(at + step * slope / size, 0, 1) if size else at
            way.append(at)
        middle = np.mean(way[len(way) // 2 :], axis=0) if way else at
        return [tuple(at.tolist()), tuple(middle.tolist())]

    def _risen(self) -> list[Point]:
        """The tops of surfaces: each time a few points are played that may be the best, each of them on one of the surfaces that there may
        be (Thompson 1933, "On the likelihood that one unknown probability exceeds another", Biometrika 25), and the best of all.
        """
        top: list[Point] = []
        for left in range(ROUNDS if self.asked else 0, 0, -1):
            surface, guesses = self._guessed(top)
            drawn = surface.drawn(guesses, self.chance.normal(size=(TAKEN - 1, len(guesses))))
            top = guesses[:1]
            taken = list(dict.fromkeys([*top, *(guesses[i] for i in np.argmax(drawn, axis=1))]))
            if not self._look(taken, self._left("surface") // left, "surface").deals:
                break
        return self._guessed(top)[1][:KEPT] if self.asked else []

    def _surface(self) -> Surface:
        """Through all that was seen so far."""
        surface = Surface.through(self.asked, self.likely)
        self.likely = surface.likely
        return surface

    def _guessed(self, top: Sequence[Point]) -> tuple[Surface, list[Point]]:
        """What may be the best on the surface through all that was seen: what is worth most there first, then what may be."""
        surface, guesses = self._surface(), self._guesses(top)
        worth, unsure = surface.at(guesses)
        order = dict.fromkeys([*np.argsort(-worth, kind="stable")[:KEPT].tolist(), *np.argsort(-worth - unsure, kind="stable").tolist()])
        return surface, [guesses[i] for i in list(order)[:LIKELY]]

    def _guesses(self, top: Sequence[Point]) -> list[Point]:
        """Points all over, around what was seen to be good, and what was seen."""
        d = len(self.start)
        seen = sorted(((mean, point) for points, won in self.asked for mean, point in zip(won.means, points, strict=True)), reverse=True)
        good = [np.array(point) for point in [*(point for _, point in seen[:20]), *top]]
        near = [good[i % len(good)] + self.chance.normal(size=d) * 10 ** self.chance.uniform(-2.5, -0.7) for i in range(GUESSES // 2)]
        even = self.chance.random((GUESSES // 2, d))
        return self._distinct([self.start, *(point for _, point in seen), *(tuple(np.clip(at, 0, 1).tolist()) for at in (*near, *even))])

    def _look(self, points: Sequence[Point], budget: int, stage: str) -> Won:
        """What points win of as many deals, which nobody has seen, as can be played with about so many games. How many games of a deal have
        to be played is seen anew each time as many deals again were played; and no more are begun than the search has games for, should
        every game have to be played.
        """
        won, most = Won(0, np.zeros(len(points)), np.zeros((len(points),) * 2)), len(points) * self.games
        while True:
            each = (won.games + most) / (won.deals + 1)  # as if in one more deal none was alike
            again = max(1, won.deals, int(FIRST * budget / most))
            deals = min(again, int((budget - won.games) / each), (self.budget - self.spent - won.games) // most)
            if deals <= LITTLE * won.deals:
                break
            won += self.ask(points, self.first, deals)
            self.first += deals
        if won.deals:
            self.spent += won.games
            self.copied += most * won.deals - won.games
            self.asked.append((points, won))
            means = zip(points, won.means.tolist(), strict=True)
            self.seen += [Seen(point, stage, won.deals, mean, self.spent, self.copied) for point, mean in means]
        return won
