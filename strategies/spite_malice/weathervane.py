"""Races while it is ahead and hoards while it is behind: by how many more cards its Card Stack has than the best of the others.

Racing, it plays whatever it can. Hoarding, it only plays towards its UP card, so that the others find low Build Piles.
"""

from simlab.games.spite_malice import PLAY, STORE, UP, give_to_fewest, moves, way

PARAMS = {"behind": 1.0}


def move(view, my):
    goal = view.up[view.me]
    hoards = view.stack[view.me] - fewest_of_others(view) > my.behind
    best, best_score = 0, -1
    for i in range(moves(view)):
        score, value = 0, view.value[i]
        if view.action[i] == PLAY and view.source[i] == UP:
            score = 1000
        elif view.action[i] == PLAY and value < goal and way(view, value - 1, goal) >= 0:
            score = 500 - 100 * view.wild[i] + value
        elif view.action[i] == PLAY:
            score = 0 if hoards or view.wild[i] else 100
        elif view.action[i] == STORE:
            score = 1 + value
        if score > best_score:
            best, best_score = i, score
    return best


def fewest_of_others(view):
    """The smallest Card Stack but one's own."""
    fewest = 1000
    for seat in range(view.players):
        if seat != view.me:
            fewest = min(fewest, view.stack[seat])
    return fewest


def give(view):
    return give_to_fewest(view)


def spite(view):
    return view.options - 1
