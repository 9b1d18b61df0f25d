"""The rules of Spite & Malice, in the rulebook's order. `play_game`, at the end, reads as the table of contents."""

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.knowing import KNOWN
from simlab.engine.compiled.play import choose, end_turn, put, tell
from simlab.engine.metric import UNIT
from simlab.games.spite_malice import bits
from simlab.games.spite_malice.cards import (
    deal,
    discard_hand,
    draw,
    give_from_deck,
    is_there_a_card,
    put_on_discard,
    put_under_stack,
    take_from_hand,
    take_from_stack,
    take_number,
    turn_up,
)
from simlab.games.spite_malice.components import (
    BLOCKED,
    BURY,
    DUMP,
    END,
    FEED,
    FEWEST,
    FIRST_STORE,
    HAND,
    MOST_BUILDS,
    NOBODY,
    NOTHING,
    ONE,
    OUT,
    PLAY,
    PLAYING,
    STOP,
    STORE,
    TO_GIVE,
    TO_MOVE,
    TO_SPITE,
    TURN_LIMIT,
    UP,
    WILD,
)
from simlab.games.spite_malice.memory import note_play
from simlab.games.spite_malice.moves import all_plays, count_moves, find_move, find_play, pile_for
from simlab.games.spite_malice.words import CAPPED, GIVE, NO_STORE, PLAYED, SKIP, SPITED, STORED, STUCK

# --- Around the table -----------------------------------------------------------------------------------------------------------------


@compiled
def look(g, seat):
    """What this player sees that others don't."""
    seen = g.seen
    seen.me = seat
    for value in range(16):
        seen.hand[value] = g.hands[seat, value]
    if seen.rules.spite:
        for i in range(g.hands[seat, WILD]):
            seen.spite_text[i] = text_of(seen, bits.pick(g.numbers[seat], i))


@compiled
def clockwise(g, seat, steps):
    """The seat that many places to the left; fewer than there are players."""
    seat += steps
    return seat - g.seen.players if seat >= g.seen.players else seat


# --- Spite ----------------------------------------------------------------------------------------------------------------------------


@compiled
def text_of(seen, number):
    """What the Wild/Spite card with that number does (A2)."""
    return seen.rules.spite_texts[number % seen.rules.spite_texts_count]


@apart
def play_spite(g, seat, held, victim):
    """A Spite card, the one with the number `held` of those in hand: discarded, then its text is done. Does it stop the turn?"""
    seen = g.seen
    number = bits.pick(g.numbers[seat], held)
    text = text_of(seen, number)
    g.hands[seat, WILD] -= 1
    if g.hands[seat, WILD] == 0:
        g.have[seat] &= ~(1 << WILD)
    seen.held[seat] -= 1
    card = take_number(g, seat, number)
    if g.knowing:
        note_play(g, seat, card)
    put_on_discard(g, card)
    g.row.spites += 1
    tell(g, SPITED, seat, victim, card, text)
    if text == STOP:
        if victim == seen.on_turn:
            return True
        seen.skips[victim] = 1
    elif text == DUMP:
        discard_hand(g, victim)
    elif text == FEED:
        if is_there_a_card(g):
            give_from_deck(g, victim)
    elif text == BURY:
        put_under_stack(g, victim, take_from_stack(g, victim), KNOWN)
        turn_up(g, victim)
    return False


@apart
def spite_of_others(g, seat):
    """After a card: each other player, clockwise, is asked once, and at most one Spite is played (R6). Does it stop the turn?"""
    for step in range(1, g.seen.players):
        other = clockwise(g, seat, step)
        held = g.hands[other, WILD]
        choice = choose(g, other, TO_SPITE, held + 1, look)
        if choice < held:
            return play_spite(g, other, choice, seat)
    return False


# --- Playing to a Build Pile ----------------------------------------------------------------------------------------------------------


@compiled
def put_on_pile(g, pile, value, wild, card):
    """A card lies on a Build Pile, a 1 on a new one. A Wild has to be covered next."""
    seen = g.seen
    if value == ONE:
        g.pile_number[pile] = g.opened
        g.opened += 1
        seen.piles += 1
    elif seen.cover == NOTHING:
        leave_top(g, value - 1)
    seen.pile_top[pile] = value
    g.pile_cards[pile, value] = card
    if wild:
        seen.cover = pile
    else:
        seen.cover = NOTHING
        g.with_top[value] += 1
        seen._tops |= 1 << value


@compiled
def leave_top(g, value):
    """One Build Pile fewer has this natural top."""
    g.with_top[value] -= 1
    if g.with_top[value] == 0:
        g.seen._tops &= ~(1 << value)


@apart
def cap(g, pile):
    """A full Build Pile goes to the Discard Pile; the others keep their order."""
    seen = g.seen
    top = seen.pile_top[pile]
    g.row.piles_capped += 1
    tell(g, CAPPED, g.pile_number[pile])
    for value in range(1, top + 1):
        put_on_discard(g, np.int64(g.pile_cards[pile, value]))
    leave_top(g, top)
    seen.piles -= 1
    for i in range(pile, seen.piles):
        seen.pile_top[i] = seen.pile_top[i + 1]
        g.pile_number[i] = g.pile_number[i + 1]
        for value in range(1, seen.pile_top[i] + 1):
            g.pile_cards[i, value] = g.pile_cards[i + 1, value]


@apart
def malice(g, seat):
    """The top card of the Draw Pile goes, unseen, to the bottom of another player's Card Stack."""
    if is_there_a_card(g):
        other = clockwise(g, seat, 1 + choose(g, seat, TO_GIVE, g.seen.players - 1, look))
        card = give_from_deck(g, other)
        g.row.gives += 1
        tell(g, GIVE, seat, other, card)


@compiled
def take_from_source(g, seat, source, value, wild):
    """The card leaves the Card Stack, the hand or a Store Pile; the physical card."""
    if source == UP:
        g.row.ups_played += 1
        return take_from_stack(g, seat)
    if source == HAND:
        return take_from_hand(g, seat, WILD if wild else value)
    take_from_store(g.seen, seat, source - FIRST_STORE)
    return value


@compiled
def take_from_store(seen, seat, i):
    """The top card leaves a Store Pile."""
    size = seen.store_size[seat, i] - 1
    seen.store_size[seat, i] = size
    seen.store_top[seat, i] = np.int64(seen._stored[seat, i, size - 1]) if size > 0 else 0


@apart
def play_card(g, seat, number):
    """A card to a Build Pile and what it sets off, in this order: win; pile capped; Malice; next UP card; refill of an empty hand;
    Spite of others. Does a Spite stop the turn?"""
    seen = g.seen
    rules = seen.rules
    source, value, wild = find_play(g, seat, number)
    pile = pile_for(seen, value)
    card = take_from_source(g, seat, source, value, wild)
    put_on_pile(g, pile, value, wild, card)
    g.built += 1
    g.row.builds += 1
    g.row.wilds_played += wild
    tell(g, PLAYED, seat, source, value, wild, card, g.pile_number[pile])
    if source == UP and seen.stack[seat] == 0:
        g.ending = OUT
        return False
    if value == rules.top:
        cap(g, pile)
        if rules.malice:
            malice(g, seat)
    if source == UP:
        turn_up(g, seat)
    elif source == HAND and seen.held[seat] == 0:
        g.row.refills += 1
        draw(g, seat, rules.hand_size)
    stopped = False
    if rules.spite and seen.cover == NOTHING:
        stopped = spite_of_others(g, seat)
    if g.built >= MOST_BUILDS:
        g.ending = TURN_LIMIT
    return stopped


# --- Storing, or ending without -------------------------------------------------------------------------------------------------------


@apart
def store(g, seat, number):
    """One card of the hand goes face up on a Store Pile, which ends the turn."""
    seen = g.seen
    targets = bits.size(g.targets)
    value = bits.pick(g.storable, number // targets)
    i = bits.pick(g.targets, number % targets)
    take_from_hand(g, seat, value)
    seen._stored[seat, i, seen.store_size[seat, i]] = value
    seen.store_size[seat, i] += 1
    seen.store_top[seat, i] = value
    g.row.stores += 1
    tell(g, STORED, seat, value, i)


@compiled
def is_stuck(g, seat):
    """A full hand without a card that can be played; storing is out of the question here."""
    seen = g.seen
    if seen.held[seat] < seen.rules.hand_size:
        return False
    _, naturals, wilds, _ = all_plays(seen, seat, g.have[seat])
    spite = g.have[seat] & 1 << WILD if seen.rules.spite else 0
    return naturals | wilds | spite == 0


@apart
def end_without_store(g, seat):
    """Nothing can be stored: who is stuck shows and discards the hand. Was the hand discarded?"""
    if not is_stuck(g, seat):
        g.row.no_stores += 1
        tell(g, NO_STORE, seat)
        return False
    if g.tracing:
        tell_stuck(g, seat)
    discard_hand(g, seat)
    g.row.stuck_hands += 1
    return True


@apart
def tell_stuck(g, seat):
    """The event of a stuck hand; its cards by value, Wilds last."""
    tell(g, STUCK, seat)
    put(g, g.seen.held[seat])
    for value in range(1, g.seen.rules.top + 1):
        for _ in range(g.hands[seat, value]):
            put(g, value)
    for _ in range(g.hands[seat, WILD]):
        put(g, WILD)


# --- A turn ---------------------------------------------------------------------------------------------------------------------------


@apart
def skip_turn(g, seat):
    """A turn that a Spite card stopped before it began; it counts as one."""
    g.seen.skips[seat] = 0
    tell(g, SKIP, seat)


@compiled
def make_moves(g, seat):
    """Move after move, until a card is stored or none can be, or the turn is stopped. Could the player do nothing at all?"""
    idle = True
    while True:
        options = count_moves(g, seat)
        action, number = find_move(g, choose(g, seat, TO_MOVE, options, look))
        if action == END:
            return not end_without_store(g, seat) and idle and options == 1
        idle = False
        if action == STORE:
            store(g, seat, number)
            return False
        if action == PLAY:
            if play_card(g, seat, number) or g.ending != PLAYING:
                return False
        else:
            others = g.seen.players - 1
            play_spite(g, seat, number // others, clockwise(g, seat, 1 + number % others))


@apart
def take_turn(g, seat):
    """Draw, then move. Did nothing happen, because the player could do nothing (R8)?"""
    seen = g.seen
    g.row.turns += 1
    g.built = 0
    seen.on_turn = seat
    if seen.skips[seat]:
        skip_turn(g, seat)
        return False
    drawn = draw(g, seat, seen.rules.hand_size - seen.held[seat])
    return make_moves(g, seat) and drawn == 0


# --- The end of the game --------------------------------------------------------------------------------------------------------------


@compiled
def standing(g, seat):
    """How near a seat is to winning: the cards left in its Card Stack, below zero."""
    return -g.seen.stack[seat]


@compiled
def watch_lead(g):
    """At the end of every turn: does another player than before have the fewest cards left alone?"""
    seen = g.seen
    fewest = runner_up = 1 << 30
    for seat in range(seen.players):
        standing = seen.stack[seat] * 8 + seat
        runner_up = min(runner_up, max(fewest, standing))
        fewest = min(fewest, standing)
    if fewest >> 3 != runner_up >> 3:
        if g.leader != NOBODY and g.leader != fewest & 7:
            g.row.lead_changes += 1
        g.leader = fewest & 7


@compiled
def watch_blocked(g, idle):
    """R8: nobody could do anything for as many turns in a row as there are players."""
    g.idle_turns = g.idle_turns + 1 if idle else 0
    if g.idle_turns >= g.seen.players:
        g.ending = BLOCKED


@apart
def write_result(g):
    """Places by cards left. The first to play off a Card Stack wins; of a blocked game nobody, or those with the fewest cards left."""
    row, seen = g.row, g.seen
    row.ending = g.ending
    row.winner = NOBODY
    winners = 0
    someone_wins = g.ending == OUT or (g.ending == BLOCKED and seen.rules.blocked == FEWEST)
    for seat in range(seen.players):
        place = 1
        for other in range(seen.players):
            place += seen.stack[other] < seen.stack[seat]
        row.place[seat] = place
        row.score[seat] = seen.stack[seat] * UNIT
        row.won[seat] = someone_wins and place == 1
        row.lost[seat] = someone_wins and place > 1
        if row.won[seat]:
            winners += 1
            row.winner = seat if winners == 1 else NOBODY


@compiled
def play_game(g):
    """One game: the set-up, then turn after turn clockwise from the highest UP card, until it is won, blocked or at its limit."""
    deal(g)
    seat = g.row.first
    while True:
        if g.row.turns >= g.seen.rules.turn_limit:
            g.ending = TURN_LIMIT
            break
        idle = take_turn(g, seat)
        end_turn(g, g.row.turns, standing)
        watch_lead(g)
        watch_blocked(g, idle)
        if g.ending != PLAYING:
            break
        seat = clockwise(g, seat, 1)
    write_result(g)
