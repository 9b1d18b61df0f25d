"""Coins in Meow: payments, the ends of a round that cost something, the end of a set and of the game."""

import numpy as np

from simlab.engine.compiled import alone, apart, compiled
from simlab.engine.compiled.bits import total
from simlab.engine.compiled.course import note
from simlab.engine.compiled.leading import NOBODY, watch_lead
from simlab.engine.compiled.memory import rarely
from simlab.engine.compiled.play import put
from simlab.engine.metric import UNIT
from simlab.games.meow.components import COINS_AND_BONUS, COPY_OUT, DECK_OUT, LEAD_OUT, MEOW_FAIL, MEOW_WIN, SCORED, SHARED, SPECIAL
from simlab.games.meow.fitted import WEIGHTS
from simlab.games.meow.strategy import worth
from simlab.games.meow.words import DECK_OUT_, MEOW, PAY, ROUND_END, SET_END
from simlab.kit.turns import after, most_wins, tell

# --- Payments -------------------------------------------------------------------------------------------------------------------------


@compiled
def pay(g, payer, to, owed, reason):
    """A player pays what is owed; without `debt` at most what they have (R1)."""
    coins = owed
    if owed > g.coins[payer] and g.seen.rules.debt == 0:
        coins = g.coins[payer]
    g.coins[payer] -= coins
    g.coins[to] += coins
    g.row.coins_moved += coins
    if coins > 0:
        tell(g, PAY, payer, to, coins, reason)


@apart
def all_pay(g, to, owed, reason):
    """Each other player pays, clockwise whatever the direction, from the one after the receiver on."""
    for step in range(1, g.seen.players):
        pay(g, after(g, to, step), to, owed, reason)


# --- The ends of a round --------------------------------------------------------------------------------------------------------------


@alone
def go_out_on_copy(g, original, seat):
    """Pattern A: a copy that empties the hand gets more from the original player."""
    g.row.copy_outs += 1
    g.row.by_copy_outs |= 1 << seat
    pay(g, original, seat, g.seen.rules.copy_out, COPY_OUT)
    g.how = COPY_OUT


@alone
def go_out_on_lead(g, seat):
    """Pattern B: a lead that empties the hand is paid by everybody else (R5)."""
    g.row.lead_outs += 1
    g.row.by_lead_outs |= 1 << seat
    all_pay(g, seat, g.seen.rules.lead_out, LEAD_OUT)
    g.how = LEAD_OUT


@apart
def add_up_hands(g):
    """The total of each hand; a special card counts as the lowest number on it (R12)."""
    for seat in range(g.seen.players):
        g.total[seat] = 0
        for slot in range(1, SPECIAL + g.seen.rules.special_cards):
            g.total[seat] += worth(g.seen, slot) * g.hands[seat, slot]


@apart
def put_seats(g, seats, first):
    """A list of the trace: the seats of a set, clockwise from one of all seats on."""
    put(g, total(seats))
    for step in range(g.seen.players):
        if seats >> after(g, first, step) & 1:
            put(g, after(g, first, step))


@alone
def declare_meow(g, seat):
    """Meow: lower than everybody else, and all others pay; else whoever is equal or lower blocks it, and is paid. R2: each blocker gets the
    whole penalty; or they share it in whole coins, the rest one each clockwise from the declarer."""
    rules = g.seen.rules
    add_up_hands(g)
    blockers = 0
    for other in range(g.seen.players):
        blockers |= int(other != seat and g.total[other] <= g.total[seat]) << other
    tell(g, MEOW, seat, g.total, int(blockers == 0))
    if rarely(g.tracing):
        put_seats(g, blockers, seat)
    if blockers == 0:
        all_pay(g, seat, rules.meow_win, MEOW_WIN)
        g.how = MEOW_WIN
        return
    g.row.meows_failed += 1
    g.row.by_meows_failed |= 1 << seat
    share, rest = rules.meow_fail, 0
    if total(blockers) > 1 and rules.meow_fail_to == SHARED:
        share, rest = rules.meow_fail // total(blockers), rules.meow_fail % total(blockers)
    for step in range(1, g.seen.players):
        blocker = after(g, seat, step)
        if blockers >> blocker & 1:
            pay(g, seat, blocker, share + int(rest > 0), MEOW_FAIL)
            rest -= 1
    g.how = MEOW_FAIL


@alone
def run_out_of_deck(g):
    """Deck out: everybody who is not among the lowest pays each of the lowest, the lowest seat first (R8)."""
    players = g.seen.players
    add_up_hands(g)
    least = g.total[0]
    for seat in range(1, players):
        least = min(least, g.total[seat])
    lowest = 0
    for seat in range(players):
        lowest |= int(g.total[seat] == least) << seat
    tell(g, DECK_OUT_, g.total)
    if rarely(g.tracing):
        put_seats(g, lowest, 0)
    for seat in range(players):
        for step in range(1, players):
            other = after(g, seat, step)
            if lowest >> seat & 1 and not lowest >> other & 1:
                pay(g, other, seat, g.seen.rules.deck_out, DECK_OUT)
    g.how = DECK_OUT


@compiled
def close_round(g):
    """After a round: it is counted, and the lead is looked at."""
    g.row.turns += g.turns
    tell(g, ROUND_END, g.how, g.coins)
    watch_lead(g, g.coins)


# --- Sets and the end -----------------------------------------------------------------------------------------------------------------


@alone
def open_set(g):
    """Every set starts with the same coins, and with nobody in the lead."""
    for seat in range(g.seen.players):
        g.coins[seat] = g.seen.rules.coins
    g.leader = NOBODY


@alone
def close_set(g):
    """The set is scored. Where there are several sets their bonuses are told."""
    bonuses = g.seen.players if g.seen.rules.sets > 1 else 0
    tell(g, SET_END, g.coins)
    if rarely(g.tracing):
        put(g, bonuses)
    for seat in range(bonuses):
        note(g, bonus_of(g, seat))
        if rarely(g.tracing):
            put(g, bonus_of(g, seat))
    for seat in range(g.seen.players):
        g.row.score[seat] += set_score(g, seat)


@compiled
def set_score(g, seat):
    """One set scores its coins. Several score a bonus by rank, or coins and bonus (Q3-2, R11)."""
    rules = g.seen.rules
    units = 0
    if rules.sets > 1:
        units += bonus_of(g, seat)
    if rules.sets == 1 or rules.set_score == COINS_AND_BONUS:
        units += g.coins[seat] * UNIT
    return units


@apart
def bonus_of(g, seat):
    """R10: tied players share the bonuses of the places they take up. Halves divided by up to five are whole in 1/840."""
    better, tied = 0, 0
    for other in range(g.seen.players):
        better += g.coins[other] > g.coins[seat]
        tied += g.coins[other] == g.coins[seat]
    units = 0
    for place in range(better, better + tied):
        units += g.seen.rules.bonus_units[place]
    return units // tied


@compiled
def standing(g, seat):
    """How near a seat is to winning: its score, were the set over now; of a single set that is its coins."""
    return (g.row.score[seat] + set_score(g, seat)) / UNIT


@compiled
def gauges(g, seat):
    """What tells how likely a seat is to win: its score were the set over now, which weighs more the fewer rounds are to come."""
    rules = g.seen.rules
    return (standing(g, seat) / np.sqrt(max(1.0, 1.0 * rules.sets * rules.rounds - g.row.rounds)),)


@compiled
def odds(g, seat):
    """The log odds of winning between rounds."""
    return WEIGHTS[0] * gauges(g, seat)[0]


@alone
def write_result(g):
    """The highest score wins; who has equally much shares the win (R9)."""
    most_wins(g, g.row.score, SCORED)
