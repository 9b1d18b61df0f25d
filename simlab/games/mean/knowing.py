"""What each player of MEAN! knows of cards that they don't see, with perfect memory; and dealing anew what a player cannot know.

Known is what was seen: the face-up card of a Pile that somebody took, and the hand that was given away in a swap, less what its holder
has played since. Of the Play Area's cards, shuffled into new Piles, each player knows that they are among the cards of these Piles: a
bag of cards, which lie in the Piles, in the hands of those who took one, or out of play. A card from the Draw Deck that came into a bag is
fresh: it may be any card that was not seen.

A card that leaves a hand is one that was known to be there, if there was one. Else it may have been of a bag, or not, and nobody can tell:
then one card less of that hand is known to be of that bag. Left out is therefore what follows from cards that can only have come from one
of several places taken together; bags older than the last few; and whatever follows from what a player did not play.

All this is kept only while g.knowing is 1.
"""

from simlab.engine.compiled import apart, aside, compiled
from simlab.engine.compiled.chance import CONCEALED, STEP, TABLE, mix, scaled, shuffle_counted, stream
from simlab.games.mean.components import BAGS, FRESH, VALUES

# --- Remembering ----------------------------------------------------------------------------------------------------------------------


@aside
def forget(g):
    """A game begins, and nobody knows anything of what is hidden."""
    for seat in range(g.seen.players):
        for other in range(g.seen.players):
            for card in range(VALUES):
                g.known[seat, other, card] = 0
        for bag in range(BAGS):
            empty_bag(g, seat, bag)
    for bag in range(BAGS):
        g.bag_removed[bag] = 0
    for card in range(VALUES):
        g.removed[card] = 0


@compiled
def empty_bag(g, seat, bag):
    """Nothing is known any more of that bag."""
    for card in range(FRESH + 1):
        g.bags[seat, bag, card] = 0
    for other in range(g.seen.players):
        g.bagged[seat, bag, other] = 0


@compiled
def last_bag(g):
    """The bag of the Piles on the table; -1 for those of the set-up, of which nobody knows anything."""
    return (g.shuffles - 1) % BAGS if g.shuffles > 0 else -1


@aside
def remember_heap(g, size, from_deck):
    """The first `size` cards of the heap, which lay in the Play Area, will be shuffled together with some of the Draw Deck: a new bag."""
    bag = g.shuffles % BAGS
    for seat in range(g.seen.players):
        reconcile(g, seat)
        empty_bag(g, seat, bag)
        for i in range(size):
            g.bags[seat, bag, g.heap[i]] += 1
        g.bags[seat, bag, FRESH] = from_deck


@aside
def remember_piles(g, dealt, size):
    """New Piles lie on the table, their last cards face up; the rest of the heap is out of play, unseen."""
    bag = last_bag(g)
    for i in range(g.seen.piles):
        for seat in range(g.seen.players):
            take_out(g, seat, bag, g.seen.pile_face[i])
    g.bag_removed[bag] = size - dealt
    for i in range(dealt, size):
        g.removed[g.heap[i]] += 1


@apart
def take_out(g, seat, bag, card):
    """A card of that bag was seen. If none like it was known to be there it was fresh."""
    if g.bags[seat, bag, card] == 0:
        card = FRESH
    g.bags[seat, bag, card] -= 1


@aside
def remember_taking(g, taker, pile):
    """The others have seen the face-up card go to a hand; whoever took the Pile sees all of it."""
    bag = last_bag(g)
    covered = g.seen.pile_size[pile] - 1
    for seat in range(g.seen.players):
        if seat != taker:
            g.known[seat, taker, g.seen.pile_face[pile]] += 1
            if bag >= 0:
                g.bagged[seat, bag, taker] += covered
        elif bag >= 0:
            for j in range(covered):
                take_out(g, seat, bag, int(g.pile_cards[pile, j]))


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
    others = cards
    for value in range(VALUES):
        others -= int(g.known[seat, holder, value])
    bags, of = 0, 0
    for bag in range(BAGS):
        others -= int(g.bagged[seat, bag, holder])
        if may_be_of(g, seat, holder, card, bag):
            bags, of = bags + 1, bag
    if bags == 1 and others == 0:
        take_out(g, seat, of, card)
        g.bagged[seat, of, holder] -= 1
        return
    for bag in range(BAGS):
        if may_be_of(g, seat, holder, card, bag):
            g.bagged[seat, bag, holder] -= 1


@compiled
def may_be_of(g, seat, holder, card, bag):
    """May that card in that hand be of that bag?"""
    return g.bagged[seat, bag, holder] > 0 and (g.bags[seat, bag, card] > 0 or g.bags[seat, bag, FRESH] > 0)


@aside
def remember_swap(g, player, partner):
    """Two hands are about to change places, with what others know of them. Both players know what they gave away, and see what they got."""
    for seat in range(g.seen.players):
        if seat == player:
            give_away(g, player, partner)
        elif seat == partner:
            give_away(g, partner, player)
        else:
            for card in range(VALUES):
                mine, other = int(g.known[seat, player, card]), int(g.known[seat, partner, card])
                g.known[seat, player, card], g.known[seat, partner, card] = other, mine
            for bag in range(BAGS):
                mine, other = int(g.bagged[seat, bag, player]), int(g.bagged[seat, bag, partner])
                g.bagged[seat, bag, player], g.bagged[seat, bag, partner] = other, mine


@apart
def give_away(g, seat, partner):
    """A seat sees its partner's hand, and knows afterwards what it gave away. Cards seen that can be of no bag are told apart first."""
    cards = 0
    for card in range(VALUES):
        g.tally[card] = g.hands[partner, card] - g.known[seat, partner, card]
        g.known[seat, partner, card] = 0
        of_a_bag = False
        for bag in range(BAGS):
            of_a_bag = of_a_bag or may_be_of(g, seat, partner, card, bag)
        g.tally[card] *= of_a_bag
        cards += g.tally[card]
    for card in range(VALUES):
        for _ in range(g.tally[card]):
            see_leaving(g, seat, partner, card, cards)
            cards -= 1
    for card in range(VALUES):
        g.known[seat, partner, card] = g.hands[seat, card]
    for bag in range(BAGS):
        g.bagged[seat, bag, partner] = 0


# --- What a player cannot know --------------------------------------------------------------------------------------------------------


@apart
def count_unseen(g, seat):
    """How many of each card that seat does not see: in g.tally."""
    for card in range(VALUES):
        g.tally[card] = g.removed[card]
        for other in range(g.seen.players):
            if other != seat:
                g.tally[card] += g.hands[other, card]
    for i in range(g.deck_at, g.deck_at + g.seen.deck):
        g.tally[g.deck[i]] += 1
    for i in range(g.seen.piles):
        for j in range(g.seen.pile_size[i] - 1):
            g.tally[g.pile_cards[i, j]] += 1


@apart
def without_place(g, seat, bag):
    """How many cards of that bag have no place any more where they must be: they may have been played, and that seat cannot tell."""
    cards = 0
    for card in range(FRESH + 1):
        cards += int(g.bags[seat, bag, card])
    for other in range(g.seen.players):
        cards -= int(g.bagged[seat, bag, other])
    if bag == last_bag(g):
        for i in range(g.seen.piles):
            cards -= g.seen.pile_size[i] - 1
    return cards - g.bag_removed[bag]


@apart
def reconcile(g, seat):
    """Where more of a card are thought to be in hands and bags than there are, some have left a bag unnoticed: the only one that it can be.
    g.tally then counts the cards of which nothing is known; less than none where there are several such bags."""
    count_unseen(g, seat)
    for card in range(VALUES):
        for other in range(g.seen.players):
            g.tally[card] -= g.known[seat, other, card]
        for bag in range(BAGS):
            g.tally[card] -= g.bags[seat, bag, card]
    found = True
    while found:
        found = False
        for card in range(VALUES):
            bags, of = 0, 0
            for bag in range(BAGS):
                if g.bags[seat, bag, card] > 0 and without_place(g, seat, bag) > 0:
                    bags, of = bags + 1, bag
            if g.tally[card] < 0 and bags == 1:
                g.bags[seat, of, card] -= 1
                g.tally[card] += 1
                found = True


@apart
def fill_bags(g, seat, number):
    """What is in each bag; where a card has left one of several, which it was is chosen."""
    for bag in range(BAGS):
        g.loose[bag] = without_place(g, seat, bag)
        for card in range(FRESH + 1):
            g.filled[bag, card] = g.bags[seat, bag, card]
    at = stream(g.key, TABLE, CONCEALED + number)
    for card in range(VALUES):
        while g.tally[card] < 0:
            g.tally[card] += 1
            bags = 0
            for bag in range(BAGS):
                bags += may_have_left(g, bag, card)
            choice = scaled(mix(at), bags)
            at += STEP
            for bag in range(BAGS):
                may_be = may_have_left(g, bag, card)
                if bags == 0 and g.filled[bag, card] > 0:  # other cards were chosen to have left: this one counts as fresh
                    g.filled[bag, card] -= 1
                    g.filled[bag, FRESH] += 1
                    break
                if may_be and choice == 0:
                    g.filled[bag, card] -= 1
                    g.loose[bag] -= 1
                choice -= may_be


@compiled
def may_have_left(g, bag, card):
    """May such a card have left that bag?"""
    return int(g.filled[bag, card] > 0 and g.loose[bag] > 0)


@apart
def redeal(g, seat, number):
    """Deal anew what a player cannot know, in the `number`th of many ways. Where it lay has no say in it."""
    reconcile(g, seat)
    fill_bags(g, seat, number)
    removed = 0
    for card in range(VALUES):
        removed += g.removed[card]
        g.removed[card] = 0
    for other in range(g.seen.players):
        if other != seat:
            for card in range(VALUES):
                g.hands[other, card] = g.known[seat, other, card]
    for i in range(g.seen.piles):
        for j in range(g.seen.pile_size[i] - 1):
            g.pile_cards[i, j] = FRESH
    for bag in range(BAGS):
        lay_bag(g, seat, bag, (BAGS + 1) * number + bag)
    lay_the_rest(g, seat, removed, (BAGS + 1) * number + BAGS)
    for i in range(len(g.heap)):
        g.heap[i] = 0


@compiled
def lay_bag(g, seat, bag, number):
    """The cards of a bag go to where they may be; those for which there is no place there may be anywhere."""
    g.heap_n = shuffle_counted(g.filled[bag], g.heap, g.key, number)
    if bag == last_bag(g):
        for i in range(g.seen.piles):
            for j in range(g.seen.pile_size[i] - 1):
                g.pile_cards[i, j] = next_card(g)
    for other in range(g.seen.players):
        for _ in range(g.bagged[seat, bag, other]):
            g.hands[other, next_card(g)] += 1
    for _ in range(g.bag_removed[bag]):
        g.removed[next_card(g)] += 1
    while g.heap_n > 0:
        g.tally[next_card(g)] += 1
    for other in range(g.seen.players):
        g.hands[other, FRESH] = 0
    g.tally[FRESH] = 0
    g.removed[FRESH] = 0


@compiled
def lay_the_rest(g, seat, removed, number):
    """All other cards go to the places that are left."""
    g.heap_n = shuffle_counted(g.tally, g.heap, g.key, number)
    for other in range(g.seen.players):
        if other != seat:
            missing = g.cards[other]
            for card in range(VALUES):
                missing -= int(g.hands[other, card])
            for _ in range(missing):
                g.hands[other, next_card(g)] += 1
    for i in range(g.deck_at, g.deck_at + g.seen.deck):
        g.deck[i] = next_card(g)
    for i in range(g.seen.piles):
        for j in range(g.seen.pile_size[i] - 1):
            if g.pile_cards[i, j] == FRESH:
                g.pile_cards[i, j] = next_card(g)
    for card in range(VALUES):
        removed -= g.removed[card]
    for _ in range(removed):
        g.removed[next_card(g)] += 1


@compiled
def next_card(g):
    """The next card of the heap, or a fresh one where there is none."""
    if g.heap_n == 0:
        return FRESH
    g.heap_n -= 1
    return int(g.heap[g.heap_n])
