"""Plays as many cards at once as it can, and swaps into the smallest hand.

The first plan of everyone who learns the game: fewer cards are better. It keeps no card back; it only won't end on an Eight that loses.
"""

from simlab.games.mean import gives_away, goes_out, plays, swap_with_fewest


def play(view):
    best, best_score = 0, -1000
    for i in range(plays(view)):
        if goes_out(view, i):
            return i
        score = 2 * view.count[i] - view.wild[i] - 100 * gives_away(view, i)
        if score > best_score:
            best, best_score = i, score
    return best


def swap(view):
    return swap_with_fewest(view)
