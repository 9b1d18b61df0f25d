"""Always the playable card with the lowest number: the second yardstick, which needs no luck."""


def play(view):
    return 0
