"""Comebacks: games that are won by who was last at half-time."""

import numpy as np

from simlab.stats.feeling import feeling
from simlab.table.followed import Followed


def _won_by_last(followed: Followed) -> np.ndarray:
    """The share of each game that goes to the last one, or to the last ones together; nothing where all are alike."""
    near = followed.at_half_time
    last, first = near.min(axis=1, keepdims=True), near.max(axis=1, keepdims=True)
    return np.asarray((followed.shares * ((near == last) & (last < first))).sum(axis=1))


MEANING = "the win share of who is last after half of the turns, or of all who are: a comeback"
FEELING = feeling(6, "comebacks", "won by the last at half-time", MEANING, _won_by_last)
