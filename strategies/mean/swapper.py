"""Saves its Eights to swap a large hand for a small one: only into a hand that is smaller by `gain` cards or more.

It lets its own hand grow meanwhile, and forgets that others swap as well.
"""

from simlab.games.mean import EIGHT, gives_away, goes_out, plays, smallest_hand, swap_with_fewest

PARAMS = dict(gain=1)


def play(view, my):
    smallest = smallest_hand(view)
    others = view.cards - view.hand[EIGHT]
    best, best_score = 0, -1000
    for i in range(plays(view)):
        if goes_out(view, i):
            return i
        score = 2 * view.count[i] - view.wild[i] - 100 * gives_away(view, i)
        if view.value[i] == EIGHT:
            score += 20 if view.cards - view.count[i] - smallest >= my.gain else -20
        elif view.hand[EIGHT] and view.count[i] == others:
            score -= 30
        if score > best_score:
            best, best_score = i, score
    return best


def swap(view):
    return swap_with_fewest(view)
