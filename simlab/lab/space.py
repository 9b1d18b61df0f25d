"""The rule sets among which is searched: every allowed combination, by how many rules it edits, and by how far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any
from zlib import crc32

import numpy as np

from simlab import games
from simlab.base.kinds import written
from simlab.experiment import Experiment
from simlab.experiment.keys import LONGEST_NAME
from simlab.experiment.reader import AS_PRINTED


@dataclass(frozen=True, eq=False)
class Space:
    """Rule sets by the number of each rule's value, [set, rule]. `left_out`: how many combinations are impossible.

    An edit is a rule that is not as printed; its size is how many of the listed values it passes, and 1 where they have no order.
    """

    over: Mapping[str, tuple[Any, ...]]
    printed: Mapping[str, Any]
    levels: np.ndarray
    left_out: int = 0

    def __len__(self) -> int:
        return len(self.levels)

    @cached_property
    def steps(self) -> np.ndarray:
        """[set, rule]: the size of each edit, 0 of none."""
        of = [[_steps(values, self.printed[rule], value) for value in values] for rule, values in self.over.items()]
        return np.column_stack([np.array(sizes)[self.levels[:, rule]] for rule, sizes in enumerate(of)])

    @cached_property
    def edits(self) -> np.ndarray:
        """How many rules each set edits."""
        return np.asarray((self.steps > 0).sum(axis=1))

    @cached_property
    def size(self) -> np.ndarray:
        """How far each set goes, over all its edits."""
        return np.asarray(self.steps.sum(axis=1))

    def rules(self, number: int) -> dict[str, Any]:
        """The value of each rule in a set."""
        return {rule: values[level] for (rule, values), level in zip(self.over.items(), self.levels[number], strict=True)}

    def changes(self, number: int) -> dict[str, Any]:
        """What a set changes of the printed rules."""
        return {rule: value for rule, value in self.rules(number).items() if value != self.printed[rule]}

    def some(self, which: np.ndarray) -> "Space":
        """Only these sets."""
        return Space(self.over, self.printed, self.levels[which], self.left_out)


def name_of(changes: Mapping[str, Any]) -> str:
    """What a rule set is called in tables and files."""
    name = ", ".join(f"{rule}={value if isinstance(value, str) else written(value)}" for rule, value in changes.items()) or AS_PRINTED
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 10]} …{crc32(name.encode()):08x}"


def space_of(experiment: Experiment) -> Space:
    """All combinations of the values that an experiment lists, but for those that are impossible with any of its numbers of players."""
    game, over = games.find(experiment.game), dict(experiment.over or {})
    printed = game.resolve(game.Rules(**experiment.rules), experiment.players[0])

    def is_allowed(levels: Sequence[int]) -> bool:
        rules = {rule: values[level] for (rule, values), level in zip(over.items(), levels, strict=True)}
        resolved = [(game.resolve(game.Rules(**experiment.rules | rules), players), players) for players in experiment.players]
        return not any(game.refusal(of, players) for of, players in resolved)

    every = list(product(*(range(len(values)) for values in over.values())))
    allowed = [levels for levels in every if is_allowed(levels)]
    levels = np.array(allowed, dtype=int).reshape(len(allowed), len(over))
    return Space(over, {rule: getattr(printed, rule) for rule in over}, levels, len(every) - len(allowed))


def _steps(values: Sequence[Any], printed: Any, value: Any) -> int:
    if value == printed:
        return 0
    if not all(isinstance(one, int | float) and not isinstance(one, bool) for one in (*values, printed)):
        return 1
    low, high = sorted((printed, value))
    return sum(low <= one <= high and one != printed for one in values)
