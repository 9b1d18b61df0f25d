"""Starves the next player: takes their turn with a Cut or Flip, or demands what they are least likely to have.

It counts what it has not seen of each colour and number; a card that fits costs it `weight` points. `close` is how few cards the next
player must hold before it bothers. Until then it sheds high points.
"""

from simlab.games.hit_the_deck import FLIP, HIT_HAND, colour_of, is_cut, is_flip, is_number, number_of, plays, points, unseen
from simlab.players.params import Param

PARAMS = {
    "close": Param(5, 0, 20, "how few cards the next player must hold before it bothers"),
    "weight": Param(0.1, 0, 10, "points that a card costs for each unseen card that fits on it"),
}


def left_of_number(view, number):
    left = 0
    for colour in range(4):
        left += unseen(view, 10 * colour + number)
    return left


def left_of_colour(view, colour):
    left = 0
    for kind in range(1, FLIP + 1):
        left += unseen(view, 10 * colour + kind)
    return left


def fits(view, card):
    """How many cards that fit on this one have not been seen."""
    colour, number = colour_of(card), number_of(card)
    if card == HIT_HAND:
        return 100
    left = 0
    if colour >= 0:
        left += left_of_colour(view, colour)
    if number > 0:
        left += left_of_number(view, number)
    return left + 20 * (is_number(card))


def play(view, my):
    starve = view.other_cards[0] <= my.close
    best, best_score = 0, -1000.0
    for i in range(plays(view)):
        card = view.card[i]
        score = 1.0 * points(card)
        if starve and (is_cut(card) or is_flip(card)):
            score += 100
        elif starve:
            score -= my.weight * fits(view, card)
        if score > best_score:
            best, best_score = i, score
    return best
