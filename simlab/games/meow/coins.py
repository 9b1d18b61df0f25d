"""Coins in Meow: payments, the ends of a round that cost something, the end of a set and of the game."""

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.play import put, tell
from simlab.engine.metric import UNIT
from simlab.games.meow.components import (
    COINS_AND_BONUS,
    COPY,
    COPY_OUT,
    DECK_OUT,
    LEAD_OUT,
    MEOW_FAIL,
    MEOW_WIN,
    NOBODY,
    SCORED,
    SHARED,
    SLOTS,
    SPECIAL,
)
from simlab.games.meow.words import DECK_IS_OUT, MEOW, PAY, ROUND_END, SET_END

# --- Payments -------------------------------------------------------------------------------------------------------------------------


@compiled
def pay(g, payer, to, owed, reason):
    """A player pays what is owed; without `debt` at most what they have (R1)."""
    coins = owed
    if g.seen.rules.debt == 0:
        coins = min(owed, g.coins[payer])
    g.coins[payer] -= coins
    g.coins[to] += coins
    g.row.coins_moved += coins
    if g.tracing and coins > 0:
        tell(g, PAY, payer, to, coins, reason)


@apart
def all_pay(g, to, owed, reason):
    """Each other player pays, clockwise whatever the direction, from the one after the receiver on."""
    for step in range(1, g.seen.players):
        pay(g, (to + step) % g.seen.players, to, owed, reason)


@compiled
def pay_for_copy(g, original, seat, count):
    """A coin from the original player for each card copied."""
    pay(g, original, seat, count, COPY)


# --- The ends of a round --------------------------------------------------------------------------------------------------------------


@apart
def go_out_on_copy(g, original, seat):
    """Pattern A: a copy that empties the hand gets more from the original player."""
    g.row.copy_outs += 1
    pay(g, original, seat, g.seen.rules.copy_out, COPY_OUT)
    g.how = COPY_OUT


@apart
def go_out_on_lead(g, seat):
    """Pattern B: a lead that empties the hand is paid by everybody else (R5)."""
    g.row.lead_outs += 1
    all_pay(g, seat, g.seen.rules.lead_out, LEAD_OUT)
    g.how = LEAD_OUT


@apart
def add_up_hands(g):
    """The total of each hand; a special card counts as the lowest number on it (R12)."""
    for seat in range(g.seen.players):
        total = 0
        for number in range(1, SPECIAL):
            total += number * g.hands[seat, number]
        for slot in range(SPECIAL, SLOTS):
            total += g.seen.rules.faces[slot - SPECIAL, 0] * g.hands[seat, slot]
        g.total[seat] = total


@apart
def declare_meow(g, seat):
    """Meow: lower than everybody else, and all others pay; else whoever is equal or lower blocks it, and is paid."""
    rules = g.seen.rules
    players = g.seen.players
    add_up_hands(g)
    blockers = 0
    for other in range(players):
        blocks = int(other != seat and g.total[other] <= g.total[seat])
        g.owed[other] = blocks
        blockers += blocks
    g.row.meows += 1
    if g.tracing:
        tell_meow(g, seat, blockers)
    if blockers == 0:
        all_pay(g, seat, rules.meow_win, MEOW_WIN)
        g.how = MEOW_WIN
        return
    g.row.meows_failed += 1
    share_penalty(g, seat, blockers)
    for step in range(1, players):
        blocker = (seat + step) % players
        pay(g, seat, blocker, g.owed[blocker], MEOW_FAIL)
    g.how = MEOW_FAIL


@apart
def tell_meow(g, seat, blockers):
    """The event of a Meow, with everybody's total."""
    players = g.seen.players
    tell(g, MEOW, seat, int(blockers == 0))
    put_seats(g, g.total)
    put(g, blockers)
    for step in range(1, players):
        if g.owed[(seat + step) % players] > 0:
            put(g, (seat + step) % players)


@apart
def share_penalty(g, seat, blockers):
    """R2: each blocker gets the whole penalty; or they share it in whole coins, the rest one each clockwise from the declarer."""
    rules = g.seen.rules
    share = rules.meow_fail
    rest = 0
    if rules.meow_fail_to == SHARED:
        share = rules.meow_fail // blockers
        rest = rules.meow_fail - share * blockers
    for step in range(1, g.seen.players):
        other = (seat + step) % g.seen.players
        if g.owed[other] > 0:
            g.owed[other] = share + int(rest > 0)
            rest -= 1


@apart
def run_out_of_deck(g):
    """Deck out: everybody who is not among the lowest pays each of the lowest, the lowest seat first (R8)."""
    players = g.seen.players
    add_up_hands(g)
    lowest = g.total[0]
    for seat in range(1, players):
        lowest = min(lowest, g.total[seat])
    g.row.deck_outs += 1
    if g.tracing:
        tell_deck_out(g, lowest)
    for seat in range(players):
        if g.total[seat] == lowest:
            for step in range(1, players):
                other = (seat + step) % players
                if g.total[other] > lowest:
                    pay(g, other, seat, g.seen.rules.deck_out, DECK_OUT)
    g.how = DECK_OUT


@apart
def tell_deck_out(g, lowest):
    """The event of a deck that ran out."""
    players = g.seen.players
    tell(g, DECK_IS_OUT)
    put_seats(g, g.total)
    count = 0
    for seat in range(players):
        count += g.total[seat] == lowest
    put(g, count)
    for seat in range(players):
        if g.total[seat] == lowest:
            put(g, seat)


@apart
def put_seats(g, values):
    """A list of the trace: a number for each seat."""
    put(g, g.seen.players)
    for seat in range(g.seen.players):
        put(g, values[seat])


@apart
def close_round(g):
    """After a round: it is counted, and the lead is looked at."""
    g.row.rounds += 1
    g.row.turns += g.turns
    if g.tracing:
        tell(g, ROUND_END, g.how)
        put_seats(g, g.coins)
    watch_lead(g)


@compiled
def watch_lead(g):
    """Does another player than before hold the most coins alone?"""
    most, holders, holder = g.coins[0], 0, 0
    for seat in range(1, g.seen.players):
        most = max(most, g.coins[seat])
    for seat in range(g.seen.players):
        if g.coins[seat] == most:
            holders += 1
            holder = seat
    if holders == 1:
        if g.leader not in (NOBODY, holder):
            g.row.lead_changes += 1
        g.leader = holder


# --- Sets and the end -----------------------------------------------------------------------------------------------------------------


@apart
def open_set(g):
    """Every set starts with the same coins, and with nobody in the lead."""
    for seat in range(g.seen.players):
        g.coins[seat] = g.seen.rules.coins
    g.leader = NOBODY


@apart
def close_set(g):
    """The set is scored."""
    for seat in range(g.seen.players):
        g.row.score[seat] += set_score(g, seat)
    if g.tracing:
        tell_set(g)


@apart
def tell_set(g):
    """The event of a set's end: the coins, and where there are several sets the bonuses."""
    tell(g, SET_END)
    put_seats(g, g.coins)
    bonuses = g.seen.players if g.seen.rules.sets > 1 else 0
    put(g, bonuses)
    for seat in range(bonuses):
        put(g, bonus_of(g, seat))


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


@apart
def write_result(g):
    """The highest score wins; who has equally much shares the win (R9)."""
    row = g.row
    row.ending = SCORED
    for seat in range(g.seen.players):
        place = 1
        for other in range(g.seen.players):
            place += row.score[other] > row.score[seat]
        row.place[seat] = place
        row.won[seat] = place == 1
        row.lost[seat] = place > 1
