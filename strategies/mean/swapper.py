"""Saves its Eights for swaps that pay: only into a hand that is smaller by `gain` cards or more.

It does not mind a large hand meanwhile, and forgets that the others swap as well.
"""

from simlab.games.mean import EIGHT, NEVER, gives_away, goes_out, plays, swap_gain, swap_with_fewest
from simlab.players.params import Param

PARAMS = {"gain": Param(1, -20, 20, "how many cards fewer a hand must have to be swapped for")}


def play(view, my):
    cards, eights = view.cards, view.hand[EIGHT]
    no_eights = cards - eights if eights else -1
    best, best_score = 0, -1000
    for i in range(plays(view)):
        if goes_out(view, i):
            return i
        score = 2 * view.count[i] - view.wild[i] - 300 * gives_away(view, i) - 25 * (view.count[i] == 0)
        if view.value[i] == EIGHT and view.rules.eight_swap != NEVER:
            score += 20 if swap_gain(view, i) >= my.gain else -20
        elif view.count[i] == no_eights:
            score -= 30  # only Eights would be left
        if score > best_score:
            best, best_score = i, score
    return best


def swap(view):
    return swap_with_fewest(view)
