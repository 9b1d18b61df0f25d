"""Bids in proportion to the pot: its best card for the largest pot in reach, its worst for the smallest.

It ranks the pot among the Point Cards still to come, by size without sign, and bids the card of that rank in its hand: the lowest cards
beyond what it needs are never played. Against bids that are blind to the pot nothing simple does better. It is easy to read.
"""

from simlab.games.what_the_heck import larger
from simlab.players.params import Param

PARAMS = {"suffer": Param(1.0, 0, 10, "how much a point below zero weighs against one above")}


def bid(view, my):
    return rank(view, my.suffer)


def rank(view, suffer):
    """Where the pot stands among the Point Cards to come, as an option: the last for the largest."""
    pot = view.pot if view.pot >= 0 else -suffer * view.pot
    return view.options - 1 - larger(view, pot, suffer)
