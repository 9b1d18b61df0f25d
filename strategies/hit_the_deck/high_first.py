"""Sheds high points first: ten-point cards before numbers, a Five before a One.

The plan of a player who expects to be caught with cards in hand. It looks at nothing but its own hand, and keeps no Hit for later.
"""

from simlab.games.hit_the_deck import plays, points


def play(view):
    best, best_score = 0, -1
    for i in range(plays(view)):
        if points(view.card[i]) > best_score:
            best, best_score = i, points(view.card[i])
    return best
