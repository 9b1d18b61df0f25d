"""What the state of every game has in it: the engine's own fields, what every player asked sees, house rules, and what every game leaves.

Of the house rules, whole numbers, fractions, flags and choices have a field each, under their own names; a list of them takes up its
greatest length and has its length beside it, as `<name>_count`. Where a rule is anything else, or the engine wants something made of the
rules, the game says what stands there: `Rules.ENGINE` declares the fields and `Rules.engine_values()` fills them.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from simlab.base.kinds import Choice, Flag, Real, Several, Whole
from simlab.engine.records import Field, blank, fields, record
from simlab.engine.rules import HouseRules, describe, numbers, shown_by
from simlab.engine.watched import FLAGS, watch

SEATS = 8  # the most players that any game has
SCALARS = 6  # whole numbers in a trace event, before its lists

ENGINE = fields(f"""
    key: u8               the key of this game's random streams
    mark: u8              with what cards, and dealt how, games are played: with this each game's course begins
    seed                  the run's seed
    deal                  the number of this deal
    seated                who sits where, as a number: the seats' random streams depend on it
    turn                  the turn that is played, where the row has it only later
    asked                 the seat asked last
    chosen                what it answered
    tracing               1 while events are written
    following             1 while it is written down what is chosen and how near all are to winning; 2 in a game that may be left
    until                 such a game is left at the end of that turn; -1: of its round; 0: it is played to its end
    knowing               1 while it is kept what each seat knows of cards that it does not see: for `redeal`
    between: u8           the address of what is called before each turn, while somebody thinks or looks on; 0: nothing is
    between_my: u8        and of its part
    kept                  1 once this game was kept as it stood before a turn
    thought               the seats that have thought in this game, as bits
    resumed               1 while an imagined game goes back to where another was kept
    next                  the seat with which it goes on there
    looking: u8           the address of what is called with each event that is written, while somebody looks at the table; 0: nothing is
    log: u8               the address of the buffer of the trace, or of what is followed
    log_at                where its next word goes
    log_room              how many words it holds
    code: u8[{SEATS}]     the address of each seat's strategy
    my: u8[{SEATS}]       the address of each seat's parameters
    luck: u8[{SEATS}]     the position of each seat's random stream
    to_chance[{SEATS}]    the decisions that each seat's strategy leaves to chance, as bits
""")

ASKED = fields("""
    players               how many sit at the table
    kind                  which decision is asked for
    options               how many legal actions there are; the answer is from 0 to options - 1
    _luck: u8             the position of the asked seat's random stream
""")

RESULT = fields(f"""
    course: u8            the same as another game's if and only if nothing that happened in them differed
    turns: i4             turns played
    decisions: i4         decisions with two or more legal actions
    ending: i1            how the game ended
    last: i1              whose doing the last event was that is somebody's; -1: there was none
    won: u1[{SEATS}]      1: is among the winners
    lost: u1[{SEATS}]     1: is among the losers
    place: i1[{SEATS}]    1 is best; 0: none
""")

SCORES = fields(f"score[{SEATS}]    points, in units of 1/840")
NO_SCORES = fields("_: u1[4]    nothing: what follows begins a word, as it does behind scores")


BY = "by_"
_KINDS = {Whole: "i8", Flag: "i8", Choice: "i8", Real: "f8"}  # of numbers to the engine


def state_record(
    rules: type[HouseRules], *, view: str, row: str, own: str | tuple[Field, ...], scores: bool = True, **parts: np.dtype
) -> np.dtype:
    """The record of a whole game: the view of the player asked, the row of results, and what only the engine knows; `parts` are records.
    A game that has no use for them can do without `scores` in its rows, which are many.
    """
    seen = record(ASKED, view, rules=watch(record(tuple(_of_rules(rules)), fields(rules.ENGINE), FLAGS)))
    result = record(RESULT, SCORES if scores else NO_SCORES, fields(row, "i4"), tuple(_who(rules)))
    return record(ENGINE, own, seen=seen, row=result, **parts)


def _who(rules: type[HouseRules]) -> Iterator[Field]:
    """Of each event and counter that shows a house rule: who set it off."""
    for name in shown_by(rules):
        yield Field(f"{BY}{name}", "u1", (), f"the seats that set off {name}, as bits")


def _of_rules(rules: type[HouseRules]) -> Iterator[Field]:
    """The fields of house rules that are numbers to the engine."""
    for rule in describe(rules):
        item, shape = (rule.kind.item, (rule.kind.high,)) if isinstance(rule.kind, Several) else (rule.kind, ())
        if type(item) in _KINDS:
            yield Field(rule.name, _KINDS[type(item)], shape, rule.meaning)
            yield from [Field(f"{rule.name}_count", "i8", (), "")] if shape else []


def write_rules(into: Any, rules: HouseRules) -> None:
    """Fill in the engine's record of house rules that are resolved for a number of players."""
    for name, value in {**numbers(rules), **rules.engine_values()}.items():
        if name not in into.dtype.names:
            continue
        if f"{name}_count" in into.dtype.names and isinstance(value, tuple):
            into[name] = 0
            into[name][: len(value)] = value
            into[f"{name}_count"] = len(value)
        else:
            into[name] = value


def encoded(kind: np.dtype, rules: HouseRules) -> np.void:
    """House rules that are resolved for a number of players, as a record of their own."""
    into = blank(kind)
    write_rules(into[0], rules)
    return np.void(into[0])
