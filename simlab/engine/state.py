"""What the state of every game has in it: the engine's own fields, what every player asked sees, and what every game leaves."""

import numpy as np

from simlab.engine.encoded import engine_type
from simlab.engine.records import fields, record
from simlab.engine.rules import HouseRules

SEATS = 8  # the most players that any game has
SCALARS = 6  # whole numbers in a trace event, before its lists

ENGINE = fields(f"""
    key: u8               the key of this game's random streams
    seed                  the run's seed
    deal                  the number of this deal
    asked                 the seat asked last
    chosen                what it answered
    tracing               1 while events are written
    course                1 while the standings after each turn are written
    knowing               1 while it is kept what each seat knows of cards that it does not see: for `redeal`
    log: u8               the address of the trace buffer, or of the course's
    log_at                where its next word goes
    log_room              how many words it holds
    code: u8[{SEATS}]     the address of each seat's strategy
    my: u8[{SEATS}]       the address of each seat's parameters
    luck: u8[{SEATS}]     the position of each seat's random stream
""")

ASKED = fields("""
    players               how many sit at the table
    kind                  which decision is asked for
    options               how many legal actions there are; the answer is from 0 to options - 1
    _luck: u8             the position of the asked seat's random stream
""")

RESULT = fields(f"""
    turns: i4             turns played
    decisions: i4         decisions with two or more legal actions
    ending: i1            how the game ended
    won: u1[{SEATS}]      1: is among the winners
    lost: u1[{SEATS}]     1: is among the losers
    place: i1[{SEATS}]    1 is best; 0: none
    score[{SEATS}]        points, in units of 1/840, where the game scores
""")


def state_record(rules: type[HouseRules], *, view: str, row: str, own: str) -> np.dtype:
    """The record of a whole game: the view of the player asked, the row of results, and what only the engine knows."""
    seen = record(ASKED, view, rules=engine_type(rules))
    return record(ENGINE, own, seen=seen, row=record(RESULT, fields(row, "i4")))
