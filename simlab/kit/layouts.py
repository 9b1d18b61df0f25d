"""What only one game's layout of zones can have: filling in its view, clearing its table, counting its cards, dealing anew.

The functions stand here for all games; which one is meant the game's record tells, of which no two are the same (see `zones`).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from simlab.engine.compiled import apart, checked, compiled
from simlab.engine.compiled.chance import shuffle_counted
from simlab.engine.compiled.play import end_turn
from simlab.kit.cards import NO_CARD
from simlab.kit.moves import count_up, empty, refill
from simlab.kit.recalling import held_before
from simlab.kit.zones import Layout

PLAYING = -1  # the ending of a game that goes on


@dataclass(frozen=True, eq=False)
class Made:
    """A layout, and the functions made of it and of what the game says of a standing."""

    layout: Layout
    functions: dict[str, Any]


class _OfEachGame(dict[Any, Made]):
    """By the type of the game's record. Compiled code depends on its own game's alone, and that the game tells (`Game.made`)."""

    compiled_as = "of each game its own"


MADE = _OfEachGame()


def make(state: np.dtype, layout: Layout, standing: Any) -> tuple[Any, tuple[Any, ...]]:
    """Make the functions that only records of this type can have; from now on the functions below find them. What says how near a seat is
    to winning (made too, where the game does not say it), and all that compiled code may be made of.
    """
    called = (count_up, empty, end_turn, held_before, refill, shown_top, shuffle_counted)
    names = {one.__name__: one for one in called} | {"PLAYING": PLAYING, "__name__": __name__}
    exec(compile(layout.text, "<made from where the cards lie>", "exec"), names)
    names["standing"] = standing or checked(names["fewest_left"])
    merged = {name: compiled(names[name]) for name in ("look", "note_turn")}
    functions = merged | {name: apart(names[name]) for name in ("start", "clear", "census", "redeal", "recall")}
    MADE[state] = Made(layout, functions)
    return names["standing"], (*functions.values(), layout.pack.copies)


@compiled
def shown_top(pile):
    """The card on top of a pile, or NO_CARD."""
    if pile.n == 0:
        return NO_CARD
    return int(pile.card[pile.n - 1])


def start(g):
    """A game begins: nothing is remembered of the one before."""
    MADE[g.dtype].functions["start"](g)


def look(g, seat):
    """Fill in what this player sees."""
    MADE[g.dtype].functions["look"](g, seat)


def note_turn(g):
    """A turn is over: how near each seat is to winning is written down where that is asked for."""
    MADE[g.dtype].functions["note_turn"](g)


def clear(g):
    """No card lies anywhere."""
    MADE[g.dtype].functions["clear"](g)


def census(g):
    """How many of each card there are, wherever they lie: in g.tally."""
    MADE[g.dtype].functions["census"](g)


def redeal(g, seat, number):
    """Deal anew what a player cannot know, in the `number`th of many ways. Where it lay has no say in it."""
    MADE[g.dtype].functions["redeal"](g, seat, number)


def recall(g, after, now, own, other):
    """Deal anew what a player could not know before a turn of another, whose hand has become what it is in `now`. Can it be told?"""
    return MADE[g.dtype].functions["recall"](g, after, now, own, other)


def card_of(g):
    """As plain Python: what names a card of this game; any number is one where the game does not say where its cards lie."""
    made = MADE.get(g.dtype)
    return made.layout.pack.names.__getitem__ if made else str


def copies_of(g, card):
    """How many of that card are in the pack under these house rules."""
    copies = MADE[g.dtype].layout.pack.copies
    return copies(g.seen.rules, card) if callable(copies) else int(copies[card])
