"""How metrics and statistics see the games of a chunk: its rows, column by column, for all games at once."""

from functools import cached_property
from itertools import product

import numpy as np

from simlab.engine.metric import UNIT
from simlab.stats.measures import Measures

NO_GAME = 1 << 62  # where the number of a game, as deal * seatings + seating, would stand


class Played:
    """The rows of a chunk, seen game by game: every array is [..., scenario, game of any line-up, deal]. `first`: its first deal.

    A line-up plays a deal once in each of its seatings, or once in one of them: `seated` tells in which.
    """

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
    def seated(self) -> np.ndarray:
        """[game of any line-up, deal]: the number of its seating among those of all line-ups."""
        return self.measures.group.seated(self.first, self.deals)

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
    def touched(self) -> np.ndarray:
        """Where something happened otherwise than in the baseline's scenario."""
        courses = self.field("course")
        return np.asarray(courses != courses[[self.measures.group.baseline]])

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
        values = np.empty((len(measures.metrics), len(measures.seatings), len(measures.group.scenarios), self.deals), dtype=np.int64)
        for m, metric in enumerate(measures.metrics):
            measures.over_seatings(metric.read(self), values[m].swapaxes(0, 1))
        return values

    def by_seating(self, games: np.ndarray) -> np.ndarray:
        """The sums over the deals that are played in each seating, of [..., game, deal] as [..., seating of any line-up]."""
        if not self.measures.is_drawn:
            return np.asarray(games.sum(axis=-1, dtype=np.int64))
        sums = np.zeros((*games.shape[:-2], len(self.measures.seated)), dtype=np.int64)
        for game, seatings in enumerate(self.seated):
            order = np.argsort(seatings, kind="stable")
            found, starts = np.unique(seatings[order], return_index=True)
            sums[..., found] += np.add.reduceat(games[..., game, order], starts, axis=-1, dtype=np.int64)
        return sums

    def _in_order(self, field: np.ndarray) -> np.ndarray:
        """[(seat,) scenario, game, deal] of [deal, cell(, seat)]."""
        ordered = np.ascontiguousarray(field.T)
        return ordered.reshape((*ordered.shape[:-2], len(self.measures.group.scenarios), -1, self.deals))

    def _by_label(self, of_seats: np.ndarray) -> dict[str, np.ndarray]:
        """Of [seat, ...] the sums over the seats where a strategy sits."""
        seated = self.measures.seated
        deals = slice(None) if self.measures.is_drawn else slice(1)  # else all are alike
        found = {label: np.zeros(of_seats.shape[1:], dtype=of_seats.dtype) for label in self.measures.group.labels}
        for seat, (j, label) in product(range(seated.shape[1]), enumerate(found)):
            if seated[:, seat, j].any():
                found[label] += of_seats[seat] * seated[:, seat, j].astype(of_seats.dtype)[self.seated[:, deals]]
        return found
