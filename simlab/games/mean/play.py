"""A turn of MEAN!, step by step: what a play sets off, and `play_game`, which reads as the table of contents.

The phases before and after a turn stand in their own files: set_up, legal, punishment, going_out.
"""

from simlab.engine.compiled import apart, compiled, lanes
from simlab.engine.compiled.memory import either, leave, rarely
from simlab.engine.compiled.play import before_turn, choose, end_turn, is_resumed
from simlab.engine.compiled.seats import following
from simlab.games.mean import components
from simlab.games.mean.components import CHOSEN, EIGHT, NOBODY, PLAYING, PUNISHED, SIX, STUCK, VALUES, WILD
from simlab.games.mean.going_out import go_out, is_in, lose, standing, watch_lead, write_result
from simlab.games.mean.knowing import remember_play, remember_swap
from simlab.games.mean.legal import count_plays, find_play, natural_plays
from simlab.games.mean.punishment import take_piles
from simlab.games.mean.set_up import deal, draw, empty_play_area, look
from simlab.games.mean.words import CLEAR, PLAY, SWAP
from simlab.kit.turns import tell


@compiled
def choose_play(g, seat, plays, may_take):
    """Which of the legal plays, or to take a Pile; where taking is allowed it is the last option."""
    g.seen.may_take = may_take
    number = choose(g, seat, components.TO_PLAY, plays + may_take, look)
    g.seen.may_take = 0
    return number


@compiled
def lay_down(g, seat, naturals, number):
    """The cards of the chosen play go onto the Play Area; MEAN! cards wait for somebody to be punished."""
    seen, row = g.seen, g.row
    value, count, wild, up = find_play(g, seat, naturals, number)
    card = WILD if wild else value
    g.hands[seat, card] -= count
    g.cards[seat] -= count
    if rarely(g.knowing):
        remember_play(g, seat, card, count)
    seen.area[card] += count
    seen.run = either(value == seen.top, seen.run, 0) + count
    seen.top = value
    seen.up = up
    row.sets += count > 1
    if wild:
        row.wilds_played += count
        row.by_wilds_played |= 1 << seat
    if value == SIX:
        seen.unresolved += count
        row.mean_played += count
        row.by_mean_played |= 1 << seat
    tell(g, PLAY, seat, value, count, wild, up)


@compiled
def empties_hand(g, seat):
    """R3: a hand that a play has emptied while the Draw Deck is empty lets its player go out."""
    return g.cards[seat] == 0 and g.seen.deck == 0


@apart
def eight(g, seat):
    """An Eight swaps hands with another player. As the last cards in hand, `eight_last` decides before any swap (R1)."""
    rules = g.seen.rules
    last = g.cards[seat] == 0
    if last and rules.eight_last == components.LOSES:
        lose(g, seat)
    elif last and rules.eight_last == components.WINS and g.seen.deck == 0:
        go_out(g, seat)
    else:
        partner = choose_partner(g, seat)
        if partner != NOBODY:
            swap_hands(g, seat, partner)
        if empties_hand(g, seat):
            go_out(g, seat)
        if partner != NOBODY and g.row.ending == PLAYING and empties_hand(g, partner):
            go_out(g, partner)


@apart
def choose_partner(g, seat):
    """Who swaps: a player still in the game (R6); nobody, where the turn's swap is spent (R7) or declined."""
    seen = g.seen
    if g.swapped or seen.rules.eight_swap == components.NEVER:
        return NOBODY
    options = 0
    other = following(g.playing, seat)
    while other != seat:
        ahead = other - seat - 1
        seen.partner[options] = either(ahead < 0, ahead + seen.players, ahead)
        options += 1
        other = following(g.playing, other)
    may_decline = int(seen.rules.eight_swap == components.MAY)
    choice = choose(g, seat, components.TO_SWAP, options + may_decline, look)
    return (seat + 1 + seen.partner[choice]) % seen.players if choice < options else NOBODY


@compiled
def swap_hands(g, seat, partner):
    """Two players exchange their whole hands; that is this turn's swap."""
    leave(g.recalled == 1)
    if rarely(g.knowing):
        remember_swap(g, seat, partner)
    hand = lanes.load(g.hands[seat])
    lanes.save(g.hands[seat], lanes.load(g.hands[partner]))
    lanes.save(g.hands[partner], hand)
    g.cards[seat], g.cards[partner] = g.cards[partner], g.cards[seat]
    g.swapped = 1
    tell(g, SWAP, seat, partner)


@apart
def clear(g, seat):
    """All cards of the Play Area go out of play; for a MEAN! set the next player takes Piles at once, as their turn (R2, R8)."""
    seen = g.seen
    for card in range(VALUES):
        seen.gone[card] += seen.area[card]
        seen.area[card] = 0
    tell(g, CLEAR, seat)
    owed = seen.unresolved
    empty_play_area(g)
    if owed > 0:
        g.last_seat = following(g.playing, g.last_seat)
        g.row.turns += 1
        take_piles(g, g.last_seat, owed, PUNISHED)


@compiled
def play_and_restart(g, seat, naturals, number):
    """A play and what it sets off, in this order: an Eight's swap, going out, a clear; then the restart, another play, by a player who
    is still in the game and holds a card.
    """
    rules = g.seen.rules
    while True:
        lay_down(g, seat, naturals, number)
        if g.seen.top == EIGHT:
            eight(g, seat)
        elif empties_hand(g, seat):
            if g.seen.top == SIX and rules.going_out_on_mean == components.PENDING:
                g.wait[g.waiting] = seat
                g.waiting += 1
            else:
                go_out(g, seat)
        if g.row.ending != PLAYING or g.seen.run < rules.clear_at:
            return
        clear(g, seat)
        if g.row.ending != PLAYING or not is_in(g, seat) or g.cards[seat] == 0:
            return
        naturals = natural_plays(g, seat)
        number = choose_play(g, seat, count_plays(g, seat, naturals), 0)


@compiled
def take_turn(g, seat):
    """Steps 0 to 3 of a turn. R4: who has no card, with the Draw Deck empty and no punishment waiting, goes out as it begins."""
    seen = g.seen
    g.row.turns += 1
    g.last_seat = seat
    g.swapped = 0
    owed, reason = seen.unresolved, PUNISHED
    if owed == 0 and empties_hand(g, seat):
        go_out(g, seat)
        return
    if owed == 0:
        draw(g, seat)
        owed, reason = 1, STUCK
    naturals = natural_plays(g, seat)
    plays = count_plays(g, seat, naturals)
    if plays > 0:
        must = seen.rules.must_pass_mean if reason == PUNISHED else seen.top == 0 or seen.rules.must_play
        number = choose_play(g, seat, plays, 1 - int(must))
        if number < plays:
            play_and_restart(g, seat, naturals, number)
            return
        if reason == STUCK:
            reason = CHOSEN
    take_piles(g, seat, owed, reason)


@compiled
def play_game(g):
    """One game: the set-up, then turn after turn clockwise from seat 0, until somebody has won or lost."""
    if not is_resumed(g):
        deal(g)
        g.next = 0
    seat, limit = g.next, g.seen.rules.turn_limit
    while g.row.ending == PLAYING:
        if g.row.turns >= limit:
            g.row.ending = components.TURN_LIMIT
            break
        before_turn(g, seat)
        take_turn(g, seat)
        end_turn(g, g.row.turns, standing)
        if g.row.ending == PLAYING:
            watch_lead(g)
            seat = following(g.playing, g.last_seat)
    write_result(g)
