"""Gets rid of its Eights as early as it can, so that it never has to end on one.

It fears the rule that an Eight played last loses (where that wins it just sheds), and nothing else: it swaps even out of a small hand.
"""

from simlab.games.mean import EIGHT, WINS, gives_away, goes_out, plays, swap_with_fewest


def play(view):
    has = view.hand[EIGHT] > 0
    best, best_score = 0, -1000
    for i in range(plays(view)):
        if goes_out(view, i):
            return i
        score = 2 * view.count[i] - view.wild[i] - 300 * gives_away(view, i) - 40 * (view.count[i] == 0)
        if has and view.value[i] == EIGHT and not view.wild[i] and view.rules.eight_last != WINS:
            score += 50
        elif has and view.count[i] == view.cards - view.hand[EIGHT] and view.rules.eight_last != WINS:
            score -= 50  # only Eights would be left
        if score > best_score:
            best, best_score = i, score
    return best


def swap(view):
    return swap_with_fewest(view)


def pile(view):
    for i in range(view.piles):
        if view.pile_face[i] != EIGHT:
            return i
    return 0
