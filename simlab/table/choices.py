"""Choices of which every option was tried: what part of the win each seat gets with it."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from simlab.players.imagining import NEVER
from simlab.table.table import Table

Array = np.ndarray
CLEAR = 3  # standard errors


@dataclass(frozen=True, eq=False)
class Choice:
    """One choice of a game: whose it was, and `shares` [imagined game, option, seat]: what part of the win each seat got. All options were
    tried in the same imagined games, as the one who chose could imagine them; a game without a choice has no options.
    """

    seat: int
    shares: Array

    @property
    def halves(self) -> tuple[Array, Array]:
        """The imagined games in two halves: what is picked by one is proved by the other, so that luck picks nothing."""
        half = len(self.shares) // 2
        return self.shares[:half], self.shares[half:]

    @property
    def gains(self) -> Array:
        """What the best option wins more than the mean one, in each imagined game of the half that did not pick it."""
        picked, proved = self.halves
        best = picked[:, :, self.seat].mean(axis=0).argmax()
        wins = proved[:, :, self.seat]
        return np.asarray(wins[:, best] - wins.mean(axis=1))


def is_clear(values: Array, least: float) -> bool:
    """Is their mean above this, and above 0 beyond doubt?"""
    return bool(values.mean() > max(least, CLEAR * values.std() / len(values) ** 0.5))


def choices_of(table: Table, where: Iterable[tuple[int, float]], games: int) -> list[Choice]:
    """Of each deal the choice that lies so far on among all of the game's, from 0 to 1; its options in so many imagined games each."""
    trier, found = table.try_options(games), []
    for deal, far in where:
        trier.at(NEVER)
        trier.at(int(far * table.rows(deal, 1)["decisions"][0]))
        table.rows(deal, 1)
        found.append(Choice(*trier.tried))
    return found
