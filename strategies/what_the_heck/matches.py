"""Matches the prize: the largest Point Card is worth its highest card, half of it the middle one; it bids that card or the next higher.

The first plan of everyone who learns the Game of Pure Strategy: there it bids the card that equals the prize, the best answer to bids by
chance. A pot below zero counts without its sign. It ignores the others' hands.
"""

from simlab.games.what_the_heck import nearest
from simlab.players.params import Param

PARAMS = {"factor": Param(1.0, 0, 10, "how many times as much it bids")}


def bid(view, my):
    largest = max(abs(view.prize[0]), abs(view.prize[view.rounds - 1]), 1)
    return nearest(view, int(my.factor * abs(view.pot) * view.rules.player_cards / largest + 0.5))
