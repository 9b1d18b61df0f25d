"""Punishes the leader: where the next player holds the fewest cards, with MEAN! cards and with values that leave little room to follow.

It swaps with the leader whenever it can, and while it cannot reach the leader it sheds. It would rather keep others from winning than win.
"""

from simlab.games.mean import EIGHT, SIX, gives_away, goes_out, next_hand, plays, smallest_hand, swap_gain, swap_with_fewest


def play(view):
    spoils = next_hand(view) == smallest_hand(view)
    best, best_score = 0, -1000
    for i in range(plays(view)):
        if goes_out(view, i):
            return i
        value, count = view.value[i], view.count[i]
        score = 4 * count - 2 * view.wild[i] - 300 * gives_away(view, i) - 50 * (count == 0)
        if value == SIX:
            score += 20 if spoils else -20
        elif value == EIGHT:
            gain = swap_gain(view, i)
            score += 30 if gain > 0 else 10 * gain
        elif spoils:
            score -= 12 - value if view.goes_up[i] else value - 1
        if score > best_score:
            best, best_score = i, score
    return best


def swap(view):
    return swap_with_fewest(view)
