"""Gets rid of its Eights early and one by one takes no new ones, so that it never has to end on an Eight.

Fear of the rule that an Eight played last loses, and nothing else: it swaps even out of a small hand.
"""

from simlab.games.mean import EIGHT, WILD, gives_away, goes_out, plays, swap_with_fewest


def play(view):
    others = view.cards - view.hand[EIGHT]
    best, best_score = 0, -1000
    for i in range(plays(view)):
        if goes_out(view, i):
            return i
        score = 2 * view.count[i] - view.wild[i] - 100 * gives_away(view, i)
        if view.value[i] == EIGHT and not view.wild[i]:
            score += 50
        elif view.hand[EIGHT] and view.count[i] == others:
            score -= 50  # would leave nothing but Eights
        if score > best_score:
            best, best_score = i, score
    return best


def swap(view):
    return swap_with_fewest(view)


def pile(view):
    for i in range(view.piles):
        if view.pile_face[i] != EIGHT and view.pile_face[i] != WILD:
            return i
    return 0
