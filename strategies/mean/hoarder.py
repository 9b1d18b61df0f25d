"""Keeps its best cards - Wilds, Sixes and the values that turn the direction - until the Draw Deck is empty, then sheds.

`keep` is how many of them it keeps back. The careful player's plan; it looks at nobody else's hand.
"""

from simlab.games.mean import ONE, SIX, TEN, THREE, TWELVE, WILD, gives_away, goes_out, plays, swap_with_fewest
from simlab.players.params import Param

GOOD = 1 << WILD | 1 << ONE | 1 << THREE | 1 << SIX | 1 << TEN | 1 << TWELVE  # as bits

PARAMS = {"keep": Param(4, 0, 40, "how many of its best cards it keeps back")}


def play(view, my):
    good = 0
    for value in (WILD, ONE, THREE, SIX, TEN, TWELVE):
        good += view.hand[value]
    keeps = 10 * (view.deck > 0)
    best, best_score = 0, -1000
    for i in range(plays(view)):
        if goes_out(view, i):
            return i
        card = WILD if view.wild[i] else view.value[i]
        score = 2 * view.count[i] - 3 * view.wild[i] - 100 * gives_away(view, i) - 50 * (view.count[i] == 0)
        score -= keeps * is_good(card) * (good - view.count[i] < my.keep) * view.count[i]
        if score > best_score:
            best, best_score = i, score
    return best


def is_good(value):
    return GOOD >> value & 1


def swap(view):
    return swap_with_fewest(view)


def pile(view):
    for i in range(view.piles):
        if view.pile_face[i] == WILD:
            return i
    for i in range(view.piles):
        if is_good(view.pile_face[i]):
            return i
    return 0
