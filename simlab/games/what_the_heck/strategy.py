"""What a strategy for What the Heck? may ask."""

from simlab.engine.compiled import apart, compiled
from simlab.games.what_the_heck.bits import highest, how_many, lowest, nth


@apart
def bids(view):
    """List the own cards, ascending: view.card[i] for i below the number returned; option i bids it."""
    number = 0
    for card in range(1, view.rules.player_cards + 1):
        if view.hand >> card & 1:
            view.card[number] = card
            number += 1
    for i in range(number, view.rules.player_cards):
        view.card[i] = 0
    return number


@compiled
def option(view, card):
    """The number of the option that bids this card of the own hand; for a card not held, the next higher one (past the last: too high)."""
    return how_many(view.hand & (1 << card) - 1)


@compiled
def nearest(view, card):
    """The option that bids this card, or the next higher one held, or else the highest held."""
    return min(option(view, min(max(card, 1), 31)), view.options - 1)


@compiled
def holds(view, seat, card):
    """1 where that seat still holds the card, else 0."""
    return view.hands[seat] >> card & 1


@compiled
def cards(view, seat):
    """How many cards that seat still holds."""
    return how_many(view.hands[seat])


@compiled
def lower(view, seat, card):
    """How many cards below this one that seat still holds."""
    return how_many(view.hands[seat] & (1 << card) - 1)


@compiled
def highest_of(view, seat):
    """The highest card that seat still holds."""
    return nth(highest(view.hands[seat]), 0)


@compiled
def lowest_of(view, seat):
    """The lowest card that seat still holds."""
    return nth(lowest(view.hands[seat]), 0)


@compiled
def coming(view, i):
    """1 where the Point Card prize[i] is still to come, else 0."""
    return view.to_come >> i & 1
