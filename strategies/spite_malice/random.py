"""Picks one of the legal actions, each with the same chance: the yardstick for all others."""

from simlab.games.spite_malice import below


def move(view):
    return below(view, view.options)


def give(view):
    return below(view, view.options)


def spite(view):
    return below(view, view.options)
