"""Builds sets: plays single cards first and never splits a pair, so that whole sets clear the Play Area and it may start again.

Once the Draw Deck is empty the largest set goes first. It ignores what the others hold, and what an Eight does.
"""

from simlab.games.mean import SIX, clears, gives_away, goes_out, plays, swap_with_fewest


def play(view):
    building = view.deck > 0
    best, best_score = 0, -1000
    for i in range(plays(view)):
        if goes_out(view, i):
            return i
        value, count = view.value[i], view.count[i]
        score = -count if building else count
        if view.wild[i]:
            score -= 20
        elif count < view.hand[value]:
            score -= 10
        if clears(view, i):
            score += 30 + 10 * (value == SIX)
        score -= 100 * gives_away(view, i) + 50 * (count == 0)
        if score > best_score:
            best, best_score = i, score
    return best


def swap(view):
    return swap_with_fewest(view)
