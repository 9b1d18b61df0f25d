"""What is measured of every game, and how it is read off a chunk's rows.

The unit of independence is the deal, so a metric has one value a deal, line-up and scenario: its sum over the seatings. These values are
whole numbers; win shares and scores count in units of 1/840.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from simlab.engine.game import Game
from simlab.engine.state import UNIT
from simlab.experiment.plan import Group
from simlab.stats.contrasts import Contrasts

MANY_SEATINGS = 32


@dataclass(frozen=True)
class Metric:
    """Something measured of every game. `per` is the whole number by which a deal's sum is divided, for each line-up, to give its mean."""

    name: str
    per: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Measures:
    """The metrics of a group; `vary`: the factors whose combinations its scenarios are."""

    game: Game
    group: Group
    vary: Mapping[str, tuple[Any, ...]] | None = None

    @cached_property
    def contrasts(self) -> Contrasts:
        """What is compared between the scenarios."""
        return Contrasts(len(self.group.scenarios), tuple(len(values) for values in (self.vary or {}).values()))

    @cached_property
    def seatings(self) -> tuple[int, ...]:
        """How many games a line-up plays on a deal, in each scenario."""
        return tuple(len(lineup.seatings) for lineup in self.group.lineups)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where the seatings of a line-up begin among those of all line-ups."""
        return tuple(sum(self.seatings[:t]) for t in range(len(self.seatings)))

    @cached_property
    def seats_of(self) -> np.ndarray:
        """[line-up, label]: how many seats of a line-up the strategy has."""
        return np.array(
            [[sum(seat.label == label for seat in lineup.seats) for label in self.group.labels] for lineup in self.group.lineups]
        )

    @cached_property
    def seated(self) -> np.ndarray:
        """[seating of any line-up, seat, label]: 1 where the strategy sits."""
        labels = self.group.labels
        seated = [lineup.labels_at(seating) for lineup in self.group.lineups for seating in lineup.seatings]
        return np.array([[[int(label == name) for name in labels] for label in seats] for seats in seated], dtype=np.int32)

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """All metrics, in the order of the tally: first the shares of strategies and seats."""
        game, group = self.game, self.group
        whole = [k * UNIT for k in self.seatings]
        by_label = [tuple(k * int(c) for k, c in zip(whole, self.seats_of[:, j], strict=True)) for j in range(len(group.labels))]
        found = [Metric(f"share.{label}", per) for label, per in zip(group.labels, by_label, strict=True)]
        found += [Metric(f"seat.{seat}", tuple(whole)) for seat in range(group.players)]
        if game.scored:
            found += [Metric(f"score.{label}", per) for label, per in zip(group.labels, by_label, strict=True)]
        per_game = ["turns", "decisions", *game.measured]
        per_game += [f"ending.{ending}" for ending in game.endings]
        per_game += [f"fired.{name}" for name in game.counted]
        found += [Metric(name, tuple(whole) if name in game.fractions else self.seatings) for name in (*per_game, "flipped")]
        return tuple(found)

    @cached_property
    def index(self) -> dict[str, int]:
        """Where a metric stands."""
        return {metric.name: i for i, metric in enumerate(self.metrics)}

    def over_seatings(self, games: np.ndarray, sums: np.ndarray | None = None) -> np.ndarray:
        """The sums over each line-up's seatings, of [..., seating, deal] as [..., line-up, deal]; added to `sums` where they are given."""
        if sums is None:
            sums = np.zeros((*games.shape[:-2], len(self.seatings), games.shape[-1]), dtype=np.int64)
        for t, (start, count) in enumerate(zip(self.starts, self.seatings, strict=True)):
            if count > MANY_SEATINGS:
                sums[..., t, :] += games[..., start : start + count, :].sum(axis=-2)
            else:
                for seating in range(start, start + count):  # the same, faster
                    sums[..., t, :] += games[..., seating, :]
        return sums


class Played:
    """The rows of a chunk, seen game by game: every array is [..., scenario, seating of any line-up, deal]."""

    def __init__(self, measures: Measures, rows: np.ndarray) -> None:
        self.measures, self._rows = measures, rows
        self.deals = len(rows)

    def field(self, name: str) -> np.ndarray:
        """A column of the rows."""
        return self._in_order(self._rows[name])

    @cached_property
    def shares(self) -> np.ndarray:
        """[seat, ...]: each seat's win share, 1 split evenly among the winners."""
        won = self._in_order(self._rows["won"][..., : self.measures.group.players])
        return np.asarray(won * (UNIT // np.maximum(won.sum(axis=0), 1)).astype(np.int32))

    @cached_property
    def by_label(self) -> np.ndarray:
        """[label, ...]: the win shares of all seats of a strategy."""
        return self._by_label(self.shares)

    @cached_property
    def turns(self) -> np.ndarray:
        """The length of each game."""
        return self.field("turns")

    @cached_property
    def flipped(self) -> np.ndarray:
        """Where the winners are others than in the first scenario."""
        return np.asarray((self.shares != self.shares[:, :1]).any(axis=0))

    @cached_property
    def measured(self) -> dict[str, np.ndarray]:
        """The game's own numbers."""
        return {name: self.field(name) for name in self.measures.game.measured}

    @property
    def counted(self) -> dict[str, np.ndarray]:
        """Of these, how often each rule event fired."""
        return {name: self.measured[name] for name in self.measures.game.counted}

    def values(self) -> np.ndarray:
        """[metric, line-up, scenario, deal]: the sums over the seatings."""
        measures = self.measures
        values = np.zeros((len(measures.metrics), len(measures.seatings), len(measures.group.scenarios), self.deals), dtype=np.int64)
        for name, games in self._metrics():
            measures.over_seatings(games, values[measures.index[name]].swapaxes(0, 1))
        return values

    def _metrics(self) -> Iterator[tuple[str, np.ndarray]]:
        """Every metric's value in each game."""
        measures = self.measures
        labels, players = measures.group.labels, measures.group.players
        yield from ((f"share.{label}", self.by_label[j]) for j, label in enumerate(labels))
        yield from ((f"seat.{seat}", self.shares[seat]) for seat in range(players))
        if measures.game.scored:
            scores = self._by_label(self._in_order(self._rows["score"][..., :players]))
            yield from ((f"score.{label}", scores[j]) for j, label in enumerate(labels))
        yield "turns", self.turns
        yield "decisions", self.field("decisions")
        yield from self.measured.items()
        yield from ((f"fired.{name}", counts > 0) for name, counts in self.counted.items())
        endings = self.field("ending")
        yield from ((f"ending.{ending}", endings == code) for code, ending in enumerate(measures.game.endings))
        yield "flipped", self.flipped

    def _in_order(self, field: np.ndarray) -> np.ndarray:
        """[(seat,) scenario, seating, deal] of [deal, cell(, seat)]."""
        ordered = np.ascontiguousarray(field.T)
        return ordered.reshape((*ordered.shape[:-2], len(self.measures.group.scenarios), -1, self.deals))

    def _by_label(self, of_seats: np.ndarray) -> np.ndarray:
        """[label, ...] of [seat, ...]: the sums over the seats where a strategy sits."""
        seated = self.measures.seated
        found = np.zeros((seated.shape[-1], *of_seats.shape[1:]), dtype=of_seats.dtype)
        for seat, label in np.ndindex(*seated.shape[1:]):
            if seated[:, seat, label].any():
                found[label] += of_seats[seat] * seated[:, seat, label, None].astype(of_seats.dtype)
        return found
