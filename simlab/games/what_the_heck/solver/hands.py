"""All pairs of hands of two players, round by round, and which pair each pair of bids leads to.

Bids are compared and never added up, so only the order counts in which the cards of both hands stand: 2 5 against 3 5 is as 1 3 against
2 3. `alike` keeps one pair of each order pattern, and of a pattern and its mirror image one; else every pair of hands is kept.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

LOWER, TIED, HIGHER, MIRRORED = 0, 1, 2, 3  # what my bid is; and what is added to it where the pair after it is seen from the other side


@dataclass(frozen=True)
class Hands:
    """The pairs of one round, as sets: bit c for card c. Where bids are made, for each place of my card and of theirs the pair
    `after` it, by its number, and `how` it came."""

    size: int  # cards in a hand
    mine: np.ndarray
    theirs: np.ndarray
    after: np.ndarray  # [pair, my place, their place]
    how: np.ndarray

    def __len__(self) -> int:
        return len(self.mine)

    def find(self, mine: np.ndarray, theirs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The numbers of pairs of hands among those of order patterns; and where they are seen from the other side."""
        mine, theirs = _squeezed(mine, theirs, (1 << rank for rank in range(int(max(mine.max(), theirs.max())).bit_length() - 1, 0, -1)))
        mirrored = mine < theirs
        keys = np.where(mirrored, _key(theirs, mine), _key(mine, theirs))
        return np.searchsorted(_key(self.mine, self.theirs), keys), mirrored


@cache
def pairs(cards: int, rounds: int, *, alike: bool) -> list[Hands]:
    """The pairs before each round, and those after the last."""
    full = np.array([(1 << cards + 1) - 2])
    layers, mine, theirs = [], full, full
    for size in range(cards, cards - rounds, -1):
        my_cards, their_cards = _singles(mine, size)[:, :, None], _singles(theirs, size)[:, None, :]
        how = np.sign(my_cards - their_cards) + 1
        my_rest, their_rest = np.broadcast_arrays(mine[:, None, None] ^ my_cards, theirs[:, None, None] ^ their_cards)
        if alike:
            my_rest, their_rest = _squeezed(my_rest, their_rest, [np.maximum(my_cards, their_cards), np.minimum(my_cards, their_cards)])
            mirrored = my_rest < their_rest
            my_rest, their_rest = np.where(mirrored, their_rest, my_rest), np.where(mirrored, my_rest, their_rest)
            how = how + MIRRORED * mirrored
        keys, after = np.unique(_key(my_rest, their_rest), return_inverse=True)
        layers.append(Hands(size, mine, theirs, after.reshape(how.shape).astype(np.uint32), how.astype(np.uint8)))
        mine, theirs = keys >> 32, keys & 0xFFFFFFFF
    none = np.zeros((len(mine), 0, 0))
    return [*layers, Hands(cards - rounds, mine, theirs, none.astype(np.uint32), none.astype(np.uint8))]


def _key(mine: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """A pair as one whole number."""
    key: np.ndarray = mine.astype(np.int64) << 32 | theirs
    return key


def _singles(hands: np.ndarray, size: int) -> np.ndarray:
    """The cards of hands in ascending order, [hand, place], each as a set of one."""
    cards = np.zeros((len(hands), size), dtype=np.int64)
    for place in range(size):
        cards[:, place] = hands & -hands
        hands = hands ^ cards[:, place]
    return cards


def _squeezed(mine: np.ndarray, theirs: np.ndarray, ranks: Iterable[Any]) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of hands without these ranks, from the highest down, wherever nobody holds them: what was above moves down."""
    for rank in ranks:
        gap = (mine | theirs) & rank == 0
        mine = np.where(gap, mine & rank - 1 | mine >> 1 & -rank, mine)
        theirs = np.where(gap, theirs & rank - 1 | theirs >> 1 & -rank, theirs)
    return mine, theirs
