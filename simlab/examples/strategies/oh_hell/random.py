"""Picks one of the legal actions, each with the same chance: the yardstick for all others."""

from simlab.games.oh_hell import below


def say(view):
    return below(view, view.options)


def play(view):
    return below(view, view.options)
