"""Picks one of the legal actions, each with the same chance: the yardstick for all others."""

from simlab.games.meow import below


def respond(view):
    return below(view, view.options)


def lead(view):
    return below(view, view.options)
