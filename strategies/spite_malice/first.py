"""Always the first legal action in the documented order: the second yardstick, which needs no luck."""


def move(view):
    return 0


def give(view):
    return 0


def spite(view):
    return 0
