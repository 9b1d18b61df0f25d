"""The end of a hand and of a game of Hit the Deck: points, the lead, who has won."""

from simlab.engine.compiled import apart, bits, compiled
from simlab.engine.compiled.play import put, tell
from simlab.engine.events import NOTHING
from simlab.engine.metric import UNIT
from simlab.games.hit_the_deck.components import HAND_LIMIT, NOBODY, PLAYING, POINTS, SCORED
from simlab.games.hit_the_deck.words import HAND_END


@apart
def begin_game(g):
    """Nobody has any points yet."""
    for seat in range(g.seen.players):
        g.totals[seat] = 0
    g.leader = NOBODY
    g.ending = PLAYING


@apart
def end_hand(g):
    """The others add up their hands: number cards face value, all others 10. Has the game ended?"""
    seen, row = g.seen, g.row
    row.turns += seen.hand_turn
    row.hands_at_turn_limit += g.out == NOBODY
    row.hands += 1
    for seat in range(seen.players):
        g.points[seat] = worth(g, seat)
        g.totals[seat] += g.points[seat]
    if g.tracing:
        tell(g, HAND_END, NOTHING if g.out == NOBODY else g.out)
        put_numbers(g, g.points)
        put_numbers(g, g.totals)
    watch_lead(g)
    if highest_total(g) >= seen.rules.target:
        g.ending = SCORED
    elif row.hands == seen.rules.hand_limit:
        g.ending = HAND_LIMIT


@compiled
def worth(g, seat):
    """The points of a hand; none for the player who is out."""
    points = 0
    held = g.held[seat]
    while held != 0:
        card = bits.lowest(held)
        held &= held - 1
        points += g.hands[seat, card] * POINTS[card]
    return points


@apart
def put_numbers(g, numbers):
    """A list of the trace: a number a seat."""
    put(g, g.seen.players)
    for seat in range(g.seen.players):
        put(g, numbers[seat])


@compiled
def standing(g, seat):
    """How near a seat is to winning: its points, below zero; what it holds counts when the hand has ended."""
    return -g.totals[seat]


@compiled
def watch_lead(g):
    """Does another player than before hold the lowest total alone?"""
    least = 1 << 40
    leader = NOBODY
    for seat in range(g.seen.players):
        if g.totals[seat] < least:
            least = g.totals[seat]
            leader = seat
        elif g.totals[seat] == least:
            leader = NOBODY
    if leader != NOBODY:
        if g.leader != NOBODY and g.leader != leader:
            g.row.lead_changes += 1
        g.leader = leader


@compiled
def highest_total(g):
    """The most points that anyone has."""
    highest = 0
    for seat in range(g.seen.players):
        highest = max(highest, g.totals[seat])
    return highest


@apart
def write_result(g):
    """The lowest total wins, and equal ones share the win (R12). When the hands run out all lose."""
    row = g.row
    row.ending = g.ending
    for seat in range(g.seen.players):
        better = 0
        for other in range(g.seen.players):
            better += g.totals[other] < g.totals[seat]
        won = int(g.ending == SCORED and better == 0)
        row.place[seat] = better + 1
        row.won[seat] = won
        row.lost[seat] = 1 - won
        row.score[seat] = g.totals[seat] * UNIT
