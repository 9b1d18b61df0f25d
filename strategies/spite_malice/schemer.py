"""Weighs every move: the way to its own UP card, what the next players could do with the Build Piles, Wilds, and tidy Store Piles.

All the ideas of the others at once, each with a weight. It counts no cards, and looks no further than the end of its own turn.
"""

from simlab.games.spite_malice import PLAY, SPITE, STORE, UP, below, give_to_fewest, missing, moves, way

PARAMS = {"play": 8.0, "way": 100.0, "block": 25.0, "wild": 60.0, "tidy": 4.0, "spite": 5.0}


def move(view, my):
    goal = view.up[view.me]
    start = best_start(view, goal)
    best, best_score = 0, -1e9
    for i in range(moves(view)):
        score = 0.0
        if view.action[i] == PLAY:
            value = view.value[i]
            score = my.play + my.block * (threat(view, value - 1) - threat(view, value)) - my.wild * view.wild[i]
            if value <= goal and value == start + 1:
                score += my.way
            if view.source[i] == UP:
                score += 10.0 * my.way
        elif view.action[i] == STORE:
            score = -20.0 + my.tidy * tidiness(view, view.value[i], view.target[i])
        elif view.action[i] == SPITE:
            score = -30.0 + my.spite * (view.stack[view.me] - view.stack[view.target[i]])
        if score > best_score:
            best, best_score = i, score
    return best


def best_start(view, goal):
    """The top from which the UP card can be reached with the fewest Wilds; 99: from none."""
    start, fewest = 99, 99
    for pile in range(-1, view.piles):
        top = 0 if pile < 0 else view.pile_top[pile]
        if top < goal:
            wilds = way(view, top, goal)
            if 0 <= wilds < fewest or (wilds == fewest and top > start):
                start, fewest = top, wilds
    return start


def threat(view, top):
    """What a Build Pile with this top is worth to the others, most of all to the next."""
    total = 0.0
    for step in range(1, view.players):
        lacking = missing(view, (view.me + step) % view.players, top)
        if lacking < 3:
            total += 1.0 / (step * (1 + lacking))
    return total


def tidiness(view, value, pile):
    """How well a card lies on one of the Store Piles: on the next higher one, on its like, alone, or above lower ones."""
    top = view.store_top[view.me, pile]
    if top == 0:
        return 1.0 + 0.1 * value
    if top >= value:
        return 4.0 - (top - value - 1) if top > value else 3.0
    return -2.0 - 0.2 * (value - top)


def give(view):
    return give_to_fewest(view)


def spite(view):
    """Only against who is about to win."""
    if view.stack[view.on_turn] <= 2:
        return below(view, view.options - 1)
    return view.options - 1
