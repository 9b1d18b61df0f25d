"""Holds MEAN! cards as a shield: Sixes and Wilds pass a punishment on, one at a time, and are played for nothing else if it can be helped.

`shields` is how many of them it holds on to; it attacks only with what it can spare. It plans nothing else, and just sheds.
"""

from simlab.games.mean import SIX, WILD, gives_away, goes_out, plays, swap_with_fewest
from simlab.players.params import Param

PARAMS = {"shields": Param(3, 0, 20, "how many Sixes and Wilds it holds on to")}


def play(view, my):
    shields = view.hand[SIX] + view.hand[WILD]
    best, best_score = 0, -1000
    for i in range(plays(view)):
        if goes_out(view, i):
            return i
        score = 2 * view.count[i] - 100 * gives_away(view, i) - 50 * (view.count[i] == 0)
        if view.wild[i] or view.value[i] == SIX:
            spare = shields - view.count[i] >= my.shields and not view.unresolved
            score = view.count[i] - view.wild[i] if spare else -10 * view.count[i] - view.wild[i]
        if score > best_score:
            best, best_score = i, score
    return best


def swap(view):
    return swap_with_fewest(view)
