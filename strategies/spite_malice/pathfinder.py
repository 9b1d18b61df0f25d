"""Plans a way from a Build Pile to its UP card, through hand, Store Piles and Wilds, and goes it before anything else.

Of several ways it takes the one with the fewest Wilds. Where there is none it plays natural cards, to draw new ones. It does not look at
the others.
"""

from simlab.games.spite_malice import PLAY, STORE, UP, give_to_fewest, moves, way


def move(view):
    goal = view.up[view.me]
    best, best_score = 0, -1
    for i in range(moves(view)):
        score, value = 0, view.value[i]
        if view.action[i] == PLAY and view.source[i] == UP:
            score = 1000
        elif view.action[i] == PLAY:
            wilds = way(view, value - 1, goal) if value < goal else -1
            if wilds >= 0:
                score = 500 - 50 * wilds + value
            elif view.wild[i] == 0:
                score = 100
        elif view.action[i] == STORE:
            score = value
        if score > best_score:
            best, best_score = i, score
    return best


def give(view):
    return give_to_fewest(view)


def spite(view):
    return view.options - 1
