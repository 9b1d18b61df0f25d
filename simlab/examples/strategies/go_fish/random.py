"""Picks one of the legal actions, each with the same chance: the yardstick for all others."""

from simlab.games.go_fish import below


def rank(view):
    return below(view, view.options)


def whom(view):
    return below(view, view.options)
