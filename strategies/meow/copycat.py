"""Copies always, with every card it can, and leads as many cards at once as it can.

A copy is the only way to shed cards and be paid for it, so it never lets one go. It never declares Meow, and it gives no thought to
what its own leads may cost.
"""

from simlab.games.meow import plays, size


def respond(view):
    return most_cards(view)


def lead(view):
    return most_cards(view)


def most_cards(view):
    best = 0
    for i in range(plays(view)):
        if size(view, i) > size(view, best):
            best = i
    return best
