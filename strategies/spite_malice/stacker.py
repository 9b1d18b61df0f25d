"""Stores in descending runs, so that a whole Store Pile can be played off in one go.

It plays the UP card first, then Store tops, then natural cards of its hand, and a Wild when nothing else is left to play. A card is
stored on the next higher one, on its like, or alone, and above lower ones only if it must be.
"""

from simlab.games.spite_malice import FIRST_STORE, PLAY, STORE, UP, give_to_fewest, moves


def move(view):
    best, best_score = 0, -1000
    for i in range(moves(view)):
        score, value = -500, view.value[i]
        if view.action[i] == PLAY:
            score = 100 - 50 * view.wild[i]
            if view.source[i] == UP:
                score = 200
            elif view.source[i] >= FIRST_STORE:
                score = 150
        elif view.action[i] == STORE:
            score = tidiness(view.store_top[view.me, view.target[i]], value)
        if score > best_score:
            best, best_score = i, score
    return best


def tidiness(top, value):
    """How well a card lies on a Store Pile with this top; 0: an empty one."""
    if top == 0:
        return value - 30
    if top > value:
        return 1 - (top - value)
    return -1 if top == value else -50 - (value - top)


def give(view):
    return give_to_fewest(view)


def spite(view):
    return view.options - 1
