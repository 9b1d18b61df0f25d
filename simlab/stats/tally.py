"""What is kept of the games of a group: exact sums over deals, in memory that does not grow with their number.

The unit of independence is the deal, so a metric has one value a deal, scenario and line-up: its sum over the seatings. These values are
whole numbers (win shares and scores count in units of 1/840), and so are their sums and products. Whole numbers add up to the same
digits in any order: a tally does not depend on chunks, processes or machines.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from simlab.engine.game import Game
from simlab.engine.play import UNIT
from simlab.plan import Group
from simlab.results import win_shares


@dataclass(frozen=True)
class Metric:
    """Something measured of every game. `per` is the whole number by which a deal's sum is divided, for each line-up, to give its mean."""

    name: str
    per: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Measures:
    """The metrics of a group, and how their values are read off its rows."""

    game: Game
    group: Group

    @cached_property
    def seatings(self) -> tuple[int, ...]:
        """How many games a line-up plays on a deal, in each scenario."""
        return tuple(len(lineup.seatings) for lineup in self.group.lineups)

    @cached_property
    def seats_of(self) -> np.ndarray:
        """[line-up, label]: how many seats of a line-up the strategy has."""
        return np.array([[sum(seat.label == label for seat in lineup.seats) for label in self.group.labels] for lineup in self.group.lineups])

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """All metrics, in the order of the tally."""
        game, group = self.game, self.group
        whole = [k * UNIT for k in self.seatings]
        by_label = [tuple(k * int(c) for k, c in zip(whole, self.seats_of[:, j], strict=True)) for j in range(len(group.labels))]
        found = [Metric(f"share.{label}", per) for label, per in zip(group.labels, by_label, strict=True)]
        found += [Metric(f"seat.{seat}", tuple(whole)) for seat in range(group.players)]
        if game.scored:
            found += [Metric(f"score.{label}", per) for label, per in zip(group.labels, by_label, strict=True)]
        per_game = [name for name in ("turns", "decisions", *game.counted)]
        per_game += [f"ending.{ending}" for ending in game.endings]
        per_game += [f"fired.{name}" for name in game.counted]
        found += [Metric(name, self.seatings) for name in (*per_game, "flipped")]
        return tuple(found)

    @cached_property
    def index(self) -> dict[str, int]:
        """Where a metric stands."""
        return {metric.name: i for i, metric in enumerate(self.metrics)}

    @cached_property
    def _columns(self) -> list[np.ndarray]:
        """For each line-up: [scenario, seating], the columns of its games in a chunk's rows."""
        cells = self.group.cells
        return [
            np.array([i for i, cell in enumerate(cells) if cell.lineup == t]).reshape(len(self.group.scenarios), -1)
            for t in range(len(self.group.lineups))
        ]

    def _strategies(self, t: int) -> np.ndarray:
        """For a line-up: [seating and seat, label], 1 where the strategy sits."""
        lineup, labels = self.group.lineups[t], self.group.labels
        seated = [label for seating in lineup.seatings for label in lineup.labels_at(seating)]
        return np.array([[int(label == name) for name in labels] for label in seated], dtype=np.int64)

    def values(self, rows: np.ndarray) -> np.ndarray:
        """[metric, line-up, scenario, deal]: the sums over the seatings, of rows [deal, cell]."""
        shape = (len(self.metrics), len(self.group.lineups), len(self.group.scenarios), len(rows))
        values = np.zeros(shape, dtype=np.int64)
        shares = win_shares(rows, self.group.players)
        for t, columns in enumerate(self._columns):
            for name, value in self._of_lineup(t, rows[:, columns], shares[:, columns]):
                values[self.index[name], t] = value.T
        return values

    def _of_lineup(self, t: int, rows: np.ndarray, shares: np.ndarray) -> Any:
        """Name and [deal, scenario] of each metric, from rows and shares [deal, scenario, seating(, seat)] of one line-up."""
        labels, flat = self.group.labels, (*shares.shape[:2], -1)
        by_label = shares.reshape(flat) @ self._strategies(t)
        yield from ((f"share.{label}", by_label[..., j]) for j, label in enumerate(labels))
        yield from ((f"seat.{seat}", shares[..., seat].sum(axis=-1)) for seat in range(self.group.players))
        if self.game.scored:
            scores = np.ascontiguousarray(rows["score"][..., : self.group.players]).reshape(flat) @ self._strategies(t)
            yield from ((f"score.{label}", scores[..., j]) for j, label in enumerate(labels))
        for name in ("turns", "decisions", *self.game.counted):
            counts = np.ascontiguousarray(rows[name])
            yield name, counts.sum(axis=-1, dtype=np.int64)
            if name in self.game.counted:
                yield f"fired.{name}", (counts > 0).sum(axis=-1)
        for code, ending in enumerate(self.game.endings):
            yield f"ending.{ending}", (rows["ending"] == code).sum(axis=-1)
        flipped = (shares != shares[:, :1]).any(axis=-1)
        yield "flipped", flipped.sum(axis=-1)


@dataclass(eq=False)
class Tally:
    """Exact sums over the deals of a group.

    sums [metric, line-up, scenario]; products [metric, line-up, scenario, scenario] over pairs of scenarios; rivals [line-up, scenario,
    a, b] over pairs of the strategies' and seats' shares; lengths [line-up, scenario, turns]: how many games took that many turns.
    """

    deals: int
    sums: np.ndarray
    products: np.ndarray
    rivals: np.ndarray
    lengths: np.ndarray

    @classmethod
    def of(cls, measures: Measures, rows: np.ndarray) -> "Tally":
        """The tally of a chunk's rows [deal, cell]."""
        values = measures.values(rows)
        shares = values[: len(measures.group.labels) + measures.group.players].transpose(1, 2, 0, 3)
        return cls(
            deals=len(rows),
            sums=values.sum(axis=-1),
            products=values @ values.swapaxes(-1, -2),
            rivals=shares @ shares.swapaxes(-1, -2),
            lengths=_lengths(measures, rows),
        )

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.deals + other.deals,
            _exact(self.sums) + _exact(other.sums),
            _exact(self.products) + _exact(other.products),
            _exact(self.rivals) + _exact(other.rivals),
            _longer(self.lengths, other.lengths) + _longer(other.lengths, self.lengths),
        )

    def as_dict(self) -> dict[str, Any]:
        """As whole numbers that JSON can hold."""
        return {
            "deals": self.deals,
            **{name: getattr(self, name).tolist() for name in ("sums", "products", "rivals", "lengths")},
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Tally":
        """What `as_dict` gave."""
        arrays = {name: np.array(data[name], dtype=object) for name in ("sums", "products", "rivals")}
        return cls(deals=data["deals"], lengths=np.array(data["lengths"], dtype=np.int64), **arrays)


def _exact(array: np.ndarray) -> np.ndarray:
    """Whole numbers without a limit: sums of squares outgrow 64 bits in long runs of long games."""
    return array.astype(object)


def _longer(array: np.ndarray, other: np.ndarray) -> np.ndarray:
    """A histogram with room for the other's longest game."""
    missing = max(0, other.shape[-1] - array.shape[-1])
    return np.pad(array, [(0, 0)] * (array.ndim - 1) + [(0, missing)])


def _lengths(measures: Measures, rows: np.ndarray) -> np.ndarray:
    turns = np.ascontiguousarray(rows["turns"])
    longest = int(turns.max()) + 1
    shape = (len(measures.group.lineups), len(measures.group.scenarios), longest)
    lengths = np.zeros(shape, dtype=np.int64)
    for t, columns in enumerate(measures._columns):
        for s in range(shape[1]):
            lengths[t, s] = np.bincount(turns[:, columns[s]].reshape(-1), minlength=longest)
    return lengths
