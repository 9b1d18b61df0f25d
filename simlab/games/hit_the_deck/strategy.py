"""What a strategy for Hit the Deck may ask."""

from simlab.engine.compiled import apart, bits, compiled
from simlab.games.hit_the_deck.components import A_CUT, A_FLIP, COLOUR_OF, FLIP, HIT_HAND, HIT_NUMBER, NUMBER_OF, OWES, POINTS


@apart
def plays(view):
    """List the legal plays: view.card[i] for i below the number returned."""
    return bits.list_in(view.card, view._legal)


@compiled
def points(card):
    """What a card costs who holds it at the end of a hand."""
    return int(POINTS[card])


@compiled
def is_hit(card):
    """Is it a Hit the Deck card?"""
    return card > HIT_NUMBER


@compiled
def is_number(card):
    """Is it a card with a number from 1 to 5?"""
    return card < HIT_NUMBER and NUMBER_OF[card] > 0


@compiled
def is_cut(card):
    """Is it a Cut the Deck?"""
    return OWES[card] == A_CUT


@compiled
def is_flip(card):
    """Is it a Flip the Deck?"""
    return OWES[card] == A_FLIP


@compiled
def colour_of(card):
    """The colour of a coloured card, 0 to 3; that of a Hit with a Colour; -1 for other Hits."""
    return COLOUR_OF[card]


@compiled
def number_of(card):
    """The number of a number card or a Hit with a Number, 1 to 5; 0 for other cards."""
    return NUMBER_OF[card]


@compiled
def copies(view, card):
    """How many of a card are in the deck."""
    rules = view.rules
    if card == HIT_HAND:
        return rules.hit_hands
    if card > HIT_NUMBER:
        return rules.hit_numbers if NUMBER_OF[card] > 0 else rules.hit_colours
    if is_cut(card):
        return rules.cuts
    return rules.flips if is_flip(card) else rules.copies


@compiled
def unseen(view, card):
    """How many of a card may be in other hands or come up in the draw pile, as far as you have seen."""
    return max(0, copies(view, card) - view.hand[card] - view.shown[card])


@compiled
def of_colour(view, colour):
    """How many cards of a colour you hold."""
    held = 0
    for kind in range(1, FLIP + 1):
        held += view.hand[10 * colour + kind]
    return held


@compiled
def of_number(view, number):
    """How many cards of a number you hold."""
    return view.hand[number] + view.hand[10 + number] + view.hand[20 + number] + view.hand[30 + number]


@compiled
def smallest_hand(view):
    """The smallest hand of the other players."""
    smallest = view.other_cards[0]
    for i in range(1, view.players - 1):
        smallest = min(smallest, view.other_cards[i])
    return smallest
