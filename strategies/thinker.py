"""Imagines how the game may go on after each option, and takes the one that clearly wins most often.

It knows what its seat knows and deals anew what it cannot know, and imagines that all play on as the strategies at the table do.
"""

from simlab.players.imagining import imagine
from simlab.players.params import Param

PARAMS = {
    "rollouts": Param(64, 1, 1000, "imagined games for a decision"),
    "doubt": Param(1, 0, 5, "how clearly better an option must be, times what suits the game"),
}


def decide(view, my):
    return imagine(view, my, my.rollouts, my.doubt)
