"""Always the first legal action, which is the card that stands first in the game's list: the second yardstick, which needs no luck."""


def play(view):
    return 0


def name_suit(view):
    return 0
