"""Undercuts: expects the others to bid in proportion to the pot, and bids just above the highest of them, or else its lowest card.

It reads off each other hand which card a player would bid who ranks the pot among the Point Cards to come. Where it holds nothing higher,
or the pot is too small to be worth a card, it throws its lowest card away. It ignores that two who think like this cancel each other.
"""

from simlab.games.what_the_heck import from_top, highest_of, larger, nearest
from simlab.players.params import Param

PARAMS = {"worth": Param(0.4, 0, 1, "the part of the Point Cards to come that a pot worth a bid is as large as")}


def bid(view, my):
    above, to_come = larger(view, abs(view.pot)), view.rounds - view.round_number
    if to_come - above < my.worth * to_come:
        return 0
    expected = 0
    for seat in range(view.players):
        if seat != view.seat:
            expected = max(expected, from_top(view, seat, above))
    if highest_of(view, view.seat) <= expected:
        return 0
    return nearest(view, expected + 1)
