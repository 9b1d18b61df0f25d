"""What is compared between scenarios: whole-number combinations of a deal's values in them.

A contrast is the sum of a metric over some scenarios minus its sum over others, taken deal by deal, so that what the deal itself does to
both sides cancels out. With `vary` every combination of the factors' values is a scenario, and the contrasts are those of a full factorial
experiment: main effects and two-way interactions, each against its factors' first values and averaged over all other factors (Box, Hunter
and Hunter 2005, "Statistics for Experimenters", chapter 5).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import prod

import numpy as np

MEAN, EFFECT, MAIN, INTERACTION = "mean", "effect", "main", "interaction"


@dataclass(frozen=True)
class Contrast:
    """The sum over the scenarios `plus` minus the sum over `minus`, divided by `divisor`; `base`: the scenarios it starts from."""

    kind: str
    where: tuple[int, ...]  # the scenario; or factor and value; or twice factor and value, all by number
    plus: tuple[int, ...]
    minus: tuple[int, ...] = ()
    base: tuple[int, ...] = (0,)
    divisor: int = 1


@dataclass(frozen=True)
class Contrasts:
    """All contrasts of a number of scenarios; `levels`: how many values each factor takes, where the scenarios are all combinations."""

    scenarios: int
    levels: tuple[int, ...] = ()

    @cached_property
    def all(self) -> tuple[Contrast, ...]:
        """The mean of each scenario, its effect against the first, main effects, interactions."""
        means = [Contrast(MEAN, (s,), (s,)) for s in range(self.scenarios)]
        effects = [Contrast(EFFECT, (s,), (s,), (0,)) for s in range(1, self.scenarios)]
        return (*means, *effects, *self._main(), *self._interactions()) if self._is_factorial else (*means, *effects)

    @cached_property
    def index(self) -> dict[tuple[str, tuple[int, ...]], int]:
        """Where a contrast stands."""
        return {(contrast.kind, contrast.where): i for i, contrast in enumerate(self.all)}

    def of_kind(self, kind: str) -> list[Contrast]:
        """The contrasts of one kind."""
        return [contrast for contrast in self.all if contrast.kind == kind]

    def each(self, values: np.ndarray) -> Iterator[np.ndarray]:
        """One after the other [..., deal] of values [..., scenario, deal]."""
        for contrast in self.all:
            plus = _sum(values, contrast.plus)
            yield plus - _sum(values, contrast.minus) if contrast.minus else plus

    @property
    def _is_factorial(self) -> bool:
        return bool(self.levels) and prod(self.levels) == self.scenarios

    @cached_property
    def _values(self) -> tuple[tuple[int, ...], ...]:
        """The factors' values in each scenario, in the order in which an experiment combines them."""
        return tuple(product(*(range(count) for count in self.levels)))

    def _where(self, fixed: dict[int, int]) -> tuple[int, ...]:
        """The scenarios in which factors have these values."""
        return tuple(s for s, values in enumerate(self._values) if all(values[f] == v for f, v in fixed.items()))

    def _main(self) -> list[Contrast]:
        found = []
        for f, count in enumerate(self.levels):
            first = self._where({f: 0})
            found += [Contrast(MAIN, (f, v), self._where({f: v}), first, first, len(first)) for v in range(1, count)]
        return found

    def _interactions(self) -> list[Contrast]:
        found = []
        for f, g in combinations(range(len(self.levels)), 2):
            neither = self._where({f: 0, g: 0})
            for v, w in product(range(1, self.levels[f]), range(1, self.levels[g])):
                plus = (*self._where({f: v, g: w}), *neither)
                minus = (*self._where({f: v, g: 0}), *self._where({f: 0, g: w}))
                found.append(Contrast(INTERACTION, (f, v, g, w), plus, minus, neither, len(neither)))
        return found


def _sum(values: np.ndarray, scenarios: tuple[int, ...]) -> np.ndarray:
    """The sum over some scenarios."""
    return np.asarray(values[..., scenarios[0], :] if len(scenarios) == 1 else values[..., scenarios, :].sum(axis=-2))
