"""Always the first legal action in the documented order: the second yardstick, which needs no luck."""


def respond(view):
    return 0


def lead(view):
    return 0
