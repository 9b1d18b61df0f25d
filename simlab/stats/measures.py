"""What is measured of a group's games. The unit of independence is the deal: a metric's value on a deal is its sum over the seatings.

These values are whole numbers; win shares and scores count in units of 1/840.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np

from simlab.engine.game import Game
from simlab.engine.metric import Metric
from simlab.experiment.plan import Group
from simlab.metrics import Setting, metrics_of
from simlab.stats.contrasts import Contrasts
from simlab.stats.joins import peak

MANY_SEATINGS = 32


@dataclass(frozen=True, eq=False)
class Measures:
    """The metrics of a group; `vary`: the factors whose combinations its scenarios are."""

    game: Game
    group: Group
    vary: Mapping[str, tuple[Any, ...]] | None = None

    @cached_property
    def contrasts(self) -> Contrasts:
        """What is compared between the scenarios."""
        levels = tuple(len(values) for values in (self.vary or {}).values())
        return Contrasts(len(self.group.scenarios), levels, self.group.baseline)

    @cached_property
    def seatings(self) -> tuple[int, ...]:
        """In how many seatings a line-up plays each deal, in each scenario: how many games that are."""
        return tuple(lineup.games for lineup in self.group.lineups)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where the games of a line-up begin among those of all line-ups."""
        return tuple(sum(self.seatings[:t]) for t in range(len(self.seatings)))

    @cached_property
    def first_seatings(self) -> tuple[int, ...]:
        """Where the seatings of a line-up begin among those of all line-ups."""
        return tuple(accumulate((len(lineup.seatings) for lineup in self.group.lineups[:-1]), initial=0))

    @cached_property
    def is_drawn(self) -> bool:
        """Is each deal played in one seating, another from deal to deal?"""
        return any(lineup.lots is not None for lineup in self.group.lineups)

    @cached_property
    def seats_of(self) -> np.ndarray:
        """[line-up, label]: how many seats of a line-up the strategy has."""
        return np.array([[sum(seat.label == label for seat in one.seats) for label in self.group.labels] for one in self.group.lineups])

    @cached_property
    def seated(self) -> np.ndarray:
        """[seating of any line-up, seat, label]: 1 where the strategy sits."""
        labels = self.group.labels
        each = [np.array([labels.index(seat.label) for seat in one.seats])[np.array(one.seatings)] for one in self.group.lineups]
        return np.asarray(np.eye(len(labels), dtype=np.int32)[np.concatenate(each)])

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """All metrics, in the order of the tally: first the shares of strategies and seats."""
        return metrics_of(Setting(self.game, self.group.labels, self.group.players))

    @cached_property
    def index(self) -> dict[str, int]:
        """Where a metric stands."""
        return {metric.name: i for i, metric in enumerate(self.metrics)}

    @cached_property
    def per(self) -> tuple[tuple[int, ...], ...]:
        """[metric][line-up]: the whole number by which a deal's sum is divided to give its mean; 0 where nobody is measured."""
        seats: dict[str | None, list[int]] = {label: self.seats_of[:, j].tolist() for j, label in enumerate(self.group.labels)}
        seats[None] = [1] * len(self.seatings)
        return tuple(
            tuple(k * metric.scale * of for k, of in zip(self.seatings, seats[metric.strategy], strict=True)) for metric in self.metrics
        )

    def over_seatings(self, games: np.ndarray) -> np.ndarray:
        """The sums over each line-up's seatings, of [..., seating, deal] as [..., line-up, deal]."""
        return self.narrow_sums(games).astype(np.int64, copy=False)

    def narrow_sums(self, games: np.ndarray) -> np.ndarray:
        """The same in as few bytes as have room for them and for the difference of any two: narrow is fast. They may be the games."""
        most = 1 if games.dtype == bool else peak(games)
        games = games.view(np.int8) if games.dtype == bool else games
        kind = self._room_for(most, games.itemsize)
        if max(self.seatings) == 1:
            return games.astype(kind, copy=False)
        sums = np.empty((*games.shape[:-2], len(self.seatings), games.shape[-1]), dtype=kind)
        for t, (start, count) in enumerate(zip(self.starts, self.seatings, strict=True)):
            if count > MANY_SEATINGS:
                sums[..., t, :] = games[..., start : start + count, :].sum(axis=-2, dtype=kind)
            else:
                sums[..., t, :] = games[..., start, :]
                for seating in range(start + 1, start + count):  # the same, faster
                    sums[..., t, :] += games[..., seating, :].astype(kind, copy=False)
        return sums

    def _room_for(self, most: int, size: int) -> Any:
        room = 2 * most * max(self.seatings)
        return np.int8 if room < 1 << 7 and size == 1 else np.int32 if room < 1 << 31 else np.int64

    def each_cell(self) -> list[tuple[int, int, slice]]:
        """Every line-up in every scenario, and its seatings among those of all line-ups."""
        cells = zip(range(len(self.seatings)), self.starts, self.seatings, strict=True)
        return [(t, s, slice(start, start + count)) for t, start, count in cells for s in range(len(self.group.scenarios))]
