"""Cards on the move. A card is never made or lost: it goes from one zone to another, and what would break that is refused.

These functions take a zone as it lies in the game: draw(g.deck, g.hand[seat]). Of a pile the lowest card lies first and the top last.
"""

from collections.abc import Callable
from typing import Any

from simlab.engine.compiled import checked, checked_apart, compiled
from simlab.engine.compiled.bits import total
from simlab.engine.compiled.course import folded, note_numbers
from simlab.engine.compiled.play import put

Version = Callable[..., Any]


class CardFault(Exception):
    """A game moved, or looked at, a card that is not there."""


ALL_GIVEN = "what lies before all seats is given where that of one seat is meant; write g.hand[seat] and not g.hand"


# What a pile, a hand and a remembered hand do each in their own way. Compiled, the fields of the zone's record settle which is meant.

VERSIONS: dict[Version, tuple[Version, Version, Version]] = {}


def one(zone):
    """A zone that is one; `of each seat` there are several, of which that of a seat is meant."""
    if zone.dtype.names is None or getattr(zone, "ndim", 0):
        raise CardFault(ALL_GIVEN)
    return zone


def version_for(function: Version, names: Any) -> Version:
    """What a function is for a zone whose record has fields of these names."""
    pile, hand, remembered = VERSIONS[function]
    return remembered if "known" in names else hand if "held" in names else pile


def _version(function: Version, zone: Any) -> Version:
    return version_for(function, one(zone).dtype.names)


def _each(pile: Version, hand: Version, remembered: Version | None = None) -> Callable[[Version], Version]:
    def declare(function: Version) -> Version:
        VERSIONS[function] = (pile, hand, remembered or hand)
        return function

    return declare


def _pile_gains(pile, card):
    pile.card[pile.n] = card
    pile.n += 1


def _hand_gains(hand, card):
    hand.of[card] += 1
    hand.held |= 1 << card
    hand.n += 1


@_each(_pile_gains, _hand_gains)
def gain(zone, card):
    """For the kit: one more card there, on top where it is a pile."""
    _version(gain, zone)(zone, card)


def _pile_gains_some(pile, cards, first, count):
    n = pile.n
    for i in range(count):
        pile.card[n + i] = cards[first - i]
    pile.n = n + count


def _hand_gains_some(hand, cards, first, count):
    held = hand.held
    for i in range(count):
        card = int(cards[first - i])
        hand.of[card] += 1
        held |= 1 << card
    hand.held = held
    hand.n += count


@_each(_pile_gains_some, _hand_gains_some)
def gain_some(zone, cards, first, count):
    """For the kit: so many cards of a row more, the `first`, the one before it, and so on."""
    for i in range(count):
        gain(zone, int(cards[first - i]))


def _pile_loses(pile, card):
    at = pile.n - 1
    while at >= 0 and pile.card[at] != card:
        at -= 1
    if at < 0:
        raise CardFault("a card is taken from a pile in which it does not lie")
    pile.n -= 1
    for i in range(at, pile.n):
        pile.card[i] = pile.card[i + 1]


def _hand_loses(hand, card):
    if card < 0 or hand.of[card] < 1:
        raise CardFault("a card is taken from a hand in which it is not")
    left = int(hand.of[card]) - 1
    hand.of[card] = left
    hand.held &= ~(int(left == 0) << card)
    hand.n -= 1


def _remembered_loses(hand, card):
    if card < 0 or hand.of[card] < 1:
        raise CardFault("a card is taken from a hand in which it is not")
    left = int(hand.of[card]) - 1
    hand.of[card] = left
    hand.held &= ~(int(left == 0) << card)
    hand.n -= 1
    if hand.known[card] > 0:
        hand.known[card] -= 1


@_each(_pile_loses, _hand_loses, _remembered_loses)
def lose(zone, card):
    """For the kit: one of that card less, the uppermost where it is a pile."""
    _version(lose, zone)(zone, card)


def _pile_empties(pile):
    pile.n = 0


def _hand_empties(hand):
    hand.n = 0
    hand.held = 0
    for card in range(len(hand.of)):  # compiled, a loop becomes one instruction for many cards, and a slice an array
        hand.of[card] = 0


def _remembered_empties(hand):
    hand.n = 0
    hand.held = 0
    for card in range(len(hand.of)):
        hand.of[card] = 0
        hand.known[card] = 0


@_each(_pile_empties, _hand_empties, _remembered_empties)
def empty(zone):
    """For the kit: no card lies there any more."""
    _version(empty, zone)(zone)


def _pile_counts(pile, tally, but):
    for i in range(pile.n - but):
        tally[pile.card[i]] += 1


def _hand_counts(hand, tally, but):
    for card in range(len(hand.of)):
        tally[card] += hand.of[card]


def _remembered_counts(hand, tally, but):
    for card in range(len(hand.of)):
        tally[card] += hand.of[card] - but * hand.known[card]


@_each(_pile_counts, _hand_counts, _remembered_counts)
def count_up(zone, tally, but):
    """For the kit: how many of each card, added up; where `but` is 1, without the top of a pile and what all know of a hand."""
    _version(count_up, zone)(zone, tally, but)


def _pile_refills(pile, g, but):
    for i in range(pile.n - but):
        g.heap_n -= 1
        pile.card[i] = g.heap[g.heap_n]


def _hand_refills(hand, g, but):
    cards = hand.n
    hand.n = 0
    hand.held = 0
    for card in range(len(hand.of)):
        hand.of[card] = 0
    for _ in range(cards):
        g.heap_n -= 1
        gain(hand, int(g.heap[g.heap_n]))


def _remembered_refills(hand, g, but):
    cards = hand.n
    hand.n = 0
    hand.held = 0
    for card in range(len(hand.of)):
        hand.of[card] = 0
        for _ in range(hand.known[card]):
            gain(hand, card)
    for _ in range(cards - hand.n):
        g.heap_n -= 1
        gain(hand, int(g.heap[g.heap_n]))


@_each(_pile_refills, _hand_refills, _remembered_refills)
def refill(zone, g, but):
    """For the kit: as many cards as there were, from the heap; what `but` leaves out of `count_up` stays."""
    _version(refill, zone)(zone, g, but)


def _hand_settles(hand):
    hand.n = 0
    hand.held = 0
    for card in range(len(hand.of)):
        hand.n += hand.of[card]
        hand.held |= int(hand.of[card] > 0) << card


def _remembered_settles(hand):
    hand.n = 0
    hand.held = 0
    for card in range(len(hand.of)):
        hand.n += hand.of[card]
        hand.held |= int(hand.of[card] > 0) << card
        hand.known[card] = min(int(hand.known[card]), int(hand.of[card]))


@_each(_hand_settles, _hand_settles, _remembered_settles)
def settle(hand):
    """For the kit: how many of each card are in a hand was written; all else follows."""
    _version(settle, hand)(hand)


def _pile_tells(pile, g):
    put(g, pile.n)
    for i in range(pile.n):
        put(g, int(pile.card[pile.n - 1 - i]))


def _hand_tells(hand, g):
    put(g, hand.n)
    for card in range(len(hand.of)):
        for _ in range(hand.of[card]):
            put(g, card)


@_each(_pile_tells, _hand_tells)
def put_zone(zone, g):
    """For the kit: a list of the trace: the cards of a pile, top first; those of a hand, sorted."""
    _version(put_zone, zone)(zone, g)


def _pile_is_noted(pile, g):
    note_numbers(g, pile.card, 0, pile.n)


def _hand_is_noted(hand, g):
    if total(hand.held) == hand.n:  # then the set says it all
        g.row.course = folded(g.row.course, hand.held)
    else:
        note_numbers(g, hand.of, 0, len(hand.of))


@_each(_pile_is_noted, _hand_is_noted)
def note_zone(zone, g):
    """For the kit: which cards lie there belongs to what happened."""
    version_for(note_zone, zone.dtype.names)(zone, g)


def _hands_change(hand, other):
    for card in range(len(hand.of)):
        hand.of[card], other.of[card] = int(other.of[card]), int(hand.of[card])
    hand.held, other.held = int(other.held), int(hand.held)
    hand.n, other.n = int(other.n), int(hand.n)


def _remembered_change(hand, other):
    for card in range(len(hand.of)):
        hand.of[card], other.of[card] = int(other.of[card]), int(hand.of[card])
        hand.known[card], other.known[card] = int(other.known[card]), int(hand.known[card])
    hand.held, other.held = int(other.held), int(hand.held)
    hand.n, other.n = int(other.n), int(hand.n)


@_each(_hands_change, _hands_change, _remembered_change)
def exchange(hand, other):
    """Two hands change places, with what all know of them."""
    _version(exchange, hand)(hand, other)


# What a game asks of a zone


@checked
def size(zone):
    """How many cards lie there."""
    return one(zone).n


@compiled
def top(pile):
    """The card on top of a pile that is not empty."""
    if one(pile).n == 0:
        raise CardFault("the top of an empty pile is looked at")
    return int(pile.card[pile.n - 1])


@checked_apart
def peek(pile, below):
    """The card of a pile with so many cards above it."""
    if below < 0 or below >= one(pile).n:
        raise CardFault("a card is looked at deeper in a pile than there are cards")
    return int(pile.card[pile.n - 1 - below])


@checked
def held(hand):
    """Which cards are in a hand, as a set."""
    return one(hand).held


@compiled
def _a_card(card):
    if card < 0:
        raise CardFault("a hand is asked about NO_CARD; ask first: if card != NO_CARD")
    return card


@checked
def count(hand, card):
    """How many of that card are in a hand."""
    return int(one(hand).of[_a_card(card)])


@checked
def holds(hand, card):
    """Is there such a card in the hand?"""
    return one(hand).held >> _a_card(card) & 1 == 1


@checked
def known(hand, card):
    """How many of that card all know to be in a hand that is remembered."""
    return int(one(hand).known[_a_card(card)])


# What a game does with cards


@compiled
def draw(pile, to):
    """The top card of a pile goes to another zone; which one it was."""
    if one(pile).n == 0:
        raise CardFault("a card is drawn from an empty pile")
    card = int(pile.card[pile.n - 1])
    pile.n -= 1
    gain(to, card)
    return card


@checked
def move(card, zone, to):
    """A card goes from one zone to another, on top where that is a pile."""
    lose(zone, card)
    gain(to, card)


@checked
def show(card, hand):
    """All have seen this card in a hand that is remembered, and know it there until it leaves; it is shown once for each copy."""
    if one(hand).known[_a_card(card)] >= hand.of[card]:
        raise CardFault("a card is shown in a hand in which there is no other of it than all know of")
    hand.known[card] += 1


@checked_apart
def put_under(card, zone, pile):
    """A card goes from a zone under a pile."""
    lose(zone, card)
    gain(pile, card)
    for i in range(pile.n - 1, 0, -1):
        pile.card[i] = pile.card[i - 1]
    pile.card[0] = card


@checked_apart
def move_all(pile, to):
    """All cards of a pile go on top of another one, or to a hand, the lowest first."""
    for i in range(pile.n):
        gain(to, int(pile.card[i]))
    pile.n = 0
