"""Picks one of the cards that may be played, each with the same chance: the yardstick for all others."""

from simlab.games.hit_the_deck import below


def play(view):
    return below(view, view.options)
