"""Which other parameters of a strategy come to the same game: at each of its decisions in a game it is asked with each of these as well.

Whoever would answer otherwise, or draw otherwise from the chance of its seat, parts from the game there. Nothing else in a game depends on
parameters: who has not parted by its end would have played the same, event by event. The game itself does not notice.
"""

import numpy as np

from simlab.engine.compiled import compiled
from simlab.engine.compiled.memory import call, record_at
from simlab.engine.records import record

MOST = 64  # others

PARTING = record(f"""
    at: u8                where this is done: the address of the code
    table: u8             the address of the game that is played
    others                how many other parameters there are
    code: u8[{1 + MOST}]          the address of the strategy as it plays, and with each of these
    my: u8[{1 + MOST}]            and those of the parameters
    first                 the first of the deals that are played
    parted: u8            where it is noted who has parted in each of them, as bits
""")

PARTED = record("bits: u8")
BYTES = PARTED.itemsize


@compiled
def ask_all(parting, deal, view):
    """What the strategy answers; and those of the others who have not parted yet answer as well."""
    parted = record_at(parting.parted + np.uint64(BYTES * (deal - parting.first)), PARTED)
    luck = view._luck
    choice = call(parting.code[0], view, parting.my[0])
    drawn = view._luck
    for i in range(parting.others):
        if parted.bits >> np.uint64(i) & np.uint64(1) == 0:
            view._luck = luck
            if call(parting.code[1 + i], view, parting.my[1 + i]) != choice or view._luck != drawn:
                parted.bits |= np.uint64(1) << np.uint64(i)
    view._luck = drawn
    return choice
