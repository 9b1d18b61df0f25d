"""Bids one of its cards, each with the same chance: the yardstick for all others."""

from simlab.games.what_the_heck import below


def bid(view):
    return below(view, view.options)
