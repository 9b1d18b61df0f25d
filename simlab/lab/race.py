"""The race: all rule sets begin, on common deals; those that surely miss a goal are out, those that surely meet all have enough.

Few edits come first: a larger set waits while a smaller one very likely meets all goals. The intervals hold at all looks.
"""

from collections.abc import Sequence
from math import log
from typing import NamedTuple

import numpy as np

from simlab.lab.goals import Goal, Sums, chance, distances, family_of
from simlab.lab.playing import Source
from simlab.lab.space import Space
from simlab.stats.intervals import ALPHA

FIRST_DEALS = 50  # of the first look; each is twice as far as the one before
NEAR, SLACK = 0.5, 0.2  # distances need not be told apart more finely: in units of what matters, and relatively
SURE, DOUBT = 0.98, 0.05  # no set is believed to meet the goals more than SURE; larger ones wait where at most DOUBT is left that none does
LEAST_CHANCE = 0.02  # of meeting all goals, to be confirmed
MOST_LIKELY, MOST_NEAR, CROWD = 8, 4, 5  # finalists that may meet all goals, and that are near; as many at most of one number and size


class Look(NamedTuple):
    """A look at some sets: after so many deals, how many they were, how many are left, and how many games the search has played."""

    deals: int
    raced: int
    left: int
    games: int


class Race:
    """What is known of all sets, what it has cost, and who is out. `budget`: games; `most`: deals that a set gets at most."""

    def __init__(self, space: Space, goals: Sequence[Goal], source: Source, budget: int, most: int) -> None:
        self.space, self.goals, self.source, self.budget, self.most = space, goals, source, budget, most
        self.sums = Sums(len(space), source.columns)
        self.everyone = np.arange(len(space))
        self.is_out, self.is_refused, self.is_waiting = (np.zeros(len(space), dtype=bool) for _ in range(3))
        self.games = 0
        self.looks: list[Look] = []
        self.alpha = ALPHA / family_of(goals)

    def play(self, which: np.ndarray, upto: int, limit: float = float("inf")) -> bool:
        """Bring these sets to so many deals; False where that would cost more than there is."""
        for have in np.unique(self.sums.deals[which]):
            some, more = which[self.sums.deals[which] == have], upto - int(have)
            cost = more * len(some) * self.source.games_a_deal
            if more <= 0:
                continue
            if self.games + cost > min(limit, self.budget):
                return False
            self.sums.add(some, more, *self.source.play(self.space.levels[some], int(have), more))
            self.games += cost
        return True

    def reach(self, which: np.ndarray) -> np.ndarray:
        """How many standard errors an interval reaches that holds at all looks: Robbins' normal mixture, as of runs that are watched."""
        nr2 = np.maximum(self.sums.deals[which], 1) * (-2 * log(ALPHA) + log(-2 * log(ALPHA)) + 1) / self.most
        return np.asarray(np.sqrt(2 * (nr2 + 1) / nr2 * np.log(np.sqrt(nr2 + 1) / self.alpha)))

    def look(self, which: np.ndarray, goals: Sequence[Goal] | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The distance of some sets, and its ends."""
        return distances(self.goals if goals is None else goals, self.sums, which, self.reach(which))

    def next(self, deals: int) -> int:
        """The deals of the look after that at `deals`."""
        return min(2 * deals, self.most)

    def run(self, which: np.ndarray, limit: float) -> None:
        """Race these against the goals, for as long as something is open and there are games."""
        upto, games = FIRST_DEALS, -1
        while len(which) and self.play(which, upto, limit):
            _, low, high = self.look(which)
            self.is_out[which[low > 0]] = True
            if self.games > games:
                self.looks.append(Look(upto, len(which), int((low <= 0).sum()), self.games))
            games = self.games
            which = which[(low <= 0) & (high > 0) & (self.sums.deals[which] < self.most)]
            upto = self.next(upto)

    def by_edits(self) -> None:
        """All get the first look; then sets of 0, 1, 2, ... edits in turn. None of these numbers may use more than half of the games that
        are left before the others were seen; what remains goes to what is open.
        """
        self.play(self.everyone, FIRST_DEALS)
        for part in (0.5, 1.0):
            self._by_edits(part)

    def _by_edits(self, part: float) -> None:
        edits, size, smallest = self.space.edits, self.space.size, float("inf")
        self.is_waiting[:] = False
        for count in range(int(edits.max()) + 1):
            level = self.everyone[(edits == count) & ~self.is_out]
            self.is_waiting[level[size[level] >= smallest]] = True
            self.run(level[size[level] < smallest], self.games + part * (self.budget - self.games))
            good = level[~self.is_out[level] & ~self.is_waiting[level] & ~self.is_refused[level]]
            left = 1 - np.minimum(chance(self.goals, self.sums, good), SURE)
            enough = [each for each in np.unique(size[good]) if left[size[good] == each].prod() <= DOUBT]
            smallest = min([smallest, *enough[:1]])

    def settle(self, below: tuple[float, float], share: float = 0.2) -> None:
        """Of sets that miss, with fewer edits or smaller than `below`: they go on until the nearest of each number and size is known well
        enough, or a share of the budget is gone.
        """
        stop, edits, size = min(self.budget, self.games + share * self.budget), self.space.edits, self.space.size
        while True:
            which = np.flatnonzero(((edits < below[0]) | (size < below[1])) & (self.sums.deals > 0))
            if not len(which):
                return
            at, low, high = self.look(which)
            finely = np.maximum(NEAR, SLACK * at)
            is_beaten = (self._least(which, high, is_strict=True) <= low + finely) | (self._least(which, high, is_strict=False) <= low)
            is_open = (low > 0) & ~is_beaten & (high - low > 2 * finely) & (self.sums.deals[which] < self.most)
            if not is_open.any():
                return
            deals = int(self.sums.deals[which[is_open]].min())
            if not self.play(which[is_open & (self.sums.deals[which] == deals)], self.next(deals), stop):
                return

    def _least(self, which: np.ndarray, value: np.ndarray, *, is_strict: bool) -> np.ndarray:
        """Of each the least value among those with no more edits and no larger a size; `is_strict`: one of the two really less."""
        edits, size = self.space.edits[which], self.space.size[which]
        cells = np.full((int(edits.max()) + 2, int(size.max()) + 2), np.inf)
        np.minimum.at(cells, (edits + 1, size + 1), value)
        box = np.minimum.accumulate(np.minimum.accumulate(cells, axis=0), axis=1)
        return np.asarray(np.minimum(box[edits, size + 1], box[edits + 1, size]) if is_strict else box[edits + 1, size + 1])

    def likely(self) -> list[int]:
        """Sets that may meet all goals, the fewest edits first; of a crowd alike only some."""
        which = np.flatnonzero(~self.is_out & ~self.is_waiting & ~self.is_refused & (self.sums.deals > FIRST_DEALS))
        p = chance(self.goals, self.sums, which)
        found: list[int] = []
        crowd: dict[tuple[int, int], int] = {}
        edits, size = self.space.edits[which].tolist(), self.space.size[which].tolist()
        for count, far, unlikely, number in sorted(zip(edits, size, (-p).tolist(), which.tolist(), strict=True)):
            if -unlikely >= LEAST_CHANCE and crowd.get((count, far), 0) < CROWD and len(found) < MOST_LIKELY:
                crowd[count, far] = crowd.get((count, far), 0) + 1
                found.append(number)
        return found

    def nearest(self, finalists: Sequence[int]) -> list[int]:
        """Of sets that miss a goal the nearest with each number of edits below the finalists'; of these the front."""
        fewest = min((self.space.edits[number] for number in finalists), default=np.inf)
        which = np.flatnonzero(self.is_out & (self.space.edits < fewest) & (self.sums.deals > 0))
        if not len(which):
            return []
        at = dict(zip(which.tolist(), self.look(which)[0].tolist(), strict=True))
        groups = [which[self.space.edits[which] == count].tolist() for count in np.unique(self.space.edits[which])]
        best = [min(some, key=lambda number: (at[number], self.space.size[number])) for some in groups]
        return sorted(front(self.space, best, at), key=lambda number: at[number])[:MOST_NEAR]


def front(space: Space, which: Sequence[int], value: dict[int, float]) -> list[int]:
    """The Pareto front of edits, size and distance, the fewest edits first."""
    kept: list[int] = []
    for c in sorted(which, key=lambda c: (space.edits[c], space.size[c], value[c])):
        if not any(space.edits[b] <= space.edits[c] and space.size[b] <= space.size[c] and value[b] <= value[c] for b in kept):
            kept.append(int(c))
    return kept
