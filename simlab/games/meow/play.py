"""The rules of Meow, in the rulebook's order. `play_game`, at the end, reads as the table of contents."""

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.play import choose, end_turn, tell
from simlab.games.meow.coins import (
    close_round,
    close_set,
    declare_meow,
    go_out_on_copy,
    go_out_on_lead,
    open_set,
    pay_for_copy,
    run_out_of_deck,
    standing,
    write_result,
)
from simlab.games.meow.components import PLAYING, TO_LEAD, TO_RESPOND, TURN_LIMIT
from simlab.games.meow.set_up import deal, empty_field, lay_down, look, named, pick_up, tell_play
from simlab.games.meow.words import COPIES, DRAW, LEAD

# --- The legal plays ------------------------------------------------------------------------------------------------------------------


@compiled
def find_play(naturals, specials, choice):
    """The play with that number among those of one number: fewer cards first, then more number cards. How many of either."""
    if specials == 0:
        return choice + 1, 0
    count = 1
    while True:
        most = min(count, naturals)
        ways = most - max(0, count - specials) + 1
        if choice < ways:
            return most - choice, count - most + choice
        choice -= ways
        count += 1


@compiled
def find_lead(g, seat, choice):
    """The lead with that number: the number led, and how many number cards and special cards."""
    number = 1
    while True:
        plays = (g.hands[seat, number] + 1) * (g.fits[seat, number] + 1) - 1
        if choice < plays:
            break
        choice -= plays
        number += 1
    naturals, specials = find_play(g.hands[seat, number], g.fits[seat, number], choice)
    return number, naturals, specials


# --- Lead -----------------------------------------------------------------------------------------------------------------------------


@compiled
def lead(g, seat, may_meow):
    """The original player leads cards as one number; after a draw, with few cards in hand, they may declare Meow instead (R6)."""
    seen = g.seen
    seen.may_meow = may_meow
    choice = choose(g, seat, TO_LEAD, g.leads[seat] + may_meow, look)
    seen.may_meow = 0
    g.turns += 1
    if choice == g.leads[seat]:
        declare_meow(g, seat)
        return
    number, naturals, specials = find_lead(g, seat, choice)
    if g.tracing:
        tell_play(g, LEAD, seat, number, naturals, specials)
    lay_down(g, seat, number, naturals, specials)
    seen.number = number
    seen.lead_cards = naturals + specials
    seen.original = seen.players - 2  # of the next player, the last to be asked
    g.row.leads += 1
    if g.cards[seat] == 0:
        go_out_on_lead(g, seat)


@apart
def lead_first(g):
    """The starting player leads without drawing."""
    lead(g, g.first, 0)


# --- Copy -----------------------------------------------------------------------------------------------------------------------------


@compiled
def copy(g, seat, choice):
    """Any number of cards as the number of the lead; the original player pays a coin for each."""
    seen = g.seen
    number = seen.number
    naturals, specials = find_play(g.hands[seat, number], g.fits[seat, number], choice)
    if g.tracing:
        tell_play(g, COPIES, seat, number, naturals, specials)
    lay_down(g, seat, number, naturals, specials)
    original = g.order[seat, seen.original]
    seen.original -= 1
    g.turns += 1
    g.row.copies += 1
    g.row.cards_copied += naturals + specials
    g.row.full_copies += seen.original < 0
    pay_for_copy(g, original, seat, naturals + specials)
    if g.cards[seat] == 0:
        go_out_on_copy(g, original, seat)


# --- Draw -----------------------------------------------------------------------------------------------------------------------------


@compiled
def draw_and_lead(g, seat):
    """The field is discarded; the player draws a card and leads or declares Meow. With no card to draw it is Deck out."""
    seen = g.seen
    empty_field(seen)
    if seen.deck == 0:
        run_out_of_deck(g)
        return
    card = np.int64(g.deck[g.deck_at])
    g.deck_at += 1
    seen.deck -= 1
    pick_up(g, seat, card)
    if g.tracing:
        tell(g, DRAW, seat, named(card))
    lead(g, seat, int(g.cards[seat] <= seen.rules.meow_hand))


# --- A round --------------------------------------------------------------------------------------------------------------------------


@compiled
def take_turn(g, seat):
    """Copy the lead, or draw. Once everybody has copied it is the original player's turn, who draws (R7)."""
    seen = g.seen
    if seen.original >= 0:
        ways = (g.hands[seat, seen.number] + 1) * (g.fits[seat, seen.number] + 1)  # the copies, and to draw
        choice = choose(g, seat, TO_RESPOND, ways, look)
        if choice < ways - 1:
            copy(g, seat, choice)
            return
    draw_and_lead(g, seat)


@compiled
def begin_turn(g, seat):
    """The next turn; a round that has reached its limit ends instead."""
    if g.turns < g.seen.rules.turn_limit:
        take_turn(g, seat)
    else:
        g.row.stalled += 1
        g.how = TURN_LIMIT


@compiled
def play_round(g):
    """A round: the deal, the first lead, then turn after turn until a hand is empty, somebody declares Meow, or the deck runs out."""
    deal(g)
    lead_first(g)
    end_turn(g, g.row.turns + g.turns, standing)
    seat = g.first
    while g.how == PLAYING:
        seat = g.order[seat, 0]
        begin_turn(g, seat)
        end_turn(g, g.row.turns + g.turns, standing)
    close_round(g)


@compiled
def play_game(g):
    """One game: set after set, each of so many rounds; the coins, or the bonuses of all sets, decide."""
    seen = g.seen
    for set_number in range(seen.rules.sets):
        seen.set_number = set_number
        open_set(g)
        for round_number in range(seen.rules.rounds):
            seen.round_number = round_number
            play_round(g)
        close_set(g)
    write_result(g)
