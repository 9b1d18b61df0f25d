"""Saves its high cards for high prizes: a pot above the average of what is to come gets the highest card, any other the lowest.

All or nothing, and blind to what the others hold. `greed` moves the line between the two.
"""

from simlab.games.what_the_heck import coming
from simlab.players.params import Param

PARAMS = {"greed": Param(1.2, 0, 20, "how many times the average a pot must be to be worth the highest card")}


def bid(view, my):
    points, cards = 0, 0
    for i in range(view.rounds):
        if coming(view, i):
            points += abs(view.prize[i])
            cards += 1
    if abs(view.pot) * cards >= my.greed * points:
        return view.options - 1
    return 0
