"""Weighs each lead: what it sheds against the coins it will cost, and declares Meow when the odds pay for it.

The cost is how many cards the others will probably copy with, as far as the cards played tell. A special card is kept for a copy, where
it fits more often. It goes out when it can, and copies with everything.
"""

from simlab.games.meow import chance_of_lowest, expected_copies, plays, points, size

PARAMS = {"point": 0.05, "card": 0.5, "copied": 5.0, "special": 0.2, "shed": 0.7, "margin": 1.0, "blockers": 1.3}


def respond(view):
    return view.options - 2  # the copy with the most cards; the last option is to draw


def lead(view, my):
    best, best_score = 0, -1e9
    number, cost = 0, 0.0
    for i in range(plays(view) - view.may_meow):
        if size(view, i) == view.cards:
            return i
        if view.leads_as[i] != number:
            number = view.leads_as[i]
            cost = expected_copies(view, number)
        score = my.point * points(view, i) + my.card * size(view, i) - my.copied * cost - my.special * view.specials[i]
        if score > best_score:
            best, best_score = i, score
    if view.may_meow and meow_pays(view, my):
        return view.options - 1
    return best


def meow_pays(view, my):
    chance = chance_of_lowest(view, my.shed)
    win = view.rules.meow_win * (view.players - 1)
    loss = my.blockers * view.rules.meow_fail
    return chance * win - (1.0 - chance) * loss > my.margin
