"""Hands that others may hold, weighed by what they were seen to do: what is hidden is dealt anew until they would have played like that.

A turn that another seat has taken is played once more, from how the game stood before it, in a record of its own. What the thinker could
not know then is dealt anew, but so that this seat holds what it must have held if its hand is now as it is imagined (the game's `recall`);
and the strategy that it is imagined to play decides. If the thinker's seat then sees the same as it really saw after that turn, the hand
fits. Only that is compared, so nothing that was hidden from it has a say. A turn in which something is raised was not that one.

Of so many ways in which what is hidden is dealt anew, the first is taken that fits all turns that are asked for, or else the one that
fitted most of them in a row, the latest turn first.
"""

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.chance import STRATEGY, stream
from simlab.engine.compiled.imagined import all_repeat, go_back
from simlab.engine.compiled.memory import call, flagged, same_part
from simlab.engine.compiled.thinking import TURNS, seat_strategy


@apart
def find_turns(mind, past, players):
    """The last turn of each other seat is asked for, as far as turns are kept; the one that is being taken is not over."""
    mind.turns = asked = 0
    for turn in range(past.begun - 2, max(0, past.begun - min(players, TURNS)) - 1, -1):
        seat = past.whose[turn % TURNS]
        if seat >= 0 and seat != mind.seat and asked >> seat & 1 == 0:
            asked |= 1 << seat
            mind.turn[mind.turns] = turn
            mind.turns += 1


@compiled
def fitting(mind, back, g):
    """How many turns in a row the hands of an imagined game fit."""
    if mind.turns == 0:
        return 0
    back.key, back.way, back.seat, back.permuted, back.looked = mind.key, mind.way, mind.seat, mind.permuted, 0
    fits = 0
    while fits < mind.turns:
        back.turn[0] = mind.turn[fits]
        if call(mind.looks_at, g.seen, mind.looks) == 0:
            break
        fits += 1
    mind.looked |= back.looked
    return fits


@compiled
def stand_before(back, g, before):
    """A game stands as it did before the turn that is played once more; where it cannot be gone on with, all is repeated up to there."""
    go_back(back, g, before)
    g.resumed, g.knowing, g.tracing, g.following = back.resumes, 1, 0, 0
    g.between, g.between_my = back.recalls_at, back.recalls
    back.at = back.fits = 0
    back.ahead = 0 if back.resumes else back.turn[0]
    all_repeat(back, g)


@compiled
def is_begun(back, g):
    """Does that turn begin now? From here on chance is that of the imagined game."""
    back.ahead -= 1
    if back.ahead != -1:
        return False
    g.key = back.key
    return True


@compiled
def play_once_more(back, g):
    """All play as they are imagined to."""
    g.knowing = 0
    for seat in range(g.seen.players):
        g.luck[seat] = stream(g.key, STRATEGY, seat)
        seat_strategy(back, g, seat)


@compiled
def is_over(back):
    """Does the next turn begin?"""
    return back.ahead < -1


@compiled
def has_looked(back, g):
    """That turn is over, or was left: which house rules were looked at in it, and whether the hand fits."""
    back.looked |= flagged(g.seen.rules._looked)
    return back.fits


@compiled
def looks_alike(back, g, after):
    """Does the seat see in this game what it sees in the other?"""
    for i in range(back.sights):
        if not same_part(g, after, back.sight_at[i], back.sight_size[i]):
            return 0
    return 1


@compiled
def no_recall(_g, _after, _now, _own, _other):
    """Where a game does not say what hands were, nothing is asked."""
    return 0
