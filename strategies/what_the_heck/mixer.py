"""Mixes around a plan: bids in proportion to the pot, but moves a few cards up or down by chance, so that nobody can read it.

`spread` is how far, as a part of the hand. Equal cards cancel each other, so where all have the same plan, chance alone sets them apart.
"""

from simlab.games.what_the_heck import larger, uniform
from simlab.players.params import Param

PARAMS = {"spread": Param(0.2, 0, 1, "how far it moves a bid, as a part of the hand")}


def bid(view, my):
    above = larger(view, abs(view.pot))
    moved = (uniform(view) + uniform(view) - 1) * my.spread * view.options
    option = int(view.options - 1 - above + moved + 0.5)
    return min(max(option, 0), view.options - 1)
