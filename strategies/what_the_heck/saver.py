"""Saves its high cards for high prizes: a pot above the average of what is to come gets the highest card, any other the lowest.

All or nothing, and blind to what the others hold. `greed` moves the line between the two.
"""

from simlab.games.what_the_heck import size_to_come
from simlab.players.params import Param

PARAMS = {"greed": Param(1.2, 0, 20, "how many times the average a pot must be to be worth the highest card")}


def bid(view, my):
    if abs(view.pot) * (view.rounds - view.round_number) >= my.greed * size_to_come(view):
        return view.options - 1
    return 0
