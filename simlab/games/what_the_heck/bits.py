"""Sets of cards, each in one whole number: card c is bit c. Bits are handled side by side, because no branch can foretell a hand."""

from simlab.engine.compiled import compiled

_PAIRS, _NIBBLES, _BYTES, _EACH_BYTE = 0x55555555, 0x33333333, 0x0F0F0F0F, 0x01010101


@compiled
def how_many(cards):
    """How many cards there are in a set."""
    pairs = cards - (cards >> 1 & _PAIRS)
    nibbles = (pairs & _NIBBLES) + (pairs >> 2 & _NIBBLES)
    return ((nibbles + (nibbles >> 4) & _BYTES) * _EACH_BYTE & 0xFFFFFFFF) >> 24


@compiled
def nth(cards, n):
    """The card with that number in a set, counted from 0 in ascending order.

    Counts of cards, in each two, four and eight bits side by side; then from the byte that holds the card down to its bit.
    """
    pairs = cards - (cards >> 1 & _PAIRS)
    nibbles = (pairs & _NIBBLES) + (pairs >> 2 & _NIBBLES)
    up_to = (nibbles + (nibbles >> 4) & _BYTES) * _EACH_BYTE  # in each byte: the cards up to its end
    at = 8 * (int(n >= up_to & 0xFF) + int(n >= up_to >> 8 & 0xFF) + int(n >= up_to >> 16 & 0xFF))
    n -= up_to << 8 >> at & 0xFF
    below = nibbles >> at & 0xF
    beyond = n >= below
    n -= below * beyond
    at += 4 * beyond
    below = pairs >> at & 3
    beyond = n >= below
    n -= below * beyond
    at += 2 * beyond
    return at + int(n >= cards >> at & 1)


@compiled
def lowest(cards):
    """The lowest card of a set, as a set."""
    return cards & -cards


@compiled
def highest(cards):
    """The highest card of a set, as a set."""
    cards |= cards >> 1
    cards |= cards >> 2
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    return cards ^ cards >> 1
