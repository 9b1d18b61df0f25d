"""Plays the colour it holds most of, so that the next of its own cards is likely to fit too; of one colour the dearest card.

A Hit counts as what it demands: a colour by the cards of that colour, a number by the cards of that number. `colour` is how many points
a card of the same colour in hand is worth to it.
"""

from simlab.games.hit_the_deck import colour_of, number_of, of_colour, of_number, plays, points
from simlab.players.params import Param

PARAMS = {"colour": Param(2, 0, 20, "points that a card of the same colour in hand is worth")}


def play(view, my):
    best, best_score = 0, -1.0
    for i in range(plays(view)):
        card = view.card[i]
        colour, number = colour_of(card), number_of(card)
        score = 1.0 * points(card)
        if colour >= 0:
            score += my.colour * of_colour(view, colour)
        elif number > 0:
            score += my.colour * of_number(view, number)
        if score > best_score:
            best, best_score = i, score
    return best
