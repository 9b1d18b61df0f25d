"""Keeps its best cards - Wilds, Sixes and the values that turn the direction - until the Draw Deck is empty, then sheds.

`keep` is how many of them it keeps back. The careful player's plan; it looks at nobody else's hand.
"""

from simlab.games.mean import ONE, SIX, TEN, THREE, TWELVE, WILD, gives_away, goes_out, plays, swap_with_fewest

PARAMS = {"keep": 4}


def play(view, my):
    good = 0
    for value in (WILD, ONE, THREE, SIX, TEN, TWELVE):
        good += view.hand[value]
    best, best_score = 0, -1000.0
    for i in range(plays(view)):
        if goes_out(view, i):
            return i
        card = WILD if view.wild[i] else view.value[i]
        score = 2 * view.count[i] - 3 * view.wild[i] - 100 * gives_away(view, i) - 50 * (view.count[i] == 0)
        if view.deck > 0 and is_good(card) and good - view.count[i] < my.keep:
            score -= 10 * view.count[i]
        if score > best_score:
            best, best_score = i, score
    return best


def is_good(value):
    return value in (WILD, ONE, THREE, SIX, TEN, TWELVE)


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
