"""What each player of MEAN! knows of cards that they don't see, with perfect memory; and dealing anew what a player cannot know.

Known is what was seen: the face-up card of a Pile that somebody took, and the hand that was given away in a swap, less what its holder
has played since. Of cards shuffled into new Piles, each player knows that they are among these: a bag of cards, which lie in the Piles,
in the hands of those who took one, or out of play. A card that came into a bag unseen is fresh: it may be any.

A card that leaves a hand is one that was known to be there, if there was one. Else it may have been of a bag, or not, and nobody can tell:
then one card less of that hand is known to be of that bag. Left out is therefore what follows from cards that can only have come from one
of several places taken together; bags older than the last few; and whatever follows from what a player did not play.

All this is kept only while g.knowing is 1.
"""

import numpy as np

from simlab.engine.compiled import apart, aside, compiled
from simlab.engine.compiled.chance import CONCEALED, STEP, TABLE, mix, scaled, stream
from simlab.engine.compiled.counting import count_along, total
from simlab.games.mean.components import BAGS, FRESH, HANDS, OUT_OF_PLAY, VALUES
from simlab.games.mean.piles import pile

REST = BAGS  # behind the bags: cards of which nothing is known

# Remembering


@aside
def forget(g):
    """Nobody knows anything of what is hidden: the first Piles are a bag of fresh cards."""
    g.known[:] = 0
    g.bags[:] = 0
    g.bagged[:] = 0
    g.hands[OUT_OF_PLAY] = 0
    g.bags[:, bag_on_table(g), FRESH] = len(covered(g))


@compiled
def bag_on_table(g):
    """The bag of the Piles on the table."""
    return g.shuffles % BAGS


@aside
def remember_shuffle(g, from_deck, size):
    """New Piles lie on the table, their last cards face up: of the Play Area's cards, so many of the Draw Deck, and what is out of play."""
    bag = bag_on_table(g)
    out_of_play = size - g.pile_starts[g.seen.piles]
    for seat in range(g.seen.players):
        g.bags[seat, bag, :VALUES] = g.seen.area
        g.bags[seat, bag, FRESH] = from_deck
        g.bagged[seat, :, bag] = 0
        g.bagged[seat, OUT_OF_PLAY, bag] = out_of_play
        for i in range(g.seen.piles):
            take_out(g, seat, bag, g.pile_cards[pile(g, i)[2] - 1])
    for place in range(size - out_of_play, size):
        g.hands[OUT_OF_PLAY, g.pile_cards[place]] += 1


@apart
def take_out(g, seat, bag, card):
    """A card of that bag was seen. If none like it was known to be there it was fresh."""
    g.bags[seat, bag, card if g.bags[seat, bag, card] > 0 else FRESH] -= 1


@aside
def remember_taking(g, taker, start, stop):
    """The others have seen the face-up card go to a hand; whoever took the Pile sees all of it."""
    bag = bag_on_table(g)
    for seat in range(g.seen.players):
        if seat != taker:
            g.known[seat, taker, g.pile_cards[stop - 1]] += 1
            g.bagged[seat, taker, bag] += stop - 1 - start
        else:
            for place in range(start, stop - 1):
                take_out(g, seat, bag, g.pile_cards[place])


@aside
def remember_play(g, player, card, count):
    """All others see so many of that card leave a hand."""
    for seat in range(g.seen.players):
        if seat != player:
            for i in range(count):
                see_leaving(g, seat, player, card, g.cards[player] + count - i)


@apart
def see_leaving(g, seat, holder, card, cards):
    """A seat sees a card that was one of so many in another hand: one that was known to be there, or of a bag, or any other."""
    if g.known[seat, holder, card] > 0:
        g.known[seat, holder, card] -= 1
        return
    others = cards - total(g.known[seat, holder]) - total(g.bagged[seat, holder])
    bags, of = 0, 0
    for bag in range(BAGS):
        if may_be_of(g, seat, holder, card, bag):
            g.bagged[seat, holder, bag] -= 1
            bags, of = bags + 1, bag
    if bags == 1 and others == 0:
        take_out(g, seat, of, card)


@compiled
def may_be_of(g, seat, holder, card, bag):
    """May that card in that hand be of that bag?"""
    return g.bagged[seat, holder, bag] > 0 and (g.bags[seat, bag, card] > 0 or g.bags[seat, bag, FRESH] > 0)


@aside
def remember_swap(g, player, partner):
    """Two hands are about to change places, with what others know of them. Both players know what they gave away, and see what they got."""
    see_hand(g, player, partner)
    see_hand(g, partner, player)
    for seat in range(g.seen.players):
        exchange(g.known[seat, player], g.known[seat, partner])
        exchange(g.bagged[seat, player], g.bagged[seat, partner])
    for card in range(VALUES):
        g.known[player, partner, card] = g.hands[player, card]
        g.known[partner, player, card] = g.hands[partner, card]


@apart
def see_hand(g, seat, holder):
    """A seat sees another hand: first those cards of it that can be of no bag, which are told apart, then one after another."""
    seen = np.zeros(VALUES, dtype=np.int64)
    for card in range(VALUES):
        for bag in range(BAGS):
            if may_be_of(g, seat, holder, card, bag):
                seen[card] = g.hands[holder, card] - g.known[seat, holder, card]
    g.known[seat, holder] = 0
    for card in range(VALUES):
        while seen[card] > 0:
            see_leaving(g, seat, holder, card, total(seen))
            seen[card] -= 1
    g.bagged[seat, holder] = 0


@apart
def exchange(a, b):
    """Two rows of numbers change places."""
    for i in range(len(a)):
        a[i], b[i] = int(b[i]), int(a[i])


# What a player cannot know


@apart
def covered(g):
    """The places of all cards that lie face down in a Pile."""
    places = np.empty(len(g.pile_cards), dtype=np.int64)
    count = 0
    for i in range(g.seen.piles):
        _, start, stop = pile(g, i)
        for place in range(start, stop - 1):
            places[count] = place
            count += 1
    return places[:count]


@apart
def redeal(g, seat, number):
    """Deal anew what a player cannot know, in the `number`th of many ways. Where it lay has no say in it."""
    luck, places = np.full(1, stream(g.key, TABLE, CONCEALED + number)), covered(g)
    cards, on_table = fill_bags(g, seat, places, luck), bag_on_table(g)
    unknown = np.zeros(HANDS, dtype=np.int64)
    for other in range(HANDS):
        if other != seat:
            unknown[other] = total(g.hands[other]) - total(g.known[seat, other])
            for card in range(VALUES):
                g.hands[other, card] = g.known[seat, other, card]
    for bag in range(BAGS):
        left = total(cards[bag])
        for i in range(len(places) if bag == on_table else 0):
            g.pile_cards[places[i]] = drawn(cards, bag, left - i, luck)
        left -= len(places) if bag == on_table else 0
        for other in range(HANDS):
            for _ in range(g.bagged[seat, other, bag]):
                card = drawn(cards, bag, left, luck)
                left -= 1
                if card != FRESH:
                    g.hands[other, card] += 1
                    unknown[other] -= 1
        for card in range(VALUES):
            cards[REST, card] += cards[bag, card]
    left = total(cards[REST])
    for other in range(HANDS):
        for _ in range(unknown[other]):
            g.hands[other, drawn(cards, REST, left, luck)] += 1
            left -= 1
    for place in range(g.deck_at, g.deck_at + g.seen.deck):
        g.deck[place] = drawn(cards, REST, left, luck)
        left -= 1
    count_along(g.deck, g.deck_at, g.deck_at + g.seen.deck, g.deck_sums)
    for i in range(len(places)):
        if g.pile_cards[places[i]] == FRESH:
            g.pile_cards[places[i]] = drawn(cards, REST, left, luck)
            left -= 1


@compiled
def drawn(cards, row, left, luck):
    """One of the cards that are counted in a row, so many together, by chance, which is gone; a fresh one where there is none."""
    place = scaled(mix(luck[0]), max(left, 0))
    luck[0] += STEP
    for card in range(FRESH):
        if place < cards[row, card]:
            cards[row, card] -= 1
            return card
        place -= cards[row, card]
    cards[row, FRESH] -= 1
    return FRESH


@apart
def fill_bags(g, seat, places, luck):
    """What is in each bag; and at REST all cards of which nothing is known. Where more of a card are thought to be in hands and bags than
    there are, some have left a bag unnoticed.
    """
    cards = np.zeros((BAGS + 1, FRESH + 1), dtype=np.int64)
    for place in range(g.deck_at, g.deck_at + g.seen.deck):
        cards[REST, g.deck[place]] += 1
    for i in range(len(places)):
        cards[REST, g.pile_cards[places[i]]] += 1
    least = 0
    for card in range(VALUES):
        for bag in range(BAGS):
            cards[bag, card] = g.bags[seat, bag, card]
            cards[REST, card] -= cards[bag, card]
        for other in range(HANDS):
            if other != seat:
                cards[REST, card] += int(g.hands[other, card]) - g.known[seat, other, card]
        least = min(least, cards[REST, card])
    for bag in range(BAGS):
        cards[bag, FRESH] = g.bags[seat, bag, FRESH]
    if least < 0:
        mend(g, seat, cards[:BAGS], cards[REST], luck)
    return cards


@apart
def mend(g, seat, bags, rest, luck):
    """Let cards that are thought to be in hands and bags, and are not, have left a bag with more cards than must be of it. Of several it is
    chosen which, the plainest case first.
    """
    while rest.min() < 0:
        plainest, missing = BAGS + 1, 0
        for card in range(VALUES):
            if rest[card] < 0 and len(may_have_left(g, seat, bags, card)) < plainest:
                plainest, missing = len(may_have_left(g, seat, bags, card)), card
        if plainest > 0:
            bags[may_have_left(g, seat, bags, missing)[scaled(mix(luck[0]), plainest)], missing] -= 1
            luck[0] += STEP
        else:  # others were chosen to have left: this one counts as fresh
            bag = np.argmax(bags[:, missing])
            bags[bag, missing] -= 1
            bags[bag, FRESH] += 1
        rest[missing] += 1


@apart
def may_have_left(g, seat, bags, card):
    """Which bags such a card may have left: more are in it than must be there."""
    must = g.bagged[seat].sum(axis=0)
    must[bag_on_table(g)] += len(covered(g))
    return np.flatnonzero((bags[:, card] > 0) & (bags.sum(axis=1) > must))
