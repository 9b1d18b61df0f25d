"""How metrics and statistics see the games of a chunk: its rows, column by column, for all games at once."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from itertools import product

import numpy as np

from simlab.engine.metric import UNIT
from simlab.stats.measures import Measures

_SHARES = np.array([0, *(UNIT // winners for winners in range(1, 256))], dtype=np.int32)  # of one among so many winners
_TOGETHER = 512  # games
MOST_NUMBERS = 1 << 10  # different ones that are counted one by one
NO_GAME = 1 << 62  # where the number of a game, as deal * seatings + seating, would stand


class Played:
    """The rows of a chunk, seen game by game: every array is [..., scenario, game of any line-up, deal]. `first`: its first deal.

    A line-up plays a deal once in each of its seatings, or once in one of them: `seated` tells in which.
    """

    def __init__(self, measures: Measures, rows: np.ndarray, first: int = 0) -> None:
        self.measures, self._rows, self.first = measures, rows, first
        self.deals = len(rows)
        self._times: dict[int, tuple[np.ndarray, np.ndarray | None]] = {}

    def field(self, name: str) -> np.ndarray:
        """A column of the rows; of one with several numbers in it [number, ...]."""
        return self._columns[name] if name in self._columns else self._read([name])[name]

    @cached_property
    def _columns(self) -> dict[str, np.ndarray]:
        """What nearly all of the rows is: all columns with a number, and who won; of scenarios that stand alone nobody asks for courses."""
        kind, passed_over = self._rows.dtype, () if self.measures.group.others else ("course",)
        numbers = [name for name in kind.names or () if not kind[name].shape and name not in passed_over]
        return self._read(["won", *numbers])

    @cached_property
    def seated(self) -> np.ndarray:
        """[game of any line-up, deal]: the number of its seating among those of all line-ups."""
        return self.measures.group.seated(self.first, self.deals)

    @cached_property
    def shares(self) -> np.ndarray:
        """[seat, ...]: each seat's win share, 1 split evenly among the winners."""
        return np.asarray(self._won * _SHARES[self._won.sum(axis=0, dtype=np.uint8)])

    @cached_property
    def winners(self) -> np.ndarray:
        """Who wins each game, as bits: as many as there are seats."""
        return np.asarray(np.bitwise_or.reduce([won << seat for seat, won in enumerate(self._won)]))

    @cached_property
    def _won(self) -> np.ndarray:
        """[seat, ...]: 1 where it is among the winners."""
        return self.field("won")[: self.measures.group.players]

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
        return self._otherwise(lambda: self.winners)

    @cached_property
    def touched(self) -> np.ndarray:
        """Where something happened otherwise than in the baseline's scenario."""
        return self._otherwise(lambda: self.field("course"))

    def _otherwise(self, read: Callable[[], np.ndarray]) -> np.ndarray:
        """Where something is not as in the baseline; nowhere, and it is not even read, where there is nothing beside that."""
        group = self.measures.group
        if not group.others:
            return np.zeros((1, sum(self.measures.seatings), self.deals), dtype=bool)
        found = read()
        return np.asarray(found != found[group.baseline])

    @cached_property
    def scores(self) -> dict[str, np.ndarray]:
        """By strategy: the scores of all its seats."""
        return self._by_label(self.field("score")[: self.measures.group.players])

    @property
    def counted(self) -> dict[str, np.ndarray]:
        """How often each rule event fired."""
        return {name: self.field(name) for name in self.measures.game.counted}

    @cached_property
    def values(self) -> np.ndarray:
        """[metric, line-up, scenario, deal]: the sums over the seatings."""
        measures = self.measures
        values = np.empty((len(measures.metrics), len(measures.seatings), len(measures.group.scenarios), self.deals), dtype=np.int64)
        for number in range(len(measures.metrics)):
            values[number] = self.narrow_values(number)
        return values

    def narrow_values(self, number: int) -> np.ndarray:
        """[line-up, scenario, deal]: those of one metric, in few bytes."""
        return self.measures.narrow_sums(self.measures.metrics[number].read(self)).swapaxes(0, 1)

    def times(self, games: np.ndarray) -> np.ndarray | None:
        """[line-up, scenario, number]: in how many games it is 0, 1, 2, ... What is below 0 or large is not counted so."""
        if id(games) not in self._times:
            self._times[id(games)] = games, self._counted(games)  # together, so that nothing else comes to lie in its place
        return self._times[id(games)][1]

    def _counted(self, games: np.ndarray) -> np.ndarray | None:
        if not np.can_cast(games.dtype, np.int64):
            return None
        measures, numbers = self.measures, int(games.max(initial=0)) + 1
        if numbers > MOST_NUMBERS or (games.dtype != bool and games.min(initial=0) < 0):
            return None
        found = np.zeros((len(measures.seatings), len(measures.group.scenarios), numbers), dtype=np.int64)
        for t, s, seatings in measures.each_cell():
            here = games[s, seatings]
            if games.dtype == bool:  # the same, faster
                there = np.count_nonzero(here)
                found[t, s] = (here.size - there, there)[:numbers]
            else:
                found[t, s] = np.bincount(here.reshape(-1), minlength=numbers)
        return found

    def by_seating(self, games: np.ndarray) -> np.ndarray:
        """The sums over the deals that are played in each seating, of [..., game, deal] as [..., seating of any line-up]."""
        if not self.measures.is_drawn:
            return _sums(games)
        sums = np.zeros((*games.shape[:-2], len(self.measures.seated)), dtype=np.int64)
        for game, seatings in enumerate(self.seated):
            order = np.argsort(seatings, kind="stable")
            found, starts = np.unique(seatings[order], return_index=True)
            sums[..., found] += np.add.reduceat(games[..., game, order], starts, axis=-1, dtype=np.int64)
        return sums

    def _read(self, names: Sequence[str]) -> dict[str, np.ndarray]:
        """[(number,) scenario, game, deal] of the rows' [deal, cell], some games at once: for each column all of them would have to come
        from memory anew.
        """
        rows = np.ascontiguousarray(self._rows)
        found: dict[str, np.ndarray] = {}
        pairs = []
        for beside in _beside_one_another(rows.dtype, tuple(names)):
            kind, place = _where(rows.dtype, beside[0])
            numbers = len(beside) * (kind.shape or (1,))[0]
            strides = (*rows.strides, kind.base.itemsize)
            read = np.ndarray((*rows.shape, numbers), kind.base, rows.data, place, strides)
            ordered = np.empty(read.shape[::-1], dtype=kind.base)
            pairs.append((read, ordered))
            columns = ordered.reshape((numbers, len(self.measures.group.scenarios), -1, self.deals))
            found |= {beside[0]: columns} if kind.shape else zip(beside, columns, strict=True)
        some = max(1, _TOGETHER // rows.shape[1])
        for first in range(0, self.deals, some):
            for read, ordered in pairs:
                ordered[..., first : first + some] = read[first : first + some].T
        return found

    def _by_label(self, of_seats: np.ndarray) -> dict[str, np.ndarray]:
        """Of [seat, ...] the sums over the seats where a strategy sits."""
        seated = self.measures.seated
        deals = slice(None) if self.measures.is_drawn else slice(1)  # else all are alike
        found = {label: np.zeros(of_seats.shape[1:], dtype=of_seats.dtype) for label in self.measures.group.labels}
        for seat, (j, label) in product(range(seated.shape[1]), enumerate(found)):
            if seated[:, seat, j].any():
                found[label] += of_seats[seat] * seated[:, seat, j].astype(of_seats.dtype)[self.seated[:, deals]]
        return found


def _where(kind: np.dtype, name: str) -> tuple[np.dtype, int]:
    """Of which type a field of a record is, and where it lies."""
    assert kind.fields is not None, "rows are records"
    return kind.fields[name][0], kind.fields[name][1]


@cache
def _beside_one_another(kind: np.dtype, names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The same names, those together whose fields are numbers of one type and follow on one another."""
    found: list[tuple[str, ...]] = []
    end: tuple[np.dtype, int] | None = None
    for name in names:
        of, place = _where(kind, name)
        if (of, place) == end and not of.shape:
            found[-1] = (*found[-1], name)
        else:
            found.append((name,))
        end = of, place + of.itemsize
    return tuple(found)


def _sums(games: np.ndarray) -> np.ndarray:
    """The sums over the deals. What is there or not is counted, which is faster."""
    if games.dtype != bool:
        return np.asarray(games.sum(axis=-1, dtype=np.int64))
    counts = [np.count_nonzero(of_deals) for of_deals in games.reshape(-1, games.shape[-1])]
    return np.array(counts, dtype=np.int64).reshape(games.shape[:-1])
