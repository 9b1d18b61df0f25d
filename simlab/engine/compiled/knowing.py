"""What each seat knows of cards that it does not see, kept while `g.knowing` is 1; and those cards dealt anew.

Two things hide where a card lies: a shuffle, and a hand. So the shuffles of a game are numbered, from 1, and it is kept

- of each place where a card lies face down: by which shuffle it came there; `KNOWN` where all know the card;
- of each card that a seat does not see: into which shuffle it last saw it go.

A card lies where that shuffle, or a later one, brought it. The cards that went into the last shuffle therefore go to places that it
filled, each with the same chance, then those of the one before to what is left of its own and of later places, and so on: that deals all
cards anew, in each possible way alike.

One thing is not certain at a table: by which shuffle a card had come that leaves a hand, where the hand has cards of several. Then it is
taken for that which forbids least: the place is the oldest that it can have been, the card one of the latest shuffle. So nothing that is
possible is ever ruled out, and what follows from so many cards for one another fades where it would be no more than likely. Nor is
anything concluded from what a player did not do.
"""

import numpy as np

from simlab.engine.compiled import apart, aside, compiled
from simlab.engine.compiled.chance import CONCEALED, SHUFFLE, STEP, mix, scaled, stream

KNOWN = 0  # in place of a shuffle: all know which card lies there
SHUFFLES = 8  # shuffles that are told apart, and KNOWN
JOINED = 3  # where there are more, this one counts as the next
MEMORY = ("newest", "last_drawn", "unseen", "took", "known")  # its fields


def memory(seats: int, kinds: int) -> str:
    """The part of a game's state that these functions need, as a table."""
    return f"""
        newest                the number of the last shuffle, of those that are told apart
        last_drawn            by which shuffle the card had come that was drawn last
        unseen: i1[{seats}, {SHUFFLES}, {kinds}]       of each seat, by shuffle and card: those it does not see and last saw go into it
        took: i1[{seats}, {seats}, {SHUFFLES}]         of each seat, by player and shuffle: cards in that hand which it does not know
        known: i1[{seats}, {kinds}]       by player and card: how many all know to be in that hand
    """


@apart
def forget(g):
    """Nothing lies anywhere, and nothing was shuffled yet."""
    g.newest = 0
    g.unseen[:] = 0
    g.took[:] = 0
    g.known[:] = 0


@apart
def begin_shuffle(g):
    """Another shuffle; what goes into it is told next. Were two earlier ones joined, so that later ones have a lower number now?"""
    if g.newest < SHUFFLES - 1:
        g.newest += 1
        return False
    for seat in range(g.seen.players):
        for card in range(g.unseen.shape[2]):
            g.unseen[seat, JOINED, card] += g.unseen[seat, JOINED + 1, card]
            for shuffle in range(JOINED + 1, g.newest):
                g.unseen[seat, shuffle, card] = g.unseen[seat, shuffle + 1, card]
            g.unseen[seat, g.newest, card] = 0
        for player in range(g.seen.players):
            g.took[seat, player, JOINED] += g.took[seat, player, JOINED + 1]
            for shuffle in range(JOINED + 1, g.newest):
                g.took[seat, player, shuffle] = g.took[seat, player, shuffle + 1]
            g.took[seat, player, g.newest] = 0
    g.last_drawn = after_joining(g.last_drawn)
    return True


@compiled
def after_joining(shuffle):
    """The number of a shuffle after two were joined."""
    return shuffle - int(shuffle > JOINED)


@apart
def goes_in(g, card):
    """All see this card go into the shuffle that has begun."""
    for seat in range(g.seen.players):
        g.unseen[seat, g.newest, card] += 1


@aside
def turns_up(g, shuffle, card):
    """All see a card that lay face down where this shuffle had brought it."""
    if shuffle != KNOWN:
        for seat in range(g.seen.players):
            _find(g, seat, shuffle, card)


@aside
def is_drawn(g, player, shuffle, card):
    """A card goes to a hand from where this shuffle had brought it: only its player sees it, or all know it."""
    g.last_drawn = shuffle
    if shuffle == KNOWN:
        g.known[player, card] += 1
        return
    for seat in range(g.seen.players):
        if seat == player:
            _find(g, seat, shuffle, card)
        else:
            g.took[seat, player, shuffle] += 1


@aside
def is_played(g, player, card, drawn):
    """A card leaves a hand, and all see it: the one that was `drawn` last, or any; then one that all know to be there is that one."""
    if (g.last_drawn == KNOWN) if drawn else (g.known[player, card] > 0):
        g.known[player, card] -= 1
        return
    for seat in range(g.seen.players):
        if seat == player:
            continue
        if drawn:
            g.took[seat, player, g.last_drawn] -= 1
            _find(g, seat, g.last_drawn, card)
        else:
            _leave(g, seat, player, card)


@apart
def _find(g, seat, shuffle, card):
    """A seat sees a card that it did not see. It lay where this shuffle brought it: the card went into it, or into an earlier one."""
    while shuffle > 1 and g.unseen[seat, shuffle, card] <= 0:
        shuffle -= 1
    g.unseen[seat, shuffle, card] -= 1


@apart
def _leave(g, seat, player, card):
    """A seat sees a card that leaves another player's hand."""
    earliest = 1
    while earliest < g.newest and g.unseen[seat, earliest, card] <= 0:
        earliest += 1
    while earliest < g.newest and g.took[seat, player, earliest] <= 0:
        earliest += 1
    latest = g.newest
    while latest > earliest and g.took[seat, player, latest] <= 0:
        latest -= 1
    g.took[seat, player, earliest] -= 1
    _find(g, seat, latest, card)


@apart
def hands_are_known(g):
    """All that does not lie in `g.hands` lies open, or went into the last shuffle: of two players, each knows the other's hand."""
    g.last_drawn = KNOWN
    for player in range(2):
        for card in range(g.known.shape[1]):
            g.known[player, card] = g.hands[player, card]
            g.unseen[player, : g.newest, card] = 0
        g.took[:, player] = 0


# Dealing anew: the hidden places are listed, each with its shuffle; then each gets a card.


@apart
def list_hands(g, own, places, count):
    """After `count` places that are listed: those of what `own` does not know of other hands, player after player; how many there are."""
    for player in range(g.seen.players):
        if player != own:
            for shuffle in range(1, g.newest + 1):
                for _ in range(g.took[own, player, shuffle]):
                    places[count] = shuffle
                    count += 1
    return count


@apart
def deal_anew(g, own, number, places, count):
    """In place of its shuffle, each place gets a card, in the `number`th of many ways. Cards come sorted: where they lay has no say."""
    free = np.empty(count, dtype=np.int64)
    left = 0
    at = stream(g.key, SHUFFLE, CONCEALED + number)
    cards = np.full(count, -1)
    for shuffle in range(g.newest, 0, -1):
        for place in range(count):
            if places[place] == shuffle:
                free[left] = place
                left += 1
        for card in range(g.unseen.shape[2]):
            for _ in range(min(left, int(g.unseen[own, shuffle, card]))):
                chosen = scaled(mix(at), left)
                at += STEP
                left -= 1
                cards[free[chosen]] = card
                free[chosen] = free[left]
    for place in range(count):
        places[place] = cards[place]
