"""Asks for what it knows another player to have, the more cards of it that would be the better; else for anything.

It takes no notice of what it could infer: that somebody who was asked in vain had none.
"""

from simlab.games.go_fish import below, ranks, uniform
from simlab.players.params import Param

PARAMS = {"own": Param(0.5, 0, 10, "what a card in its own hand is worth where nobody is known to have another")}


def rank(view, my):
    best, best_score = 0, -1.0
    for i in range(ranks(view)):
        wanted, most = view.option[i], 0
        for other in range(view.players - 1):
            most = max(most, view.other_hand_known[other, wanted])
        score = most * (10.0 + view.hand[wanted]) + my.own * view.hand[wanted] + uniform(view)
        if score > best_score:
            best, best_score = i, score
    return best


def whom(view):
    best, best_score = below(view, view.options), 0
    for other in range(view.options):
        if view.other_hand_known[other, view.wanted] > best_score:
            best, best_score = other, view.other_hand_known[other, view.wanted]
    return best
