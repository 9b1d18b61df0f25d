"""Choices of which every option was tried: what part of the win each seat gets with it.

No game is imagined twice: a choice of a game that is the same by two sets of house rules is the same choice, and of the games that are
imagined for it those are the same in which nothing was read that differs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from simlab.engine.metric import UNIT
from simlab.engine.watched import ALL
from simlab.players.imagining import NEVER, Trier
from simlab.table.table import Table

Array = np.ndarray
CLEAR = 3  # standard errors
NOT_KNOWN = -1  # of the win


@dataclass(frozen=True, eq=False)
class Choice:
    """One choice of a game: whose it was, and `shares` [imagined game, option, seat]: what part of the win each seat got. All options were
    tried in the same imagined games, as the one who chose could imagine them; a game without a choice has no options.

    `number`: which choice of the game it was. `read`, `read_in_each` [imagined game, option]: which house rules were read in the game, and
    in those that were imagined, as bits.
    """

    seat: int
    shares: Array
    number: int = NEVER
    read: np.uint64 = ALL
    read_in_each: Array = field(default_factory=lambda: np.zeros((0, 0), dtype=np.uint64))

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


def choices_of(
    table: Table, where: Sequence[tuple[int, float]], games: int, before: Iterable[tuple[np.uint64, Sequence[Choice]]] = ()
) -> list[Choice]:
    """Of each deal the choice that lies so far on among all of the game's, from 0 to 1; its options in so many imagined games each.

    `before`: in which house rules, as bits, the table differs from others, and the same deals' choices there.
    """
    trier, known = table.try_options(games), [(differ, choices) for differ, choices in before]
    found = []
    for i, (deal, far) in enumerate(where):
        alike = [(differ, choices[i]) for differ, choices in known if not choices[i].read & differ]
        found.append(_known(table, trier, deal, alike) if alike else _tried(table, trier, deal, _number(table, trier, deal, far)))
    return found


def _number(table: Table, trier: Trier, deal: int, far: float) -> int:
    """Which choice of the game lies so far on."""
    trier.at(NEVER)
    return int(far * table.rows(deal, 1)["decisions"][0])


def _tried(table: Table, trier: Trier, deal: int, number: int, known: Array | None = None) -> Choice:
    """A choice, tried in all imagined games, or in those that are not `known`."""
    looked = np.zeros(1, dtype=np.uint64)
    trier.at(number, known)
    table.play(deal, np.zeros(1, dtype=table.game.row), looked=looked)
    seat, shares, read_in_each = trier.tried
    return Choice(seat, shares, number, looked[0], read_in_each)


def _known(table: Table, trier: Trier, deal: int, alike: Sequence[tuple[np.uint64, Choice]]) -> Choice:
    """A choice of a game that is the same by other house rules: what is known there of the imagined games, and the others."""
    _, one = alike[0]
    wins, read = np.full(one.shares.shape, NOT_KNOWN), np.zeros(one.shares.shape[:2], dtype=np.uint64)
    is_left = np.ones(read.shape, dtype=bool)
    for differ, other in alike:
        is_same = is_left & (other.read_in_each & differ == 0)
        wins[is_same], read[is_same] = np.rint(other.shares[is_same] * UNIT), other.read_in_each[is_same]
        is_left &= ~is_same
        if not is_left.any():  # though not all need be the first one's
            return replace(one, shares=wins / UNIT, read_in_each=read)
    found = _tried(table, trier, deal, one.number, wins)
    return replace(found, read_in_each=np.where(is_left, found.read_in_each, read))
