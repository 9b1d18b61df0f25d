"""The search: which rule sets are worth confirming, what lets go of others where they fail, and what stands in the way where all do."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from simlab.lab.goals import Goal, chance
from simlab.lab.playing import Source
from simlab.lab.race import LEAST_CHANCE, MOST_LIKELY, NEAR, SLACK, Race
from simlab.lab.screening import is_large, screened
from simlab.lab.space import Space

ROUNDS = 3  # of confirmation, each with half of the errors that were left
LIKELY, SURELY = 0.5, 0.95
EXTRA = 0.3  # of the games so far, for each goal that is relaxed


class Relaxed(NamedTuple):
    """A goal that gives way alone: the set that then meets the others, and by how much it misses this one; None where there is none."""

    goal: Goal
    number: int | None
    miss: float


@dataclass(frozen=True)
class Obstacles:
    """What stands in the way where nothing meets all goals. `groups`: of goals that nothing meets together, as it looks."""

    relaxed: tuple[Relaxed, ...]
    groups: tuple[tuple[Goal, ...], ...]


class Search:
    """A search in a space. `most`: deals that a set gets at most; `chosen`: which sets of the whole space race, by number."""

    def __init__(self, space: Space, goals: Sequence[Goal], source: Source, budget: int, most: int, seed: int = 1) -> None:
        self.whole, self.goals, self.confirmed = space, tuple(goals), dict[int, str]()
        self.is_screened = is_large(space, source, budget)
        self.chosen = np.arange(len(space))
        if self.is_screened:
            self.chosen, sums, games = screened(space, goals, source, budget, seed)
        self.race = Race(space.some(self.chosen), goals, source, budget, most)
        if self.is_screened:
            self.race.sums, self.race.games = sums, games

    def finalists(self) -> list[int]:
        """The sets that are to be confirmed now: those that may meet all goals, and the nearest with fewer edits."""
        race = self.race
        race.by_edits()
        likely = race.likely()
        sure = [number for number in likely if chance(self.goals, race.sums, np.array([number]))[0] > LIKELY]
        race.settle(min(((race.space.edits[number], race.space.size[number]) for number in sure), default=(np.inf, np.inf)))
        likely = race.likely()
        found = [*likely, *(number for number in race.nearest(likely) if number not in self.confirmed)]
        return found or self._best_guess()

    def _best_guess(self) -> list[int]:
        """Where there are too few games to say anything: the set that seems nearest."""
        left = np.flatnonzero(~self.race.is_refused & (self.race.sums.deals > 0))
        return [int(left[self.race.look(left)[0].argmin()])] if len(left) and not self.confirmed else []

    def told(self, verdicts: dict[int, str]) -> None:
        """What the confirmation said of some sets: they are not confirmed again, and nothing waits for them any more."""
        self.confirmed |= verdicts
        self.race.is_refused[list(verdicts)] = True

    def obstacles(self) -> Obstacles:
        """What each goal would have to give up if it alone gave way. The race is taken up again where the answer hangs on it."""
        return Obstacles(tuple(self._relaxed(goal) for goal in self.goals), tuple(self._together()))

    def _relaxed(self, goal: Goal) -> Relaxed:
        race, everyone = self.race, np.flatnonzero(self.race.sums.deals > 0)
        others, stop = [other for other in self.goals if other is not goal], min(race.budget, race.games * (1 + EXTRA))
        while True:
            out = race.look(everyone, others)[1] if others else np.zeros(len(everyone))
            at, low, high = race.look(everyone, [goal])
            p, deals = chance(others, race.sums, everyone), race.sums.deals[everyone]
            least = np.where(p > SURELY, high, np.inf).min()  # a set that meets the others misses this one by so much at most
            is_doubtful = (p < SURELY) | (high - low > 2 * np.maximum(NEAR, SLACK * at))
            going = np.flatnonzero((out <= 0) & (p > LEAST_CHANCE) & (low < least) & is_doubtful & (deals < race.most))
            going = going[np.argsort(at[going], kind="stable")[:MOST_LIKELY]]
            going = going[deals[going] == deals[going].min()] if len(going) else going
            if not len(going) or not race.play(everyone[going], race.next(int(deals[going[0]])), stop):
                break
        left = np.flatnonzero((p > SURELY) | ((p > LIKELY) & (deals >= race.most // 4)))
        if not len(left):
            return Relaxed(goal, None, float("nan"))
        nearest = left[at[left].argmin()]
        return Relaxed(goal, int(everyone[nearest]), float(at[nearest]))

    def _together(self) -> list[tuple[Goal, ...]]:
        """The smallest groups of goals that no set meets together."""
        everyone = np.flatnonzero(self.race.sums.deals > 0)
        met = {goal: chance([goal], self.race.sums, everyone) > SURELY for goal in self.goals}
        found: list[tuple[Goal, ...]] = []
        for count in range(1, len(self.goals) + 1):
            for group in combinations(self.goals, count):
                if not np.all([met[goal] for goal in group], axis=0).any() and not any(set(one) <= set(group) for one in found):
                    found.append(group)
        return found
