"""The compiled part of meeting one who thinks: it is asked in a position with this chance and that, and both bids are made."""

import numpy as np

from simlab.engine.compiled import apart
from simlab.engine.compiled.bits import nth, total
from simlab.engine.compiled.chance import STEP, STRATEGY, mix, stream
from simlab.engine.compiled.memory import call, copy, wipe
from simlab.engine.compiled.sizing_up import forget, size_up
from simlab.games.what_the_heck.components import TO_BID
from simlab.games.what_the_heck.play import deal, look, settle, turn_up


@apart
def begin_at(g, mind):
    """Before the first round; nobody has seen anything."""
    wipe(g.row)
    deal(g)
    forget(mind)


@apart
def ask(g, kept, mind, code, my, place, key, samples, times):
    """The Point Card at this place comes up. Of how many of so many times, each with other chance, the first seat chooses each option:
    `times[0]` in the one half and `times[1]` in the other. What is drawn from a mixture counts as often as it would be drawn. Below 0 where
    it chooses none.
    """
    seen = g.seen
    number = np.int64(seen.round_number)
    for i in range(number, seen.rounds):
        if g.order[i] == place:
            g.order[i] = g.order[number]
    g.order[number] = place
    g.kept = 1
    copy(kept, g)
    turn_up(g, number)
    for sample in range(samples):
        g.key = mix(key + STEP * np.uint64(sample))
        choice = 0
        if be_seated(g, 0, stream(g.key, STRATEGY, 0)) > 1:
            choice = call(code, seen, my)
        if choice < 0 or choice >= seen.options:
            return -1
        if seen.options > 1 and mind.mixed:
            for option in range(seen.options):
                times[sample & 1, option] += mind.mine[option]
        else:
            times[sample & 1, choice] += 1.0
    return 0


@apart
def be_seated(g, seat, luck):
    """This seat is to bid, and sees what it then sees. How many options it has."""
    seen = g.seen
    look(g, seat)
    seen.kind, seen._legal, seen._luck = TO_BID, seen.hand, luck
    seen.options = total(seen.hand)
    g.asked = seat
    return seen.options


@apart
def bid_both(g, imagined, mind, own, theirs):
    """Both have bid: the first seat's mind takes note of the other's, and the pot is taken."""
    seen = g.seen
    number, decisions = seen.round_number - 1, np.int64(g.row.decisions)
    if be_seated(g, 1, np.uint64(0)) > 1:
        if mind.reads:
            size_up(mind, imagined, 1, decisions + 1, seen, theirs)
        g.row.decisions += 2
    g.bids[0], g.bids[1] = nth(seen.hands[0], own), nth(seen.hands[1], theirs)
    settle(g, number)
