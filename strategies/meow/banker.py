"""Plays the coin lead: ahead it takes no risk, behind it gambles on Meow, more so the fewer rounds are left.

Ahead it leads what the others can hardly copy and declares Meow only when it is nearly sure; behind it sheds what counts most and
declares with ever worse odds. It copies with everything either way.
"""

from simlab.games.meow import chance_of_lowest, expected_copies, plays, points, size
from simlab.players.params import Param

PARAMS = {
    "safe": Param(0.8, 0, 1, "how likely it must be to be lowest to declare Meow while ahead"),
    "daring": Param(0.5, 0, 1, "how likely while behind, at first"),
    "hurry": Param(0.25, 0, 1, "how much less likely while behind, at the end"),
}


def respond(view):
    return view.options - 2  # the copy with the most cards; the last option is to draw


def lead(view, my):
    ahead = coin_lead(view) > 0
    best, best_score = 0, -1e9
    number, copies = 0, 0.0
    for i in range(plays(view) - view.may_meow):
        if size(view, i) == view.cards:
            return i
        score = points(view, i) - 0.1 * view.specials[i]
        if ahead:
            if view.leads_as[i] != number:
                number = view.leads_as[i]
                copies = expected_copies(view, number)
            score = 0.1 * score - 4.0 * copies
        if score > best_score:
            best, best_score = i, score
    needed = my.safe
    if not ahead:
        needed = my.daring - my.hurry * view.round_number / view.rules.rounds
    if view.may_meow and chance_of_lowest(view, 1.0) > needed:
        return view.options - 1
    return best


def coin_lead(view):
    """How many coins more than the richest of the others."""
    lead = view.coins - view.other_coins[0]
    for i in range(1, view.players - 1):
        lead = min(lead, view.coins - view.other_coins[i])
    return lead
