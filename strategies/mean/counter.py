"""Counts the cards that it has seen, and turns play the way in which the fewest of the others can follow.

Of its largest sets it weighs the highest going up against the lowest going down: which leaves the others fewer cards? Wilds and Sixes are
cards to it like any other, and it looks at no hand.
"""

from simlab.games.mean import gives_away, goes_out, plays, swap_with_fewest, unseen


def followers(view, value, up):
    """How many cards that it has not seen may be played on this value; Wilds always may."""
    number = 0
    for other in range(value if up else 1, 13 if up else value + 1):
        number += unseen(view, other)
    return number


def play(view):
    high, low, largest = -1, -1, -1000
    for i in range(plays(view)):
        if goes_out(view, i):
            return i
        size = 2 * view.count[i] - 3 * view.wild[i] - 100 * gives_away(view, i) - 50 * (view.count[i] == 0)
        if size > largest:
            high, low, largest = -1, -1, size
        if size == largest and view.goes_up[i] and (high < 0 or view.value[i] >= view.value[high]):
            high = i
        if size == largest and not view.goes_up[i] and (low < 0 or view.value[i] < view.value[low]):
            low = i
    if high < 0 or low < 0:
        return max(high, low)
    if followers(view, view.value[high], 1) < followers(view, view.value[low], 0):
        return high
    return low


def swap(view):
    return swap_with_fewest(view)
