"""What a strategy for What the Heck? may ask."""

from simlab.engine.compiled import apart, bits, compiled


@apart
def bids(view):
    """List the own cards, ascending: view.card[i] for i below the number returned; option i bids it."""
    left, number = view.hand, 0
    while left != 0:
        view.card[number] = bits.lowest(left)
        left &= left - 1
        number += 1
    for i in range(number, view.rules.player_cards):
        view.card[i] = 0
    return number


@compiled
def option(view, card):
    """The number of the option that bids this card of the own hand; for a card not held, the next higher one (past the last: too high)."""
    return bits.total(view.hand & (1 << card) - 1)


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
    return bits.total(view.hands[seat])


@compiled
def lower(view, seat, card):
    """How many cards below this one that seat still holds."""
    return bits.total(view.hands[seat] & (1 << card) - 1)


@compiled
def highest_of(view, seat):
    """The highest card that seat still holds."""
    return bits.highest(view.hands[seat])


@compiled
def lowest_of(view, seat):
    """The lowest card that seat still holds."""
    return bits.lowest(view.hands[seat])


@compiled
def coming(view, i):
    """1 where the Point Card prize[i] is still to come, else 0."""
    return view.to_come >> i & 1


@compiled
def from_top(view, seat, above):
    """The card of that seat which has so many higher ones above it; the lowest where it holds no more than these."""
    return bits.nth(view.hands[seat], max(cards(view, seat) - 1 - above, 0))


@apart
def larger(view, size, suffer=1.0):
    """How many Point Cards still to come are larger than this; points below zero are counted `suffer` times without their sign."""
    number = 0
    for i in range(view.rounds):
        weight = 1.0 if view.prize[i] >= 0 else -suffer
        number += coming(view, i) & int(weight * view.prize[i] > size)
    return number


@apart
def size_to_come(view):
    """All points of the Point Cards still to come, without their signs."""
    size = 0
    for i in range(view.rounds):
        size += coming(view, i) * abs(view.prize[i])
    return size
