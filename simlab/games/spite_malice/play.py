"""A turn, and a game of Spite & Malice, in the rulebook's order. `play_game`, at the end, reads as the table of contents."""

import numpy as np

from simlab.engine.compiled import apart, aside, compiled, leading
from simlab.engine.compiled.bits import nth, total
from simlab.engine.compiled.memory import rarely
from simlab.engine.compiled.play import before_turn, choose, end_turn, is_resumed, put
from simlab.games.spite_malice import cards, words
from simlab.games.spite_malice.builds import play_card
from simlab.games.spite_malice.components import BLOCKED, FEWEST, NO_SEAT, NOTHING, PLAYING, TO_MOVE, TURN_LIMIT, VALUES, WILD
from simlab.games.spite_malice.fitted import WEIGHTS
from simlab.games.spite_malice.moves import FROM_HAND, FROM_STORES, all_plays, forced_plays, storable, store_targets
from simlab.games.spite_malice.spite import look, play_spite
from simlab.games.spite_malice.strategy import to_come
from simlab.kit.turns import after, fewest_wins, scores, tell


@apart
def take_turn(g, seat):
    """Draw, then move. Did nothing happen, because the player could do nothing (R8)?"""
    seen = g.seen
    g.row.turns += 1
    g.built = 0
    seen.on_turn = seat
    if seen.skips[seat]:
        seen.skips[seat] = 0
        tell(g, words.SKIP, seat)
        return False
    drawn = cards.draw(g, seat, seen.rules.hand_size - seen.held[seat])
    return make_moves(g, seat) and drawn == 0


@compiled
def make_moves(g, seat):
    """Move after move, until a card is stored or none can be, or the turn is stopped. Could the player do nothing at all?"""
    seen = g.seen
    idle = True
    while True:
        have = g.have[seat]
        forced = forced_plays(seen, seat, have)
        plays = forced if forced != 0 else all_plays(seen, seat, have)
        spites = values = targets = 0
        options = builds = total(plays)
        if seen.cover == NOTHING and forced == 0:
            if seen.rules.spite:
                spites = g.hands[seat, WILD] * (seen.players - 1)
            values, targets = storable(seen, have), store_targets(seen, seat)
            options += spites + max(1, total(values) * total(targets))
        number = choose(g, seat, TO_MOVE, options, look)
        if number < builds:
            if play_card(g, seat, nth(plays, number)) or g.row.ending != PLAYING:
                return False
        elif number < builds + spites:
            held, step = divmod(number - builds, seen.players - 1)
            play_spite(g, seat, held, after(g, seat, 1 + step))
        elif values == 0:
            return not end_without_store(g, seat, plays) and idle and options == 1
        else:
            value, target = divmod(number - builds - spites, total(targets))
            store(g, seat, nth(values, value), nth(targets, target))
            return False
        idle = False


@compiled
def store(g, seat, value, pile):
    """One card of the hand goes face up on a Store Pile, which ends the turn."""
    seen = g.seen
    cards.take_from_hand(g, seat, value)
    seen._stored[seat, pile, seen.store_size[seat, pile]] = value
    seen.store_size[seat, pile] += 1
    seen.store_top[seat, pile] = value
    seen._filled[seat] |= 1 << pile
    tell(g, words.STORE, seat, value, pile)


@aside
def end_without_store(g, seat, plays):
    """Nothing can be stored: who is stuck, with a full hand of which no card can be played, shows and discards it. Was it discarded?"""
    seen = g.seen
    of_hand = plays & (1 << FROM_STORES) - (1 << FROM_HAND)
    if seen.held[seat] < seen.rules.hand_size or of_hand or (seen.rules.spite and g.hands[seat, WILD]):
        tell(g, words.NO_STORE, seat)
        return False
    tell(g, words.STUCK, seat)
    if rarely(g.tracing):
        put_hand(g, seat)
    cards.discard_hand(g, seat)
    return True


@aside
def put_hand(g, seat):
    """A list of the trace: the hand by value, Wilds last."""
    put(g, g.seen.held[seat])
    for i in range(VALUES):
        for _ in range(g.hands[seat, (i + 1) % VALUES]):
            put(g, (i + 1) % VALUES)


@compiled
def standing(g, seat):
    """How near a seat is to winning: the cards left in its Card Stack, below zero."""
    return -g.seen.stack[seat]


@compiled
def gauges(g, seat):
    """What tells how likely a seat is to win: the cards left in its Card Stack, and these in terms of the smallest stack; how many cards it
    lacks to reach its UP card; its Wilds, its other cards in hand, and those it has stored. What a turn may bring weighs more the nearer
    somebody is to the end.
    """
    seen = g.seen
    fewest = max(min(seen.stack[: seen.players]), 1)
    cards, soon = -1.0 * seen.stack[seat], 1.0 / np.sqrt(fewest)
    wilds, stored = g.hands[seat, WILD], seen.store_size[seat].sum()
    return cards, cards / fewest, -soon * lacking(g, seat), soon * wilds, soon * (seen.held[seat] - wilds), soon * stored


@compiled
def lacking(g, seat):
    """How many cards are neither in its hand nor on its Store Piles that must come on a Build Pile, or on a new one, before its UP card."""
    seen = g.seen
    fewest = to_come(seen, seat, 0, g.have[seat])
    for i in range(seen.piles):
        if seen.pile_top[i] < seen.up[seat]:
            fewest = min(fewest, to_come(seen, seat, seen.pile_top[i], g.have[seat]))
    return fewest


@compiled
def odds(g, seat):
    """The log odds of winning between turns."""
    cards, near, lacks, wilds, held, stored = gauges(g, seat)
    likely = WEIGHTS[0] * cards + WEIGHTS[1] * near + WEIGHTS[2] * lacks
    return likely + WEIGHTS[3] * wilds + WEIGHTS[4] * held + WEIGHTS[5] * stored


@apart
def watch_lead(g):
    """At the end of a turn in which a Card Stack changed: does another player than before have the fewest cards left alone?"""
    g.stacks_changed = 0
    leading.watch_lead(g, g.seen.stack, -1)


@compiled
def watch_blocked(g, idle):
    """R8: nobody could do anything for as many turns in a row as there are players."""
    g.idle_turns = g.idle_turns + 1 if idle else 0
    if g.idle_turns >= g.seen.players:
        g.row.ending = BLOCKED


@aside
def write_result(g):
    """Places by cards left. The first to play off a Card Stack wins; of a blocked game nobody, or those with the fewest cards left."""
    row, seen = g.row, g.seen
    fewest_wins(g, seen.stack, row.ending)
    for seat in range(seen.players):
        scores(g, seat, seen.stack[seat])
    if row.ending == TURN_LIMIT or (row.ending == BLOCKED and seen.rules.blocked != FEWEST):
        row.won[:] = 0
        row.lost[:] = 0
    row.winner = row.won.argmax() if row.won.sum() == 1 else NO_SEAT


@compiled
def play_game(g):
    """One game: the set-up, then turn after turn clockwise from the highest UP card, until it is won, blocked or at its limit."""
    if not is_resumed(g):
        cards.deal(g)
        g.next = g.row.first
    seat = g.next
    while True:
        if g.row.turns >= g.seen.rules.turn_limit:
            g.row.ending = TURN_LIMIT
            break
        before_turn(g, seat)
        idle = take_turn(g, seat)
        end_turn(g, g.row.turns, standing)
        if g.stacks_changed:
            watch_lead(g)
        watch_blocked(g, idle)
        if g.row.ending != PLAYING:
            break
        seat = after(g, seat)
    write_result(g)
