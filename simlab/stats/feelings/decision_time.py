"""The time that a person takes to decide, roughly: every option of every decision is looked at once.

A proxy and no clock: what it says is that twice as many options, or twice as many decisions, take twice as long. People look at obvious
options for a shorter time, and learn."""

import numpy as np

from simlab.stats.feeling import OPTIONS, feeling
from simlab.table.followed import Followed


def _looked_at(followed: Followed) -> np.ndarray:
    """By each player of a game."""
    return followed.over_choices(followed.options) / followed.players


MEANING = "how many options a player looks at in a game, decisions times options: stands for the time that deciding takes"
FEELING = feeling(3, "decision_time", "options looked at", MEANING, _looked_at, OPTIONS)
