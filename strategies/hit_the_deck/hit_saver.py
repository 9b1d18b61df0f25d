"""Keeps Hit cards for the end: they fit on anything, so everything else goes first, and high numbers before low ones.

`keep` is the size of the hand from which on it parts with them. A hand of Hits can hardly be stuck, but is dear when somebody else is out.
"""

from simlab.games.hit_the_deck import is_hit, plays, points
from simlab.players.params import Param

PARAMS = {"keep": Param(4, 0, 20, "how few cards it holds when it begins to play Hits")}


def play(view, my):
    kept = 50 if view.cards > my.keep else 0
    best, best_score = 0, -100
    for i in range(plays(view)):
        card = view.card[i]
        score = points(card) - kept * is_hit(card)
        if score > best_score:
            best, best_score = i, score
    return best
