"""Spaces whose truth is known: a source that draws what games would have given, and the goals that are wanted there."""

from math import inf

import numpy as np

from simlab.lab.goals import Goal
from simlab.lab.space import Space

OVER = {"cards": (3, 4, 5, 6), "piles": (2, 3, 4, 5, 6), "size": (1, 2, 3, 4), "last": ("loses", "wins", "swaps")}
PRINTED = {"cards": 5, "piles": 4, "size": 3, "last": "loses"}
SPREAD = (8.0, 0.25)  # of a deal's length, and share


def space(over=OVER) -> Space:
    """Every combination."""
    levels = np.array(np.meshgrid(*(range(len(values)) for values in over.values()), indexing="ij")).reshape(len(over), -1).T
    return Space(over, {rule: PRINTED[rule] for rule in over}, levels)


def truth(levels: np.ndarray) -> np.ndarray:
    """[set, column]: the length and a share: main effects, and two rules that do more together."""
    cards, piles, size, last = levels.T
    length = 40 - 2.5 * (cards - 2) - 1.5 * (piles - 2) + 1.0 * (size - 2) - 1.2 * (cards == 3) * (piles == 4)
    share = 0.44 + 0.02 * (last == 1) - 0.01 * (cards == 3) - 0.015 * (piles == 4)
    return np.column_stack([length, share])


class Drawn:
    """A source whose sums are drawn as those of many deals would be."""

    columns, games_a_deal = 2, 4

    def __init__(self, seed: int = 0) -> None:
        self.rng, self.games, self.asked = np.random.default_rng(seed), 0, []

    def play(self, levels: np.ndarray, first: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
        """The sums of values and of their squares."""
        self.games += len(levels) * deals * self.games_a_deal
        self.asked.append((len(levels), first, deals))
        at, spread = truth(levels), np.array(SPREAD)
        mean = at + self.rng.normal(size=at.shape) * spread / np.sqrt(deals)
        within = spread**2 * self.rng.chisquare(max(1, deals - 1), size=at.shape)
        return mean * deals, within + deals * mean**2


def length(low: float, high: float) -> Goal:
    """The length between two limits."""
    return Goal("turns.mean", f"{low} to {high}", 4, "lineup", (0,), low, high, unit=0.8)


def share(low: float) -> Goal:
    """A share above a limit."""
    return Goal("share.planner", f"> {low}", 4, "lineup", (1,), low, inf, unit=0.01, is_share=True)


def met(goals: list[Goal], levels: np.ndarray) -> np.ndarray:
    """Which sets truly meet all goals."""
    at = truth(levels)
    return np.all([(goal.low < at[:, goal.columns[0]]) & (at[:, goal.columns[0]] < goal.high) for goal in goals], axis=0)
