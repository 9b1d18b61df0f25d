"""Weighs points, turns taken from others and what its own hand fits next, and keeps Hits until somebody is about to go out.

All in points: `keep` is what a Hit is worth while everybody holds more than `alarm` cards, `skip` what a Cut or Flip is worth, `own` each
card in hand that goes on the one played. The best we know; tuned against `random` and `dumper`.
"""

from simlab.games.hit_the_deck import colour_of, is_cut, is_flip, is_hit, number_of, of_colour, of_number, plays, points, smallest_hand
from simlab.players.params import Param

PARAMS = {
    "keep": Param(10, 0, 100, "points that a Hit is worth in hand until the alarm"),
    "skip": Param(3, 0, 100, "points that taking the next player's turn is worth"),
    "own": Param(0.8, 0, 10, "points that each card in hand is worth that goes on the one played"),
    "alarm": Param(2, 0, 20, "how few cards another player holds when Hits go out"),
}


def play(view, my):
    keep = my.keep if smallest_hand(view) > my.alarm else 0.0
    best, best_score = 0, -1e9
    for i in range(plays(view)):
        card = view.card[i]
        colour, number = colour_of(card), number_of(card)
        score = points(card) - keep * is_hit(card) + my.skip * (is_cut(card) or is_flip(card))
        if colour >= 0:
            score += my.own * (of_colour(view, colour) - (card < 40))
        if number > 0:
            score += my.own * (of_number(view, number) - (card < 40))
        if score > best_score:
            best, best_score = i, score
    return best
