"""What whoever sits down to Spite & Malice is asked and told."""

from collections.abc import Iterator
from typing import Any

from simlab.games.spite_malice.components import FIRST_STORE, HAND, NOTHING, PLAY, SPITE, STORE, TO_SPITE, UP

_SPITES = ("a turn is stopped", "the whole hand is discarded", "a card goes under the Card Stack", "the UP card is buried")


def say_move(view: Any, option: int, _: int) -> str:
    """What is played from where to where, or stored, or the end of the turn."""
    action, source, value, target = (of[option] for of in (view.action, view.source, view.value, view.target))
    if action == PLAY:
        where = {UP: "from the Card Stack", HAND: "from the hand"}.get(source) or f"from Store Pile {source - FIRST_STORE}"
        return f"play {'a Wild as ' if view.wild[option] else ''}{value} {where} on {_build_pile(view, target)}"
    if action == SPITE:
        return f"play Spite against Seat {target}: {_SPITES[value]}"
    return f"store {value} on Store Pile {target}, which ends the turn" if action == STORE else "end the turn"


def say_give(view: Any, option: int, seat: int) -> str:
    """To whom."""
    other = (seat + 1 + option) % view.players
    return f"Seat {other}, who has {view.stack[other]} left on the Card Stack"


def say_spite(view: Any, option: int, _: int) -> str:
    """A Spite card against who is on turn, or none."""
    return "none" if option == view.options - 1 else f"play Spite: {_SPITES[view.spite_text[option]]}"


def tells(view: Any, _: int) -> Iterator[str]:
    """What has to be covered, whose turn it is, and whose is skipped."""
    if view.cover != NOTHING:
        yield f"The Wild on the Build Pile, a {view.pile_top[view.cover]}, must be covered now."
    if view.kind == TO_SPITE:
        yield f"It is the turn of Seat {view.on_turn}, who has just put a card on a Build Pile."
    yield from (f"The next turn of Seat {other} will be skipped." for other in range(view.players) if view.skips[other])


def _build_pile(view: Any, pile: int) -> str:
    return "a new Build Pile" if pile == view.piles else f"the Build Pile with {view.pile_top[pile]} on top"
