"""The rules of Hit the Deck, in the rulebook's order. `play_game`, at the end, reads as the table of contents."""

from simlab.engine.compiled import alone, apart, compiled, counting, knowing
from simlab.engine.compiled.chance import STEP, TABLE, mix, scaled, stream, unit
from simlab.engine.compiled.leading import watch_lead
from simlab.engine.compiled.memory import either, rarely
from simlab.engine.compiled.play import before_turn, between_rounds, choose_from, end_turn, is_resumed
from simlab.engine.metric import UNIT
from simlab.games.hit_the_deck import memory, piles
from simlab.games.hit_the_deck.components import A_CUT, A_FLIP, FOLLOWS, HIT_COLOUR, HIT_HAND, HIT_NUMBER, NO_CARD, NOBODY, NOTHING, OWES
from simlab.games.hit_the_deck.fitted import WEIGHTS
from simlab.games.hit_the_deck.piles import draw
from simlab.games.hit_the_deck.strategy import points
from simlab.games.hit_the_deck.words import CUT_, DEAL, FLIP_, HAND_END, HIT, PASS, PLAY
from simlab.kit.turns import after, fewest_wins, tell

ENDINGS = ("scored", "hand_limit")
PLAYING, SCORED, HAND_LIMIT = range(-1, 2)
TO_PLAY = 0  # what is decided
LAST, FORGET, FAKE, FAKED_OUT = range(4)  # what the table's chance decides, each in a stream of its own

# --- Set-up ---------------------------------------------------------------------------------------------------------------------------


@alone
def deal(g, number):
    """Shuffle; deal the hands; the rest is the draw pile, and its top card is turned up. Each hand is begun by the player left of the last
    starter (R2).
    """
    seen = g.seen
    seen.hand_number, seen.hand_turn, seen.direction = number, 0, 1
    g.shuffles, g.lost, g.out = 0, 0, NOBODY
    piles.gather(g)
    begin_chance(g)
    for seat in range(seen.players):
        held = 0
        for card in range(64):
            g.hands[seat, card] = 0
        for place in range(g.draw_at, g.draw_at + seen.rules.deal_size):
            card = int(g.piles[place])
            g.hands[seat, card] += 1
            held |= 1 << card
        g.held[seat], g.cards[seat] = held, seen.rules.deal_size
        g.draw_at += seen.rules.deal_size
    hits = turn_up_first(g)
    starter = number % seen.players
    tell(g, DEAL, number, starter, g.hands, (g.piles, g.draw_at, g.draw_end), (g.piles, g.discard_at, g.discard_end))
    if rarely(g.knowing):
        memory.note_table(g)
        for place in range(max(g.draw_at, g.draw_end - hits), g.draw_end):
            memory.turn_up(g, place)
    return starter


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
    while g.draw_at + hits < g.draw_end and g.piles[g.draw_at + hits] == HIT_HAND:
        hits += 1
    if g.draw_at + hits < g.draw_end:
        for _ in range(hits):
            g.piles[g.draw_end] = HIT_HAND
            g.draw_end += 1
        g.draw_at += hits
    card = int(g.piles[g.draw_at])
    g.draw_at += 1
    piles.lay(g, card)
    take_effect(g, card)
    if card == HIT_HAND:
        g.owed = NOTHING
    return hits


# --- Around the table -----------------------------------------------------------------------------------------------------------------


@compiled
def look(g, seat):
    """What this player sees that others don't, or sees from their own chair."""
    seen = g.seen
    counting.show(g.hands[seat], seen.hand)
    seen._legal = g.held[seat] & g.playable
    seen.cards, seen.total = g.cards[seat], g.totals[seat]
    seen.draw_size, seen.discard_size = g.draw_end - g.draw_at, g.discard_end - g.discard_at
    other, players, direction = seat, seen.players, seen.direction
    for i in range(players - 1):
        other += direction
        other += either(other < 0, players, either(other < players, 0, -players))
        seen.other_cards[i] = g.cards[other]
        seen.other_total[i] = g.totals[other]


@compiled
def word(g, what):
    """The next word of the table's chance for this."""
    position = g.chance[what]
    g.chance[what] = position + STEP
    return mix(position)


# --- What the top card does, and a turn lost to it ------------------------------------------------------------------------------------


@compiled
def take_effect(g, card):
    """A card came to lie on top: what may be played on it, what it makes the next player do, and what it demands (R8)."""
    g.playable = FOLLOWS[card]
    g.owed = OWES[card]
    a_number = int(card > HIT_NUMBER) & int(card < HIT_COLOUR)
    a_colour = int(card >= HIT_COLOUR) & int(card < HIT_HAND)
    g.seen.demand = card * (a_number + a_colour)
    g.row.hits_number += a_number
    g.row.hits_colour += a_colour
    g.row.by_hits_number |= a_number << g.row.last + 1 >> 1  # whose card it is; before the first turn nobody's
    g.row.by_hits_colour |= a_colour << g.row.last + 1 >> 1


@alone
def stall(g):
    """R13: the top card has no effect any more. A Cut or Flip is followed like any card of its colour, a Hit by any card."""
    if g.owed == NOTHING and g.seen.demand == 0:
        return
    g.row.stalls += 1
    g.owed = NOTHING
    g.seen.demand = 0
    if g.seen.top > HIT_NUMBER:
        g.playable = FOLLOWS[HIT_HAND]


@apart
def lose_turn(g, seat):
    """The player does what the top card wants; that is their turn."""
    if g.owed == A_CUT:
        cut(g, seat)
    elif g.owed == A_FLIP:
        flip(g, seat)
    else:
        g.owed = NOTHING
        call(g, seat)
    g.lost += 1
    if g.lost == g.seen.rules.stall_limit:
        stall(g)


@compiled
def cut(g, seat):
    """Cut the Deck: a card is exposed, which acts on the player after this one. With no draw pile only the turn is lost."""
    if g.draw_at == g.draw_end:
        g.owed = NOTHING
        tell(g, CUT_, seat, NO_CARD)
        return
    card = piles.expose(g)
    tell(g, CUT_, seat, card)
    piles.refill(g)
    take_effect(g, card)


@compiled
def flip(g, seat):
    """Flip the Deck: the piles change roles, the direction reverses, and the new top card acts on the player who played the Flip. R7: with
    no draw pile only the direction reverses.
    """
    seen, top, buried = g.seen, g.seen.top, 0
    seen.direction = -seen.direction
    nothing = g.draw_at == g.draw_end
    if not nothing:
        g.draw_at, g.draw_end, g.discard_at, g.discard_end = g.discard_at, g.discard_end, g.draw_at, g.draw_end
        buried = piles.flips_on_top(g)
        if rarely(g.knowing):
            for i in range(1 + buried):
                memory.turn_up(g, g.discard_end - 1 - i)
        top = int(g.piles[g.discard_end - 1 - buried])
    tell(g, FLIP_, seat, (g.piles, g.discard_end - 1, g.discard_end - 1 - buried), top)
    if nothing:
        g.owed = NOTHING
        return
    for i in range(buried):
        piles.bury(g, buried - 1 - i)
    seen.top = top
    seen.shown[top] += 1
    take_effect(g, top)
    if g.owed == A_FLIP:
        g.owed = NOTHING


# --- Hit the Deck with a Hand, and the fake-out ---------------------------------------------------------------------------------------


@apart
def call(g, caller):
    """Everybody hits the deck; the last hand draws, or the caller who forgot to call."""
    rules = g.seen.rules
    last = last_hand(g)
    tell(g, HIT, caller, last)
    if rules.forget_chance > 0 and unit(word(g, FORGET)) < rules.forget_chance:
        draw(g, caller, rules.hand_penalty, piles.FORGOT, 0)
    else:
        draw(g, last, rules.hand_penalty, piles.HAND, 0)


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
        victim = after(g, seat, 1 + scaled(word(g, FAKED_OUT), g.seen.players - 1))
        draw(g, victim, rules.fake_penalty, piles.FAKED, 0)


# --- A turn ---------------------------------------------------------------------------------------------------------------------------


@compiled
def play(g, seat, card, drawn):
    """The card goes onto the discard pile. As a last card it has no effect any more (R11)."""
    left = int(g.hands[seat, card]) - 1
    g.hands[seat, card] = left
    g.held[seat] &= ~(int(left == 0) << card)
    cards = g.cards[seat] - 1
    g.cards[seat] = cards
    if rarely(g.knowing):
        knowing.is_played(g, seat, card, drawn)
    piles.lay(g, card)
    tell(g, PLAY, seat, card, drawn)
    if cards == 0:
        g.out = seat
        return
    piles.refill(g)
    take_effect(g, card)
    if card == HIT_HAND:
        g.owed = NOTHING
        call(g, seat)
    elif g.seen.rules.fake_out_chance > 0:
        fake_out(g, seat)


@apart
def draw_instead(g, seat):
    """Who can't play draws; the first drawn card that can be played is played."""
    rules = g.seen.rules
    card = draw(g, seat, rules.draw_when_stuck, piles.STUCK, g.playable * rules.play_drawn)
    if card == NO_CARD:
        g.row.demand_turns += g.seen.demand > 0
        tell(g, PASS, seat)
    else:
        play(g, seat, card, 1)


@compiled
def take_turn(g, seat):
    """A turn: lost to the top card, or a card is played (R4), or drawn."""
    g.seen.hand_turn += 1
    g.turn = g.row.turns + g.seen.hand_turn
    if g.owed != NOTHING:
        lose_turn(g, seat)
        return
    g.lost = 0
    legal = g.held[seat] & g.playable
    if legal != 0:
        play(g, seat, choose_from(g, seat, TO_PLAY, legal, look), 0)
    else:
        draw_instead(g, seat)


# --- The end of a hand, and of the game -----------------------------------------------------------------------------------------------


@alone
def end_hand(g):
    """The others add up their hands: number cards face value, all others 10. Has the game ended?"""
    seen, row = g.seen, g.row
    row.turns += seen.hand_turn
    row.hands_at_turn_limit += g.out == NOBODY
    for seat in range(seen.players):
        held = 0
        for card in range(64):
            held += int(g.hands[seat, card]) * points(card)
        g.points[seat] = held
        g.totals[seat] += held
    tell(g, HAND_END, g.out, g.points, g.totals)
    watch_lead(g, g.totals, -1)
    if max(g.totals) >= seen.rules.target:
        g.ending = SCORED
    elif row.hands == seen.rules.hand_limit:
        g.ending = HAND_LIMIT


@compiled
def standing(g, seat):
    """How near a seat is to winning: its points, below zero; what it holds counts when the hand has ended."""
    return -g.totals[seat]


@compiled
def gauges(g, seat):
    """What tells how likely a seat is to win: its points, which weigh more the nearer somebody is to the end."""
    target = g.seen.rules.target
    return (-g.totals[seat] / (target - 0.5 * min(max(g.totals), target)),)


@compiled
def odds(g, seat):
    """The log odds of winning between hands."""
    return WEIGHTS[0] * gauges(g, seat)[0]


@alone
def write_result(g):
    """The lowest total wins, and equal ones share the win (R12). When the hands run out all lose."""
    fewest_wins(g, g.totals, g.ending)
    for seat in range(g.seen.players):
        g.row.score[seat] = g.totals[seat] * UNIT
        if g.ending == HAND_LIMIT:
            g.row.won[seat], g.row.lost[seat] = 0, 1


@compiled
def play_hand(g, number):
    """A hand: the set-up; turn after turn, until somebody has played their last card, or the turn limit; and the score."""
    if not is_resumed(g):
        g.next = deal(g, number)
    seat = g.next
    while g.out == NOBODY and g.seen.hand_turn < g.seen.rules.turn_limit:
        before_turn(g, seat)
        take_turn(g, seat)
        seat = after(g, seat, g.seen.direction)
        end_turn(g, g.row.turns + g.seen.hand_turn, standing)
    end_hand(g)
    end_turn(g, g.row.turns, standing)


@compiled
def play_game(g):
    """One game: hand after hand, until someone has reached the target or the hands run out."""
    if not g.resumed:
        g.totals[:] = 0
        g.leader, g.ending = NOBODY, PLAYING
    while g.ending == PLAYING:
        between_rounds(g)
        play_hand(g, g.row.hands)
    write_result(g)
