"""Picks one of the legal actions, each with the same chance: the yardstick for all others."""

from simlab.games.mean import below


def play(view):
    return below(view, view.options)


def swap(view):
    return below(view, view.options)


def pile(view):
    return below(view, view.options)
