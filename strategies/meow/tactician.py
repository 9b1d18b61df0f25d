"""Weighs each lead: what it sheds against the coins it will cost, and declares Meow when the odds pay for it.

The cost is how many cards the others will probably copy with, as far as the cards played tell. A special card is kept for a copy, where
it fits more often. It goes out when it can, and copies with everything.
"""

from simlab.games.meow import chance_of_lowest, expected_copies, plays, points, size
from simlab.players.params import Param

PARAMS = {
    "point": Param(0.05, 0, 10, "what a point shed is worth"),
    "card": Param(0.5, 0, 10, "what a card shed is worth"),
    "copied": Param(5.0, 0, 100, "what a card costs that the others copy with"),
    "special": Param(0.2, 0, 10, "what a special card costs"),
    "shed": Param(0.7, 0, 10, "how many points below the average it takes the others' cards to be"),
    "margin": Param(1.0, -100, 100, "how many coins a Meow must promise"),
    "blockers": Param(1.3, 0, 10, "how many players it expects to pay when a Meow fails"),
}


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
