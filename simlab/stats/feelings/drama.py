"""Drama: how far behind later winners are on their way.

After Browne (2008, "Automatic generation and evaluation of recombination games", chapter 4), along the game's own standings: 0 is who is
in front, 1 who is last."""

import numpy as np

from simlab.stats.feeling import feeling
from simlab.table.followed import Followed


def _behind(followed: Followed) -> np.ndarray:
    """How far behind the winner is, on average over the turns of each game; nothing where nobody wins."""
    near, won = followed.near, followed.won[followed.game]
    first, last = near.max(axis=1), near.min(axis=1)
    winner = np.where(won, near, -np.inf).max(axis=1)
    behind = np.where(won.any(axis=1), (first - np.maximum(winner, last)) / np.where(first > last, first - last, 1), 0.0)
    return np.asarray(followed.over_turns(behind) / followed.turns.clip(min=1))


MEANING = "how far behind the later winner is on the way: 0% always in front, 100% always last"
FEELING = feeling(8, "drama", "drama", MEANING, _behind)
