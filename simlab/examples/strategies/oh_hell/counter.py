"""Bids its Aces, Kings and trumps; goes for tricks until it has what it bid, and then throws high cards away.

It takes no notice of who has not followed suit, nor of what the others have bid.
"""

from simlab.games.oh_hell import beats, plays, says
from simlab.players.params import Param

PARAMS = {
    "ace": Param(0.8, 0, 2, "tricks that it expects of an Ace"),
    "king": Param(0.4, 0, 2, "tricks that it expects of a King"),
    "trump": Param(0.5, 0, 2, "tricks that it expects of a trump"),
}
ACE, KING = 12, 11


def say(view, my):
    hoped = 0.0
    for card in range(52):
        if view.hand[card] == 1 and card // 13 == view.trump_top // 13:
            hoped += my.trump
        elif view.hand[card] == 1:
            hoped += my.ace * (card % 13 == ACE) + my.king * (card % 13 == KING)
    best, best_gap = 0, 100.0
    for i in range(says(view)):
        gap = abs(view.option[i] - hoped)
        if gap < best_gap:
            best, best_gap = i, gap
    return best


def play(view):
    best, best_score = 0, -1000
    wants = view.tricks[view.seat] < view.bid[view.seat]
    for i in range(plays(view)):
        card = view.option[i]
        worth = card % 13 + 13 * (card // 13 == view.trump_top // 13)
        if takes(view, card):
            score = (100 + worth if view.trick_size == 0 else 100 - worth) if wants else -worth
        else:
            score = -worth if wants else 100 + worth
        if score > best_score:
            best, best_score = i, score
    return best


def takes(view, card):
    """Does this card take the trick, as far as it lies there?"""
    best = view.trick[0] if view.trick_size > 0 else -1
    for i in range(1, view.trick_size):
        if beats(view.trick[i], best, view.trump_top):
            best = view.trick[i]
    return best < 0 or beats(card, best, view.trump_top)
