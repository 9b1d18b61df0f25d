"""Trace events: declared once, written by the compiled engine as whole numbers, read back as dictionaries and as sentences.

A game declares its events in one table; each name becomes the number that the engine writes:

    EVENTS = Events()
    SWAP = EVENTS.add("swap", "player@ with@", "{player} swaps hands with {with}.")

A field is a whole number, unless a sign behind its name says more:
    player@              a seat
    out@~                a seat or null
    card^                a card
    exposed^~            a card or null
    wild?                true or false
    direction=down|up    one of these words, by number
    cards*               a list of cards
    hands**              a list of lists of cards
    totals#              a list of whole numbers
    value/               a fraction (written in units of 1/840; a whole one reads back as an integer)
    bonus%               a list of fractions
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from simlab.engine.metric import UNIT
from simlab.engine.state import SCALARS

Event = dict[str, Any]
NOTHING = -(1 << 40)  # null, as the engine writes it
TURN = 16  # bits of an event's number; above them stands how many turns there were

_FIELD = re.compile(r"(?P<name>\w+?)(?P<sign>@~|@|\^~|\^|\?|\*\*|\*|#|%|/|=[\w|]+)?$")
LISTS = ("*", "**", "#", "%")
CARDS = ("^", "^~", "*", "**")  # what names cards
HIDDEN = "hidden"  # what is said of a field without cards that somebody doesn't read
ALL, NOBODY = "all", "nobody"  # who reads what an event tells; or the seat in a field of this name
_PLAIN = ("", "@", "^")  # of a field that is what the engine wrote


@dataclass(frozen=True)
class Kind:
    """An event as it is declared."""

    name: str
    fields: tuple[tuple[str, str], ...]  # (name, sign)
    words: str | Callable[[Event, dict[str, Any]], str]
    seen_by: Mapping[str, str] = field(default_factory=dict)  # of a field with cards, where it is declared: who reads them


class EventFault(Exception):
    """A game told of a player, a card or a word that there is not."""


class Events:
    """The events of one game."""

    def __init__(self) -> None:
        self.kinds: list[Kind] = []

    def add(
        self, name: str, fields: str, words: str | Callable[[Event, dict[str, Any]], str], seen_by: Mapping[str, str] | None = None
    ) -> int:
        """Declare an event; the number that stands for it in the engine."""
        parsed = []
        for word in fields.split():
            match = _FIELD.match(word)
            if match is None:
                raise ValueError(f"{name}: not a field: {word!r}")
            parsed.append((match["name"].rstrip("_"), match["sign"] or ""))
        if sum(sign not in LISTS for _, sign in parsed) > SCALARS:
            raise ValueError(f"{name}: more than {SCALARS} fields that are no lists")
        self.kinds.append(Kind(name, tuple(parsed), words, seen_by or {}))
        return len(self.kinds) - 1

    def read(self, words: list[int]) -> Iterator[Event]:
        """The events that the engine wrote."""
        return (event for _, event in self.timed(words))

    def timed(self, words: list[int]) -> Iterator[tuple[int, Event]]:
        """The events that the engine wrote, each with the turn in which it happened."""
        rest = iter(words)
        for number in rest:
            kind = self.kinds[number & (1 << TURN) - 1]
            scalars = iter([*islice(rest, SCALARS)])
            event: Event = {"event": kind.name}
            for name, sign in kind.fields:
                event[name] = next(scalars) if sign in _PLAIN else _read(rest if sign in LISTS else scalars, sign)
            yield number >> TURN, event

    def misfit(self, event: Event, players: int, card: Callable[[int], str]) -> str:
        """What is wrong with an event that was read; empty where nothing is."""
        kind = self.kind_of(event)
        wrong = next(filter(None, (misfit(sign, event[name], players, card) for name, sign in kind.fields)), "")
        return wrong and f'the event "{kind.name}" tells {wrong}'

    def kind_of(self, event: Event) -> Kind:
        """What is declared of an event."""
        return next(kind for kind in self.kinds if kind.name == event["event"])

    def sentence(
        self, event: Event, seat: Callable[[int], str], card: Callable[[int], str], instead: Mapping[str, Any] | None = None
    ) -> str:
        """The event in the words of the rulebook; `seat` and `card` give names. `instead`: what is said of some fields in place of that."""
        kind = self.kind_of(event)
        said = {name: _said(event[name], sign, seat, card) for name, sign in kind.fields} | dict(instead or {})
        if callable(kind.words):
            return kind.words(event, said)
        lists = {name: "; ".join(f"{seat(i)}: {cards}" for i, cards in enumerate(of)) for name, of in said.items() if isinstance(of, list)}
        return kind.words.format(**said | lists)


def misfit(sign: str, value: Any, players: int, card: Callable[[int], str]) -> str:
    """What is wrong with the number that an event tells in a field; empty where nothing is."""
    if not isinstance(value, int) or (value < 0 and "~" in sign):
        return ""
    if sign.startswith("@") and not 0 <= value < players:
        return f"{value} as a player, and there are seats 0 to {players - 1}"
    if sign.startswith("^") and not _is_named(value, card):
        return f"{value} as a card, and there is none of that number"
    words = sign[1:].split("|")
    if sign.startswith("=") and not 0 <= value < len(words):
        return f"{value} as one of {', '.join(words)}, which are 0 to {len(words) - 1}"
    return ""


def _is_named(number: int, card: Callable[[int], str]) -> bool:
    try:
        return number >= 0 and bool(card(number))
    except IndexError:
        return False


def _said(value: Any, sign: str, seat: Callable[[int], str], card: Callable[[int], str]) -> Any:
    """A field's value in words."""
    if sign.startswith("@"):
        return "nobody" if value is None else seat(value)
    if sign.startswith("^"):
        return "none" if value is None else card(value)
    if sign == "*":
        return " ".join(card(one) for one in value) or "nothing"
    if sign == "**":
        return [" ".join(card(one) for one in cards) or "nothing" for cards in value]
    return value


def fraction(units: int) -> int | float:
    """A number of 1/840 as a score: whole numbers stay integers."""
    return units // UNIT if units % UNIT == 0 else units / UNIT


def exact(value: Any) -> Any:
    """A value with its fractions as in events: whole ones are integers."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case Mapping():
            return {key: exact(item) for key, item in value.items()}
        case list() | tuple():
            return [exact(item) for item in value]
    return value


def _read(words: Iterator[int], sign: str) -> Any:
    """The value of a field, which begins with the next word."""
    first = next(words)
    match sign:
        case "**":
            return [_read(words, "*") for _ in range(first)]
        case "*" | "#":
            return [*islice(words, first)]
        case "%":
            return [fraction(next(words)) for _ in range(first)]
        case "/":
            return fraction(first)
        case "?":
            return bool(first)
        case "@~" | "^~":
            return None if first == NOTHING else first
        case _ if sign.startswith("="):
            return dict(enumerate(sign[1:].split("|"))).get(first, first)
    return first
