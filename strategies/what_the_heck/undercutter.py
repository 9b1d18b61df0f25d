"""Undercuts: expects the others to bid in proportion to the pot, and bids just above the highest of them, or else its lowest card.

It reads off each other hand which card a player would bid who ranks the pot among the Point Cards to come. Where it holds nothing higher,
or the pot is too small to be worth a card, it throws its lowest card away. It ignores that two who think like this cancel each other.
"""

from simlab.games.what_the_heck import coming, highest_of, holds, nearest
from simlab.players.params import Param

PARAMS = {"worth": Param(0.4, 0, 1, "the part of the Point Cards to come that a pot worth a bid is as large as")}


def bid(view, my):
    above, to_come = 0, 0
    for i in range(view.rounds):
        if coming(view, i):
            above += abs(view.prize[i]) > abs(view.pot)
            to_come += 1
    if to_come - above < my.worth * to_come:
        return 0
    expected = 0
    for seat in range(view.players):
        if seat != view.seat:
            expected = max(expected, from_top(view, seat, above))
    if highest_of(view, view.seat) <= expected:
        return 0
    return nearest(view, expected + 1)


def from_top(view, seat, above):
    """The card of a hand with so many higher ones above it."""
    card = view.rules.player_cards
    while card > 1:
        if holds(view, seat, card):
            if above == 0:
                return card
            above -= 1
        card -= 1
    return card
