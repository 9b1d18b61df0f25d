"""Keeps the next player from the UP card: buries Build Piles that it fits on, and leaves none behind.

It plays its own UP card first, always. A move is worth what it takes from the next player; everything else is played in passing.
"""

from simlab.games.spite_malice import PLAY, STORE, UP, give_to_fewest, missing, moves

PARAMS = {"block": 30.0, "wild": 30.0}


def move(view, my):
    best, best_score = 0, -1e9
    for i in range(moves(view)):
        score, value = -100.0, view.value[i]
        if view.action[i] == PLAY:
            score = my.block * (danger(view, value - 1) - danger(view, value)) - my.wild * view.wild[i]
            if view.source[i] == UP:
                score = 1000.0
        elif view.action[i] == STORE:
            score = -60.0 + value
        if score > best_score:
            best, best_score = i, score
    return best


def danger(view, top):
    """Does the next player get rid of the UP card on a pile with this top, alone or with one more card?"""
    lacking = missing(view, (view.me + 1) % view.players, top)
    return 1.0 if lacking == 0 else 0.5 if lacking == 1 else 0.0


def give(view):
    return give_to_fewest(view)


def spite(view):
    return view.options - 1
