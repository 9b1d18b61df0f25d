"""Keeps pairs: leads its single cards first, and plays the pairs when nothing else is left, to go out with the last one.

A pair sheds two cards in one turn and is hard to copy late in the round. Specials stay with the pairs they make larger.
"""

from simlab.games.meow import plays, points, size, total
from simlab.players.params import Param

PARAMS = {"meow_total": Param(6.0, 0, 100, "the highest total with which it declares Meow")}


def respond(view):
    best = view.options - 1
    for i in range(plays(view) - 1):
        if view.specials[i] == 0 or size(view, i) == view.cards:
            best = i
    return best


def lead(view, my):
    if view.may_meow and total(view) <= my.meow_total:
        return view.options - 1
    best, best_score = 0, -1e9
    for i in range(plays(view) - view.may_meow):
        held = view.hand[view.leads_as[i]]
        score = 0.1 * points(view, i) - 5.0 * view.specials[i]
        if view.naturals[i] < held:
            score -= 100.0
        elif held == 1:
            score += 10.0
        if size(view, i) == view.cards:
            score = 1000.0
        if score > best_score:
            best, best_score = i, score
    return best
