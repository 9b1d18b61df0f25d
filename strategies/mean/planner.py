"""Weighs every play: sheds sets, clears, keeps Wilds and Sixes back, swaps only downhill, and shuts out a next player who is nearly out.

What worked of the others' ideas in one score, in which shedding a card is worth 10. `near`: a next player with that many cards is shut
out. `daring`: how often it does the unusual, a later play among equals or a bad swap; without it two planners may wait for each other
for ever. It does not guess at the cards that the others hold.
"""

from simlab.games.mean import EIGHT, SIX, WILD, WINS, clears, gives_away, goes_out, next_hand, plays, swap_gain, swap_with_fewest, uniform
from simlab.players.params import Param

PARAMS = {
    "near": Param(2, 0, 20, "how few cards the next player holds when shut out"),
    "daring": Param(0.05, 0, 1, "how often it does the unusual"),
}


def play(view, my):
    racing, shuts_out, dares = view.deck == 0, next_hand(view) <= my.near, uniform(view) < my.daring
    cards, eights = view.cards, view.hand[EIGHT]
    no_eights = cards - eights if eights else -1
    dear, fills_up = (5, 0) if racing else (10, 3)  # a Wild; and an Eight, while hands fill up again
    best, best_score = 0, -10000
    for i in range(plays(view)):
        value, count = view.value[i], view.count[i]
        score = 10 * count - 30 * (count == 0) - view.wild[i] * (1 + count) * dear
        if count == cards:
            if goes_out(view, i):
                return i
            score -= 1000 * gives_away(view, i)
        if clears(view, i):
            score += 15
        elif shuts_out:
            score -= 2 * (13 - value if view.goes_up[i] else value)  # the room that it leaves
        score += fills_up * (value == EIGHT) - 7 * count * (value == SIX)
        if racing and value == EIGHT:
            gain = swap_gain(view, i)
            score += 8 + 4 * gain if gain >= 0 or dares else -40
        if count == no_eights and (view.wild[i] or value != EIGHT) and view.rules.eight_last != WINS:
            score -= 15  # only Eights would be left
        if score + dares > best_score:
            best, best_score = i, score
    return best


def swap(view):
    return swap_with_fewest(view)


def pile(view):
    for i in range(view.piles):
        if view.pile_face[i] == WILD or view.pile_face[i] == SIX:
            return i
    return 0
