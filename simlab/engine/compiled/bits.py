"""Sets of cards as the bits of a whole number: bit c is card c. A set has no card above 62, so the sign is never used.

Compiled, each function is a machine instruction or two (see `instructions`).
"""

from simlab.engine.compiled.functions import compiled


def total(cards):
    """How many cards are in the set."""
    return int(cards).bit_count()


def lowest(cards):
    """The lowest card of a set that is not empty."""
    cards = int(cards)
    return (cards & -cards).bit_length() - 1


def highest(cards):
    """The highest card of a set that is not empty."""
    return int(cards).bit_length() - 1


def nth(cards, n):
    """The card of the set that has `n` cards below it."""
    for _ in range(n):
        cards &= cards - 1
    return lowest(cards)


def list_in(row, cards):
    """Write the cards of a set into a row of 64 whole numbers, the lowest first; how many there are. What is behind them means nothing."""
    number = 0
    while cards != 0:
        row[number] = lowest(cards)
        cards &= cards - 1
        number += 1
    return number


@compiled
def has(cards, card):
    """Is that card in the set? No card, as NO_CARD is, never is."""
    return card >= 0 and (cards >> card & 1) == 1
