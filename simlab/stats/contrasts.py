"""What is compared between scenarios: whole-number combinations of a deal's values in them.

A contrast is the sum of a metric over some scenarios minus its sum over others, taken deal by deal, so that what the deal itself does to
both sides cancels out. With `vary` every combination of the factors' values is a scenario, and the contrasts are those of a full factorial
experiment: main effects and two-way interactions, each against its factors' values in the baseline and averaged over all other factors
(Box, Hunter and Hunter 2005, "Statistics for Experimenters", chapter 5).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, product

import numpy as np

MEAN, EFFECT, MAIN, INTERACTION = "mean", "effect", "main", "interaction"


@dataclass(frozen=True)
class Contrast:
    """The sum over the scenarios `plus` minus the sum over `minus`, divided by `divisor`; `base`: the scenarios it starts from."""

    kind: str
    where: tuple[int, ...]  # the scenario; or factor and value; or twice factor and value, all by number
    plus: tuple[int, ...]
    minus: tuple[int, ...] = ()
    base: tuple[int, ...] = ()
    divisor: int = 1


@dataclass(frozen=True)
class Contrasts:
    """All contrasts of a number of scenarios; `levels`: how many values each factor takes, where the scenarios are all combinations;
    `baseline`: the scenario that changes are told against.
    """

    scenarios: int
    levels: tuple[int, ...] = ()
    baseline: int = 0

    @cached_property
    def all(self) -> tuple[Contrast, ...]:
        """The mean of each scenario, its effect against the baseline, main effects, interactions."""
        means = [Contrast(MEAN, (s,), (s,)) for s in range(self.scenarios)]
        base = (self.baseline,)
        effects = [Contrast(EFFECT, (s,), (s,), base, base) for s in range(self.scenarios) if s != self.baseline]
        return (*means, *effects, *self._factorial(MAIN, 1), *self._factorial(INTERACTION, 2))

    @cached_property
    def index(self) -> dict[tuple[str, tuple[int, ...]], int]:
        """Where a contrast stands."""
        return {(contrast.kind, contrast.where): i for i, contrast in enumerate(self.all)}

    def start(self, factor: int) -> int:
        """The value that a factor's others are told against."""
        return self._values[self.baseline][factor]

    def of_kind(self, kind: str) -> list[Contrast]:
        """The contrasts of one kind."""
        return [contrast for contrast in self.all if contrast.kind == kind]

    def each(self, values: np.ndarray) -> Iterator[np.ndarray]:
        """One after the other [..., deal] of values [..., scenario, deal]."""
        for contrast in self.all:
            plus = _sum(values, contrast.plus)
            yield plus - _sum(values, contrast.minus) if contrast.minus else plus

    @cached_property
    def _values(self) -> tuple[tuple[int, ...], ...]:
        """The factors' values in each scenario, in the order in which an experiment combines them."""
        return tuple(product(*(range(count) for count in self.levels)))

    def _where(self, factors: tuple[int, ...], values: tuple[int, ...]) -> tuple[int, ...]:
        """The scenarios in which factors have these values."""
        return tuple(s for s, of in enumerate(self._values) if all(of[f] == v for f, v in zip(factors, values, strict=True)))

    def _factorial(self, kind: str, count: int) -> Iterator[Contrast]:
        """Of so many factors together all values but the baseline's; each factor that is put back to that turns the sign."""
        for factors in combinations(range(len(self.levels)), count):
            starts = tuple(map(self.start, factors))
            base = self._where(factors, starts)
            for values in product(*([v for v in range(self.levels[f]) if v != start] for f, start in zip(factors, starts, strict=True))):
                signed: tuple[list[int], list[int]] = [], []
                for is_back in product((False, True), repeat=count):
                    corner = tuple(start if back else value for value, start, back in zip(values, starts, is_back, strict=True))
                    signed[sum(is_back) % 2].extend(self._where(factors, corner))
                where = tuple(chain.from_iterable(zip(factors, values, strict=True)))
                yield Contrast(kind, where, tuple(signed[0]), tuple(signed[1]), base, len(base))


def _sum(values: np.ndarray, scenarios: tuple[int, ...]) -> np.ndarray:
    """The sum over some scenarios."""
    return np.asarray(values[..., scenarios[0], :] if len(scenarios) == 1 else values[..., scenarios, :].sum(axis=-2))
