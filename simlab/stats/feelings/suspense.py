"""Suspense: how long a game stays open.

It is open until who wins it is in front for good. Browne (2008, "Automatic generation and evaluation of recombination games", chapter 4)
calls the same uncertainty, and measures it along a player's estimates; here it is along the game's own standings."""

import numpy as np

from simlab.stats.feeling import feeling
from simlab.table.followed import Followed


def _open(followed: Followed) -> np.ndarray:
    """The share of each game's turns after which it is still open; all of them where nobody wins, or everybody does."""
    won, near = followed.won[followed.game], followed.near
    is_ahead = np.where(won, near, -np.inf).max(axis=1) > np.where(won, -np.inf, near).max(axis=1)
    last_open = np.zeros(len(followed.rows))
    number = np.arange(len(near)) - (np.cumsum(followed.turns) - followed.turns)[followed.game] + 1
    np.maximum.at(last_open, followed.game[~is_ahead], number[~is_ahead])
    is_decided = followed.won.any(axis=1) & ~followed.won.all(axis=1)
    return np.where(is_decided, last_open / followed.turns.clip(min=1), 1.0)


MEANING = "the share of a game that is played before the later winner is in front for good"
FEELING = feeling(7, "suspense", "suspense", MEANING, _open)
