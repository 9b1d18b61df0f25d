"""Goes for Meow early: sheds what counts most, and declares as soon as its total may well be the lowest.

`sure` is how likely it must be to be lowest; a failed Meow costs more than a successful one brings, yet the others are still holding
many cards. It copies with everything, high or low.
"""

from simlab.games.meow import chance_of_lowest, plays, points, size
from simlab.players.params import Param

PARAMS = {"sure": Param(0.35, 0, 1, "how likely it must be to be lowest to declare Meow")}


def respond(view):
    return view.options - 2  # the copy with the most cards; the last option is to draw


def lead(view, my):
    best, best_points = 0, -1
    for i in range(plays(view) - view.may_meow):
        lowered = points(view, i)
        if size(view, i) == view.cards:
            return i
        if lowered > best_points:
            best, best_points = i, lowered
    if view.may_meow and chance_of_lowest(view, 0.0) > my.sure:
        return view.options - 1
    return best
