"""Options a decision: how much there is to choose from."""

import numpy as np

from simlab.stats.feeling import OPTIONS, feeling
from simlab.table.followed import Followed


def _options(followed: Followed) -> np.ndarray:
    """The mean over a game's decisions."""
    choices = followed.over_choices(np.ones(len(followed.options)))
    return np.asarray(followed.over_choices(followed.options) / choices.clip(min=1))


MEANING = "among how many options a decision chooses, where there are two or more"
FEELING = feeling(2, "options", "options a decision", MEANING, _options, OPTIONS)
