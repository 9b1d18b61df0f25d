"""What is kept of the games of a group: the exact sums of all statistics, in memory that does not grow with their number.

Whole numbers add up to the same digits in any order: a tally does not depend on chunks, processes or machines.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from operator import index
from typing import Any

import numpy as np

from simlab.base.clock import timed
from simlab.stats.joins import added
from simlab.stats.measures import Measures
from simlab.stats.played import Played
from simlab.stats.statistic import STATISTICS

Sums = dict[str, np.ndarray]
MOST_SUMS = 10**8


Tallies = Mapping[int, "Tally"]  # of groups, by number


@dataclass(eq=False)
class Tally:
    """Exact sums over the deals of a group: by statistic, and by the name that it gives them."""

    deals: int
    sums: dict[str, Sums]

    @classmethod
    def of(cls, played: Played) -> "Tally":
        """The tally of a chunk's games."""
        return cls(played.deals, {statistic.name: statistic.count(played) for statistic in STATISTICS})

    def __getitem__(self, statistic: str) -> Sums:
        return self.sums[statistic]

    @timed("counting")
    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.deals + other.deals, {name: _joined(name, sums, other.sums[name]) for name, sums in self.sums.items()})

    def fits(self, measures: Measures) -> bool:
        """Has it the shape of what is counted of these games?"""
        if not 0 < self.deals <= measures.group.deals:
            return False
        nothing = Played(measures, np.zeros((1, len(measures.group.cells)), dtype=measures.game.row))
        return _shapes(self.sums) == _shapes(Tally.of(nothing).sums)

    def as_dict(self) -> dict[str, Any]:
        """As whole numbers that JSON can hold, only those that are not 0 where most are."""
        return {"deals": self.deals, **{name: {key: _packed(array) for key, array in sums.items()} for name, sums in self.sums.items()}}

    @cached_property
    def written(self) -> str:
        """As JSON."""
        return json.dumps(self.as_dict())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Tally":
        """What `as_dict` gave."""
        sums = {name: {key: _unpacked(*packed) for key, packed in of.items()} for name, of in data.items() if name != "deals"}
        return cls(index(data["deals"]), sums)


def added_up(tallies: Iterable[Tallies]) -> dict[int, Tally]:
    """What several stretches of games have added to each group."""
    found: dict[int, Tally] = {}
    for each in tallies:
        found |= {number: found[number] + tally if number in found else tally for number, tally in each.items()}
    return found


def _joined(name: str, sums: Sums, others: Sums) -> Sums:
    joins = next(statistic.sums for statistic in STATISTICS if statistic.name == name)
    return {key: joins[key](array, others[key]) for key, array in sums.items()}


def _shapes(sums: Mapping[str, Sums]) -> dict[str, dict[str, tuple[int, ...]]]:
    """Of each sum the lengths of its axes; of the last only where it does not grow."""
    grows = {statistic.name: {key: join is not added for key, join in statistic.sums.items()} for statistic in STATISTICS}
    return {
        name: {key: (array.ndim, *array.shape[: -1 if grows[name].get(key) else None]) for key, array in of.items()}
        for name, of in sums.items()
        if name in grows
    }


def layout() -> dict[str, int]:
    """What a tally holds: another layout holds something else."""
    return {statistic.name: statistic.version for statistic in STATISTICS}


def _packed(array: np.ndarray) -> list[list[int]]:
    """Its shape and its numbers; where most are 0, where the others stand and what they are."""
    flat = array.reshape(-1)
    at = np.flatnonzero(flat)
    if 2 * len(at) < len(flat):
        return [list(array.shape), flat[at].tolist(), at.tolist()]
    return [list(array.shape), flat.tolist()]


def _unpacked(shape: list[int], numbers: list[int], at: list[int] | None = None) -> np.ndarray:
    if prod(shape) > MOST_SUMS:
        raise ValueError("no tally is so large")
    try:
        array = np.array(numbers, dtype=np.int64)
    except OverflowError:
        array = np.array(list(map(index, numbers)), dtype=object)
    if at is not None:
        flat = np.zeros(int(np.prod(shape)), dtype=array.dtype)
        flat[at] = array
        array = flat
    return array.reshape(shape)
