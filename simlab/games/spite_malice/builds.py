"""Playing a card to a Build Pile, and what it sets off."""

import numpy as np

from simlab.engine.compiled import apart, aside, compiled, lanes
from simlab.engine.compiled.play import choose
from simlab.games.spite_malice import cards, words
from simlab.games.spite_malice.components import FIRST_STORE, HAND, MOST_BUILDS, NOTHING, ONE, OUT, TO_GIVE, TURN_LIMIT, UP, VALUES
from simlab.games.spite_malice.moves import named, pile_for
from simlab.games.spite_malice.spite import look, spite_of_others
from simlab.kit.turns import after, tell


@apart
def play_card(g, seat, play):
    """A card to a Build Pile and what it sets off, in this order: win; pile capped; Malice; next UP card; refill of an empty hand;
    Spite of others. Does a Spite stop the turn?"""
    seen = g.seen
    rules = seen.rules
    source, value, wild = named(seen, seat, play)
    pile = pile_for(seen, value)
    card = take_from_source(g, seat, source, value, wild)
    put_on_pile(g, pile, value, wild, card)
    g.built += 1
    g.row.wilds_played += wild
    g.row.by_wilds_played |= wild << seat
    tell(g, words.PLAY, seat, source, value, wild, card, g.pile_number[pile])
    if source == UP and seen.stack[seat] == 0:
        g.row.ending = OUT
        return False
    if value == rules.top:
        cap(g, pile)
        if rules.malice:
            malice(g, seat)
    if source == UP:
        cards.turn_up(g, seat)
    elif source == HAND and seen.held[seat] == 0:
        g.row.refills += 1
        cards.draw(g, seat, rules.hand_size)
    stopped = rules.spite and seen.cover == NOTHING and spite_of_others(g, seat)
    if g.built >= MOST_BUILDS:
        g.row.ending = TURN_LIMIT
    return stopped


@compiled
def take_from_source(g, seat, source, value, wild):
    """The card leaves the Card Stack, the hand or a Store Pile; the physical card."""
    if source == UP:
        g.row.ups_played += 1
        g.row.by_ups_played |= 1 << seat
        return cards.take_from_stack(g, seat)
    if source == HAND:
        card = cards.lowest_wild(g, seat) if wild else value
        cards.take_from_hand(g, seat, card)
        return card
    take_from_store(g.seen, seat, source - FIRST_STORE)
    return value


@compiled
def take_from_store(seen, seat, pile):
    """The top card leaves a Store Pile."""
    size = seen.store_size[seat, pile] - 1
    seen.store_size[seat, pile] = size
    seen.store_top[seat, pile] = np.int64(seen._stored[seat, pile, size - 1]) if size > 0 else 0
    seen._filled[seat] &= ~(int(size == 0) << pile)


@compiled
def put_on_pile(g, pile, value, wild, card):
    """A card lies on a Build Pile, a 1 on a new one. A Wild has to be covered next."""
    seen = g.seen
    if value == ONE:
        g.pile_number[pile] = g.opened
        g.opened += 1
        seen.piles += 1
    elif seen.cover == NOTHING:
        leave_top(seen, pile, value - 1)
    seen.pile_top[pile] = value
    g.pile_cards[pile, value] = card
    if wild:
        seen.cover = pile
    else:
        seen.cover = NOTHING
        seen._with_top[value] |= 1 << pile
        seen._tops |= 1 << value


@compiled
def leave_top(seen, pile, value):
    """A Build Pile does not have this natural top any more."""
    seen._with_top[value] &= ~(1 << pile)
    seen._tops &= ~(int(seen._with_top[value] == 0) << value)


@aside
def cap(g, pile):
    """A full Build Pile goes to the Discard Pile; the others keep their order."""
    seen = g.seen
    top, number = seen.pile_top[pile], g.pile_number[pile]
    for value in range(1, top + 1):
        cards.put_on_discard(g, np.int64(g.pile_cards[pile, value]))
    leave_top(seen, pile, top)
    seen.piles -= 1
    for i in range(pile, seen.piles):
        seen.pile_top[i] = seen.pile_top[i + 1]
        g.pile_number[i] = g.pile_number[i + 1]
        lanes.save(g.pile_cards[i], lanes.load(g.pile_cards[i + 1]))
    before = (1 << pile) - 1
    for value in range(VALUES):
        piles = seen._with_top[value]
        seen._with_top[value] = piles & before | piles >> 1 & ~before
    tell(g, words.CAPPED, number)


@aside
def malice(g, seat):
    """The top card of the Draw Pile goes, unseen, to the bottom of another player's Card Stack."""
    if cards.is_there_a_card(g):
        other = after(g, seat, 1 + choose(g, seat, TO_GIVE, g.seen.players - 1, look))
        tell(g, words.GIVE, seat, other, cards.give_from_deck(g, other))
