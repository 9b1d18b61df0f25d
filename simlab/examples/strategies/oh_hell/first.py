"""Always the first legal action: the second yardstick, which needs no luck."""


def say(view):
    return 0


def play(view):
    return 0
