"""What is kept of the values of all deals: exact sums of their powers, which of them changed anything, the smallest and the largest.

Whole numbers without a limit, so that no digit is lost where large sums nearly cancel, and so that they add up in any order.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from typing import Self

import numpy as np

from simlab.stats.joins import ROOM, Join, added, peak, products

_POWERS = ("sums", "squares", "cubes", "fourths")
JOINS: Mapping[str, Join] = {**dict.fromkeys((*_POWERS, "changed"), added), "smallest": np.minimum, "largest": np.maximum}
_WIDE = 1 << 31  # the square of a number below has room in 64 bits


def moments_of(values: np.ndarray) -> dict[str, np.ndarray]:
    """What is kept of values [..., deal], as a tally keeps it: by name, joined as `JOINS` says. One after the other, where some are so
    large that their powers outgrow 64 bits, which takes longer.
    """
    smallest, largest = values.min(axis=-1), values.max(axis=-1)
    most = max(peak(smallest), peak(largest))
    if len(values) > 1 and values.ndim > 1 and most ** len(_POWERS) * values.shape[-1] >= ROOM:
        each = [moments_of(one) for one in values]
        return {name: np.stack([of[name] for of in each]) for name in JOINS}
    if most >= _WIDE:
        values = values.astype(object)
    squares, of_value, of_square = values * values, most, most**2
    sums = (
        values.sum(axis=-1),
        products(values, values, of_value, of_value),
        products(squares, values, of_square, of_value),
        products(squares, squares, of_square, of_square),
    )
    return {**dict(zip(_POWERS, sums, strict=True)), "changed": (values != 0).sum(axis=-1), "smallest": smallest, "largest": largest}


def moments_of_counts(counts: np.ndarray, numbers: np.ndarray) -> dict[str, np.ndarray]:
    """The same of whole numbers [..., number], of which each comes so many times; any of them at all."""
    is_there = counts > 0
    ends = np.where(is_there, numbers, numbers.max()).min(axis=-1), np.where(is_there, numbers, numbers.min()).max(axis=-1)
    changed = np.where(numbers != 0, counts, 0).sum(axis=-1)
    if peak(numbers) ** len(_POWERS) * peak(counts.sum(axis=-1)) >= ROOM:
        numbers = numbers.astype(object)
    sums = [(counts * numbers**power).sum(axis=-1) for power in range(1, len(_POWERS) + 1)]
    return {**dict(zip(_POWERS, sums, strict=True)), "changed": changed, "smallest": ends[0], "largest": ends[1]}


@dataclass(frozen=True)
class Moments:
    """The values of all deals. One of them in the unit of its metric is `divisor` times smaller than it is counted here."""

    deals: int
    changed: int  # values that are not 0
    powers: tuple[int, int, int, int]  # the sums of x, x^2, x^3, x^4
    smallest: int
    largest: int
    divisor: int = 1

    @classmethod
    def of(cls, values: "np.ndarray | list[int]", divisor: int = 1) -> Self:
        """Of whole numbers."""
        found = [int(value) for value in values]
        sums = [sum(x**power for x in found) for power in (1, 2, 3, 4)]
        return cls(len(found), sum(x != 0 for x in found), (sums[0], sums[1], sums[2], sums[3]), min(found), max(found), divisor)

    @classmethod
    def at(cls, where: tuple[int, ...], kept: Mapping[str, np.ndarray], deals: int, divisor: int = 1) -> Self:
        """One of those that a tally keeps."""
        one, two, three, four, changed, smallest, largest = (int(kept[name][where]) for name in JOINS)
        return cls(deals, changed, (one, two, three, four), smallest, largest, divisor)

    def __neg__(self) -> "Moments":
        one, two, three, four = self.powers
        return replace(self, powers=(-one, two, -three, four), smallest=-self.largest, largest=-self.smallest)

    def __add__(self, other: "Moments") -> "Moments":
        if self.divisor != other.divisor:
            raise ValueError(f"sums of values in units of 1/{self.divisor} and of 1/{other.divisor}")
        one, two, three, four = (a + b for a, b in zip(self.powers, other.powers, strict=True))
        ends = min(self.smallest, other.smallest), max(self.largest, other.largest)
        return Moments(self.deals + other.deals, self.changed + other.changed, (one, two, three, four), *ends, self.divisor)

    def in_units_of(self, divisor: int) -> "Moments":
        """The same where a value is so many times smaller still."""
        return replace(self, divisor=self.divisor * divisor)

    @cached_property
    def mean(self) -> float:
        """The mean over deals."""
        return self.powers[0] / (self.deals * self.divisor)

    @cached_property
    def central(self) -> tuple[float, float, float]:
        """The second, third and fourth central moment, from exact sums."""
        n, (one, two, three, four), unit = self.deals, self.powers, self.deals * self.divisor
        second = n * two - one**2
        third = n**2 * three - 3 * n * one * two + 2 * one**3
        fourth = n**3 * four - 4 * n**2 * one * three + 6 * n * one**2 * two - 3 * one**4
        return second / unit**2, third / unit**3, fourth / unit**4

    @cached_property
    def se(self) -> float:
        """The standard error of the mean, from the variance over deals; no number where there is a single deal."""
        return sqrt(self.central[0] / (self.deals - 1)) if self.deals > 1 else float("nan")

    @property
    def carriers(self) -> float:
        """How many equally large deals would carry this variance: of rare changes of one size, their number."""
        second, _, fourth = self.central
        return self.deals * second**2 / fourth if fourth else float(self.deals if self.changed else 0)

    @property
    def typical(self) -> float:
        """The distance from the mean that the variance typically comes from: of changes of one size, that size."""
        second, _, fourth = self.central
        return sqrt(fourth / second) if second else 0.0

    @property
    def low(self) -> float:
        """The smallest value seen."""
        return self.smallest / self.divisor

    @property
    def high(self) -> float:
        """The largest value seen."""
        return self.largest / self.divisor
