"""Plays as many cards at once as it can.

The first plan of everyone who learns the game: fewer cards are better. It keeps no card back, and only avoids what loses at once.
"""

from simlab.games.mean import EIGHT, plays


def play(view):
    best, best_score = 0, -1
    for i in range(plays(view)):
        score = 2 * view.count[i] - view.wild[i]
        if view.value[i] == EIGHT and view.count[i] == view.cards:
            score = 0
        if score > best_score:
            best, best_score = i, score
    return best
