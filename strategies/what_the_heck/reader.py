"""Reads what the others have left: bids in proportion to the pot, with the card near its plan that has the best chance in their hands.

For each own card it works out how likely it is to take the pot (or to escape one below zero) if the others bid anything they hold. That
chance is worth a part of the pot, and every step away from the plan costs something. So it raises where a little more takes much, and goes
around cards that others still hold. It does not ask what the others plan.
"""

from simlab.games.what_the_heck import cards, holds, larger, lower, size_to_come
from simlab.players.params import Param

PARAMS = {"price": Param(2.0, 0, 20, "what a card is worth, per rank, as a part of the average Point Card to come")}


def bid(view, my):
    plan = view.options - 1 - larger(view, abs(view.pot))
    price = my.price * size_to_come(view) / max(view.rounds - view.round_number, 1) / view.options
    best, best_worth, number = plan, -1e9, 0
    for card in range(1, view.rules.player_cards + 1):
        if view.hand >> card & 1:
            worth = chance(view, card) * abs(view.pot) - price * max(number - plan, plan - number)
            if worth > best_worth:
                best, best_worth = number, worth
            number += 1
    return best


def chance(view, card):
    """How likely this card takes a pot of 0 or more, or escapes one below, if the others bid any card they hold."""
    likely = 1.0
    for seat in range(view.players):
        if seat != view.seat:
            held, under = cards(view, seat), lower(view, seat, card)
            likely *= (under if view.pot >= 0 else held - under - holds(view, seat, card)) / held
    return likely if view.pot >= 0 else 1 - likely
