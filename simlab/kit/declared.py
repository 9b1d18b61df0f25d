"""What a game's file declares once and its functions name: an event, a decision, a way in which the game ends.

Each is an object with a name and a number. To the compiler each is a type of its own, so that whatever follows from the declaration (the
number that is written to the trace, the counter that goes up) is settled while compiling and costs nothing while playing.
"""

import re
from collections.abc import Callable
from typing import Any

from simlab.engine.events import ALL, CARDS, LISTS, NOBODY, Events
from simlab.engine.game import Says
from simlab.engine.state import BY

_FIELD = re.compile(r"\{(\w+)(@~|@|\^~|\^|\?|\*\*|\*|#|%|/|=[\w|]+)?\}")


class Declared:
    """Something declared in a game's file; its name is that of the constant, in small letters, which `declared_in` fills in."""

    name, number = "", -1

    def __init__(self, meaning: str) -> None:
        self.meaning = meaning

    def __repr__(self) -> str:
        return f"{type(self).__name__} {self.name.upper()}"

    @property
    def compiled_as(self) -> tuple[Any, ...]:
        """All that compiled code depends on."""
        return (type(self).__name__, self.number)


class Ending(Declared):
    """A way in which the game ends."""


class Choice(Declared):
    """A kind of decision. One `of_set` is for a card or number of a set of legal ones, which are listed for the strategy."""

    def __init__(self, meaning: str, *, of_set: bool, asks: str = "", says: Says | None = None) -> None:
        super().__init__(meaning)
        self.of_set, self.asks, self.says = of_set, asks, says


class Happening(Declared):
    """An event: the sentence that tells it, its fields with their signs (see `engine.events`), and the counter that goes up with it."""

    def __init__(
        self,
        words: str,
        say: Callable[..., str] | None,
        counters: dict[str, str],
        *,
        follows: bool | str = False,
        seen_by: str | dict[str, str] = "",
    ) -> None:
        super().__init__(words)
        if len(counters) > 1:
            raise ValueError(f"an event has one counter, not {', '.join(counters)}")
        self.fields = tuple(dict.fromkeys((name, sign or "") for name, sign in _FIELD.findall(words)))
        self.follows = follows is True
        following = follows.split() if isinstance(follows, str) else []
        if unknown := set(following) - {name for name, _ in self.fields}:
            raise ValueError(f"an event follows in {', '.join(unknown)}, which is no field of it")
        self.seen_by = _readers(self.fields, seen_by)
        self.noted = tuple(name not in following for name, _ in self.fields)
        self.words = say or _FIELD.sub(r"{\1}", words)
        self.counters = counters
        self.counter = next(iter(counters), "")

    @property
    def by(self) -> tuple[str, str]:
        """The columns that have the seats which set it off, or its counter, where that shows a house rule."""
        return f"{BY}{self.name}", f"{BY}{self.counter}"

    @property
    def whose(self) -> int | None:
        """Whose doing it is, by the number of the field: the first player that it names."""
        return next((number for number, (_, sign) in enumerate(self.fields) if sign == "@"), None)

    @property
    def compiled_as(self) -> tuple[Any, ...]:
        return (
            *super().compiled_as,
            self.by,
            self.whose,
            self.counter,
            self.follows,
            self.noted,
            tuple(sign in LISTS and sign for _, sign in self.fields),
        )

    @property
    def table(self) -> str:
        """The fields in the notation of `engine.events`."""
        return " ".join(name + sign for name, sign in self.fields)


def ending(meaning: str) -> Any:
    """OUT = ending("a player has no card left"): named in wins(g, seat, OUT)."""
    return Ending(meaning)


def card_choice(meaning: str, *, asks: str = "", says: Says | None = None) -> Any:
    """PLAY = card_choice("which card to play"): a decision for one card of a set, made by `def play(view)` of a strategy. Whoever sits down
    (`simlab play`) is asked this, or else what it `asks`; an option is called by its card's name, or as `says(view, i, seat)` has it.
    """
    return Choice(meaning, of_set=True, asks=asks, says=says)


def choice_of(meaning: str, *, asks: str = "", says: Says | None = None) -> Any:
    """SUIT = choice_of("the suit that must follow: 0 clubs, 1 hearts"): a decision for a number from 0 to options - 1. An option is called
    as it is there behind its number, or as `says(view, i, seat)` has it.
    """
    return Choice(meaning, of_set=False, asks=asks, says=says)


def _readers(fields: tuple[tuple[str, str], ...], seen_by: str | dict[str, str]) -> dict[str, str]:
    """Who reads which field: where it is said of none, of all that name cards."""
    readers = dict.fromkeys((name for name, sign in fields if sign in CARDS), seen_by) if isinstance(seen_by, str) else seen_by
    seats = [name for name, sign in fields if sign == "@"]
    for name, reader in readers.items():
        if name not in dict(fields):
            raise ValueError(f"an event has no field {name!r}, which is said to be seen by {reader}")
        if reader and reader not in (ALL, NOBODY, *seats):
            raise ValueError(f"{name} can't be seen by {reader!r}; allowed: {', '.join((ALL, NOBODY, *seats))}")
    return {name: reader for name, reader in readers.items() if reader}


def event(
    words: str, say: Callable[..., str] | None = None, /, *, follows: bool | str = False, seen_by: str | dict[str, str] = "", **counter: str
) -> Any:
    """DREW = event("{player@} draws {card^}.", draws="cards drawn"): the sentence, its fields, and the counter with its meaning, which is
    empty where it stands in the table COUNTERS. An event that `follows` tells nothing that is not known from what was told or noted before
    it: a game's course is spared it. Where only some of its fields do, these are named: follows="player".

    The cards in it are `seen_by` "all", "nobody" or the seat in a field, "player"; of several fields each: {"cards": "player"}. Unless it
    says so, whoever sits there (`simlab play`) reads those that came to lie where they see them.
    """
    return Happening(words, say, counter, follows=follows, seen_by=seen_by)


def number_of(what: Declared | int) -> int:
    """The number of something declared; a number is its own."""
    return what.number if isinstance(what, Declared) else what


def declared_in(file: dict[str, Any], kind: type[Declared], first: int = 0) -> list[Any]:
    """What a file declares of a kind, with its names and numbers filled in. COPY_ is called copy: where COPY is something else."""
    found = [(name, one) for name, one in file.items() if isinstance(one, kind)]
    for number, (name, one) in enumerate(found, first):
        one.name, one.number = name.lower().rstrip("_"), number
    return [one for _, one in found]


def events_of(file: dict[str, Any]) -> Events:
    """The events that a file declares, at its end: EVENTS = events_of(globals())."""
    events = Events()
    for happening in declared_in(file, Happening):
        events.add(happening.name, happening.table, happening.words, happening.seen_by)
    return events
