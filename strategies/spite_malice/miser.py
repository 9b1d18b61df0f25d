"""Keeps its Wilds for the UP card: one is played only where it opens the last stretch of the way there.

Natural cards it plays as they come. It stores its highest card and does not look at the others.
"""

from simlab.games.spite_malice import PLAY, STORE, UP, WILD, give_to_fewest, moves, way


def move(view):
    goal = view.up[view.me]
    best, best_score = 0, -1
    for i in range(moves(view)):
        score, value = 0, view.value[i]
        if view.action[i] == PLAY and view.source[i] == UP:
            score = 1000
        elif view.action[i] == PLAY and view.wild[i]:
            rest = way(view, value, goal) if value < goal else -1
            score = 500 + value if 0 <= rest < view.hand[WILD] else -1
        elif view.action[i] == PLAY:
            score = 100
        elif view.action[i] == STORE:
            score = value
        if score > best_score:
            best, best_score = i, score
    return best if best_score >= 0 else view.options - 1


def give(view):
    return give_to_fewest(view)


def spite(view):
    return view.options - 1
