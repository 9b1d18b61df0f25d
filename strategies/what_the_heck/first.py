"""Always bids its lowest card: the second yardstick, which needs no luck."""


def bid(view):
    return 0
