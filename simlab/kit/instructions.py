"""What the kit's functions become when compiled: which version of a function a zone's record means, what was made for a game's layout, what
is declared.

Loaded when compiling begins, and named by nothing else.
"""

from typing import Any

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import lower_constant
from numba.extending import models, overload, register_model, typeof_impl
from numba.np.numpy_support import as_dtype

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.course import note, note_numbers
from simlab.engine.compiled.memory import rarely
from simlab.engine.compiled.play import put, put_cards, write
from simlab.engine.events import LISTS
from simlab.kit import layouts, moves
from simlab.kit.declared import Declared, number_of
from simlab.kit.turns import note_list, note_lists, or_null, put_counted, put_list, put_lists, tell

PLAIN: Any = {"nogil": True, "error_model": "numpy"}
CHECKED: Any = PLAIN | {"boundscheck": True}
MERGED: Any = CHECKED | {"forceinline": True}

# Zones: the fields of a zone's record settle which version is meant


def _fields(zone):
    if not isinstance(zone, types.Record):
        raise TypingError(moves.ALL_GIVEN)
    return zone.fields


@overload(moves.one, jit_options=MERGED)
def _(zone):
    return _fields(zone) and (lambda zone: zone)


def _by_zone(function, options):
    def one(zone):
        return moves.version_for(function, _fields(zone))

    def two(zone, a):
        return moves.version_for(function, _fields(zone))

    def three(zone, a, b):
        return moves.version_for(function, _fields(zone))

    def four(zone, a, b, c):
        return moves.version_for(function, _fields(zone))

    overload(function, strict=False, jit_options=options)((one, two, three, four)[function.__code__.co_argcount - 1])


# Who gains a card gets one that lay somewhere, and there is room for all: nothing can be out of range.
_WAYS = {moves.gain: PLAIN | {"forceinline": True}, moves.gain_some: PLAIN, moves.empty: PLAIN | {"forceinline": True}, moves.lose: MERGED}
for _function in moves.VERSIONS:
    _by_zone(_function, _WAYS.get(_function, CHECKED))


# Layouts: the game's record settles for which one a function was made


def _of_layout(function, options):
    def made(g):
        return layouts.MADE[as_dtype(g)].functions[function.__name__]

    def one(g):
        found = made(g)
        return lambda g: found(g)

    def two(g, seat):
        found = made(g)
        return lambda g, seat: found(g, seat)

    def three(g, seat, number):
        found = made(g)
        return lambda g, seat, number: found(g, seat, number)

    def five(g, after, now, own, other):
        found = made(g)
        return lambda g, after, now, own, other: found(g, after, now, own, other)

    taking = {1: one, 2: two, 3: three, 5: five}
    overload(function, jit_options=options)(taking[function.__code__.co_argcount])


for _function in (layouts.start, layouts.clear, layouts.census, layouts.redeal, layouts.recall):
    _of_layout(_function, PLAIN)
for _function in (layouts.look, layouts.note_turn):
    _of_layout(_function, PLAIN | {"forceinline": True})


@overload(layouts.copies_of)
def _(g, card):
    copies = layouts.MADE[as_dtype(g)].layout.pack.copies
    if isinstance(copies, np.ndarray):
        return lambda g, card: copies[card]
    counted = compiled(copies)
    return lambda g, card: counted(g.seen.rules, card)


# What is declared: each event, choice and ending is a type of its own


class DeclaredType(types.Opaque):
    """The type of one declared thing."""

    def __init__(self, what: Declared) -> None:
        self.what = what
        super().__init__(f"{what.name}{what.compiled_as}")


register_model(DeclaredType)(models.OpaqueModel)


@typeof_impl.register(Declared)
def _(what, context):
    return DeclaredType(what)


@lower_constant(DeclaredType)
def _(context, builder, kind, value):
    return context.get_dummy_value()


@overload(number_of)
def _(what):
    if isinstance(what, types.Integer):
        return lambda what: what
    number = what.what.number
    return lambda what: number


# Telling: the event settles its number, its counter, and which of its values are lists


@overload(note_list, jit_options=PLAIN)
def _(g, value):
    if isinstance(value, types.BaseTuple):
        return lambda g, value: note_numbers(g, *value)
    if isinstance(value, types.Record):
        return lambda g, value: moves.note_zone(value, g)
    return lambda g, value: note_numbers(g, value, 0, g.seen.players)


@overload(note_lists, jit_options=PLAIN)
def _(g, values):
    if isinstance(values.dtype, types.Record):
        return _note_zones
    return _note_rows


def _note_zones(g, values):
    for seat in range(g.seen.players):
        moves.note_zone(values[seat], g)


def _note_rows(g, values):
    for seat in range(g.seen.players):
        note_numbers(g, values[seat], 0, len(values[seat]))


@overload(put_list, jit_options=PLAIN)
def _(g, value):
    if isinstance(value, types.BaseTuple):
        return lambda g, value: put_cards(g, *value)
    if isinstance(value, types.Record):
        return lambda g, value: moves.put_zone(value, g)
    return lambda g, value: put_cards(g, value, 0, g.seen.players)


@overload(put_lists, jit_options=PLAIN)
def _(g, values):
    put_one = _put_zone_of if isinstance(values.dtype, types.Record) else _put_row_of

    def put_each(g, values):
        put(g, g.seen.players)
        for seat in range(g.seen.players):
            put_one(g, values, seat)

    return put_each


@apart
def _put_zone_of(g, zones, seat):
    moves.put_zone(zones[seat], g)


@apart
def _put_row_of(g, rows, seat):
    put_counted(g, rows[seat])


def _said_in(what, where, told):
    """The lines that say an event in the course or in the trace: its number and those of its values that are numbers, then the lists."""
    numbers = "".join(f", {one}" for one, sign, _ in told if sign not in LISTS)
    lists = [f"{'lists' if sign == '**' else 'list'}(g, {one})" for one, sign, _ in told if sign in LISTS]
    return [f"{where}(g, {what.number}{numbers})", *(f"{'note' if where == 'note' else 'put'}_{one}" for one in lists)]


@overload(tell, strict=False, jit_options=MERGED)
def _(g, event, *values):
    what = event.what
    signs = [sign for _, sign in what.fields][: len(values)]
    told = [(f"or_null(values[{i}])" if "~" in sign else f"values[{i}]", sign, what.noted[i]) for i, sign in enumerate(signs)]
    lines = ["def told(g, event, *values):", "    pass"]
    if what.counter:
        lines.append(f"    g.row.{what.counter} += 1")
    if what.whose is not None:
        lines.append(f"    g.row.last = values[{what.whose}]")
        lines += [f"    g.row.{by} |= 1 << values[{what.whose}]" for by in what.by if by in as_dtype(g)["row"].names]
    lines += [] if what.follows else [f"    {line}" for line in _said_in(what, "note", [one for one in told if one[2]])]
    lines += ["    if rarely(g.tracing):", *(f"        {line}" for line in _said_in(what, "write", told))]
    names = {one.__name__: one for one in (note, note_list, note_lists, or_null, put_list, put_lists, rarely, write)}
    exec("\n".join(lines), names)
    return names["told"]
