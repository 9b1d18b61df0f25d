"""A turn of MEAN!, step by step: what a play sets off, and `play_game`, which reads as the table of contents.

The phases before and after a turn stand in their own files: set_up, plays, punishment, going_out.
"""

from simlab.engine.compiled import apart, compiled, lanes
from simlab.engine.compiled.play import choose, end_turn, tell
from simlab.games.mean.components import (
    CHOSEN,
    EIGHT,
    LOSES,
    MAY,
    NEVER,
    NOBODY,
    PENDING,
    PLAYING,
    PUNISHED,
    SIX,
    STUCK,
    TO_SWAP,
    TURN_LIMIT,
    VALUES,
    WINS,
)
from simlab.games.mean.going_out import go_out, lose, standing, watch_lead, write_result
from simlab.games.mean.knowing import remember_swap
from simlab.games.mean.legal import choose_play, count_plays, empties_hand, lay_down
from simlab.games.mean.punishment import take_piles
from simlab.games.mean.set_up import deal, draw, empty_play_area, look, next_in_game
from simlab.games.mean.words import CLEAR, SWAP


@apart
def eight(g, seat):
    """An Eight swaps hands with another player. As the last cards in hand, `eight_last` decides before any swap (R1)."""
    rules = g.seen.rules
    last = g.cards[seat] == 0
    if last and rules.eight_last == LOSES:
        lose(g, seat)
    elif last and rules.eight_last == WINS and g.seen.deck == 0:
        go_out(g, seat)
    else:
        partner = choose_partner(g, seat)
        if partner != NOBODY:
            swap_hands(g, seat, partner)
        if empties_hand(g, seat):
            go_out(g, seat)
        if partner != NOBODY and g.ending == PLAYING and empties_hand(g, partner):
            go_out(g, partner)


@apart
def choose_partner(g, seat):
    """Who swaps: a player still in the game (R6); nobody, where the turn's swap is spent (R7) or declined."""
    seen = g.seen
    if g.swapped or seen.rules.eight_swap == NEVER:
        return NOBODY
    options = 0
    other = next_in_game(g, seat)
    while other != seat:
        g.swap_seat[options] = other
        seen.partner[options] = (other - seat + seen.players) % seen.players - 1
        options += 1
        other = next_in_game(g, other)
    may_decline = 1 if seen.rules.eight_swap == MAY else 0
    choice = choose(g, seat, TO_SWAP, options + may_decline, look)
    return g.swap_seat[choice] if choice < options else NOBODY


@compiled
def swap_hands(g, seat, partner):
    """Two players exchange their whole hands; that is this turn's swap."""
    if g.knowing:
        remember_swap(g, seat, partner)
    hand = lanes.load(g.hands[seat])
    lanes.save(g.hands[seat], lanes.load(g.hands[partner]))
    lanes.save(g.hands[partner], hand)
    g.cards[seat], g.cards[partner] = g.cards[partner], g.cards[seat]
    g.swapped = 1
    g.row.swaps += 1
    tell(g, SWAP, seat, partner)


@apart
def clear(g, seat):
    """All cards of the Play Area go out of play; for a MEAN! set the next player takes Piles at once, as their turn (R2, R8)."""
    seen = g.seen
    g.row.clears += 1
    tell(g, CLEAR, seat)
    for card in range(VALUES):
        seen.gone[card] += seen.area[card]
        seen.area[card] = 0
    owed = seen.unresolved
    empty_play_area(g)
    if owed > 0:
        punished = next_in_game(g, g.last_seat)
        g.last_seat = punished
        g.row.turns += 1
        take_piles(g, punished, owed, PUNISHED)


@compiled
def may_restart(g, seat):
    """The player who cleared restarts, if they are still in the game and hold a card."""
    return g.ending == PLAYING and g.playing[seat] == 1 and g.cards[seat] > 0


@compiled
def play_and_restart(g, seat, number):
    """A play and what it sets off, in this order: an Eight's swap, going out, a clear; then the restart, another play."""
    rules = g.seen.rules
    while True:
        lay_down(g, seat, number)
        if g.value == EIGHT:
            eight(g, seat)
        elif empties_hand(g, seat):
            if g.value == SIX and rules.going_out_on_mean == PENDING:
                g.wait[g.waiting] = seat
                g.waiting += 1
            else:
                go_out(g, seat)
        if g.ending != PLAYING or g.seen.run < rules.clear_at:
            return
        clear(g, seat)
        if not may_restart(g, seat):
            return
        number = choose_play(g, seat, count_plays(g, seat), 0)


@compiled
def goes_out_late(g, seat):
    """Step 0 (R4): no card in hand, the Draw Deck empty, and no punishment waiting for this player."""
    return empties_hand(g, seat) and g.seen.unresolved == 0


@compiled
def take_turn(g, seat):
    """Steps 0 to 3 of a turn."""
    seen = g.seen
    rules = seen.rules
    g.row.turns += 1
    g.last_seat = seat
    g.swapped = 0
    if goes_out_late(g, seat):
        go_out(g, seat)
        return
    owed, reason = seen.unresolved, PUNISHED
    if owed > 0:
        seen.lowest = seen.highest = SIX
        may_take = 1 - rules.must_pass_mean
    else:
        draw(g, seat)
        owed, reason = 1, STUCK
        may_take = 1 - rules.must_play if seen.top > 0 else 0
    plays = count_plays(g, seat)
    if plays > 0:
        number = choose_play(g, seat, plays, may_take)
        if number < plays:
            play_and_restart(g, seat, number)
            return
        if reason == STUCK:
            reason = CHOSEN
    take_piles(g, seat, owed, reason)


@compiled
def play_game(g):
    """One game: the set-up, then turn after turn clockwise from seat 0, until somebody has won or lost."""
    deal(g)
    seat = 0
    while True:
        if g.row.turns >= g.seen.rules.turn_limit:
            g.ending = TURN_LIMIT
            break
        take_turn(g, seat)
        end_turn(g, g.row.turns, standing)
        if g.ending != PLAYING:
            break
        watch_lead(g)
        seat = next_in_game(g, g.last_seat)
    write_result(g)
