"""All seats of a table at once, as the bits of a whole number: who comes next, who holds the fewest cards; neither loop nor branch.

Compiled, `fewest` is a few machine instructions (see `instructions`).
"""

from simlab.engine.compiled.bits import lowest
from simlab.engine.compiled.functions import compiled


@compiled
def following(seats, seat):
    """The next seat clockwise of a set that is not empty; where it has no other, the same one."""
    later = seats & -(2 << seat)
    return lowest(later if later != 0 else seats)


def fewest(cards, seats):
    """Those of the seats that hold the fewest, as a set: `cards` is a field of eight numbers of two bytes, none negative."""
    of_them = [seat for seat in range(8) if seats >> seat & 1]
    least = min(cards[seat] for seat in of_them)
    return sum(1 << seat for seat in of_them if cards[seat] == least)
