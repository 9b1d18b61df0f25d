"""How likely each is to win between two rounds.

With two players who hold three cards or fewer it is worked out: what both can be sure of, round by round, whatever the other bids. Before
that it is estimated, from the points, from whose cards are higher, and from how well the best cards of each match the best prizes still to
come. The weights of that were fitted to the exact shares of small games, and changed by hand for the full one, in which nobody knows them.
"""

import math

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.bits import lowest, total
from simlab.engine.metric import UNIT
from simlab.games.what_the_heck.components import CANCEL, DESCENDING, SHUFFLED
from simlab.games.what_the_heck.matrix_games import solve, workspace

MOST_HIGHER = 3.5  # where there are many
FEW = 3  # cards of a hand with which the rest is worked out
CERTAIN = 20.0  # log odds of what can't be otherwise


@apart
def odds(g, seat):
    """The log odds of a seat to win, up to what is common to all."""
    seen = g.seen
    if seen.players == 2 and total(seen.hands[0]) <= FEW:
        if seat == 1:
            return 0.0
        share = 0.5 * (1.0 + worked_out(seen, (g.row.score[0] - g.row.score[1]) / UNIT))
        return min(max(math.log(max(share, 1e-9) / max(1.0 - share, 1e-9)), -CERTAIN), CERTAIN)
    return estimated(g, seat)


@apart
def estimated(g, seat):
    """From the points, the cards in hand and the prizes to come, against each other player."""
    seen = g.seen
    size = squares = 0.0
    for i in range(seen.rounds):
        if seen.to_come >> i & 1:
            size += abs(seen.prize[i])
            squares += seen.prize[i] * seen.prize[i]
    rounds = max(total(seen.to_come), 1)
    lead, high, match = 2.0 + 8.0 / rounds, min(0.5 * rounds, MOST_HIGHER), max(4.0 - 0.5 * rounds, 0.0)
    found = 0.0
    for other in range(seen.players):
        if other != seat:
            found += lead * (g.row.score[seat] - g.row.score[other]) / UNIT
            found += high * size * higher(seen.hands[seat], seen.hands[other])
            if match > 0:
                found += match * matched(seen, seen.hands[seat], seen.hands[other])
    return found / (max(seen.players - 1, 1) * math.sqrt(max(squares, 0.01)))


@compiled
def higher(mine, theirs):
    """How much likelier one of these cards is higher than one of those than the other way round."""
    above, left = 0, mine
    while left != 0:
        card = left & -left
        above += total(theirs & card - 1) - total(theirs & -(card << 1))
        left &= left - 1
    return above / max(total(mine) * total(theirs), 1)


@compiled
def matched(seen, mine, theirs):
    """The points that go to the higher card if both bid their best cards for the largest prizes, in this order."""
    points, left = 0, seen.to_come
    while left != 0 and mine != 0 and theirs != 0:
        largest = lowest(left)
        for i in range(seen.rounds):
            if left >> i & 1 and abs(seen.prize[i]) > abs(seen.prize[largest]):
                largest = i
        left ^= 1 << largest
        my_best, their_best = best(mine), best(theirs)
        points += abs(seen.prize[largest]) * (int(my_best > their_best) - int(my_best < their_best))
        mine ^= my_best
        theirs ^= their_best
    return points


@compiled
def best(cards):
    """The highest of a set, as a set."""
    while cards & cards - 1:
        cards &= cards - 1
    return cards


# --- Worked out: a balance from -1, the first player loses, to 1 ----------------------------------------------------------------------


@apart
def worked_out(seen, lead):
    """What both players can be sure of, with so few rounds to come."""
    work = workspace()
    rounds = total(seen.to_come)
    mine, theirs = seen.hands[0], seen.hands[1]
    if rounds == 0:
        return at_the_end(seen, work, mine, theirs, 0, lead, 0.0)
    if rounds == 1:
        return before_last(seen, work, mine, theirs, seen.to_come, lead, float(seen.pot))
    if rounds == 2:
        return before_two(seen, work, mine, theirs, seen.to_come, lead, float(seen.pot))
    return before_three(seen, work, mine, theirs, seen.to_come, lead, float(seen.pot))


@compiled
def at_the_end(_seen, _work, _mine, _theirs, _left, lead, _pot):
    """Who has more points has won."""
    return float(np.sign(lead))


def before(afterwards):
    """The same, a round earlier: the mean over the Point Cards that may come up of what both are sure of, whatever the other bids."""

    @apart
    def sure_of(seen, work, mine, theirs, left, lead, pot):
        stays = seen.rules.ties == CANCEL and seen.rules.carry
        game, rows, columns = np.zeros((FEW, FEW)), np.zeros(FEW), np.zeros(FEW)
        size, value, number = total(mine), 0.0, 0
        for i in range(seen.rounds):
            if may_come(seen, left, i):
                number += 1
                stake, after = pot + seen.prize[i], left ^ 1 << i
                my_left = mine
                for row in range(size):
                    my_card = my_left & -my_left
                    their_left = theirs
                    for column in range(size):
                        their_card = their_left & -their_left
                        gain = abs(stake) * (int(my_card > their_card) - int(my_card < their_card))
                        carried = stake if stays and my_card == their_card and after else 0.0
                        game[row, column] = afterwards(seen, work, mine ^ my_card, theirs ^ their_card, after, lead + gain, carried)
                        their_left ^= their_card
                    my_left ^= my_card
                least, most = solve(game, size, rows, columns, work)
                value += 0.5 * (least + most)
        return value / number

    return sure_of


@compiled
def may_come(seen, left, i):
    """May this Point Card come up next?"""
    if left >> i & 1 == 0:
        return False
    if seen.rules.order == SHUFFLED:
        return True
    return left >> i == 1 if seen.rules.order == DESCENDING else left & (1 << i) - 1 == 0


before_last = before(at_the_end)
before_two = before(before_last)
before_three = before(before_two)
