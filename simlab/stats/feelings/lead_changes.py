"""Lead changes: how often another player than before is alone in front."""

import numpy as np

from simlab.stats.feeling import TIMES, feeling
from simlab.table.followed import Followed


def _changes(followed: Followed) -> np.ndarray:
    """Of each game. Ties are passed over, and the first leader is no change."""
    alone = np.flatnonzero(followed.leader >= 0)
    leader, game = followed.leader[alone], followed.game[alone]
    changed = (leader[1:] != leader[:-1]) & (game[1:] == game[:-1])
    return np.bincount(game[1:], changed, minlength=len(followed.rows))


MEANING = "how often another player than before is alone in front"
FEELING = feeling(4, "lead_changes", "lead changes", MEANING, _changes, TIMES, counted_as="lead_changes")
