"""Punishes the leader: MEAN! cards and values with little room behind them when the next player holds the fewest cards, else it sheds.

It also swaps with the leader whenever it can. It would rather keep somebody from winning than win.
"""

from simlab.games.mean import EIGHT, SIX, gives_away, goes_out, next_hand, plays, smallest_hand, swap_with_fewest


def play(view):
    smallest = smallest_hand(view)
    spoils = next_hand(view) == smallest
    best, best_score = 0, -1000
    for i in range(plays(view)):
        if goes_out(view, i):
            return i
        value, count = view.value[i], view.count[i]
        score = 4 * count - 2 * view.wild[i] - 100 * gives_away(view, i)
        if value == SIX:
            score += 20 * count if spoils else -20
        elif value == EIGHT:
            score += 30 if smallest < view.cards - count else -10
        elif spoils and count > 0:
            score -= 12 - value if view.goes_up[i] else value
        if score > best_score:
            best, best_score = i, score
    return best


def swap(view):
    return swap_with_fewest(view)
