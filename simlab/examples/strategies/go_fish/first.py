"""Always the first legal action: the second yardstick, which needs no luck."""


def rank(view):
    return 0


def whom(view):
    return 0
