"""How metrics and statistics see the games of a chunk: its rows, column by column, for all games at once."""

from functools import cached_property
from itertools import product

import numpy as np

from simlab.engine.metric import UNIT
from simlab.stats.measures import Measures


class Played:
    """The rows of a chunk, seen game by game: every array is [..., scenario, seating of any line-up, deal]. `first`: its first deal."""

    def __init__(self, measures: Measures, rows: np.ndarray, first: int = 0) -> None:
        self.measures, self._rows, self.first = measures, rows, first
        self.deals = len(rows)
        self._fields: dict[str, np.ndarray] = {}

    def field(self, name: str) -> np.ndarray:
        """A column of the rows."""
        if name not in self._fields:
            self._fields[name] = self._in_order(self._rows[name])
        return self._fields[name]

    @cached_property
    def shares(self) -> np.ndarray:
        """[seat, ...]: each seat's win share, 1 split evenly among the winners."""
        won = self._in_order(self._rows["won"][..., : self.measures.group.players])
        return np.asarray(won * (UNIT // won.sum(axis=0).clip(min=1)).astype(np.int32))

    @cached_property
    def by_label(self) -> dict[str, np.ndarray]:
        """By strategy: the win shares of all its seats."""
        return self._by_label(self.shares)

    @cached_property
    def turns(self) -> np.ndarray:
        """The length of each game."""
        return self.field("turns")

    @cached_property
    def flipped(self) -> np.ndarray:
        """Where the winners are others than in the baseline."""
        base = self.measures.group.baseline
        return np.asarray((self.shares != self.shares[:, base : base + 1]).any(axis=0))

    @cached_property
    def scores(self) -> dict[str, np.ndarray]:
        """By strategy: the scores of all its seats."""
        return self._by_label(self._in_order(self._rows["score"][..., : self.measures.group.players]))

    @property
    def counted(self) -> dict[str, np.ndarray]:
        """How often each rule event fired."""
        return {name: self.field(name) for name in self.measures.game.counted}

    @cached_property
    def values(self) -> np.ndarray:
        """[metric, line-up, scenario, deal]: the sums over the seatings."""
        measures = self.measures
        values = np.zeros((len(measures.metrics), len(measures.seatings), len(measures.group.scenarios), self.deals), dtype=np.int64)
        for m, metric in enumerate(measures.metrics):
            measures.over_seatings(metric.read(self), values[m].swapaxes(0, 1))
        return values

    def _in_order(self, field: np.ndarray) -> np.ndarray:
        """[(seat,) scenario, seating, deal] of [deal, cell(, seat)]."""
        ordered = np.ascontiguousarray(field.T)
        return ordered.reshape((*ordered.shape[:-2], len(self.measures.group.scenarios), -1, self.deals))

    def _by_label(self, of_seats: np.ndarray) -> dict[str, np.ndarray]:
        """Of [seat, ...] the sums over the seats where a strategy sits."""
        seated = self.measures.seated
        found = {label: np.zeros(of_seats.shape[1:], dtype=of_seats.dtype) for label in self.measures.group.labels}
        for seat, (j, label) in product(range(seated.shape[1]), enumerate(found)):
            if seated[:, seat, j].any():
                found[label] += of_seats[seat] * seated[:, seat, j, None].astype(of_seats.dtype)
        return found
