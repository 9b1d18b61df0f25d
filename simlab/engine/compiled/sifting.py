"""Which option is worth taking: all are tried in the same imagined games, and those that promise little are dropped on the way.

One's own option, what would be played without thinking, stands first in `order` and is never dropped: the others are compared with it.
"""

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.chance import STEP, mix
from simlab.engine.compiled.imagined import share_with
from simlab.engine.metric import UNIT

MOST_TIMES = 4  # its rollouts a decision may take, where earlier ones of the game have spared them


@apart
def halve(mind, kept, g, own, key):
    """Try the options, in stages of as many imagined games each; after each the worse half is dropped, but never one's own."""
    stages, left, budget = 1, mind.options, int(mind.rollouts)
    while 1 << stages < left:
        stages += 1
    line_up(mind, own)
    for _ in range(stages):
        key = try_them(mind, kept, g, left, max(1, budget // (left * stages)), key)
        put_in_order(mind, left)
        left = max(2, (left + 1) // 2)
    return left


@apart
def race(mind, table, kept, g, own, key):
    """Try the options, in rounds: the first takes half of the rollouts, each later one tries what is left in as many imagined games as all
    before it, also in such as earlier decisions have spared. After each those are dropped that promise little, and of the others the worse
    half, but never one's own. How many are left in the end.
    """
    left, games = mind.options, 0
    line_up(mind, own)
    if table.thought >> mind.seat & 1 == 0:  # another game has begun
        mind.spared = 0.0
    table.thought |= 1 << mind.seat
    mind.spared += mind.rollouts
    most = min(mind.spared, MOST_TIMES * mind.rollouts)
    some = max(1, int(min(mind.rollouts / 2, most)) // left)
    while left > 1 and some > 0:
        key = try_them(mind, kept, g, left, some, key)
        most -= some * left
        mind.spared -= some * left
        put_in_order(mind, left)
        left = promising(mind, left, mind.doubt * mind.doubt_of_game / 2 if games else 0.0, g.seen.players)
        games += some
        some = min(games, int(most) // left)
    return left


@compiled
def promising(mind, left, least, players):
    """How many of the first so many options stay: one's own, and the better half of those that won so many standard errors more."""
    stay = 1
    for i in range(1, left):
        if worth(mind, mind.order[i], players) > least:
            mind.order[stay] = mind.order[i]
            stay += 1
    return 1 + stay // 2


@compiled
def worth(mind, option, players):
    """How much more an option won than one's own, in standard errors. One imagined game more, as different as chance can make it, is
    counted in, so that nothing is sure of which little was seen.
    """
    gain, games = float(mind.gain[option]), float(mind.times[option])
    chance = 2.0 * UNIT * UNIT * (players - 1) / (players * players)
    return gain / np.sqrt(mind.square[option] - gain * gain / games + chance)


@compiled
def line_up(mind, own):
    """Nothing was tried yet: one's own option stands first, which the others are compared with; behind it will come the best."""
    for option in range(mind.options):
        mind.order[option] = option
        mind.times[option] = mind.gain[option] = mind.square[option] = 0
    mind.order[0], mind.order[own] = own, 0


@compiled
def try_them(mind, kept, g, left, games, key):
    """Try the first so many options in so many imagined games more. The key of the last one."""
    own = mind.order[0]
    for _ in range(games):
        key += STEP
        mind.key = mix(key)
        share = share_with(mind, kept, g, own)
        for i in range(1, left):
            option = mind.order[i]
            gain = share_with(mind, kept, g, option) - share
            mind.times[option] += 1
            mind.gain[option] += gain
            mind.square[option] += gain * gain
    return key


@compiled
def put_in_order(mind, left):
    """Of the first so many options, behind one's own, those that gained most come first; of equals the one that stood first."""
    order = mind.order
    for i in range(2, left):
        option = order[i]
        place = i
        while place > 1 and mind.gain[order[place - 1]] < mind.gain[option]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = option
