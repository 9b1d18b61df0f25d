"""Sheds high totals: leads the cards that count the most, and copies with everything from a high number on.

It means to be low when somebody else declares Meow or the deck runs out: whoever is as low as the declarer is paid. It declares itself
only with next to nothing in hand.
"""

from simlab.games.meow import plays, points, size, total
from simlab.players.params import Param

PARAMS = {"meow_total": Param(4.0, 0, 100, "the highest total with which it declares Meow")}


def respond(view):
    return view.options - 2  # the copy with the most cards; the last option is to draw


def lead(view, my):
    if view.may_meow and total(view) <= my.meow_total:
        return view.options - 1
    best, best_points = 0, -1
    for i in range(plays(view) - view.may_meow):
        lowered = 1000 if size(view, i) == view.cards else points(view, i)
        if lowered > best_points:
            best, best_points = i, lowered
    return best
