"""Idle turns: turns in which nobody has anything to decide."""

import numpy as np

from simlab.stats.feeling import feeling
from simlab.table.followed import Followed


def _idle(followed: Followed) -> np.ndarray:
    """Of each game."""
    decided = np.zeros(len(followed.near), dtype=bool)
    decided[followed.turn] = True
    return np.asarray(followed.over_turns(~decided) / followed.turns.clip(min=1))


MEANING = "the share of a game's turns in which nobody has two options or more"
FEELING = feeling(1, "idle_turns", "idle turns", MEANING, _idle)
