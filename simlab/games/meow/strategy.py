"""What a strategy for Meow may ask."""

import math

from simlab.engine.compiled import apart, bits, compiled
from simlab.games.meow.components import SPECIAL

# --- The options ----------------------------------------------------------------------------------------------------------------------


@apart
def plays(view):
    """List the options: view.leads_as[i], .naturals[i] and .specials[i] for i below the number returned; to draw and Meow are 0, 0, 0."""
    number = 0
    if view.number > 0:
        number = _list_plays_of(view, view.number, number)
        _list(view, number, 0, 0, 0)
        return number + 1
    playable = 0  # as a set, filled without a branch
    for value in range(1, SPECIAL):
        playable |= int(view.hand[value] + (view._specials & view.rules.fitting[value]) > 0) << value
    while playable != 0:
        number = _list_plays_of(view, bits.lowest(playable), number)
        playable &= playable - 1
    if view.may_meow:
        _list(view, number, 0, 0, 0)
        number += 1
    return number


@compiled
def _list(view, i, number, naturals, specials):
    view.leads_as[i] = number
    view.naturals[i] = naturals
    view.specials[i] = specials


@compiled
def _list_plays_of(view, number, i):
    """The plays of one number: fewer cards first, then more number cards."""
    have, fit = view.hand[number], fitting(view, number)
    for count in range(1, have + fit + 1):
        for specials in range(max(0, count - have), min(count, fit) + 1):
            _list(view, i, number, count - specials, specials)
            i += 1
    return i


@compiled
def size(view, i):
    """After plays(view): how many cards option i plays; 0: to draw, or Meow."""
    return view.naturals[i] + view.specials[i]


@apart
def points(view, i):
    """After plays(view): by how much option i lowers your total."""
    number = view.leads_as[i]
    lowered = number * view.naturals[i]
    fit = view._specials & view.rules.fitting[number]
    for _ in range(view.specials[i]):
        lowered += view.rules.faces[bits.lowest(fit), 0]
        fit &= fit - 1
    return lowered


# --- Your own cards -------------------------------------------------------------------------------------------------------------------


@compiled
def fitting(view, number):
    """How many special cards in your hand can be this number."""
    return bits.total(view._specials & view.rules.fitting[number])


@compiled
def worth(view, slot):
    """What a card counts where hands are added up: a number card its number, a special card the lowest number on it."""
    return slot if slot < SPECIAL else view.rules.faces[slot - SPECIAL, 0]


@apart
def total(view):
    """What your hand adds up to."""
    points = 0
    for number in range(1, SPECIAL):
        points += number * view.hand[number]
    for s in range(view.rules.special_cards):
        points += worth(view, SPECIAL + s) * view.hand[SPECIAL + s]
    return points


# --- What the others may hold ---------------------------------------------------------------------------------------------------------


@compiled
def unseen(view, slot):
    """How many cards of this slot you have not seen: they are in other hands or in the deck."""
    if slot < SPECIAL:
        copies = view.rules.copies if 1 <= slot <= view.rules.numbers else 0
    else:
        copies = 1 if slot - SPECIAL < view.rules.special_cards else 0
    return copies - view.hand[slot] - view.played[slot]


@compiled
def unseen_as(view, number):
    """How many cards that you have not seen can be played as this number."""
    specials = ((1 << view.rules.special_cards) - 1) & ~(view._specials | view._gone)
    return unseen(view, number) + bits.total(specials & view.rules.fitting[number])


@compiled
def hidden(view):
    """How many cards you have not seen."""
    cards = view.deck
    for i in range(view.players - 1):
        cards += view.other_cards[i]
    return cards


@apart
def expected_copies(view, number):
    """With how many cards the others would copy a lead of this number, if each copies with all they have until one cannot."""
    all_hidden, fit = hidden(view), unseen_as(view, number)
    expected, reached = 0.0, 1.0
    for i in range(view.players - 1 if fit > 0 else 0):
        share = view.other_cards[i] / all_hidden
        expected += reached * fit * share
        if i < view.players - 2:
            reached *= 1.0 - (1.0 - share) ** fit
    return expected


@apart
def chance_of_lowest(view, shed):
    """The chance that your total is lower than everybody else's.

    Their cards are taken for a random choice of those you have not seen, each `shed` points lower: players shed what counts most.
    """
    cards, points, squares = 0, 0, 0
    for number in range(1, view.rules.numbers + 1):
        there = view.rules.copies - view.hand[number] - view.played[number]
        cards += there
        points += there * number
        squares += there * number * number
    for slot in range(SPECIAL, SPECIAL + view.rules.special_cards):
        there, counts = unseen(view, slot), worth(view, slot)
        cards += there
        points += there * counts
        squares += there * counts * counts
    mean = points / cards
    variance = max(0.0, squares / cards - mean * mean)
    chance, own = 1.0, total(view)
    for i in range(view.players - 1):
        held = view.other_cards[i]
        spread = math.sqrt(variance * held * max(0.0, 1.0 - held / cards)) + 1e-9
        chance *= 0.5 * math.erfc((own + 0.5 - held * max(1.0, mean - shed)) / spread / math.sqrt(2.0))
    return chance
