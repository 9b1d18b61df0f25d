"""Counts the cards played, and leads the number that the others are least likely to hold.

A lead that nobody can copy costs nothing. Among the numbers in hand it leads the one of which the fewest cards are unseen, with all its
number cards; special cards fit too often to be led. It copies whenever it can, goes out when it can, and declares Meow once it is likely
to be lowest.
"""

from simlab.games.meow import chance_of_lowest, plays, size, unseen_as
from simlab.players.params import Param

PARAMS = {"sure": Param(0.6, 0, 1, "how likely it must be to be lowest to declare Meow")}


def respond(view):
    return view.options - 2  # the copy with the most cards; the last option is to draw


def lead(view, my):
    best, best_score = 0, -1e9
    for i in range(plays(view) - view.may_meow):
        if size(view, i) == view.cards:
            return i
        score = 0.1 * size(view, i) - unseen_as(view, view.leads_as[i]) - 0.5 * view.specials[i]
        if score > best_score:
            best, best_score = i, score
    if view.may_meow and chance_of_lowest(view, 0.0) > my.sure:
        return view.options - 1
    return best
