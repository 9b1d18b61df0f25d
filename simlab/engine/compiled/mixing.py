"""Where two choose at the same time: a choice by chance, so that nobody gains by knowing how it is made.

The best reply to what another is imagined to do could be replied to in turn. So each option is tried against each of the other's, in games
that are left at the end of the turn where the game says how both stand there: that makes a matrix of what each pair of options is worth.
The other is one of those that are imagined, as likely as was seen, or a stranger, who does the worst there is: restricted Nash responses
(Johanson, Zinkevich & Bowling 2007). With nothing known this is the equilibrium of the matrix; the surer it is who sits there, the nearer
it comes to the best reply.

The mixtures are found by regret matching (Tammelin's regret matching plus, with steps of growing weight).
"""

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.chance import STEP, THINKING, mix, stream, unit
from simlab.engine.compiled.imagined import play_on, share_of
from simlab.engine.compiled.sizing_up import known_to_play
from simlab.engine.compiled.thinking import MOST_AT_ONCE, ROOM
from simlab.engine.metric import UNIT

STEPS = 400
SURE = 0.6  # whoever is known so surely is replied to
MORE = np.uint64(1 << 32)  # these imagined games are others than those in which the best reply is found


@apart
def mixtures(game, mine, theirs):
    """Of the rows and of the columns of a matrix: what neither gains much by leaving. The rows get what stands there."""
    rows, columns = game.shape
    my_regrets, their_regrets, earned, lost = np.zeros(rows), np.zeros(columns), np.zeros(rows), np.zeros(columns)
    my_sum, their_sum = np.zeros(rows), np.zeros(columns)
    normal(my_regrets, mine)
    for step in range(1, STEPS + 1):
        lost[:] = 0.0
        for i in range(rows):
            if mine[i] > 0:
                for j in range(columns):
                    lost[j] -= mine[i] * game[i, j]
        normal(their_regrets, theirs)
        regret(their_regrets, lost, theirs)
        normal(their_regrets, theirs)
        earned[:] = 0.0
        for i in range(rows):
            for j in range(columns):
                earned[i] += theirs[j] * game[i, j]
        regret(my_regrets, earned, mine)
        normal(my_regrets, mine)
        my_sum += step * mine
        their_sum += step * theirs
    normal(my_sum, mine)
    normal(their_sum, theirs)


@compiled
def regret(regrets, gains, mix):
    """How much more each option alone would have gained than the mixture did; never less than nothing."""
    gained = 0.0
    for k in range(len(mix)):
        gained += mix[k] * gains[k]
    for k in range(len(mix)):
        regrets[k] = max(regrets[k] + gains[k] - gained, 0.0)


@compiled
def normal(weights, mix):
    """Weights as a mixture; of nothing but zeros all alike."""
    total = weights.sum()
    for k in range(len(mix)):
        mix[k] = weights[k] / total if total > 0 else 1.0 / len(mix)


@compiled
def drawn_from(mix, word):
    """One of the options, each as likely as the mixture has it."""
    chance, option = unit(word), 0
    while option < len(mix) - 1 and mix[option] <= chance:
        chance -= mix[option]
        option += 1
    return option


@apart
def choose_at_once(mind, table, kept, g, best):
    """One's own option where two choose at the same time; `best` is the reply to what the other is imagined to play."""
    known, mind.mixed = known_to_play(mind, 1 - mind.seat), 0
    if mind.idle or known > SURE or mind.options > MOST_AT_ONCE or mind.known + mind.secret >= ROOM:
        return best
    key = mix(stream(table.key, THINKING, mind.seat) + STEP * np.uint64(table.row.decisions))
    mind.thinking, mind.left_after = 1, mind.left_at_once
    rows, columns = mind.options, try_both(mind, kept, g, key)
    mind.thinking = 0
    if columns > MOST_AT_ONCE:
        return best
    game = (1.0 - known) * mind.cells[:rows, :columns]
    for option in range(rows):
        game[option] += known * min(gain_of(mind, option), gain_of(mind, best))
    mixtures(game, mind.mine[:rows], mind.their_mix[:columns])
    mind.mixed = 1
    return best if mind.ignored else drawn_from(mind.mine[:rows], mix(key))


@compiled
def gain_of(mind, option):
    """What an option won beyond one's own in the games that were imagined with it."""
    return mind.gain[option] / max(1.0 * UNIT * mind.times[option], 1.0)


@apart
def try_both(mind, kept, g, key):
    """Try each option against each of the other's, all in the same imagined games. How many the other has."""
    mind.their_options = 1
    columns = games = 1
    number = 0
    while number < games:
        mind.key = mix(key + (MORE + np.uint64(number)) * STEP)
        for option in range(mind.options):
            theirs = 0
            while theirs < columns:
                mind.theirs = theirs
                ends = play_on(mind, kept, g, option)
                mind.theirs = -1
                columns = min(mind.their_options, MOST_AT_ONCE + 1)
                if columns > MOST_AT_ONCE:
                    return columns
                games = 1 if mind.left_at_once else max(1, int(mind.rollouts) // (mind.options * columns))
                before = mind.cells[option, theirs] if number > 0 else 0.0
                mind.cells[option, theirs] = before + share_of(mind, g, mind.seat, ends) / (1.0 * UNIT * games)
                theirs += 1
        number += 1
    return columns
