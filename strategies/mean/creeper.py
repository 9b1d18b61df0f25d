"""Plays the value nearest to the top, so that the Play Area stays open for its own next turns.

The instinct of a careful beginner. It ignores that the next player has as much use of an open Play Area as itself.
"""

from simlab.games.mean import gives_away, goes_out, plays, swap_with_fewest


def play(view):
    best, best_score = 0, -1000
    for i in range(plays(view)):
        if goes_out(view, i):
            return i
        room = 13 - view.value[i] if view.goes_up[i] else view.value[i]
        score = 4 * room + view.count[i] - 2 * view.wild[i] - 100 * gives_away(view, i) - 60 * (view.count[i] == 0)
        if score > best_score:
            best, best_score = i, score
    return best


def swap(view):
    return swap_with_fewest(view)
