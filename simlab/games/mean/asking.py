"""What whoever sits down to MEAN! is asked and told."""

from collections.abc import Iterator
from typing import Any

from simlab.games.mean.components import EIGHT, MAY, SIX, TO_PILE, TO_PLAY, WILD
from simlab.games.mean.words import COUNTS


def _and_its_effect(value: int) -> str:
    return {SIX: ": MEAN!", EIGHT: ", an Eight"}.get(value, "")


def say_play(view: Any, option: int, _: int) -> str:
    """A play: the cards, and the direction where it changes or is chosen."""
    value, count = view.value[option], view.count[option]
    if value == 0:
        return "take a Punishment Pile instead"
    many = "s" * (count > 1)
    what = f"{COUNTS[count]} Wild{many} as {value}" if view.wild[option] else f"{COUNTS[count]} {value}{many}"
    turns = not view.top or view.goes_up[option] != view.up
    return f"{what}{_and_its_effect(value)}{', and play goes ' + _way(view.goes_up[option]) if turns else ''}"


def say_swap(view: Any, option: int, seat: int) -> str:
    """With whom, and how many cards that hand has."""
    others = view.options - 1 if view.rules.eight_swap == MAY else view.options
    if option == others:
        return "nobody"
    partner = view.partner[option]
    return f"Seat {(seat + 1 + partner) % view.players}, who holds {_cards(view.other_cards[partner])}"


def say_pile(view: Any, option: int, _: int) -> str:
    """How large it is, and what is seen of it."""
    return f"the Pile of {_cards(view.pile_size[option])}, {_named(view.pile_face[option])} on top"


def tells(view: Any, _: int) -> Iterator[str]:
    """What lies on top, which way play goes, and who is to be punished."""
    if view.top == 0:
        yield f"The Play Area is empty{': any card may be played' if view.kind == TO_PLAY else ''}."
    else:
        again = f", {COUNTS[min(view.run, 8)]} in a row" if view.run > 1 else ""
        yield f"On top of the Play Area: {view.top}{again}. Play goes {_way(view.up)}."
    if view.unresolved:
        yield f"MEAN! cards that nobody was punished for yet: {view.unresolved}."
    if view.owed and view.kind == TO_PILE:
        yield f"Piles still to take: {view.owed}."


def _way(up: int) -> str:
    return "up" if up else "down"


def _named(card: int) -> str:
    return "Wild" if card == WILD else str(card)


def _cards(count: int) -> str:
    return f"{count} card{'s' * (count != 1)}"
