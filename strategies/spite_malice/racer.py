"""Plays the UP card first, always, and then everything else it can.

The more cards one plays, the more one draws. It keeps no Wild back, does not look at the others and stores its highest card.
"""

from simlab.games.spite_malice import PLAY, STORE, UP, give_to_fewest, moves


def move(view):
    best, best_score = 0, -1
    for i in range(moves(view)):
        score = 0
        if view.action[i] == PLAY:
            score = 100 - 20 * view.wild[i]
            if view.source[i] == UP:
                score = 200
        elif view.action[i] == STORE:
            score = view.value[i]
        if score > best_score:
            best, best_score = i, score
    return best


def give(view):
    return give_to_fewest(view)


def spite(view):
    return view.options - 1
