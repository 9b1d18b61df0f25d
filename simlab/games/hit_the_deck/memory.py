"""What the players of Hit the Deck know of cards that lie face down, and those cards dealt anew.

All see the discard pile grow, so once it is flipped all know the order in which it is drawn, and who draws what. A card that is exposed
or buried is seen, and from then on all know where it lies. See `knowing` for what a shuffle leaves of that.
"""

import numpy as np

from simlab.engine.compiled import alone, apart, aside, compiled, knowing
from simlab.engine.compiled.chance import CONCEALED, TABLE, stream
from simlab.engine.compiled.knowing import KNOWN
from simlab.games.hit_the_deck.components import CARDS, MOST_CARDS


@alone
def note_table(g):
    """What lies on the discard pile was seen; all else was just shuffled."""
    knowing.forget(g)
    knowing.begin_shuffle(g)
    for place in range(g.discard_at, g.discard_end):
        g.came[place] = KNOWN
    for place in range(g.draw_at, g.draw_end):
        g.came[place] = g.newest
        knowing.goes_in(g, g.piles[place])
    for seat in range(g.seen.players):
        for card in range(CARDS):
            for _ in range(g.hands[seat, card]):
                knowing.goes_in(g, card)
                knowing.is_drawn(g, seat, g.newest, card)


@aside
def turn_up(g, place):
    """All see a card of the piles, and where it lies."""
    knowing.turns_up(g, g.came[place], g.piles[place])
    g.came[place] = KNOWN


@aside
def note_draw(g, seat, start):
    """Cards were drawn, from this place on."""
    for place in range(start, g.draw_at):
        knowing.is_drawn(g, seat, g.came[place], g.piles[place])


@aside
def note_shuffle(g, base, size):
    """The discard pile but its top card is shuffled into a draw pile that begins at `base`. Of equal cards all know where they lie."""
    came, piles = g.came[g.discard_at : g.discard_at + size], g.piles[g.discard_at : g.discard_at + size]
    if (came == KNOWN).all() and (piles == piles[0]).all():
        g.came[base : base + size] = KNOWN
        return
    knowing.begin_shuffle(g)
    for i in range(size):
        if came[i] == KNOWN:
            knowing.goes_in(g, piles[i])
    if g.seen.players == 2 and (came == KNOWN).all():
        knowing.hands_are_known(g)
    g.came[base : base + size] = g.newest


@apart
def redeal(g, seat, number):
    """Deal anew what a player cannot know, in the `number`th of many ways. Neither does anybody know how the table's chance will decide."""
    for what in range(len(g.chance)):
        g.chance[what] = stream(g.key, TABLE, CONCEALED + len(g.chance) * number + what)
    if not g.knowing:
        note_table(g)
    places, cards = np.empty(MOST_CARDS, dtype=np.int64), np.empty(MOST_CARDS, dtype=np.int64)
    hidden = 0
    for start, end in ((g.draw_at, g.draw_end), (g.discard_at, g.discard_end)):
        for place in range(start, end):
            if g.came[place] != KNOWN:
                places[hidden], cards[hidden] = place, g.came[place]
                hidden += 1
    knowing.deal_anew(g, seat, number, cards, knowing.list_hands(g, seat, cards, hidden))
    for i in range(hidden):
        g.piles[places[i]] = cards[i]
    for player in range(g.seen.players):
        if player != seat:
            hidden = fill_hand(g, seat, player, cards, hidden)


@compiled
def fill_hand(g, seat, player, cards, dealt):
    """A hand is what all know of it, and of these cards the next after so many; how many are dealt now."""
    held = 0
    for card in range(CARDS):
        known = np.int64(g.known[player, card])
        g.hands[player, card] = known
        held |= int(known > 0) << card
    for shuffle in range(1, g.newest + 1):
        for _ in range(g.took[seat, player, shuffle]):
            g.hands[player, cards[dealt]] += 1
            held |= 1 << cards[dealt]
            dealt += 1
    g.held[player] = held
    return dealt
