"""Picks one of the legal actions, each with the same chance: the yardstick for all others."""

from simlab.games.sevens import below


def play(view):
    return below(view, view.options)


def name_suit(view):
    return below(view, view.options)
