"""The rules of Hit the Deck, in the rulebook's order. `play_game`, at the end, reads as the table of contents."""

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.chance import STEP, TABLE, mix, scaled, shuffle, stream, unit
from simlab.engine.compiled.play import choose_from, end_turn, put, put_cards, tell
from simlab.engine.events import NOTHING
from simlab.games.hit_the_deck import memory
from simlab.games.hit_the_deck.components import (
    ANY_CARD,
    FAKE,
    FAKED,
    FAKED_OUT,
    FOLLOWS,
    FORGET,
    FORGOT,
    HAND,
    HIT_COLOUR,
    HIT_HAND,
    HIT_NUMBER,
    LAST,
    NO_CARD,
    NOBODY,
    NOTHING_OWED,
    OWES,
    OWES_CUT,
    OWES_FLIP,
    PLAYING,
    ROOM,
    STUCK,
    TO_PLAY,
)
from simlab.games.hit_the_deck.piles import (
    HAND_SHUFFLES,
    bury,
    card_at,
    discard_size,
    draw,
    draw_size,
    expose,
    flips_on_top,
    is_flip,
    lay,
    refill,
    take,
    turn_over,
)
from simlab.games.hit_the_deck.scoring import begin_game, end_hand, standing, write_result
from simlab.games.hit_the_deck.words import CUTS, DEAL, FLIPS, HIT, PASS, PLAY

# --- Set-up ---------------------------------------------------------------------------------------------------------------------------


@apart
def prepare(g):
    """Before a batch of games: all cards in play, sorted."""
    rules = g.seen.rules
    g.pack_size = 0
    for colour in range(4):
        for kind in range(1, 6):
            _pack(g, 10 * colour + kind, rules.copies)
        _pack(g, 10 * colour + 6, rules.cuts)
        _pack(g, 10 * colour + 7, rules.flips)
    for n in range(1, 6):
        _pack(g, HIT_NUMBER + n, rules.hit_numbers)
    for colour in range(4):
        _pack(g, HIT_COLOUR + colour, rules.hit_colours)
    _pack(g, HIT_HAND, rules.hit_hands)


@apart
def _pack(g, card, copies):
    for _ in range(copies):
        g.pack[g.pack_size] = card
        g.pack_size += 1


@apart
def deal(g, number):
    """Shuffle; deal the hands; the rest is the draw pile, and its top card is turned up."""
    seen = g.seen
    seen.hand_number = number
    for i in range(g.pack_size):
        g.piles[i] = g.pack[i]
    shuffle(g.piles, g.pack_size, g.key, number * HAND_SHUFFLES)
    begin_chance(g)
    place = 0
    for seat in range(seen.players):
        g.held[seat] = 0
        g.cards[seat] = 0
        for card in range(64):
            g.hands[seat, card] = 0
        for _ in range(seen.rules.deal_size):
            take(g, seat, card_at(g, place))
            place += 1
    g.draw_at = place
    g.draw_end = g.pack_size
    g.discard_at = g.discard_end = ROOM
    g.shuffles = 0
    g.lost = 0
    g.out = NOBODY
    seen.direction = 1
    seen.hand_turn = 0
    for card in range(len(seen.shown)):
        seen.shown[card] = 0
    hits = turn_up_first(g)
    if g.knowing:
        memory.note_deal(g, hits)


@compiled
def begin_chance(g):
    """The streams of the table's chance in this hand."""
    for what in range(len(g.chance)):
        g.chance[what] = stream(g.key, TABLE, len(g.chance) * g.seen.hand_number + what)


@compiled
def turn_up_first(g):
    """R1: Hits with a Hand on top go to the bottom; where there is nothing else, one lies there without effect. R3: the card acts.
    How many Hits with a Hand were seen on the way?"""
    hits = 0
    while hits < draw_size(g) and card_at(g, g.draw_at + hits) == HIT_HAND:
        hits += 1
    if hits < draw_size(g):
        for _ in range(hits):
            g.piles[g.draw_end] = HIT_HAND
            g.draw_end += 1
        g.draw_at += hits
    card = card_at(g, g.draw_at)
    g.draw_at += 1
    lay(g, card)
    if g.tracing:
        tell_deal(g)
    take_effect(g, card)
    if card == HIT_HAND:
        g.owed = NOTHING_OWED
    return hits


@apart
def tell_deal(g):
    """The event of the set-up: everything, the hidden cards too."""
    seen = g.seen
    tell(g, DEAL, seen.hand_number, seen.hand_number % seen.players)
    put(g, seen.players)
    for seat in range(seen.players):
        put(g, g.cards[seat])
        for card in range(64):
            for _ in range(g.hands[seat, card]):
                put(g, card)
    put_cards(g, g.piles, g.draw_at, g.draw_end)
    put_cards(g, g.piles, g.discard_at, g.discard_end)


# --- Around the table -----------------------------------------------------------------------------------------------------------------


@compiled
def next_seat(g, seat):
    """The next seat in the direction of play."""
    seat += g.seen.direction
    if seat >= g.seen.players:
        seat = 0
    if seat < 0:
        seat = g.seen.players - 1
    return seat


@compiled
def legal_plays(g, seat):
    """The cards of this player that may be played now, as a set of bits."""
    return g.held[seat] & g.playable


@compiled
def look(g, seat):
    """What this player sees that others don't, or sees from their own chair."""
    seen = g.seen
    for card in range(64):
        seen._hand[card] = g.hands[seat, card]
    seen._legal = legal_plays(g, seat)
    seen.cards = g.cards[seat]
    seen.total = g.totals[seat]
    seen.draw_size = draw_size(g)
    seen.discard_size = discard_size(g)
    other = seat
    for i in range(seen.players - 1):
        other = next_seat(g, other)
        seen.other_cards[i] = g.cards[other]
        seen.other_total[i] = g.totals[other]


@compiled
def word(g, what):
    """The next word of the table's chance for this."""
    position = g.chance[what]
    g.chance[what] = position + STEP
    return mix(position)


# --- What the top card does -----------------------------------------------------------------------------------------------------------


@compiled
def take_effect(g, card):
    """A card came to lie on top: what may be played on it, and what it makes the next player do (R8)."""
    g.playable = FOLLOWS[card]
    g.owed = OWES[card]
    g.seen.demand = 0
    if card > HIT_NUMBER:
        demand(g, card)


@compiled
def demand(g, card):
    """A Hit with a Number or a Colour binds the players after it."""
    if card == HIT_HAND:
        return
    g.seen.demand = card
    if card < HIT_COLOUR:
        g.row.hits_number += 1
    else:
        g.row.hits_colour += 1


@apart
def stall(g):
    """R13: the top card has no effect any more. A Cut or Flip is followed like any card of its colour, a Hit by any card."""
    if g.owed == NOTHING_OWED and g.seen.demand == 0:
        return
    g.row.stalls += 1
    g.owed = NOTHING_OWED
    g.seen.demand = 0
    if g.seen.top > HIT_NUMBER:
        g.playable = ANY_CARD


# --- A turn lost to the top card ------------------------------------------------------------------------------------------------------


@apart
def lose_turn(g, seat):
    """The player does what the top card wants; that is their turn."""
    if g.owed == OWES_CUT:
        cut(g, seat)
    elif g.owed == OWES_FLIP:
        flip(g, seat)
    else:
        g.owed = NOTHING_OWED
        call(g, seat)
    g.lost += 1
    if g.lost == g.seen.rules.stall_limit:
        stall(g)


@compiled
def cut(g, seat):
    """Cut the Deck: a card is exposed, which acts on the player after this one. With no draw pile only the turn is lost."""
    g.row.cuts += 1
    if draw_size(g) == 0:
        tell(g, CUTS, seat, NOTHING)
        g.owed = NOTHING_OWED
        return
    card = expose(g)
    tell(g, CUTS, seat, card)
    refill(g)
    take_effect(g, card)


@compiled
def flip(g, seat):
    """Flip the Deck: the piles change roles, the direction reverses, and the new top card acts on the player who played the Flip."""
    g.row.flips += 1
    g.seen.direction = -g.seen.direction
    if draw_size(g) == 0:
        if g.tracing:
            tell(g, FLIPS, seat, g.seen.top)
            put(g, 0)
        g.owed = NOTHING_OWED
        return
    turn_over(g)
    buried = flips_on_top(g)
    if g.knowing:
        memory.note_turned_up(g, 1 + buried)
    top = card_at(g, g.discard_end - 1 - buried)
    if g.tracing:
        tell(g, FLIPS, seat, top)
        put(g, buried)
    for i in range(buried):
        bury(g, buried - 1 - i)
    g.seen.top = top
    g.seen.shown[top] += 1
    take_effect(g, top)
    if is_flip(top):
        g.owed = NOTHING_OWED


# --- Hit the Deck with a Hand, and the fake-out ---------------------------------------------------------------------------------------


@apart
def call(g, caller):
    """Everybody hits the deck; the last hand draws, or the caller who forgot to call."""
    rules = g.seen.rules
    g.row.hits_hand += 1
    last = last_hand(g)
    tell(g, HIT, caller, last)
    if rules.forget_chance > 0 and unit(word(g, FORGET)) < rules.forget_chance:
        draw(g, caller, rules.hand_penalty, FORGOT, 0)
    else:
        draw(g, last, rules.hand_penalty, HAND, 0)


@compiled
def last_hand(g):
    """Who is last: in proportion to 1/weight, or all alike."""
    rules = g.seen.rules
    if rules.reflexes_count == 0:
        return scaled(word(g, LAST), g.seen.players)
    share = unit(word(g, LAST)) * rules.last_below[rules.reflexes_count - 1]
    last = 0
    while last < rules.reflexes_count - 1 and share >= rules.last_below[last]:
        last += 1
    return last


@apart
def fake_out(g, seat):
    """Perhaps one of the others hits though there was nothing to hit, and draws."""
    rules = g.seen.rules
    if unit(word(g, FAKE)) < rules.fake_out_chance:
        victim = seat + 1 + scaled(word(g, FAKED_OUT), g.seen.players - 1)
        if victim >= g.seen.players:
            victim -= g.seen.players
        draw(g, victim, rules.fake_penalty, FAKED, 0)


# --- A turn ---------------------------------------------------------------------------------------------------------------------------


@compiled
def play(g, seat, card, drawn):
    """The card goes onto the discard pile. As a last card it has no effect any more (R11)."""
    left = int(g.hands[seat, card]) - 1
    g.hands[seat, card] = left
    g.held[seat] &= ~(int(left == 0) << card)
    g.cards[seat] -= 1
    lay(g, card)
    if g.tracing | g.knowing:  # one question in place of two: this is played millions of times
        if g.knowing:
            memory.note_play(g, seat, card, drawn)
        tell(g, PLAY, seat, card, drawn)
    if g.cards[seat] == 0:
        g.out = seat
        return
    refill(g)
    take_effect(g, card)
    if card == HIT_HAND:
        g.owed = NOTHING_OWED
        call(g, seat)
    elif g.seen.rules.fake_out_chance > 0:
        fake_out(g, seat)


@compiled
def draw_instead(g, seat):
    """Who can't play draws; the first drawn card that can be played is played."""
    rules = g.seen.rules
    drawn = draw(g, seat, rules.draw_when_stuck, STUCK, g.playable * rules.play_drawn)
    if drawn == NO_CARD:
        g.row.passes += 1
        g.row.demand_turns += g.seen.demand > 0
        tell(g, PASS, seat)
    return drawn


@compiled
def take_turn(g, seat):
    """A turn: lost to the top card, or a card is played (R4), or drawn."""
    g.seen.hand_turn += 1
    if g.owed != NOTHING_OWED:
        lose_turn(g, seat)
        return
    g.lost = 0
    legal = legal_plays(g, seat)
    drawn = 0
    if legal != 0:
        card = choose_from(g, seat, TO_PLAY, legal, look)
    else:
        card = draw_instead(g, seat)
        drawn = 1
    if card != NO_CARD:
        play(g, seat, card, drawn)


# --- A hand, and the game ----------------------------------------------------------------------------------------------------------------


@compiled
def hand_goes_on(g):
    """Until somebody has played their last card, or the turn limit."""
    return g.out == NOBODY and g.seen.hand_turn < g.seen.rules.turn_limit


@compiled
def play_hand(g, number):
    """A hand: the set-up, turn after turn, and the score. Each hand is begun by the player left of the last starter (R2)."""
    deal(g, number)
    seat = number % g.seen.players
    while hand_goes_on(g):
        take_turn(g, seat)
        seat = next_seat(g, seat)
        if hand_goes_on(g):
            end_turn(g, g.row.turns + g.seen.hand_turn, standing)
    end_hand(g)
    end_turn(g, g.row.turns, standing)


@compiled
def play_game(g):
    """One game: hand after hand, until someone has reached the target or the hands run out."""
    begin_game(g)
    while g.ending == PLAYING:
        play_hand(g, g.row.hands)
    write_result(g)
