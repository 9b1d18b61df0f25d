"""Always the first legal action in the documented order: the second yardstick, which needs no luck."""


def play(view):
    return 0


def swap(view):
    return 0


def pile(view):
    return 0
