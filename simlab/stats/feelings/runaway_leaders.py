"""Runaway leaders: does who leads at half-time win?"""

import numpy as np

from simlab.stats.feeling import feeling
from simlab.table.followed import Followed


def _won_by_leader(followed: Followed) -> np.ndarray:
    """The share of each game that the leader wins; of several in front the mean share."""
    near = followed.at_half_time
    in_front = near == near.max(axis=1, keepdims=True)
    return np.asarray((followed.shares * in_front).sum(axis=1) / in_front.sum(axis=1))


MEANING = "the win share of who is in front after half of the turns, the mean of several"
FEELING = feeling(5, "runaway_leaders", "won by the leader at half-time", MEANING, _won_by_leader)
