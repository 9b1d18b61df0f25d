"""Keeps Hits back like a careful player, but dumps its points as soon as somebody is about to go out.

`alarm` is how many cards another player holds when that begins.
"""

from simlab.games.hit_the_deck import is_hit, plays, points, smallest_hand
from simlab.players.params import Param

PARAMS = {"alarm": Param(3, 0, 20, "how few cards another player holds when it begins to dump points")}


def play(view, my):
    kept = 50 if smallest_hand(view) > my.alarm else 0
    best, best_score = 0, -100
    for i in range(plays(view)):
        card = view.card[i]
        score = points(card) - kept * is_hit(card)
        if score > best_score:
            best, best_score = i, score
    return best
